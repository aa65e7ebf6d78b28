/// A build in progress with what its factory needs to resolve its dependencies.
package final class Frame: Build, @unchecked Sendable {
  /// The container that the dependencies come from.
  package let core: Core
  package let tree: Tree
  /// What a trace records of this build, if there is one; it lets go of everything when it ends.
  let openStep: OpenStep?
  private let state: Lock<State>
  private let flags: AtomicWord

  /// What is set in `flags`.
  private enum Flag {
    static let isOver: UInt = 1
    static let hasSuspended: UInt = 2
    static let hasFilling: UInt = 4
    static let hasSupply: UInt = 8
    static let showsDraft: UInt = 16
  }

  private struct State {
    /// The argument, where there is one, to tell a recursion from a loop.
    var argument: Any?
    /// The arguments, where a recipe takes them by type.
    var supply: Supply?
    /// What others wait at.
    var slot: AnySlot?
    /// What fills the properties of the object that is being made.
    var filling: AnyObject?
  }

  /// - Throws: ``AstrojectError/circularDependency(_:)`` if this build repeats one above it.
  init(
    of blueprint: AnyBlueprint, for inquiry: Inquiry, through core: Core, argument: some Any = (),
    supply: Supply? = nil, slot: AnySlot? = nil, within openStep: OpenStep? = nil
  ) throws {
    self.core = core
    tree = inquiry.tree ?? Tree()
    self.openStep = openStep
    state = Lock(State(argument: blueprint.key.takesArguments ? argument : nil, supply: supply, slot: slot))
    flags = AtomicWord(supply == nil ? 0 : Flag.hasSupply)
    super.init(parent: inquiry.parent, step: blueprint.step)
    guard closesLoop else { return }
    throw AstrojectError.circularDependency(
      AstrojectError.Failure(
        key: step.key, path: AstrojectError.Step.loop(in: path), place: step.place, cause: .loop))
  }

  /// Whether the factory or the hooks are still running. A resolver that outlives them begins trees of its own.
  package var isActive: Bool { flags.load() & Flag.isOver == 0 }

  /// Marks the end, and lets go of what a resolver that is kept would keep.
  func end() {
    flags.update { $0 | Flag.isOver }
    let old = state.withLock { state in
      defer { state = State() }
      return state
    }
    withExtendedLifetime(old) {}
  }

  /// Whether a trace records what this build asks for.
  package var isTraced: Bool { openStep != nil }

  /// The arguments that this build was given and that its dependencies do not see.
  package var supply: Supply? { flags.load() & Flag.hasSupply == 0 ? nil : state.withLock { $0.supply } }

  /// What fills the properties of the object that is being made, if anything does.
  package var filling: AnyObject? { flags.load() & Flag.hasFilling == 0 ? nil : state.withLock { $0.filling } }

  /// The same, made if there is nothing.
  package func filling(orMake make: () -> AnyObject) -> AnyObject {
    if let filling { return filling }
    let filling = state.withLock { state in
      let filling = state.filling ?? make()
      state.filling = filling
      return filling
    }
    flags.update { $0 | Flag.hasFilling }
    return filling
  }

  /// Forgets it.
  package func dropFilling() {
    guard filling != nil else { return }
    flags.update { $0 & ~Flag.hasFilling }
    let old = state.withLock { $0.filling.take() }
    // Freed where no lock is held.
    withExtendedLifetime(old) {}
  }

  override func refuseBlockedWaiters() -> Bool {
    guard flags.load() & Flag.hasSuspended == 0 else { return false }
    flags.update { $0 | Flag.hasSuspended }
    state.withLock { $0.slot }?.suspend()
    return true
  }

  /// Whether this build repeats one above it, for the same arguments: what it needs is itself.
  ///
  /// Looked for at depths that double, so that a long path costs little; a loop goes round until the next such depth. What
  /// is asked for by the hooks of something shared may be asked for again: the shared one answers then, and the loop ends.
  private var closesLoop: Bool {
    guard depth >= 4, depth & (depth - 1) == 0 else { return false }
    var next = parent
    while let frame = next as? Frame, !frame.showsDraft {
      if frame.core === core, frame.step == step, frame.hasArgument(of: self) { return true }
      next = frame.parent
    }
    return false
  }

  private var showsDraft: Bool { flags.load() & Flag.showsDraft != 0 }

  /// Notes that others get the product of this build from now on, though its hooks are still running.
  func noteDraft() { flags.update { $0 | Flag.showsDraft } }

  private func hasArgument(of other: Frame) -> Bool {
    let (own, others) = (supply, other.supply)
    if own != nil || others != nil {
      guard let value = own?.value else { return false }
      return value == others?.value
    }
    switch (state.withLock { $0.argument }, other.state.withLock { $0.argument }) {
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
