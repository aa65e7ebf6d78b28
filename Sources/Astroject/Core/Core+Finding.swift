extension Core {
  /// The registration that answers to a key: this container's, or the nearest parent's.
  func find<Product, Argument>(
    _ key: Key, _ product: Product.Type, _ argument: Argument.Type
  ) -> Found<Product, Argument>? {
    let word = key.word
    var level: Core? = self
    while let core = level {
      if let found = core.findHere(key, word: word, product, argument), !core.isOutranked(found) { return found }
      level = core.parent?.core
    }
    return nil
  }

  /// Whether a forwarding stands back behind what a parent protects.
  private func isOutranked<Product, Argument>(_ found: Found<Product, Argument>) -> Bool {
    guard let parent, case .forwarding = found.blueprint.source else { return false }
    return parent.core.isProtected(found.blueprint.key)
  }

  private func findHere<Product, Argument>(
    _ key: Key, word: UInt, _ product: Product.Type, _ argument: Argument.Type
  ) -> Found<Product, Argument>? {
    guard transactions.load() != 0 else {
      guard let entry = store.entry(for: key, word: word, product, argument), let front = entry.front else {
        return nil
      }
      return Found(blueprint: front, entry: entry, owner: self)
    }
    let entries = layers.compactMap { $0.entry(for: key, word: word, product, argument) }
    guard let front = Entry.front(ofLayers: entries, isLive: isLive) else { return nil }
    return entries.first { $0.holds(front) }.map { Found(blueprint: front, entry: $0, owner: self) }
  }

  /// One registration, if it is still here.
  func found<Product, Argument>(_ blueprint: Blueprint<Product, Argument>) -> Found<Product, Argument>? {
    let key = blueprint.key
    for layer in layers {
      if let entry = layer.entry(for: key, word: key.word, Product.self, Argument.self), entry.holds(blueprint) {
        return Found(blueprint: blueprint, entry: entry, owner: self)
      }
      for contribution in layer.contributions {
        if let entry = contribution as? Entry<Product, Argument>, entry.holds(blueprint) {
          return Found(blueprint: blueprint, entry: entry, owner: self)
        }
      }
    }
    return nil
  }

  /// Whether a registration of this container still counts.
  func isLive(_ blueprint: AnyBlueprint) -> Bool {
    for layer in layers {
      let entry = layer.entry(for: blueprint.key)
      if entry?.owns(blueprint) == true || layer.contributions.contains(where: { $0.owns(blueprint) }) { return true }
      let isHidden = blueprint.isContribution ? layer.masksContributions : entry.map { $0.masksOuter || $0.hasOwn }
      if isHidden == true { return false }
    }
    return false
  }

  /// The stores that a lookup goes through: those of open transactions of the caller's, the innermost first, and the
  /// container's.
  var layers: [Store] {
    guard transactions.load() != 0 else { return [store] }
    return Transaction.stores(on: self) + [store]
  }

  // MARK: Collections

  /// Every registration of a type that takes no arguments, in order, this container's first.
  func collection<Product>(of type: Product.Type) -> [Found<Product, Void>] {
    var result: [Found<Product, Void>] = []
    var seen: Set<Key> = []
    for core in lineage {
      let here = core.ownCollection(of: type)
      result += here.keyed.filter { !seen.contains($0.blueprint.key) }.merged(with: here.contributed)
      seen.formUnion(here.keyed.map(\.blueprint.key))
    }
    return result
  }

  private func ownCollection<Product>(
    of type: Product.Type
  ) -> (keyed: [Found<Product, Void>], contributed: [Found<Product, Void>]) {
    var keyed: [Found<Product, Void>] = []
    var contributed: [Found<Product, Void>] = []
    var hidden: Set<Key> = []
    for layer in layers {
      for entry in layer.entries(of: type) {
        keyed += entry.all.filter { !hidden.contains($0.key) || $0.forwardingTarget.map(isLive) ?? false }
          .map { Found(blueprint: $0, entry: entry, owner: self) }
        if entry.masksOuter || entry.hasOwn { hidden.insert(entry.key) }
      }
      contributed += layer.contributions.compactMap { $0 as? Entry<Product, Void> }
        .flatMap { entry in entry.all.map { Found(blueprint: $0, entry: entry, owner: self) } }
      if layer.masksContributions { break }
    }
    return (keyed, contributed)
  }

  // MARK: Whether there is

  /// Whether something answers to a key: a registration, the fallback, or what a derived form is made of.
  func knows<Product>(_ key: Key, _ type: Product.Type) -> Bool {
    if hasRegistration(for: key) || fallback(for: key, type) != nil { return true }
    return (type as? any DerivedForm.Type)?.isKnown(in: self, for: key) ?? false
  }

  /// Whether a registration of this container or of a parent answers to a key.
  func hasRegistration(for key: Key) -> Bool { lineage.contains { $0.hasOwnRegistration(for: key) } }

  func hasOwnRegistration(for key: Key) -> Bool {
    for layer in layers {
      guard let entry = layer.entry(for: key) else { continue }
      if !entry.blueprints.isEmpty { return true }
      if entry.masksOuter { return false }
    }
    return false
  }

  /// Whether a key is protected here or in a parent.
  func isProtected(_ key: Key) -> Bool {
    lineage.contains { core in
      for layer in core.layers {
        guard let entry = layer.entry(for: key) else { continue }
        if entry.hasOwn { return entry.isProtected }
        if entry.masksOuter { return false }
      }
      return false
    }
  }

  /// The fallback, if it knows what is asked; it is asked for nothing with arguments or a key that is not a name.
  func fallback<Product>(for key: Key, _ type: Product.Type) -> (any Resolving & Sendable)? {
    guard !key.takesArguments, key.label == nil || key.name != nil else { return nil }
    for core in lineage {
      if let fallback = core.fallback, fallback.isRegistered(type, name: key.name) { return fallback }
    }
    return nil
  }
}

extension Array {
  /// Merges two lists of registrations in order of registration.
  fileprivate func merged<Product>(with other: [Found<Product, Void>]) -> Self where Element == Found<Product, Void> {
    (self + other).sorted { $0.blueprint.sequence < $1.blueprint.sequence }
  }
}
