extension Core {
  /// The registrations of which children are given instances, in order, even if substitutes have replaced them.
  package var expectations: [Blueprint] {
    let own = view.all.flatMap(\.blueprints).filter(\.flags.isGiven).inSequence
    return (ifExtras { $0.expectations.withLock { $0 } } ?? []) + own
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
    let gift = (place: found.blueprint.sequence, product: ProductBox(product) as AnyProduct)
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
    let alike = expectations.filter { $0.key == key }
    if found?.blueprint.isSubstitute ?? false, alike.contains(where: { $0.containerName == name }) { return nil }
    let names = (alike + expectations).compactMap(\.containerName).unique
    throw AstrojectError.noRegistrationFound(.init(asking: key, cause: .notExpected(byChild: name ?? "", among: names)))
  }
}
