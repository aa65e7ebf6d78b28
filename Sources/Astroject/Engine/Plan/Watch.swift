/// Tells the observer of a registration that it is asked for.
final class Watch: Stage, @unchecked Sendable {
  private let inner: Stage

  init(_ inner: Stage) {
    self.inner = inner
    super.init(inner.blueprint, maySuspend: inner.maySuspend)
  }

  override func box<Argument, Product>(_ argument: Argument, as type: Product.Type, for ask: Ask) throws -> AnyProduct {
    blueprint.observer?.didAsk()
    return try inner.box(argument, as: type, for: ask)
  }
  override func boxAwaiting<Argument, Product>(
    _ argument: Argument, as type: Product.Type, for ask: Ask
  ) async throws -> AnyProduct {
    blueprint.observer?.didAsk()
    return try await inner.boxAwaiting(argument, as: type, for: ask)
  }
}
