import Astroject

extension Container {
  /// Returns the cached instances of this container and its parents that a witness has not seen.
  ///
  /// These are instances that were made elsewhere and are owned by the container, and those of parents that the witness
  /// does not observe.
  func products(notBuiltFor witness: any BuildWitness) -> [Any] {
    core.lineage.flatMap { core in
      core.ownRegistrations.filter { core.witness !== witness || $0.blueprint.isInstance }
        .compactMap(\.entry.storage).flatMap(\.products) + core.gifts.map { $0.product.any }
    }
  }
}
