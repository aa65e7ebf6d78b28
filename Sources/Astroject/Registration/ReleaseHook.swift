/// A hook that runs when the container releases a product.
enum ReleaseHook: Sendable {
  case sync(@Sendable (AnyProduct) throws -> Void)
  case async(AwaitedHook)

  /// Creates a hook that has to be awaited.
  static func awaited<Product>(_ body: @escaping @Sendable (Product) async throws -> Void) -> ReleaseHook {
    .async(TypedHook(body))
  }

  /// Creates a main-actor hook, which has to be awaited.
  static func mainActor(_ body: @escaping @MainActor @Sendable (AnyProduct) async throws -> Void) -> ReleaseHook {
    .async(MainActorHook(body))
  }
}

/// A hook that is awaited. It is not a closure because that would take one more frame of the task.
class AwaitedHook: @unchecked Sendable {
  // Nothing in it changes.
  var isOnMainActor: Bool { false }
  func run(_ product: AnyProduct) async throws { throw AstrojectError.Cause.gone }
}

private final class TypedHook<Product>: AwaitedHook, @unchecked Sendable {
  private let body: @Sendable (Product) async throws -> Void

  init(_ body: @escaping @Sendable (Product) async throws -> Void) { self.body = body }

  override func run(_ product: AnyProduct) async throws { try await body(product.value(as: Product.self)) }
}

private final class MainActorHook: AwaitedHook, @unchecked Sendable {
  private let body: @MainActor @Sendable (AnyProduct) async throws -> Void

  init(_ body: @escaping @MainActor @Sendable (AnyProduct) async throws -> Void) { self.body = body }

  override var isOnMainActor: Bool { true }
  override func run(_ product: AnyProduct) async throws { try await body(product) }
}
