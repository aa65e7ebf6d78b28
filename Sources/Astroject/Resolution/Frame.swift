/// A build in progress with what its factory needs to resolve its dependencies.
final class Frame: Build, @unchecked Sendable {
  /// The container that the dependencies come from.
  let core: Core
  let tree: Tree
  /// The argument, where there is one, to tell a recursion from a loop.
  private let argument: Lock<Any?>
  /// Whether it is bound to the task or thread while it runs; those below a bound one are, too, so that a captured
  /// container finds the build that really asks.
  let isBound: Bool
  private let isOver = AtomicWord(0)

  /// - Throws: ``AstrojectError/circularDependency(_:)`` if this build repeats one above it.
  init(of blueprint: AnyBlueprint, for inquiry: Inquiry, through core: Core, argument: some Any, isBound: Bool) throws {
    self.core = core
    tree = inquiry.tree ?? Tree()
    self.argument = Lock(blueprint.key.takesArguments ? argument : nil)
    self.isBound = isBound || inquiry.isBound
    super.init(parent: inquiry.parent, step: blueprint.step)
    guard closesLoop else { return }
    throw AstrojectError.circularDependency(
      AstrojectError.Failure(
        key: step.key, path: AstrojectError.Step.loop(in: path), place: step.place, cause: .loop))
  }

  /// Whether the factory or the hooks are still running. A resolver that outlives them begins trees of its own.
  var isActive: Bool { isOver.load() == 0 }

  /// Marks the end, and lets go of the argument, which a resolver that is kept would keep.
  func end() {
    isOver.store(1)
    let old = argument.withLock { argument in
      defer { argument = nil }
      return argument
    }
    withExtendedLifetime(old) {}
  }

  /// Whether this build repeats one above it, for the same arguments: what it needs is itself.
  ///
  /// Looked for at depths that double, so that a long path costs little; a loop goes round until the next such depth.
  private var closesLoop: Bool {
    guard depth >= 4, depth & (depth - 1) == 0 else { return false }
    return sequence(first: parent) { $0?.parent }.contains { build in
      guard let frame = build as? Frame, frame.core === core, frame.step == step else { return false }
      return frame.hasArgument(of: self)
    }
  }

  private func hasArgument(of other: Frame) -> Bool {
    switch (argument.withLock { $0 }, other.argument.withLock { $0 }) {
    case (nil, nil): return true
    case (let left?, let right?):
      let left = ArgumentValue.of(left)
      return left != nil && left == ArgumentValue.of(right)
    default: return false
    }
  }
}

extension AstrojectError.Step {
  /// Cuts a path that goes round in a loop where its last step stands for the second time.
  fileprivate static func loop(in path: [Self]) -> [Self] {
    guard let last = path.last, let first = path.firstIndex(of: last),
      let second = path[(first + 1)...].firstIndex(of: last)
    else { return path }
    return Array(path[...second])
  }
}
