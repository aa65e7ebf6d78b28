/// A hook that runs when the container releases a product.
enum ReleaseHook: Sendable {
  case sync(@Sendable (AnyProduct) throws -> Void)
  case async(@Sendable (AnyProduct) async throws -> Void)
  /// Has to be awaited.
  case mainActor(@MainActor @Sendable (AnyProduct) async throws -> Void)
}
