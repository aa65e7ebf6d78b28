// Refuses products that belong to one global actor where a caller on another one would get them.

extension ResolutionContext {
  /// Throws if a product conforms to its protocol on one global actor only, and the caller is elsewhere.
  func admit<Product>(_ product: Product, as key: Key, of location: CodeLocation?) throws {
    if IsolatedConformance.record(in: product) != nil { try admit(ProductBox(product), as: key, of: location) }
  }

  /// Throws if the product in a box conforms to its protocol on one global actor only, and the caller is elsewhere.
  func admit(_ product: AnyProduct, as key: Key, of location: CodeLocation?) throws {
    guard product.isConfined else { return }
    // The caller's product may be this one. Then it is cached where it was made, and asked for elsewhere.
    parent?.noteConfinement()
    let isForMainActor = parent?.handsToMainActor ?? false
    guard let conformance = product.misplacedConformance(onMainActor: isForMainActor) else { return }
    throw AstrojectError.isolationMismatch(failure(key, location: location, cause: .isolatedConformance(conformance)))
  }
}
