/// The origin of a request: the container, the build on whose behalf it asks, and what is unusual about it.
package struct ResolutionContext: Sendable {
  package let core: Core
  package let parent: Build?
  /// True if the request goes on in the tree of that build.
  var isInTree = false
  /// The circumstances of an unusual request; nil for a usual one.
  var rare: Circumstances?
}

// In an extension, so that there is an initializer of all members, too.
extension ResolutionContext {
  /// Creates the context of a build's request to its container.
  package init(of build: Build) { self.init(core: build.core, parent: build, isInTree: true) }

  /// Creates the context of a resolve that begins a tree.
  @inline(never)
  package init(root core: Core, key: Key) throws { try self.init(root: core, key: key, for: CurrentBuild.current()) }

  /// Creates the context of a resolve that begins a tree.
  ///
  /// - Parameter asker: The build whose code is running.
  @inline(__always)
  init(root core: Core, key: Key, for asker: Build?) throws {
    try core.refuseIfEnded(key, for: asker)
    self.init(core: core, parent: asker)
    if let asker, asker.core !== core { asker.core.delegate?.didAsk(core, for: key, by: asker) }
    try refuseInCustomScope(key)
  }

  /// Throws during a call into a custom scope, which must not resolve.
  func refuseInCustomScope(_ key: Key) throws {
    if CustomCall.noteViolation() { throw AstrojectError.invalidInstance(failure(key, cause: .resolving)) }
  }

  /// Creates the context of a resolve by a container, which goes on in the tree of the build whose code runs here, if
  /// that build belongs to the same container.
  ///
  /// - Returns: The context, and the build that has the tree, which the caller leaves, if it has joined one.
  static func asking(_ core: Core, _ key: Key) throws -> (context: ResolutionContext, root: Build?) {
    let context = try ResolutionContext(root: core, key: key)
    guard let build = context.parent, build.core === core, build.isActive else { return (context, nil) }
    // Code of another thread or task may outlast the tree, which it then has to join.
    if build.isRunning { return (ResolutionContext(of: build), nil) }
    guard let root = build.joinTree() else { return (context, nil) }
    return (ResolutionContext(of: build), root)
  }

  /// Returns the same request in other circumstances.
  func within(_ rare: Circumstances?) -> ResolutionContext {
    ResolutionContext(core: core, parent: parent, isInTree: isInTree, rare: rare)
  }

  /// The context of the requests for the parts of a form, and the tree if it begins here. Then the caller ends it.
  var ofParts: (context: ResolutionContext, tree: Tree?) {
    let new = isInTree || rare?.tree != nil ? nil : Tree()
    let (tree, step) = (new ?? rare?.tree, rare?.step)
    return (within(tree == nil && step == nil ? nil : Circumstances(tree: tree, step: step)), new)
  }

  // MARK: The tree

  /// The tree; nil if it begins here.
  package var tree: Tree? { isInTree ? parent?.tree : rare?.tree }

  // MARK: Errors

  var path: [AstrojectError.Step] { parent?.path ?? [] }

  /// Returns the contents of an error about a requested key.
  ///
  /// - Parameter blueprint: The registration whose parameters the error is about, rather than those of the asker.
  @inline(never)
  package func failure(
    _ key: Key, location: CodeLocation? = nil, cause: AstrojectError.Cause? = nil, underlyingError: (any Error)? = nil,
    by blueprint: Blueprint? = nil, suggestions: AstrojectError.Failure.Suggestions? = nil
  ) -> AstrojectError.Failure {
    let location = (location ?? blueprint?.location).flatMap { $0.isKnown ? $0 : nil }
    let step = AstrojectError.Step(key: key, location: location, rulePlace: blueprint?.rulePlace)
    let siblings = blueprint.map { $0.parameterPlan?.dependencies ?? [] } ?? parent?.dependencies ?? []
    return AstrojectError.Failure(
      key: key, path: path + [step], location: location, cause: cause, underlyingError: underlyingError,
      siblings: siblings, suggestions: suggestions)
  }

  /// Returns the error to throw if a registration refuses its arguments.
  func refusal(_ key: Key, by blueprint: Blueprint, _ cause: AstrojectError.Cause) -> AstrojectError {
    .noRegistrationFound(failure(key, cause: cause, by: blueprint))
  }

  /// Returns the error to throw if a factory, or a hook, threw.
  func translate(_ error: any Error, of blueprint: Blueprint, inHook isInHook: Bool = false) -> AstrojectError {
    if let error = error as? AstrojectError { return error }
    let (key, location) = (blueprint.key, blueprint.location)
    guard let cause = error as? AstrojectError.Cause else {
      let failure = failure(key, location: location, underlyingError: error)
      if error is CancellationError, Task.isCancelled { return .cancelled(failure) }
      return isInHook ? .afterInitFailed(failure) : .factoryFailed(failure)
    }
    switch cause {
    case .asynchronousParameter: return .asynchronousFactory(failure(key, cause: cause, by: blueprint))
    case .unfitArgument, .surplusArgument, .mismatchedArgument, .ambiguousArgument, .missingArgument,
      .ambiguousProperty:
      return refusal(key, by: blueprint, cause)
    default: return .invalidInstance(failure(key, location: location, cause: cause))
    }
  }
}
