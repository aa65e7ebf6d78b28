import Nexus

extension Container {
  /// Checks all registrations of this container and its parents without building anything, and reports all problems at
  /// once.
  ///
  /// ```swift
  /// try container.validate()
  /// try container.validate(roots: App.self, externals: UserID.self)
  /// ```
  /// No factory, hook or custom scope runs. The check takes some microseconds for each registration, and may be made on
  /// any thread.
  ///
  /// Registrations of parents are checked as this container sees them. Therefore check the registrations that are meant
  /// for requests in a child like those that serve requests. If `register(given:toChildrenNamed:)` declares the values
  /// that such children receive, no child is needed: the container is checked as one of them sees it. If there are
  /// several names, it is checked as seen from children nested in the order of those registrations.
  ///
  /// Some dependencies are not checked unless `depends(on:)` declares them:
  ///
  /// - the dependencies of a closure that takes a resolver
  /// - an injected property that may have a name or key, because another registration of its type has one
  /// - an injected property of a type that is registered by its initializer as a protocol
  ///
  /// These make a registration opaque, and the report lists it. Some injected properties escape even that: those of a
  /// type that is registered as its superclass, as `Any` or `AnyObject`, or as private protocols that are composed or
  /// constrained; and those of a generic type, or of a subclass that inherits its conformance, that is registered as a
  /// protocol. An argument that only such a property takes is reported.
  ///
  /// Errors that initializers, conversions and hooks throw cannot be predicted.
  ///
  /// - Parameters:
  ///   - roots: The types that are resolved from outside, with any name. Errors show the path from the nearest root,
  ///     and ``graphReport(roots:externals:duplicates:)`` lists the registrations that no root reaches. All
  ///     registrations are checked all the same.
  ///   - externals: The types that come from outside: as arguments, or registered in children.
  ///   - duplicates: `DuplicatePolicy.fail` reports each registration that has replaced another one of the same
  ///     container.
  ///   - maxOpaque: The largest number of opaque registrations that is no finding; nil for any number.
  ///   - hints: True if hints are findings, too; see ``GraphReport/hints``.
  /// - Throws: ``GraphError`` with all findings that `allowing(_:because:)` does not silence;
  ///   `AstrojectError.noRegistrationFound` if the container stands for a missing one: there is no current container,
  ///   or the composition root is not set up;
  ///   `AstrojectError.containerReleased` in a child whose work has ended.
  public func validate<each Root, each External>(
    roots: repeat (each Root).Type, externals: repeat (each External).Type,
    duplicates: DuplicatePolicy = .replace, maxOpaque: Int? = nil, hints: Bool = false
  ) throws {
    try validate(
      roots: typeList(repeat each roots), externals: typeList(repeat each externals), duplicates: duplicates,
      maxOpaque: maxOpaque, hints: hints)
  }

  /// Checks all registrations with lists made at run time; see
  /// ``validate(roots:externals:duplicates:maxOpaque:hints:)``.
  ///
  /// - Parameters:
  ///   - roots: The types that are resolved from outside; empty if all may be.
  ///   - externals: The types that come from outside.
  ///   - duplicates: `DuplicatePolicy.fail` reports each registration that has replaced another one.
  ///   - maxOpaque: The largest number of opaque registrations that is no finding; nil for any number.
  ///   - hints: True if hints are findings, too.
  /// - Throws: ``GraphError`` with all findings that `allowing(_:because:)` does not silence;
  ///   `AstrojectError.noRegistrationFound` if the container stands for a missing one: there is no current container,
  ///   or the composition root is not set up;
  ///   `AstrojectError.containerReleased` in a child whose work has ended.
  public func validate(
    roots: [Any.Type], externals: [Any.Type] = [], duplicates: DuplicatePolicy = .replace, maxOpaque: Int? = nil,
    hints: Bool = false
  ) throws {
    if let absence { throw absence }
    var inspection = Inspection(
      core, roots: roots, externals: externals, duplicates: duplicates, maxOpaque: maxOpaque)
    if inspection.faults.isEmpty, !hints { return }
    inspection.findHints()
    if inspection.faults.isEmpty, inspection.hints.isEmpty { return }
    throw GraphError(report: inspection.report(withHints: hints))
  }

  /// Returns the report that ``validate(roots:externals:duplicates:maxOpaque:hints:)`` would throw, or one without
  /// findings.
  package func report(roots: [Any.Type], externals: [Any.Type], maxOpaque: Int?, hints: Bool) throws -> GraphReport {
    if let absence { throw absence }
    return inspected(roots, externals, .replace, maxOpaque).report(withHints: hints)
  }

  /// The error if there is nothing to look at, because the container has ended or stands for one that is missing.
  private var absence: AstrojectError? {
    do { try refuseIfEnded() } catch { return error as? AstrojectError }
    return core.absence.map { .noRegistrationFound(.init(key: Key(Container.self), path: [], cause: $0)) }
  }

  /// Applies all rules, also those whose findings are hints.
  private func inspected(
    _ roots: [Any.Type], _ externals: [Any.Type], _ duplicates: DuplicatePolicy, _ maxOpaque: Int? = nil
  ) -> Inspection {
    var inspection = Inspection(
      core, roots: roots, externals: externals, duplicates: duplicates, maxOpaque: maxOpaque)
    inspection.findHints()
    return inspection
  }

  /// Reports the findings of ``validate(roots:externals:duplicates:maxOpaque:hints:)``, and facts that are no errors.
  ///
  /// These are the silenced findings, and the registrations that are opaque, that no root reaches, that have replaced
  /// another one, or that a dictionary leaves out. It builds nothing, costs as much as the check, and may be called on
  /// any thread. For a container that has ended or stands for a missing one, where `validate` throws an
  /// `AstrojectError`, the only finding is `missingContainer`.
  ///
  /// ```swift
  /// print(container.graphReport(roots: App.self))
  /// ```
  /// - Parameters:
  ///   - roots: The types that are resolved from outside, with any name.
  ///   - externals: The types that come from outside: as arguments, or registered in children.
  ///   - duplicates: `DuplicatePolicy.fail` reports each registration that has replaced another one of the same
  ///     container.
  /// - Returns: The report, which prints as a text.
  public func graphReport<each Root, each External>(
    roots: repeat (each Root).Type, externals: repeat (each External).Type,
    duplicates: DuplicatePolicy = .replace
  ) -> GraphReport {
    graphReport(roots: typeList(repeat each roots), externals: typeList(repeat each externals), duplicates: duplicates)
  }

  /// Reports the findings and facts with lists made at run time; see ``graphReport(roots:externals:duplicates:)``.
  ///
  /// - Parameters:
  ///   - roots: The types that are resolved from outside; empty if all may be.
  ///   - externals: The types that come from outside.
  ///   - duplicates: `DuplicatePolicy.fail` reports each registration that has replaced another one.
  /// - Returns: The report, which prints as a text.
  public func graphReport(roots: [Any.Type], externals: [Any.Type] = [], duplicates: DuplicatePolicy = .replace)
    -> GraphReport
  {
    inspected(roots, externals, duplicates).report(with: absence.map(GraphFinding.init))
  }
}

/// Returns the types of a pack as a list.
func typeList<each Element>(_ elements: repeat (each Element).Type) -> [Any.Type] {
  var types: [Any.Type] = []
  repeat types.append(each elements)
  return types
}
