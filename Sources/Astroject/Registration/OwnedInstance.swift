/// The registration of an instance that was made elsewhere, as `register(instance:)` returns it.
public struct OwnedInstance<Product>: @unchecked Sendable {
  package let registration: Registration<Product>
  let ownership: Ownership
  /// The instance, in a box of its registration's type.
  let product: AnyProduct

  /// The same instance, as it is registered elsewhere.
  package func moved(to registration: Registration<Product>) -> OwnedInstance {
    OwnedInstance(registration: registration, ownership: ownership, product: product)
  }

  /// Keeps the instance alive for as long as it is registered. This is the default.
  @discardableResult
  public func ownedByContainer() -> Self {
    ownership.change(to: .container(product))
    registration.blueprint.changeFlags { flags in
      flags.lifetime = .singleton
      flags.isLetGo = false
    }
    registration.core?.unpublish(registration.blueprint)
    registration.core?.keep(product, of: registration.blueprint)
    return self
  }

  /// Leaves the instance to its owner: once it is gone, a resolve throws ``AstrojectError/invalidInstance(_:)``.
  ///
  /// It must be a class instance. Whoever holds what this returns holds the instance, too. To be said before the
  /// instance is resolved.
  @discardableResult
  public func ownedExternally() -> Self {
    ownership.change(to: product.weakened().map { .elsewhere($0) } ?? .impossible)
    registration.blueprint.changeFlags { $0.lifetime = .transient }
    registration.core?.forgetInstances(of: registration.blueprint)
    return self
  }

  /// Answers for another type too, with the same instance; see ``Registrable/implements(_:)``.
  @discardableResult
  public func implements<Service>(_ type: Service.Type) -> Self {
    registration.implements(type)
    return self
  }

  /// Answers for another type too, with the same instance; see ``Registrable/implements(_:_:)``.
  @discardableResult
  public func implements<Service>(
    _ type: Service.Type, _ convert: @escaping @Sendable (Product) throws -> Service
  ) -> Self {
    registration.implements(type, convert)
    return self
  }

  /// Runs once when the container lets go of the instance, if the container owns it.
  @discardableResult
  public func onRelease(_ body: @escaping @Sendable (Product) throws -> Void) -> Self {
    registration.onRelease(body)
    return self
  }

  /// Runs once when the container lets go of the instance, if the container owns it; who awaits it is said at
  /// ``Registrable/onRelease(_:)``.
  @discardableResult
  public func onRelease(_ body: @escaping @Sendable (Product) async throws -> Void) -> Self {
    registration.onRelease(body)
    return self
  }

  /// Runs once, on the main actor, when the container lets go of the instance, if the container owns it.
  @discardableResult
  public func onRelease(
    _ mainActor: Void..., body: @escaping @MainActor @Sendable (Product) async throws -> Void
  ) -> Self {
    registration.onRelease(body: body)
    return self
  }
}

/// Who keeps an instance alive that was made elsewhere.
///
/// It knows no types, as `AnyProduct` does: to register an instance is what a request does.
final class Ownership: Sendable {
  enum Owner: Sendable {
    case container(AnyProduct)
    case elsewhere(WeakProduct)
    /// It should be somebody else, but the instance is a value, which nobody else can hold.
    case impossible
  }

  private let owner: Lock<Owner>

  init(_ product: AnyProduct) { owner = Lock(.container(product)) }

  func change(to new: Owner) {
    let old = owner.withLock { owner in
      defer { owner = new }
      return owner
    }
    // What was held is let go of here, where no lock is held.
    withExtendedLifetime(old) {}
  }

  /// The instance, in a box of the type that it is registered by, if it is still there.
  func product() throws(AstrojectError.Cause) -> AnyProduct {
    switch owner.withLock({ $0 }) {
    case .container(let product): return product
    case .elsewhere(let weak):
      guard let product = weak.product else { throw .gone }
      return product
    case .impossible: throw .notOwnable
    }
  }
}
