/// A registration, as `register` returns it: chained calls say more about it.
///
/// ```swift
/// try container.register(Service.self) { LiveService() }.asSingleton().onRelease { $0.close() }
/// ```
///
/// It is live as soon as `register` returns; what chained calls say counts from then on. Holding it does not keep the
/// container alive.
public struct Registration<Product>: Registrable, @unchecked Sendable {
  package let blueprint: Blueprint
  /// The container that has it; nil for a detached one, whose modifiers change nothing that anybody would see.
  let core: Core?

  /// Itself.
  public var registration: Registration<Product> { self }
}
