extension Core {
  /// An empty child with the name of those that are given something, as was said here and above; where there are
  /// several names, one in the other, in the order in which they were said, the outermost container's first. Nil where
  /// there are none that nothing has here or above.
  package func makeExemplaryChild() -> Container? {
    var child: Container?
    for expectation in Array(lineage).reversed().flatMap(\.expectations) {
      let name = expectation.name
      guard hasRegistration(for: Key(expectation.type)), (child?.core ?? self).nearest(named: name) == nil else {
        continue
      }
      child = (child ?? container)?.makeChild(named: name)
    }
    return child
  }

  /// Keeps what this container is given when it is made, before anybody else knows of it.
  func receive<Product>(_ product: Product) throws {
    guard let gift = try publishedGift(of: product) ?? gift(of: product) else { return }
    if self.gift(gift.mark) != nil {
      throw AstrojectError.invalidInstance(failure(Key(Product.self), .givenTwice(toChild: name ?? "")))
    }
    add(gift)
  }

  /// Something that this container is given, where its registration is found without a lock.
  private func publishedGift<Product>(of product: Product) -> Gift? {
    ReadHold.during { hold in
      let published = planCache(forType: Key.word(of: Product.self), hold)
      let factory = published.factory(of: Product.self)
      return factory?._withUnsafeGuaranteedRef { $0.gift(of: product, for: self) }
    }
  }

  /// Something that this container is given; nil where a test has put something else in its place.
  private func gift<Product>(of product: Product) throws -> Gift? {
    guard let found = try recipient(of: Key(Product.self)) else { return nil }
    if found.entry.publishesNothing { found.publishFactory() }
    return Gift(mark: Gift.Mark(of: found.blueprint), product: ProductBox(product))
  }

  /// The registration by which this container is given something; nil where a test has put another one in its place.
  private func recipient(of key: Key) throws -> Match? {
    guard let found = findVisible(forType: key.word) ?? find(key) else { throw unexpected(key) }
    if isRecipient(found.blueprint) { return found }
    let expectation = Expectation(name: name ?? "", type: key.product)
    guard found.blueprint.usage?.override != nil, lineage.contains(where: { $0.expectations.contains(expectation) })
    else { throw unexpected(key) }
    return nil
  }

  private func isRecipient(_ blueprint: Blueprint) -> Bool {
    blueprint.flags.isGiven && blueprint.containerName == name
  }

  private func unexpected(_ key: Key) -> AstrojectError {
    let expectations = lineage.flatMap(\.expectations)
    let names = (expectations.filter { $0.type == key.product } + expectations).map(\.name)
    let unique = names.indices.filter { names.firstIndex(of: names[$0]) == $0 }.map { names[$0] }
    return .noRegistrationFound(failure(key, .notExpected(byChild: name ?? "", among: unique)))
  }

  private func failure(_ key: Key, _ cause: AstrojectError.Cause) -> AstrojectError.Failure {
    AstrojectError.Failure(key: key, path: [AstrojectError.Step(key: key, location: nil)], cause: cause)
  }
}

/// What the children of a name are given.
struct Expectation: Equatable {
  let name: String
  let type: Any.Type

  static func == (left: Expectation, right: Expectation) -> Bool { left.name == right.name && left.type == right.type }
}
