// The obstacles for callers that block, and the end of the stack.

extension Make {
  /// Throws if a caller that blocks cannot build the product, or if the stack is near its end.
  @inline(__always)
  func check(_ ask: Ask, on thread: UnsafeMutablePointer<ThreadContext>) throws {
    if mayBeRefused || thread.pointee.isNearEndOfStack { try refuse(ask) }
  }

  /// Throws if the stack is near its end.
  @inline(never)
  func check(_ ask: Ask) throws {
    if ThreadContext.current.pointee.isNearEndOfStack { throw AstrojectError.tooDeep(failure(nil, for: ask)) }
  }

  @inline(never)
  private func refuse(_ ask: Ask) throws {
    try check(ask)
    try refuse(kind, .factory, for: ask)
    for hook in hooks { try refuse(hook.kind, .hook, for: ask) }
    try refuse(decorators, for: ask)
  }

  /// Throws if a caller that blocks cannot run one of some decorators.
  func refuse(_ decorators: [Make], for ask: Ask) throws {
    for decorator in decorators {
      try refuse(decorator.kind, .decorator(decorator.blueprint.location), for: ask)
    }
  }

  /// Throws if a caller that blocks cannot run a part of the registration.
  private func refuse(_ kind: RecipeKind, _ part: AstrojectError.Cause, for ask: Ask) throws {
    switch kind.obstacle {
    case .mustBeAwaited: throw AstrojectError.asynchronousFactory(failure(part, for: ask))
    case .mustBeOnMainActor: throw AstrojectError.isolationMismatch(failure(part, for: ask))
    case nil: break
    }
  }

  /// Throws if one of the hooks from a position on would get a product elsewhere than where it conforms to its
  /// protocol.
  func refuseHooks(from first: Int = 0, on product: AnyProduct, for ask: Ask) throws {
    guard first < hooks.count, product.isConfined else { return }
    for hook in hooks.dropFirst(first) {
      let recipient = Recipient(onMainActor: hook.kind.effect.isOnMainActor)
      if let conformance = product.misplacedConformance(for: recipient) {
        throw AstrojectError.isolationMismatch(failure(.isolatedConformance(conformance), for: ask))
      }
    }
  }
}
