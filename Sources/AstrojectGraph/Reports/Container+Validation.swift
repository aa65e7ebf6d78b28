import Nexus

extension Container {
  /// Checks all that is registered here and in the parents, without building anything.
  ///
  /// ```swift
  /// try container.validate()
  /// try container.validate(roots: App.self, externals: UserID.self)
  /// ```
  /// Everything that was found is in the one error. No factory, hook or custom scope runs; it takes some microseconds
  /// for each registration. Parents' registrations are looked at as this container sees them: so the registrations of
  /// an app that are for its requests are checked in a child as each request makes one. Where
  /// `register(given:toChildrenNamed:)` says what such children get, the app is looked at as one of them sees it; where
  /// there are several names, as one within the other, in the order in which they were registered.
  ///
  /// What opaque registrations resolve is not checked: closures that do not say by `depends(on:)` what they need, and
  /// injected properties that cannot be seen: those that may have a name or key, as something of their type has one,
  /// and those of an initializer that is registered as a protocol (those of a subclass that is registered as its
  /// superclass, those of a generic type that is registered as a protocol, and those of all types behind a composition
  /// of protocols, do not even make a registration opaque). `depends(on:)` declares them, too. What an initializer, a
  /// conversion or a hook throws cannot be known.
  ///
  /// - Parameters:
  ///   - roots: The types that are resolved from outside, under whatever names: errors show the way from the nearest
  ///     one, and ``graphReport(roots:externals:duplicates:)`` lists what none of them reaches. Nothing is left out of the check
  ///     for that.
  ///   - externals: The types that come from outside: as arguments, or registered in children.
  ///   - duplicates: ``DuplicatePolicy/fail`` makes a finding of each registration that has taken the place of another
  ///     one of the same container.
  /// - Throws: ``GraphError``, with all that is wrong and is not silenced by `allowing(_:because:)`;
  ///   `AstrojectError.containerReleased` in a child whose work has ended.
  public func validate<each Root, each External>(
    roots: repeat (each Root).Type, externals: repeat (each External).Type,
    duplicates: DuplicatePolicy = .replace
  ) throws {
    try validate(roots: types(repeat each roots), externals: types(repeat each externals), duplicates: duplicates)
  }

  /// Checks all that is registered here and in the parents, with lists that are made at run time; see
  /// ``validate(roots:externals:duplicates:)``.
  ///
  /// - Parameters:
  ///   - roots: The types that are resolved from outside; none for all.
  ///   - externals: The types that come from outside.
  ///   - duplicates: ``DuplicatePolicy/fail`` makes a finding of each registration that has taken another one's place.
  /// - Throws: ``GraphError``, with all that is wrong and is not silenced by `allowing(_:because:)`;
  ///   `AstrojectError.containerReleased` in a child whose work has ended.
  public func validate(roots: [Any.Type], externals: [Any.Type] = [], duplicates: DuplicatePolicy = .replace) throws {
    try refuseIfEnded()
    let inspection = Inspection(core, roots: roots, externals: externals, duplicates: duplicates)
    if !inspection.faults.isEmpty { throw GraphError(report: inspection.report) }
  }

  /// What ``validate(roots:externals:duplicates:)`` would find, and what it has no error for: what was silenced, what is opaque,
  /// and what no root reaches.
  ///
  /// ```swift
  /// print(container.graphReport(roots: App.self))
  /// ```
  /// - Parameters:
  ///   - roots: The types that are resolved from outside, under whatever names.
  ///   - externals: The types that come from outside: as arguments, or registered in children.
  ///   - duplicates: ``DuplicatePolicy/fail`` makes a finding of each registration that has taken the place of another
  ///     one of the same container.
  public func graphReport<each Root, each External>(
    roots: repeat (each Root).Type, externals: repeat (each External).Type,
    duplicates: DuplicatePolicy = .replace
  ) -> GraphReport {
    graphReport(roots: types(repeat each roots), externals: types(repeat each externals), duplicates: duplicates)
  }

  /// What ``validate(roots:externals:duplicates:)`` would find, with lists that are made at run time; see
  /// ``graphReport(roots:externals:duplicates:)``.
  ///
  /// - Parameters:
  ///   - roots: The types that are resolved from outside; none for all.
  ///   - externals: The types that come from outside.
  ///   - duplicates: ``DuplicatePolicy/fail`` makes a finding of each registration that has taken another one's place.
  public func graphReport(roots: [Any.Type], externals: [Any.Type] = [], duplicates: DuplicatePolicy = .replace)
    -> GraphReport
  {
    Inspection(core, roots: roots, externals: externals, duplicates: duplicates).report
  }

  private func types<each Element>(_ elements: repeat (each Element).Type) -> [Any.Type] {
    var types: [Any.Type] = []
    repeat types.append(each elements)
    return types
  }
}
