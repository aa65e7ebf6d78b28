import Synchronization

/// An asynchronous factory, and its product if that is shared. The box is itself a service of the container.
private final class AsyncBox<Product: Sendable>: Sendable {
  let factory: @Sendable (ReferenceContainer) async throws -> Product
  let isShared: Bool
  let kept = Mutex<Product?>(nil)

  init(_ factory: @escaping @Sendable (ReferenceContainer) async throws -> Product, isShared: Bool) {
    self.factory = factory
    self.isShared = isShared
  }
}

extension ReferenceContainer {
  func registerAsync<Product: Sendable>(
    _ type: Product.Type, isShared: Bool = false,
    factory: @escaping @Sendable (ReferenceContainer) async throws -> Product
  ) {
    let box = AsyncBox(factory, isShared: isShared)
    register(AsyncBox<Product>.self, isShared: true) { _ in box }
  }

  func resolveAsync<Product: Sendable>(_ type: Product.Type = Product.self) async throws -> Product {
    let box = try resolve(AsyncBox<Product>.self)
    guard box.isShared else { return try await box.factory(self) }
    if let kept = box.kept.withLock({ $0 }) { return kept }
    let product = try await box.factory(self)
    return box.kept.withLock { kept in
      kept = kept ?? product
      return kept ?? product
    }
  }
}
