/// Who asks: the container, the build on whose behalf, and the tree that it belongs to.
package struct Inquiry: Sendable {
  package let core: Core
  package let parent: Build?
  /// Nil where a tree begins.
  package let tree: Tree?

  package init(core: Core, parent: Build?, tree: Tree?) {
    self.core = core
    self.parent = parent
    self.tree = tree
  }

  /// An inquiry that begins a tree.
  package init(root core: Core, key: Key) throws {
    let asker = try Ambient.current()
    self.init(core: core, parent: asker, tree: nil)
    if let asker, asker.core !== core { asker.core.fork?.note(asker, asking: core, for: key) }
    if InstanceCall.isViolatedNow() { throw AstrojectError.invalidInstance(failure(key, cause: .resolving)) }
  }

  /// An inquiry of a factory or a hook that is running.
  init(core: Core, key: Key, in frame: Frame) throws {
    self.init(core: core, parent: frame, tree: frame.tree)
    if InstanceCall.isViolatedNow() { throw AstrojectError.invalidInstance(failure(key, cause: .resolving)) }
  }

  /// The same in a tree that is known.
  package func within(_ tree: Tree) -> Inquiry { Inquiry(core: core, parent: parent, tree: tree) }

  var path: [AstrojectError.Step] { parent?.path ?? [] }

  /// What goes into an error about a key that was asked for.
  package func failure(
    _ key: Key, place: SourcePlace? = nil, cause: AstrojectError.Cause? = nil, underlyingError: (any Error)? = nil,
    nearMatches: [AstrojectError.NearMatch] = []
  ) -> AstrojectError.Failure {
    AstrojectError.Failure(
      key: key, path: path + [AstrojectError.Step(key: key, place: place)], place: place, cause: cause,
      underlyingError: underlyingError, nearMatches: nearMatches)
  }

  /// What to throw where a factory or a hook threw.
  func translate(_ error: any Error, of blueprint: AnyBlueprint, at stage: BuildStage) -> AstrojectError {
    if let error = error as? AstrojectError { return error }
    let cause = error as? AstrojectError.Cause
    let failure = failure(
      blueprint.key, place: blueprint.place, cause: cause, underlyingError: cause == nil ? error : nil)
    switch error {
    case let cause as AstrojectError.Cause:
      if case .asynchronousParameter = cause { return .asynchronousFactory(failure) }
      return cause.isAboutArguments ? .noRegistrationFound(failure) : .invalidInstance(failure)
    case is CancellationError where Task.isCancelled: return .cancelled(failure)
    default: return stage == .factory ? .factoryFailed(failure) : .afterInitFailed(failure)
    }
  }
}

/// Where in a build an error arises.
enum BuildStage {
  case factory
  case hook
}
