/// Who asks: the container, the build on whose behalf, and the tree that it belongs to.
struct Inquiry: Sendable {
  let core: Core
  let parent: Build?
  /// Nil where a tree begins.
  let tree: Tree?

  init(core: Core, parent: Build?, tree: Tree?) {
    self.core = core
    self.parent = parent
    self.tree = tree
  }

  /// An inquiry that begins a tree.
  init(root core: Core, key: Key) throws {
    self.init(core: core, parent: Ambient.current, tree: nil)
    if InstanceCall.isViolatedNow() { throw AstrojectError.invalidInstance(failure(key, cause: .resolving)) }
  }

  /// An inquiry of a factory or a hook that is running.
  init(core: Core, key: Key, in frame: Frame) throws {
    self.init(core: core, parent: frame, tree: frame.tree)
    if InstanceCall.isViolatedNow() { throw AstrojectError.invalidInstance(failure(key, cause: .resolving)) }
  }

  /// The same in a tree that is known.
  func within(_ tree: Tree) -> Inquiry { Inquiry(core: core, parent: parent, tree: tree) }

  /// Whether it comes out of a build that is bound to the task or thread.
  var isBound: Bool { (parent as? Frame)?.isBound ?? false }

  var path: [AstrojectError.Step] { parent?.path ?? [] }

  /// What goes into an error about a key that was asked for.
  func failure(
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
    case is AstrojectError.Cause: return .invalidInstance(failure)
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
