/// The registration of an instance that was made elsewhere, as `register(instance:)` returns it.
///
/// Chained calls configure it. Each takes effect at once, and may be made on any thread.
public struct OwnedInstance<Product>: @unchecked Sendable {
  package let registration: Registration<Product>
  let ownership: Ownership
  /// The instance, in a box of its registration's type.
  let product: AnyProduct

  /// Returns the same instance with a registration, which may be one elsewhere.
  package func with(_ registration: Registration<Product>) -> OwnedInstance {
    OwnedInstance(registration: registration, ownership: ownership, product: product)
  }

  /// Makes the container own the instance for as long as it is registered. This is the default.
  @discardableResult
  public func ownedByContainer() -> Self {
    own(by: .container(product))
    registration.beginChange().changeFlags { flags in
      flags.lifetime = .singleton
      flags[.isReleased] = false
    }
    registration.core?.unpublish(registration.blueprint)
    registration.core?.keep(product, of: registration.blueprint)
    return self
  }

  /// Leaves the instance to its owner.
  ///
  /// The instance must be a class instance. If it is not, or if it is deallocated, a resolve throws
  /// ``AstrojectError/invalidInstance(_:)``. The result of this function still holds the instance. Call it before the
  /// instance is resolved.
  @discardableResult
  public func ownedExternally() -> Self {
    own(by: .elsewhere(WeakProduct(product)))
    registration.beginChange().changeFlags { $0.lifetime = .transient }
    registration.core?.forgetInstances(of: registration.blueprint)
    return self
  }

  /// Gives the instance to an owner. If the caller's transaction fails, it is given back.
  private func own(by owner: Ownership.Owner) {
    let former = ownership.owner.withLock { exchange(&$0, with: owner) }
    guard let core = registration.core, Transaction.open(on: core, after: registration.blueprint) != nil else { return }
    Transaction.undo(on: core) { [ownership, blueprint = registration.blueprint] in
      ownership.owner.change { $0 = former }
      if case .container(let product) = former {
        core.keep(product, of: blueprint)
      } else {
        core.forgetInstances(of: blueprint)
      }
    }
  }

  /// Answers for another type, too, with the same instance; see ``Registrable/implements(_:)``.
  ///
  /// - Parameter type: The other type.
  @discardableResult
  public func implements<Service>(_ type: Service.Type) -> Self { with(registration.implements(type)) }

  /// Answers for another type, too, with the same instance; see ``Registrable/implements(_:_:)``.
  ///
  /// - Parameters:
  ///   - type: The other type.
  ///   - convert: Makes a value of the other type of the instance.
  @discardableResult
  public func implements<Service>(
    _ type: Service.Type, _ convert: @escaping @Sendable (Product) throws -> Service
  ) -> Self { with(registration.implements(type, convert)) }

  /// Adds a hook that runs once when the container releases the instance, if the container owns it.
  ///
  /// - Parameter body: The hook; see ``Registrable/onRelease(_:)``.
  @discardableResult
  public func onRelease(_ body: @escaping @Sendable (Product) throws -> Void) -> Self {
    with(registration.onRelease(body))
  }

  /// Adds an asynchronous hook that runs once when the container releases the instance, if the container owns it.
  ///
  /// - Parameter body: The hook. ``Registrable/onRelease(_:)`` describes when it is awaited.
  @discardableResult
  public func onRelease(_ body: @escaping @Sendable (Product) async throws -> Void) -> Self {
    with(registration.onRelease(body))
  }

  /// Adds a hook that runs once, on the main actor, when the container releases the instance, if the container owns it.
  ///
  /// - Parameters:
  ///   - mainActor: Never given; it tells this form apart from the others.
  ///   - body: The hook, which is awaited like an asynchronous one.
  @discardableResult
  public func onRelease(_ mainActor: Void..., body: @escaping @MainActor @Sendable (Product) throws -> Void) -> Self {
    with(registration.onRelease(body: body))
  }

  /// Adds an asynchronous hook that runs once, on the main actor, when the container releases the instance.
  ///
  /// - Parameters:
  ///   - mainActor: Never given; it tells this form apart from the others.
  ///   - body: The hook; see ``Registrable/onRelease(_:)``.
  @discardableResult
  public func onRelease(
    _ mainActor: Void..., body: @escaping @MainActor @Sendable (Product) async throws -> Void
  ) -> Self { with(registration.onRelease(body: body)) }
}

/// The owner of an instance that was made elsewhere.
///
/// It knows no types because servers register instances in each request, which has to be cheap.
final class Ownership: Sendable {
  enum Owner: Sendable {
    case container(AnyProduct)
    /// Another owner; nil if the instance is a value, which nothing else can hold.
    case elsewhere(WeakProduct?)
  }

  fileprivate let owner: Lock<Owner>

  init(_ product: AnyProduct) { owner = Lock(.container(product)) }

  /// Returns the instance in a box of the type that it is registered by.
  ///
  /// - Throws: `gone` if it is deallocated, and `notOwnable` if it is a value that the container does not own.
  func product() throws(AstrojectError.Cause) -> AnyProduct {
    switch owner.withLock({ $0 }) {
    case .container(let product): return product
    case .elsewhere(let weak?):
      guard let product = weak.product else { throw .gone }
      return product
    case .elsewhere(nil): throw .notOwnable
    }
  }
}
