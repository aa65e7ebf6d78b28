import Astroject

// A key that only the fallback knows can be overridden, too: it is registered first.

extension Core {
  /// Returns true if a registration or the fallback answers to a key.
  func isThere(_ key: Key) -> Bool { find(key) != nil || ownerOfFallback(for: key) != nil }

  /// Returns the registration that answers to a key.
  ///
  /// If only the fallback does, a registration is made for it.
  func findOrAdopt(_ key: Key) -> Match? {
    if let found = find(key) { return found }
    guard let owner = ownerOfFallback(for: key), let fallback = owner.fallback else { return nil }
    func adopt<Product>(_ type: Product.Type) { owner.adopt(fallback, for: key, type) }
    _openExistential(key.product, do: adopt)
    return owner.find(key)
  }

  private func ownerOfFallback(for key: Key) -> Core? {
    guard key.isNamed else { return nil }
    func isRegistered<Product>(_ type: Product.Type) -> Core? {
      lineage.first { $0.fallback?.isRegistered(type, name: key.name) ?? false }
    }
    return _openExistential(key.product, do: isRegistered)
  }

  private func adopt<Product>(_ fallback: any Resolving & Sendable, for key: Key, _ type: Product.Type) {
    let recipe = EitherRecipe<Void, Product> { _, _ in
      try fallback.resolve(type, name: key.name)
    } async: { _, _ in
      try await fallback.resolve(type, name: key.name)
    }
    let usage = Usage(nil, key, at: .unknown)
    fork?.add(usage)
    put(Blueprint(.either(recipe), Placement(key.label, at: .unknown), observer: usage))
  }
}
