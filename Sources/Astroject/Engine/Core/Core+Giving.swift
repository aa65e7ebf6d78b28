extension Core {
  /// The types that children are given, in order of registration, even if substitutes have replaced the registrations.
  var expectations: [Expectation] {
    let own = view.all.flatMap(\.blueprints).filter(\.flags.isGiven).inSequence.map { blueprint in
      Expectation(name: blueprint.containerName ?? "", key: blueprint.key)
    }
    let earlier = ifExtras { $0.expectations.withLock { $0 } } ?? []
    return earlier + own.filter { !earlier.contains($0) }
  }

  /// Adds the gifts and expectations of the container that this one is a copy of, before other code knows of this one.
  package func addGifts(of other: Core) {
    gifts += other.gifts
    let expectations = other.expectations
    if !expectations.isEmpty { withExtras { $0.expectations.withLock { $0 = expectations } } }
  }

  /// Returns the gift for the registration at a place in the order, if there is one.
  package func gift(at place: UInt) -> AnyProduct? { gifts.first { $0.place == place }?.product }

  /// Stores an instance that this container is given when it is made, before other code knows of the container.
  func receive<Product>(_ product: Product) throws {
    guard let found = try recipient(of: Key(Product.self)) else { return }
    let gift = Gift(place: found.blueprint.sequence, product: ProductBox(product))
    if gift.product.isConfined { found.blueprint.noteConfinement(below: found.owner) }
    if self.gift(at: gift.place) != nil {
      throw AstrojectError.invalidInstance(.init(asking: Key(Product.self), cause: .givenTwice(toChild: name ?? "")))
    }
    gifts.append(gift)
  }

  /// Finds the registration for a given instance, or returns nil if a substitute has replaced it.
  private func recipient(of key: Key) throws -> Match? {
    let found = find(key)
    if let found, found.blueprint.flags.isGiven, found.blueprint.containerName == name { return found }
    let expectations = lineage.flatMap(\.expectations)
    if found?.blueprint.isSubstitute ?? false, expectations.contains(Expectation(name: name ?? "", key: key)) {
      return nil
    }
    let names = (expectations.filter { $0.key == key } + expectations).map(\.name)
    let unique = names.indices.filter { names.firstIndex(of: names[$0]) == $0 }.map { names[$0] }
    throw AstrojectError.noRegistrationFound(
      .init(asking: key, cause: .notExpected(byChild: name ?? "", among: unique)))
  }
}
