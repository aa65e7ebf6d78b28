import TestSupport

/// The calls by which a container lets go of an instance.
enum Occasion: CaseIterable, Sendable {
  case release, releaseAll, clear, unregister, replacement, shutdown

  /// - Parameter make: The factory of the registration that replaces the one of the instance.
  func happen<Product>(
    to type: Product.Type, in container: Container, by call: Call,
    replacing make: @escaping @Sendable () throws -> Product = { throw Objection() }
  ) async throws {
    switch self {
    case .release: await call.release(type, in: container)
    case .releaseAll: await call.releaseAll(in: container)
    case .clear: await call.clear(container)
    case .unregister: container.unregister(type)
    case .replacement: try container.register(type, factory: make)
    case .shutdown: try await container.shutdown()
    }
  }
}
