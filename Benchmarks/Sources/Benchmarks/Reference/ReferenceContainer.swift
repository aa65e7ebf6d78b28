import Synchronization

/// A container as one would write it on one page: a dictionary of typed boxes by type, behind a lock.
final class ReferenceContainer: Sendable {
  struct Missing: Error {
    let type: Any.Type
  }

  private struct Name: Hashable {
    let type: ObjectIdentifier
    let name: String
  }

  private struct Boxes {
    var typed: [ObjectIdentifier: Box] = [:]
    var named: [Name: Box] = [:]
  }

  private let boxes = Mutex(Boxes())
  private let parent: ReferenceContainer?

  init(parent: ReferenceContainer? = nil) { self.parent = parent }

  func register<Product: Sendable>(
    _ type: Product.Type, isShared: Bool = false, factory: @escaping @Sendable (ReferenceContainer) throws -> Product
  ) {
    boxes.withLock { $0.typed[ObjectIdentifier(type)] = TypedBox(factory, isShared: isShared) }
  }

  func register<Product: Sendable>(
    _ type: Product.Type, name: String, isShared: Bool = false,
    factory: @escaping @Sendable (ReferenceContainer) throws -> Product
  ) {
    boxes.withLock {
      $0.named[Name(type: ObjectIdentifier(type), name: name)] = TypedBox(factory, isShared: isShared)
    }
  }

  func resolve<Product: Sendable>(_ type: Product.Type = Product.self) throws -> Product {
    try resolve(type) { $0.typed[ObjectIdentifier(type)] }
  }

  func resolve<Product: Sendable>(_ type: Product.Type = Product.self, name: String) throws -> Product {
    try resolve(type) { $0.named[Name(type: ObjectIdentifier(type), name: name)] }
  }

  private func resolve<Product: Sendable>(
    _ type: Product.Type, at find: (borrowing Boxes) -> Box?
  ) throws -> Product {
    let (box, kept) = boxes.withLock { boxes in
      let box = find(boxes) as? TypedBox<Product>
      return (box, box?.kept)
    }
    if let kept { return kept }
    guard let box else {
      guard let parent else { throw Missing(type: type) }
      return try parent.resolve(type, at: find)
    }
    let product = try box.factory(self)
    guard box.isShared else { return product }
    return boxes.withLock { _ in box.keep(product) }
  }
}

/// A box without its type, for the dictionary.
private class Box: @unchecked Sendable {}

/// A factory, and its product if that is shared.
private final class TypedBox<Product: Sendable>: Box, @unchecked Sendable {
  let factory: @Sendable (ReferenceContainer) throws -> Product
  let isShared: Bool
  // Read and written under the container's lock.
  private(set) var kept: Product?

  init(_ factory: @escaping @Sendable (ReferenceContainer) throws -> Product, isShared: Bool) {
    self.factory = factory
    self.isShared = isShared
  }

  /// Caches the product, unless another thread has cached one; returns the cached product.
  func keep(_ product: Product) -> Product {
    if let kept { return kept }
    kept = product
    return product
  }
}
