import Astroject

extension Container {
  /// The registrations of this container and of its parents, and what they get.
  ///
  /// No factory, hook or custom scope runs for it; a fallback is asked whether it has what is registered nowhere. It is a
  /// value: what is registered later is not in it. What closures resolve is known only where they say so, by
  /// `depends(on:)`; which properties a type injects that is registered as a protocol, and under which names, is known
  /// when its first object has been made.
  ///
  /// ```swift
  /// print(container.graph.mermaid)
  /// ```
  public var graph: DependencyGraph { DependencyGraph(Analysis(Survey(core))) }

  /// Checks all that is registered here and in the parents, without building anything.
  ///
  /// ```swift
  /// try container.validate()
  /// try container.validate(roots: App.self, externals: UserID.self)
  /// ```
  /// Everything that was found is in the one error. No factory, hook or custom scope runs; it takes some microseconds for
  /// each registration. Parents' registrations are looked at as this container sees them: so the registrations of an app
  /// that are for its requests are checked in a child as each request makes one.
  ///
  /// What opaque registrations resolve is not checked; see ``graph``. What a parameter's initializer, a conversion or a
  /// hook throws cannot be known.
  ///
  /// - Parameters:
  ///   - roots: The types that are resolved from outside, under whatever names: errors show the way from the nearest one,
  ///     and ``graphReport(roots:externals:)`` lists what none of them reaches. Nothing is left out of the check for that.
  ///   - externals: The types that come from outside: as arguments, or registered in children.
  /// - Throws: ``GraphError``, with all that is wrong and is not silenced by `allowing(_:because:)`.
  public func validate<each Root, each External>(
    roots: repeat (each Root).Type, externals: repeat (each External).Type
  ) throws {
    let inspection = inspection(roots: repeat each roots, externals: repeat each externals)
    if !inspection.faults.isEmpty { throw GraphError(report: inspection.report) }
  }

  /// What ``validate(roots:externals:)`` would find, and what it has no error for: what was silenced, what is opaque, and
  /// what no root reaches.
  ///
  /// ```swift
  /// print(container.graphReport(roots: App.self))
  /// ```
  /// - Parameters:
  ///   - roots: The types that are resolved from outside, under whatever names.
  ///   - externals: The types that come from outside: as arguments, or registered in children.
  public func graphReport<each Root, each External>(
    roots: repeat (each Root).Type, externals: repeat (each External).Type
  ) -> GraphReport { inspection(roots: repeat each roots, externals: repeat each externals).report }

  private func inspection<each Root, each External>(
    roots: repeat (each Root).Type, externals: repeat (each External).Type
  ) -> Inspection {
    var rootTypes: [Any.Type] = []
    var externalTypes: [Any.Type] = []
    repeat rootTypes.append(each roots)
    repeat externalTypes.append(each externals)
    return Inspection(core, roots: rootTypes, externals: externalTypes)
  }
}
