// The products of a registration, as containers that have it see them.

extension Blueprint {
  /// Has each request checked from now on, because a product conforms to its protocol on one global actor only.
  ///
  /// Called before the product is handed on. So a caller that finds it sees the flag.
  ///
  /// - Parameter core: The container that has the registration, or a child of it.
  func noteConfinement(below core: Core) {
    if changeFlags({ $0[.isConfined] = true })[.isConfined] { return }
    // This also waits for each thread that publishes by the old flags. So what it publishes is withdrawn here.
    for core in core.lineage { core.unpublish(self) }
  }

  /// Makes the storage of an instance that was made elsewhere and registered, or returns nil for other registrations.
  package func makeStorageOfInstance() -> InstanceStorage? {
    guard isInstance, flags.lifetime == .singleton, kind == .leaf else { return nil }
    func makeStorage<Product>(_ product: Product.Type) -> InstanceStorage? {
      // If the instance is gone, a resolve throws the error.
      guard let product = try? stored.function(as: Recipe<Void, Product>.Leaf.self).body() else { return nil }
      return InstanceStorage(of: self, keeping: ProductBox(product))
    }
    return makeStorage(product)
  }

  /// True if it is of a value that is to be owned elsewhere, which only a class instance can be.
  package var isOfUnownableValue: Bool {
    guard isInstance, flags.lifetime == .transient, kind == .leaf else { return false }
    func isUnownable<Product>(_ product: Product.Type) -> Bool {
      do { _ = try stored.function(as: Recipe<Void, Product>.Leaf.self).body() } catch {
        if case AstrojectError.Cause.notOwnable = error { return true }
      }
      return false
    }
    return isUnownable(product)
  }
}
