/// A registration, as `register` returns it. Chained calls configure it.
///
/// ```swift
/// try container.register(Service.self) { LiveService() }.asSingleton().onRelease { $0.close() }
/// ```
///
/// It takes effect as soon as `register` returns, and each chained call takes effect at once. It may be used on any
/// thread. Holding it does not retain the container.
public struct Registration<Product>: Registrable, @unchecked Sendable {
  package let blueprint: Blueprint
  /// The container that has it; nil for a detached registration, whose modifiers change nothing that can be seen.
  let core: Core?

  /// The registration itself.
  public var registration: Registration<Product> { self }
}
