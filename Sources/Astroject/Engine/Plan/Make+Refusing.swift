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
    if inside == nil {
      switch kind.obstacle {
      case .mustBeAwaited: throw AstrojectError.asynchronousFactory(failure(.asynchronousProduct, for: ask))
      case .mustBeOnMainActor: throw AstrojectError.isolationMismatch(failure(.mainActorFactory, for: ask))
      case nil: break
      }
    }
    for hook in hooks {
      switch hook.obstacle {
      case .mustBeAwaited: throw AstrojectError.asynchronousFactory(failure(.asynchronousHook, for: ask))
      case .mustBeOnMainActor: throw AstrojectError.isolationMismatch(failure(.mainActorHook, for: ask))
      case nil: break
      }
    }
    try refuse(decorators, for: ask)
  }

  /// Throws if a caller that blocks cannot run one of some decorators.
  func refuse(_ decorators: [Make], for ask: Ask) throws {
    for decorator in decorators {
      let location = decorator.blueprint.location
      switch decorator.kind.obstacle {
      case .mustBeAwaited:
        throw AstrojectError.asynchronousFactory(failure(.asynchronousDecorator(location), for: ask))
      case .mustBeOnMainActor:
        throw AstrojectError.isolationMismatch(failure(.mainActorDecorator(location), for: ask))
      case nil: break
      }
    }
  }

  /// Throws if a hook would get a product elsewhere than where it conforms to its protocol.
  func refuseHooks(on product: AnyProduct, for ask: Ask) throws {
    guard !hooks.isEmpty, product.isConfined else { return }
    for hook in hooks {
      guard let conformance = product.misplacedConformance(onMainActor: hook.kind.isOnMainActor) else { continue }
      throw AstrojectError.isolationMismatch(failure(.isolatedConformance(conformance), for: ask))
    }
  }
}
