// Refuses keys that belong to one global actor, and products of such where a caller on another one would get them.

extension ResolutionContext {
  /// Throws if a key is Hashable on one global actor only; nothing is registered under such a key.
  func admit(_ key: Key) throws {
    guard let confinement = key.label?.confinement else { return }
    throw AstrojectError.isolationMismatch(failure(key, cause: .isolatedConformance(confinement)))
  }

  /// Throws if a product conforms to its protocol on one global actor only, and the caller is elsewhere.
  func admit<Product>(_ product: Product, as key: Key, of location: CodeLocation?) throws {
    if IsolatedConformance.record(in: product) != nil { try admit(ProductBox(product), as: key, of: location) }
  }

  /// Throws if the product in a box conforms to its protocol on one global actor only, and the caller is elsewhere.
  func admit(_ product: AnyProduct, as key: Key, of location: CodeLocation?) throws {
    guard product.isConfined else { return }
    // The caller's product may be this one. Then it is cached where it was made, and asked for elsewhere.
    parent?.noteConfinement()
    guard let conformance = product.misplacedConformance(for: parent?.recipient ?? .here) else { return }
    throw AstrojectError.isolationMismatch(failure(key, location: location, cause: .isolatedConformance(conformance)))
  }

  /// Throws if an argument of an awaited request conforms to its protocol on another actor than the main actor only,
  /// and is taken there.
  func admit(_ arguments: @autoclosure () -> AnyArguments?, to match: Match) throws {
    guard match.blueprint.origin.kind.effect.isOnMainActor, let arguments = arguments() else { return }
    try admit(arguments, of: match.blueprint.key)
  }

  /// Throws if an argument conforms to its protocol on one global actor only, unless the product for a key is made
  /// there. That of a `Lazy` or `Provider` was given elsewhere.
  @inline(never)
  func admit(_ arguments: AnyArguments, of key: Key) throws {
    for argument in arguments.list {
      // The argument has the type that the caller gave it, so this cast looks for no conformance.
      func box<Value>(_ type: Value.Type) -> AnyProduct? { (argument.value as? Value).map { ProductBox($0) } }
      guard let box = _openExistential(argument.type, do: box), box.isConfined else { continue }
      let maker = core.find(key) ?? core.find(key.withoutArguments)
      let recipient = Recipient(onMainActor: maker?.blueprint.origin.kind.effect.isOnMainActor ?? false)
      guard let conformance = box.misplacedConformance(for: recipient) else { continue }
      throw AstrojectError.isolationMismatch(failure(key, cause: .isolatedConformance(conformance)))
    }
  }
}
