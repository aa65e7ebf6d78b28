/// What is to be done when the container lets go of a product.
enum ReleaseHook: Sendable {
  case sync(@Sendable (AnyProduct) throws -> Void)
  case async(@Sendable (AnyProduct) async throws -> Void)

  /// A hook of the main actor, which has to be awaited.
  static func mainActor(_ body: @escaping @MainActor @Sendable (AnyProduct) async throws -> Void) -> ReleaseHook {
    .async { product in try await body(product) }
  }
}

extension [Departure] {
  /// The same in reverse order of building.
  var inOrder: [Departure] { count < 2 ? self : sorted { $0.order > $1.order } }
}

/// A product that a container has let go of, and what is to be done about it.
struct Departure: Sendable {
  /// When it was built, in the order of its container.
  let order: UInt
  let step: AstrojectError.Step
  private let synchronous: [@Sendable () throws -> Void]
  private let asynchronous: [@Sendable () async throws -> Void]

  init(of product: AnyProduct, order: UInt, from blueprint: Blueprint) {
    self.order = order
    step = blueprint.step
    let hooks = blueprint.releaseHooks
    synchronous = hooks.compactMap { hook in
      guard case .sync(let body) = hook else { return nil }
      return { try body(product) }
    }
    asynchronous = hooks.compactMap { hook in
      guard case .async(let body) = hook else { return nil }
      return { try await body(product) }
    }
  }

  /// Runs what need not be awaited; returns what failed.
  func runSynchronous() -> [AstrojectError.Failure] {
    synchronous.compactMap { body in
      do { try body() } catch { return failure(error) }
      return nil
    }
  }

  /// Runs what has to be awaited; returns what failed.
  func runAsynchronous() async -> [AstrojectError.Failure] {
    var failures: [AstrojectError.Failure] = []
    for body in asynchronous {
      do { try await body() } catch { failures.append(failure(error)) }
    }
    return failures
  }

  var mustBeAwaited: Bool { !asynchronous.isEmpty }

  private func failure(_ error: any Error) -> AstrojectError.Failure {
    AstrojectError.Failure(key: step.key, path: [step], place: step.place, underlyingError: error)
  }
}
