/// Who asks: the container, the build on whose behalf, and the tree that it belongs to.
package struct ResolutionContext: Sendable {
  /// The tree that a product belongs to.
  private enum Origin {
    /// It begins here.
    case here
    /// It is that of a build, which makes it when somebody needs it.
    case build(Build)
    case tree(Tree)
  }

  package let core: Core
  package let parent: Build?
  private let origin: Origin

  private init(core: Core, parent: Build?, origin: Origin) {
    self.core = core
    self.parent = parent
    self.origin = origin
  }

  /// What a build asks for in a container.
  package init(of build: Build, in core: Core) { self.init(core: core, parent: build, origin: .build(build.root)) }

  /// What a build asks for.
  package init(of build: Build) { self.init(of: build, in: build.core) }

  /// What is made without steps for a build, or for whoever asks alone.
  init(core: Core, for build: Build?) {
    if let build { self.init(of: build, in: core) } else { self.init(core: core, parent: nil, origin: .here) }
  }

  init(core: Core, parent: Build?, trunk: Build?, tree: Tree?) {
    let origin = trunk.map { Origin.build($0) } ?? tree.map { .tree($0) } ?? .here
    self.init(core: core, parent: parent, origin: origin)
  }

  /// The context of a resolve that begins a tree.
  package init(root core: Core, key: Key) throws {
    let asker = try CurrentBuild.current()
    try core.refuseIfEnded(key, for: asker)
    self.init(core: core, parent: asker, origin: .here)
    if let asker, asker.core !== core { asker.core.fork?.note(asker, asking: core, for: key) }
    if InstanceCall.noteViolation() { throw AstrojectError.invalidInstance(failure(key, cause: .resolving)) }
  }

  /// The context of a factory or a hook that is running.
  init(core: Core, key: Key, in build: Build) throws {
    self.init(of: build, in: core)
    if InstanceCall.noteViolation() { throw AstrojectError.invalidInstance(failure(key, cause: .resolving)) }
  }

  /// The same in a tree that is known.
  package func within(_ tree: Tree) -> ResolutionContext {
    ResolutionContext(core: core, parent: parent, origin: .tree(tree))
  }

  /// The same in the tree of a build.
  func within(_ build: Build) -> ResolutionContext {
    ResolutionContext(core: core, parent: parent, origin: .build(build.root))
  }

  /// This context as the root of a new tree.
  var outside: ResolutionContext { ResolutionContext(core: core, parent: parent, origin: .here) }

  // MARK: The tree

  /// Whether a tree begins here.
  package var isRoot: Bool { if case .here = origin { true } else { false } }

  /// Whether nobody asks but the user's own code.
  var isForNobody: Bool { parent == nil && isRoot }

  /// The build that the tree begins with, if it is that which knows the tree.
  var trunk: Build? { if case .build(let build) = origin { build } else { nil } }

  /// The tree; nil where it begins.
  package var tree: Tree? {
    switch origin {
    case .here: nil
    case .build(let build): build.tree
    case .tree(let tree): tree
    }
  }

  /// The tree, as far as anybody has needed it.
  var knownTree: Tree? {
    switch origin {
    case .here: nil
    case .build(let build): build.knownTree
    case .tree(let tree): tree
    }
  }

  /// Ends the tree that began with this context, if one was needed.
  func endTree() {
    switch origin {
    case .here: break
    case .build(let build): build.endTree()
    case .tree(let tree): tree.endRoot()
    }
  }

  // MARK: Errors

  var path: [AstrojectError.Step] { parent?.path ?? [] }

  /// What goes into an error about a key that was asked for.
  package func failure(
    _ key: Key, location: CodeLocation? = nil, cause: AstrojectError.Cause? = nil, underlyingError: (any Error)? = nil,
    suggestions: Suggestions? = nil
  ) -> AstrojectError.Failure {
    AstrojectError.Failure(
      key: key, path: path + [AstrojectError.Step(key: key, location: location)], location: location, cause: cause,
      underlyingError: underlyingError, siblings: parent?.dependencies ?? [], suggestions: suggestions)
  }

  /// What to throw where a factory or a hook threw.
  func translate(_ error: any Error, of blueprint: Blueprint, at stage: BuildStage) -> AstrojectError {
    if let error = error as? AstrojectError { return error }
    let cause = error as? AstrojectError.Cause
    let failure = failure(
      blueprint.key, location: blueprint.location, cause: cause, underlyingError: cause == nil ? error : nil)
    switch error {
    case let cause as AstrojectError.Cause:
      if case .asynchronousParameter = cause {
        return .asynchronousFactory(
          AstrojectError.Failure(
            key: failure.key, path: failure.path, location: failure.location, cause: cause,
            siblings: blueprint.parameterPlan?.dependencies ?? []))
      }
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
