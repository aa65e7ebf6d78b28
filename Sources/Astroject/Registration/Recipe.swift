/// How something is made or done, with its effect as data.
///
/// Factories are recipes for a product, and hooks are recipes for nothing. Whoever runs one takes the thin driver of
/// its own colour, synchronous or asynchronous; everything else about a recipe is the same for both.
enum Recipe<Argument, Output>: @unchecked Sendable {
  /// Takes nothing, and so can resolve nothing by itself.
  case leaf(@Sendable () throws -> Output)
  case sync(@Sendable (Resolver, Argument) throws -> Output)
  case async(@Sendable (Resolver, Argument) async throws -> Output)
  case mainActor(@MainActor @Sendable (Resolver, Argument) throws -> Output)
  case mainActorAsync(@MainActor @Sendable (Resolver, Argument) async throws -> Output)

  /// What keeps a synchronous caller from running it.
  enum Obstacle {
    case mustBeAwaited
    case mustBeOnMainActor
  }

  /// What keeps a synchronous caller on this thread from running it, if anything does.
  var obstacle: Obstacle? {
    switch self {
    case .leaf, .sync: nil
    case .async, .mainActorAsync: .mustBeAwaited
    case .mainActor: MainThread.isCurrent ? nil : .mustBeOnMainActor
    }
  }

  /// Whether to await it may suspend the caller.
  var maySuspend: Bool {
    switch self {
    case .leaf, .sync: false
    case .async, .mainActor, .mainActorAsync: true
    }
  }

  var isLeaf: Bool {
    if case .leaf = self { return true }
    return false
  }

  // MARK: Drivers

  /// Runs it now; nil where there is an obstacle.
  func run(_ resolver: Resolver, _ argument: Argument) throws -> Output? {
    switch self {
    case .leaf(let body): return try body()
    case .sync(let body): return try body(resolver, argument)
    case .mainActor(let body):
      guard MainThread.isCurrent else { return nil }
      let argument = Unchecked(argument)
      return try MainActor.assumeIsolated { Unchecked(try body(resolver, argument.value)) }.value
    case .async, .mainActorAsync: return nil
    }
  }

  /// Runs it where it has to run.
  func run(_ resolver: Resolver, _ argument: Argument) async throws -> Output {
    switch self {
    case .leaf(let body): return try body()
    case .sync(let body): return try body(resolver, argument)
    case .async(let body): return try await body(resolver, argument)
    case .mainActor(let body):
      let argument = Unchecked(argument)
      return try await MainActor.run { Unchecked(try body(resolver, argument.value)) }.value
    case .mainActorAsync(let body):
      return try await Self.runOnMainActor(body, resolver, Unchecked(argument)).value
    }
  }

  @MainActor
  private static func runOnMainActor(
    _ body: @MainActor @Sendable (Resolver, Argument) async throws -> Output, _ resolver: Resolver,
    _ argument: Unchecked<Argument>
  ) async throws -> Unchecked<Output> {
    Unchecked(try await body(resolver, argument.value))
  }
}
