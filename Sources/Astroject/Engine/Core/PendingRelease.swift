/// A product that a container has released, and the hooks to run.
package final class PendingRelease: Sendable {
  /// The place of its build in the order of its container.
  let order: UInt
  let product: AnyProduct
  private let blueprint: Blueprint
  let hooks: [ReleaseHook]

  fileprivate init(_ hooks: [ReleaseHook], of product: AnyProduct, order: UInt, from blueprint: Blueprint) {
    self.order = order
    self.product = product
    self.blueprint = blueprint
    self.hooks = hooks
  }

  /// Runs the hooks that need not be awaited, and adds their errors; returns the others, if there are any.
  ///
  /// A hook has to be awaited if its product conforms to its protocol on a global actor only, and this is elsewhere.
  func runSynchronous(_ failures: inout [AstrojectError.Failure]) -> PendingRelease? {
    var rest: [ReleaseHook] = []
    for hook in hooks {
      guard case .sync(let body) = hook, product.misplacedConformance() == nil else {
        rest.append(hook)
        continue
      }
      do { try body(product) } catch { failures.append(failure(error)) }
    }
    return rest.isEmpty ? nil : PendingRelease(rest, of: product, order: order, from: blueprint)
  }

  /// Runs all hooks in order, and returns their errors.
  ///
  /// - Parameter isolation: The isolation of the caller. A product that conforms to its protocol on the main actor only
  ///   is handed to the hooks there.
  func run(isolation: isolated (any Actor)?) async -> [AstrojectError.Failure] {
    if isolation !== MainActor.shared, product.misplacedConformance()?.isOnMainActor ?? false {
      return await run(isolation: MainActor.shared)
    }
    var failures: [AstrojectError.Failure] = []
    for hook in hooks {
      do {
        switch hook {
        case .sync(let body):
          try refuse(product.misplacedConformance())
          try body(product)
        // It may be isolated to the actor of the conformance.
        case .async(let body): try await body(product)
        case .mainActor(let body):
          try refuse(product.misplacedConformance(for: .mainActor))
          try await body(product)
        }
      } catch {
        failures.append(failure(error))
      }
    }
    return failures
  }

  /// Throws if the product conforms to its protocol on a global actor only, and the hook runs elsewhere.
  @inline(never)
  private func refuse(_ conformance: IsolatedConformance?) throws {
    guard let conformance else { return }
    throw AstrojectError.isolationMismatch(failure(cause: .isolatedConformance(conformance)))
  }

  @inline(never)
  private func failure(_ error: (any Error)? = nil, cause: AstrojectError.Cause? = nil) -> AstrojectError.Failure {
    let step = blueprint.step
    return AstrojectError.Failure(
      key: step.key, path: [step], location: step.location, cause: cause, underlyingError: error)
  }
}

extension [PendingRelease] {
  /// The releases in reverse order of building.
  var latestFirst: [PendingRelease] { count < 2 ? self : ordered { -Int(bitPattern: $0.order) } }

  /// Adds the product that was removed from a registration's slot, if hooks have to run. For an instance that was made
  /// elsewhere they run once.
  @inline(never)
  mutating func add(_ taken: (product: AnyProduct, order: UInt)?, from blueprint: Blueprint?) {
    guard let blueprint, blueprint.hasReleaseHooks, let taken else { return }
    let hooks = blueprint.releaseHooks
    if hooks.isEmpty || blueprint.isInstance && !blueprint.noteReleased() { return }
    append(PendingRelease(hooks, of: taken.product, order: taken.order, from: blueprint))
  }
}
