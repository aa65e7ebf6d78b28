/// What is to be done when the container lets go of a product.
enum ReleaseHook: Sendable {
  case sync(@Sendable (AnyProduct) throws -> Void)
  case async(AwaitedHook)

  /// A hook that has to be awaited.
  static func awaited<Product>(_ body: @escaping @Sendable (Product) async throws -> Void) -> ReleaseHook {
    .async(TypedHook(body))
  }

  /// The same of the main actor.
  static func mainActor(_ body: @escaping @MainActor @Sendable (AnyProduct) async throws -> Void) -> ReleaseHook {
    .async(MainActorHook(body))
  }
}

/// A hook that is awaited: not a closure, which would take one more frame of the task's.
class AwaitedHook: @unchecked Sendable {
  // Nothing in it changes.
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

  override func run(_ product: AnyProduct) async throws { try await body(product) }
}

extension [PendingRelease] {
  /// The same in reverse order of building.
  var inOrder: [PendingRelease] { count < 2 ? self : sorted { $0.order > $1.order } }

  /// Adds what was taken out of a registration's slot, if anything is to be done about it.
  mutating func add(_ taken: (product: AnyProduct, order: UInt)?, from blueprint: Blueprint?) {
    guard let taken, let blueprint,
      let pendingRelease = PendingRelease(of: taken.product, order: taken.order, from: blueprint)
    else { return }
    append(pendingRelease)
  }
}

/// A product that a container has let go of, and what is to be done about it.
struct PendingRelease: Sendable {
  /// When it was built, in the order of its container.
  let order: UInt
  private let product: AnyProduct
  private let blueprint: Blueprint
  private var hooks: [ReleaseHook]

  /// Nil where nothing is to be done. For an instance that was made elsewhere something is done once.
  init?(of product: AnyProduct, order: UInt, from blueprint: Blueprint) {
    let hooks = blueprint.releaseHooks
    if hooks.isEmpty || blueprint.isInstance && !blueprint.noteLetGo() { return nil }
    self.order = order
    self.product = product
    self.blueprint = blueprint
    self.hooks = hooks
  }

  /// Runs what need not be awaited, and adds what failed. What is left to do is returned, if anything is.
  func runSynchronous(_ failures: inout [AstrojectError.Failure]) -> PendingRelease? {
    var rest = self
    rest.hooks = []
    for hook in hooks {
      guard case .sync(let body) = hook else {
        rest.hooks.append(hook)
        continue
      }
      do { try body(product) } catch { failures.append(failure(error)) }
    }
    return rest.hooks.isEmpty ? nil : rest
  }

  /// Runs everything, in order, and adds what failed. Inlined, as each function on the way takes a frame of the task's.
  @inline(__always)
  func run(_ failures: inout [AstrojectError.Failure]) async {
    for hook in hooks {
      do {
        switch hook {
        case .sync(let body): try body(product)
        case .async(let body): try await body.run(product)
        }
      } catch {
        failures.append(failure(error))
      }
    }
  }

  private func failure(_ error: any Error) -> AstrojectError.Failure {
    let step = blueprint.step
    return AstrojectError.Failure(key: step.key, path: [step], location: step.location, underlyingError: error)
  }
}
