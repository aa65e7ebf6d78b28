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

  /// Throws if an argument that was given elsewhere, to a `Lazy` or `Provider`, conforms to its protocol on one global
  /// actor only, unless the product for a key is made there.
  @inline(never)
  func admit(_ arguments: AnyArguments, of key: Key) throws {
    for argument in arguments.list {
      // The argument has the type that the caller gave it, so this cast looks for no conformance.
      func box<Value>(_ type: Value.Type) -> AnyProduct? { (argument.value as? Value).map { ProductBox($0) } }
      guard let box = _openExistential(argument.type, do: box), box.isConfined else { continue }
      let maker = core.find(key) ?? core.find(key.withoutArguments)
      let isForMainActor = maker?.blueprint.origin.kind.effect.isOnMainActor ?? false
      guard let conformance = box.misplacedConformance(onMainActor: isForMainActor) else { continue }
      throw AstrojectError.isolationMismatch(failure(key, cause: .isolatedConformance(conformance)))
    }
  }
}
