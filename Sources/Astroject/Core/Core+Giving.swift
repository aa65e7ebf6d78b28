extension Core {
  /// An empty child with the name of those that are given something, as registrations here and above say; where there are
  /// several names, one in the other. Nil where there are none that nothing has here or above.
  package func makeExemplaryChild() -> Container? {
    let expected = lineage.flatMap(\.ownRegistrations).map(\.blueprint).filter(\.traits.isGiven)
    var child: Container?
    for name in expected.compactMap(\.containerName) where (child?.core ?? self).nearest(named: name) == nil {
      child = (child ?? container)?.makeChild(named: name)
    }
    return child
  }

  /// Keeps what this container is given when it is made, before anybody else knows of it.
  func receive(_ product: AnyProduct, as type: Any.Type) throws {
    guard let found = try expectation(of: Key(type)) else { return }
    add(Gift(mark: Gift.Mark(of: found.blueprint), product: product))
    if found.entry.publication.isNone { found.publish() }
  }

  /// The registration by which this container is given something; nil where a test has put another one in its place.
  private func expectation(of key: Key) throws -> Found? {
    guard let found = findVisible(forType: key.word) ?? find(key) else { throw unexpected(key) }
    if isExpected(found.blueprint) { return found }
    guard found.blueprint.usage?.override != nil else { throw unexpected(key) }
    let real = found.owner.wrapped(by: found.blueprint).first(where: isExpected)
    return real.flatMap(found.owner.find)
  }

  private func isExpected(_ blueprint: Blueprint) -> Bool {
    blueprint.traits.isGiven && blueprint.containerName == name
  }

  private func unexpected(_ key: Key) -> AstrojectError {
    .noRegistrationFound(
      AstrojectError.Failure(
        key: key, path: [AstrojectError.Step(key: key, place: nil)], cause: .notExpected(byChild: name ?? "")))
  }
}

/// What a container was given when it was made.
struct Gift {
  /// By what a registration, and a copy of it, knows what was given for it.
  struct Mark: Equatable {
    private let sequence: UInt
    private let type: ObjectIdentifier

    init(of blueprint: Blueprint) {
      sequence = blueprint.sequence
      type = ObjectIdentifier(blueprint.product)
    }
  }

  let mark: Mark
  let product: AnyProduct
}
