/// A build in progress with what its factory needs to resolve its dependencies.
@usableFromInline
package final class Frame: Build, @unchecked Sendable {
  private(set) var source: Unmanaged<Core>
  /// The build that the tree begins with, which is above this one; nil where it is this one.
  private var trunk: Unmanaged<Frame>?
  /// The address of the tree, which is counted; zero while nobody has needed it, and where the tree begins above.
  private let treeWord: AtomicWord
  @usableFromInline let flags: AtomicWord
  /// Where the ``Extras`` lie, which are counted; zero while there are none.
  private let extrasWord = AtomicWord(0)
  /// The thread that its own code runs on from beginning to end, if that is known. Another one may do something on its
  /// behalf, and must not take this for its own; see `mayRun`.
  private(set) var thread: UnsafeMutablePointer<ThreadRecord>?
  /// The next one of those that their thread keeps; see ``ThreadRecord/frames``.
  var nextSpare: Unmanaged<Frame>?

  /// What is set in `flags`.
  @usableFromInline
  enum Flag {
    @inlinable static var isOver: UInt { 1 }
    @inlinable static var hasSuspended: UInt { 2 }
    @inlinable static var hasFilling: UInt { 4 }
    @inlinable static var hasSupply: UInt { 8 }
    @inlinable static var showsDraft: UInt { 16 }
    @inlinable static var hasStep: UInt { 32 }
    @inlinable static var beginsTree: UInt { 64 }
    @inlinable static var isOutside: UInt { 128 }
    static var isInjecting: UInt { 256 }
    static var isHeld: UInt { 512 }
    /// One call that has joined the tree; their number is all that is above.
    static var call: UInt { 1 << 16 }
  }

  /// What few builds have.
  private final class Extras {
    struct Contents {
      /// The argument, where there is one, to tell a recursion from a loop.
      var argument: Any?
      /// The arguments, where a recipe takes them by type.
      var supply: Supply?
      /// What others wait at.
      var slot: Slot?
      /// What a trace records of this build, if there is one; it lets go of everything when it ends.
      var openStep: OpenStep?
      /// What fills the properties of the object that is being made.
      var filling: (any PropertyFilling)?
      /// What is made, if it has to be held back when its own code ends.
      var held: HeldProduct?
    }

    let contents = Lock(Contents())
  }

  /// A build without arguments that nobody shares: for whoever asks alone, or for a build, in the tree of that.
  ///
  /// - Throws: ``AstrojectError/circularDependency(_:)`` if this build repeats one above it.
  init(
    of registration: Unmanaged<Blueprint>, in core: Unmanaged<Core>, for parent: Unmanaged<Frame>?,
    on thread: UnsafeMutablePointer<ThreadRecord>? = nil
  ) throws {
    self.thread = thread
    source = core
    trunk = parent?._withUnsafeGuaranteedRef { $0.trunkOrSelf }
    treeWord = AtomicWord(0)
    flags = AtomicWord(parent == nil ? Flag.beginsTree : 0)
    super.init(parent: parent.map { Unmanaged.fromOpaque($0.toOpaque()) }, of: registration)
    try refuseLoop()
  }

  /// Becomes another build, where nobody knows of this one any more and it has left nothing.
  func become(
    _ registration: Unmanaged<Blueprint>, in core: Unmanaged<Core>, for parent: Unmanaged<Frame>?,
    on thread: UnsafeMutablePointer<ThreadRecord>?
  ) {
    self.thread = thread
    source = core
    trunk = parent?._withUnsafeGuaranteedRef { $0.trunkOrSelf }
    flags.store(parent == nil ? Flag.beginsTree : 0)
    become(registration, for: parent.map { Unmanaged.fromOpaque($0.toOpaque()) })
  }

  /// Whether it has nothing of its own, so that it can become another build.
  var leavesNothing: Bool { treeWord.load() | extrasWord.load() == 0 && !isOwner }

  /// Throws if this build repeats one above it, or if there are too many above it.
  ///
  /// That is looked for at depths that double, so that a long path costs little; a loop goes round until the next such
  /// depth. What is asked for by the hooks of something shared may be asked for again: the shared one answers then, and
  /// the loop ends.
  @inline(__always)
  func refuseLoop() throws { if depth >= 4, depth & (depth - 1) == 0 { try lookForLoop() } }

  /// - Throws: ``AstrojectError/circularDependency(_:)`` if this build repeats one above it.
  init(
    of blueprint: Blueprint, for inquiry: Inquiry, through core: Core, argument: Any? = nil,
    supply: Supply? = nil, slot: Slot? = nil, within openStep: OpenStep? = nil
  ) throws {
    thread = nil
    source = .passUnretained(core)
    trunk = inquiry.trunk.map { .passUnretained($0) }
    treeWord = AtomicWord(trunk == nil ? inquiry.knownTree.map(Frame.word) ?? 0 : 0)
    flags = AtomicWord(
      (supply == nil ? 0 : Flag.hasSupply) | (openStep == nil ? 0 : Flag.hasStep)
        | (inquiry.isRoot ? Flag.beginsTree : 0))
    super.init(parent: inquiry.parent.map { .passUnretained($0) }, of: .passUnretained(blueprint))
    if argument != nil || supply != nil || slot != nil || openStep != nil {
      makeExtras().contents.withLock { extras in
        extras.argument = argument
        extras.supply = supply
        extras.slot = slot
        extras.openStep = openStep
      }
    }
    try refuseLoop()
  }

  /// No build: what a resolver has that is made outside of any.
  init(outsideIn core: Core) {
    thread = nil
    source = .passRetained(core)
    trunk = nil
    treeWord = AtomicWord(0)
    flags = AtomicWord(Flag.isOver | Flag.isOutside)
    super.init(parent: nil, of: .passUnretained(Frame.nothing))
  }

  private static let nothing = Blueprint(Recipe<Void, Void>.leaf {}, place: .unknown)

  /// Whether it stands for whoever resolves outside of a build.
  var isOutside: Bool { flags.load() & Flag.isOutside != 0 }

  deinit {
    if isOutside || isOwner { source.release() }
    treeWord.object(Tree.self)?.release()
    extrasWord.object(Extras.self)?.release()
  }

  /// The container that the dependencies come from.
  package var core: Core { source.takeUnretainedValue() }

  /// What may be taken without a lock for a type by this build, whose code is running and holds the container.
  @usableFromInline
  package func publication(forType word: UInt, _ hold: ReadHold) -> Published {
    source._withUnsafeGuaranteedRef { $0.publication(forType: word, hold) }
  }

  /// What is kept of it for all who ask where this build does.
  func kept(_ published: Published) -> AnyProduct? { published.kept(in: source) }

  /// What may be taken without a lock for a key, if it is a type alone.
  package func publication(of key: Key, _ hold: ReadHold) -> Published {
    source._withUnsafeGuaranteedRef { $0.publication(of: key, hold) }
  }

  /// The same for a type.
  @inlinable
  @inline(__always)
  package func publication<Value>(of type: Value.Type, _ hold: ReadHold) -> Published {
    publication(forType: Key.word(of: type), hold)
  }

  /// The build whose code runs on this thread: it has a resolver, and is known without being made.
  package static var leading: Frame? {
    let thread = ThreadRecord.current
    let word = thread.pointee.word
    guard word & 1 == 0, let frame = Frame.at(word), frame.isActive, frame.mayRun(on: thread),
      !Ambient.isTaskInside(frame)
    else { return nil }
    return frame
  }

  /// Whether code on this thread, which is the running one, may be its own.
  @inline(__always)
  func mayRun(on current: UnsafeMutablePointer<ThreadRecord>) -> Bool { thread == nil || thread == current }

  // MARK: The tree

  /// The build that the tree begins with.
  var root: Frame { trunk?.takeUnretainedValue() ?? self }
  var trunkOrSelf: Unmanaged<Frame> { trunk ?? .passUnretained(self) }

  /// The tree that this build belongs to, made when it is asked for first.
  package var tree: Tree { treeUnderWay.takeUnretainedValue() }

  /// The same for those who do not outlive the build.
  var treeUnderWay: Unmanaged<Tree> {
    trunkOrSelf._withUnsafeGuaranteedRef { root in
      root.treeWord.object() ?? .passUnretained(root.treeWord.object(orPut: Tree()))
    }
  }

  /// The tree, if anybody has needed it.
  var knownTree: Tree? { root.treeWord.object()?.takeUnretainedValue() }

  /// Ends the tree if it begins here and somebody has needed it; if calls go on in it, the last of them does.
  func endTree() {
    // Of two that change the same word the later one sees what the other has done before: either a call that leaves
    // finds the build over, or this finds that it has left.
    if flags.load() & Flag.beginsTree != 0, flags.add(0) < Flag.call { knownTree?.endRoot() }
  }

  /// A call in a tree that may outlast what began that.
  struct Call {
    fileprivate enum Place {
      case root(Frame)
      /// A tree that did not begin with a build.
      case tree(Tree)
    }

    fileprivate let place: Place

    func end() {
      switch place {
      case .root(let frame):
        let word = frame.flags.add(0 &- Flag.call) &- Flag.call
        if word < Flag.call, word & Flag.isOver != 0 { frame.knownTree?.endRoot() }
      case .tree(let tree): tree.end()
      }
    }
  }

  /// Has the tree go on for a call, until that ends: one of another thread or task than the build's code runs on. Nil
  /// for a call of that code itself, and if the build or the tree has ended.
  func joinTree() -> Call? {
    let thread = ThreadRecord.current
    guard !(thread.pointee.word == word && mayRun(on: thread)), isActive else { return nil }
    let root = root
    if root.flags.load() & Flag.beginsTree == 0 { return tree.join() ? Call(place: .tree(tree)) : nil }
    let old = root.flags.update { Frame.hasEndedTree($0) ? $0 : $0 + Flag.call }
    return Frame.hasEndedTree(old) ? nil : Call(place: .root(root))
  }

  /// Whether the tree that begins with a build has ended, whose flags these are.
  private static func hasEndedTree(_ flags: UInt) -> Bool { flags & Flag.isOver != 0 && flags < Flag.call }

  private static func word(of tree: Tree) -> UInt { UInt(bitPattern: Unmanaged.passRetained(tree).toOpaque()) }

  // MARK: The end

  /// Whether the factory or the hooks are still running. A resolver that outlives them begins trees of its own.
  package var isActive: Bool { flags.load() & Flag.isOver == 0 }

  /// Ends a build that its thread alone knows of, if that is so, and the tree that begins with it. The reference is the
  /// caller's, who lets go of it here.
  static func end(_ reference: Unmanaged<Frame>) {
    reference._withUnsafeGuaranteedRef { frame in
      // If nobody else has it, nobody will ask.
      if !reference.isOnlyOne { frame.end() }
      frame.endTree()
    }
    reference.release()
  }

  /// Marks the end, and lets go of what a resolver that is kept would keep.
  func end() {
    flags.update { $0 | Flag.isOver }
    let old = extras?.contents.withLock { contents in
      defer { contents = Extras.Contents() }
      return contents
    }
    withExtendedLifetime(old) {}
    own()
  }

  override func own() {
    if !isOwner { _ = source.retain() }
    super.own()
  }

  // MARK: What few builds have

  private var extras: Extras? { extrasWord.object()?.takeUnretainedValue() }

  private func makeExtras() -> Extras { extras ?? extrasWord.object(orPut: Extras()) }

  private func extra<Value>(_ flag: UInt, _ get: (Extras.Contents) -> Value?) -> Value? {
    flags.load() & flag == 0 ? nil : extras?.contents.withLock { get($0) }
  }

  /// What a trace records of this build, if there is one.
  var openStep: OpenStep? { extra(Flag.hasStep, \.openStep) }

  /// Whether a trace records what this build asks for.
  package var isTraced: Bool { flags.load() & Flag.hasStep != 0 }

  /// The arguments that this build was given and that its dependencies do not see.
  package var supply: Supply? { extra(Flag.hasSupply, \.supply) }

  @inlinable
  package var hasSupply: Bool { flags.load() & Flag.hasSupply != 0 }

  /// Whether anything fills the properties of the object that is being made.
  @inlinable
  package var hasFilling: Bool { flags.load() & Flag.hasFilling != 0 }

  /// What is made, if it has to be held back when its own code ends.
  var held: HeldProduct? { isHeld ? extras?.contents.withLock { $0.held } : nil }

  /// Whether there may be such.
  var isHeld: Bool { flags.load() & Flag.isHeld != 0 }

  /// The same, made if there is none.
  func heldProduct() -> HeldProduct {
    flags.update { $0 | Flag.isHeld }
    return makeExtras().contents.withLock { extras in
      let held = extras.held ?? HeldProduct(in: extras.slot)
      extras.held = held
      return held
    }
  }

  /// What fills the properties of the object that is being made, if anything does.
  package var filling: (any PropertyFilling)? { extra(Flag.hasFilling, \.filling) }

  /// The same, made if there is nothing.
  package func filling(orMake make: () -> any PropertyFilling) -> any PropertyFilling {
    if let filling { return filling }
    let filling = makeExtras().contents.withLock { extras in
      let filling = extras.filling ?? make()
      extras.filling = filling
      return filling
    }
    flags.update { $0 | Flag.hasFilling }
    return filling
  }

  /// Forgets it.
  package func dropFilling() {
    guard filling != nil else { return }
    flags.update { $0 & ~Flag.hasFilling }
    let old = extras?.contents.withLock { $0.filling.take() }
    // Freed where no lock is held.
    withExtendedLifetime(old) {}
  }

  /// Throws if a property of an object that was made could not be filled, or an argument was taken by none.
  @inline(__always)
  package func finishFilling() throws { if hasFilling { try filling?.finish(for: self) } }

  /// Notes that this build is about to suspend, where nobody else knows of it yet, and those above it do so, too.
  func noteSuspended() { flags.store(flags.load() | Flag.hasSuspended) }

  var hasSuspended: Bool { flags.load() & Flag.hasSuspended != 0 }

  override func refuseBlockedWaiters() -> Bool {
    guard flags.load() & Flag.hasSuspended == 0 else { return false }
    flags.update { $0 | Flag.hasSuspended }
    if let slot = extras?.contents.withLock({ $0.slot }) { slot.suspend() } else { knownTree?.suspend(self) }
    return true
  }

  // MARK: Injected properties

  /// The type that the registration says to make; nil when the build has ended. Any thread may ask that holds it.
  package var product: Any.Type? { blueprintUnderWay?.product }

  /// Returns true if what answers to a key is made by this build, or by one above it whose product is not there yet.
  package func isBuilding(_ key: Key) -> Bool {
    guard let front = core.find(key)?.blueprint else { return false }
    let target = front.origin
    return sequence(first: self as Build) { $0.parent }.contains { build in
      build.blueprintUnderWay === target && !build.showsDraft(to: self)
    }
  }

  /// The error where the product of this build cannot be had for a cause that is about its arguments.
  package func absence(_ cause: AstrojectError.Cause) -> AstrojectError {
    let step = step
    return .noRegistrationFound(AstrojectError.Failure(key: step.key, path: path, place: step.place, cause: cause))
  }

  // MARK: Loops

  /// The most builds that may be above one. What goes on for longer is taken to go on for ever: arguments that cannot
  /// be compared do not tell a loop from a recursion, and what is awaited takes no stack.
  private static let mostAbove = 1 << 16

  @inline(never)
  private func lookForLoop() throws {
    if hasTwinAbove({ build in (build as? Frame)?.repeats(self) ?? false }) { throw loop }
    if depth >= Frame.mostAbove {
      throw AstrojectError.tooDeep(
        AstrojectError.Failure(key: step.key, path: path, place: step.place, cause: .endless))
    }
  }

  /// Whether it builds the same as another build, for the same arguments and in the same container.
  private func repeats(_ other: Frame) -> Bool { core === other.core && isTwin(of: other) && hasArgument(of: other) }

  /// What the path says is cut where this build stands for the second time.
  private var loop: AstrojectError {
    let steps = sequence(first: self as Build) { $0.parent }.map { build in
      (step: build.step, isRepeated: (build as? Frame)?.repeats(self) ?? false)
    }
    let path = Array(steps.reversed())
    let end = path.indices.filter { path[$0].isRepeated }.dropFirst().first ?? path.endIndex - 1
    let loop = path[...end].map(\.step)
    return .circularDependency(
      AstrojectError.Failure(
        key: step.key, path: loop, place: step.place, cause: .loop(core.breakingPoint(of: loop))))
  }

  private var hasDraft: Bool { flags.load() & Flag.showsDraft != 0 }

  override func showsDraft(to build: Build) -> Bool {
    guard hasDraft else { return false }
    // What a tree shares is found in that tree alone.
    guard let blueprint = blueprintUnderWay else { return true }
    return blueprint.traits.lifetime != .graph || knownTree === (build as? Frame)?.knownTree
  }

  /// Notes that others get the product from now on, while the hooks run.
  func noteDraft() { flags.update { $0 | Flag.showsDraft } }

  override func isInTree(of other: Build) -> Bool {
    guard let tree = knownTree else { return false }
    return (other as? Frame)?.knownTree === tree
  }

  override var isInjecting: Bool { flags.load() & Flag.isInjecting != 0 }

  /// Notes that a property of the product gets its value, or has got it.
  func note(injecting isInjecting: Bool) {
    flags.update { isInjecting ? $0 | Flag.isInjecting : $0 & ~Flag.isInjecting }
  }

  private func hasArgument(of other: Frame) -> Bool {
    let (own, others) = (supply, other.supply)
    if own != nil || others != nil {
      guard let value = own?.value else { return false }
      return value == others?.value
    }
    switch (extras?.contents.withLock { $0.argument }, other.extras?.contents.withLock { $0.argument }) {
    case (nil, nil): return true
    case (let left?, let right?):
      // This build may be another thread's, and end; the other one is of the same registration.
      let blueprint = other.blueprint
      guard let value = blueprint.value(ofAny: left) else { return false }
      return value == blueprint.value(ofAny: right)
    default: return false
    }
  }
}
