/// A build in progress: a step of the path, a node of the graph of waits, and all that its factory needs to resolve
/// dependencies.
///
/// While it is under way, it counts neither registration nor container nor the build above: the code that runs it holds
/// the registration, and the build above holds the container and lasts longer. When it ends and is still referred to,
/// it counts the build above, and keeps its step of the path. It never counts the registration, which may itself keep
/// what refers to the build.
@usableFromInline
package final class Build: @unchecked Sendable {
  private(set) var above: Unmanaged<Build>?
  /// Retired when the build ends: a thread that finds no `lastStep` within a hold may use it until the hold ends.
  private var registration: Unmanaged<Blueprint>
  /// How many builds there are above.
  private(set) var depth: Int
  /// The address of the ``LastStep``, which is counted; zero until the build ends while it is still referred to.
  private let lastStepWord = AtomicWord(0)
  private(set) var source: Unmanaged<Core>
  /// The build that the tree begins with, which is above this one; nil where it is this one.
  private(set) var trunk: Unmanaged<Build>?
  /// The address of the tree, which is counted; zero until it is needed, and where the tree begins above.
  let treeWord: AtomicWord
  @usableFromInline let flags: AtomicWord
  /// Where the ``Extras`` lie, which are counted; zero while there are none.
  let extrasWord = AtomicWord(0)
  /// The thread that its own code runs on from beginning to end, if that is known. Another one may do something on its
  /// behalf, and must not take this for its own; see `mayRun`.
  private(set) var thread: UnsafeMutablePointer<ThreadContext>?
  /// The next one of those that their thread keeps; see ``ThreadContext/pool``.
  var nextSpare: Unmanaged<Build>?

  /// The bits of `flags`.
  @usableFromInline
  enum Flag {
    @inlinable static var isOver: UInt { 1 }
    @inlinable static var hasSuspended: UInt { 2 }
    @inlinable static var hasPropertyBuffer: UInt { 4 }
    @inlinable static var hasSupplied: UInt { 8 }
    @inlinable static var showsDraft: UInt { 16 }
    @inlinable static var hasStep: UInt { 32 }
    @inlinable static var beginsTree: UInt { 64 }
    @inlinable static var isOutside: UInt { 128 }
    static var isInjecting: UInt { 256 }
    static var isHeldBack: UInt { 512 }
    /// One call that has joined the tree; their number is all that is above.
    static var call: UInt { 1 << 16 }
  }

  private final class LastStep: Sendable {
    let step: AstrojectError.Step
    init(_ step: AstrojectError.Step) { self.step = step }
  }

  // MARK: Beginning

  /// Begins a build without arguments that is not shared: for a caller alone, or for a build, in the tree of that. It
  /// may repeat one above it; see `refuseLoop`.
  init(
    of registration: Unmanaged<Blueprint>, in core: Unmanaged<Core>, for parent: Unmanaged<Build>?,
    on thread: UnsafeMutablePointer<ThreadContext>? = nil
  ) {
    above = parent
    self.registration = registration
    depth = Build.depth(below: parent)
    self.thread = thread
    source = core
    trunk = parent?._withUnsafeGuaranteedRef { $0.trunkOrSelf }
    treeWord = AtomicWord(0)
    flags = AtomicWord(parent == nil ? Flag.beginsTree : 0)
  }

  /// Becomes another build, where nothing refers to this one any more and it has left nothing.
  func become(
    _ registration: Unmanaged<Blueprint>, in core: Unmanaged<Core>, for parent: Unmanaged<Build>?,
    on thread: UnsafeMutablePointer<ThreadContext>?
  ) {
    above = parent
    self.registration = registration
    depth = Build.depth(below: parent)
    self.thread = thread
    source = core
    trunk = parent?._withUnsafeGuaranteedRef { $0.trunkOrSelf }
    flags.store(parent == nil ? Flag.beginsTree : 0)
  }

  private static func depth(below parent: Unmanaged<Build>?) -> Int {
    parent.map { $0._withUnsafeGuaranteedRef { $0.depth + 1 } } ?? 0
  }

  /// Whether it has nothing of its own, so that it can become another build.
  var leavesNothing: Bool { treeWord.load() | extrasWord.load() == 0 && !isOwner }

  /// The same but for the tree that begins with it.
  var leavesNothingButTree: Bool { extrasWord.load() == 0 && !isOwner && flags.load() & Flag.beginsTree != 0 }

  /// - Throws: ``AstrojectError/circularDependency(_:)`` if this build repeats one above it.
  @inline(never)
  init(
    of blueprint: Blueprint, for context: ResolutionContext, through core: Core, argument: Any? = nil,
    supplied: SuppliedArguments? = nil, slot: InstanceSlot? = nil, within openStep: OpenStep? = nil
  ) throws {
    let parent = context.parent.map { Unmanaged.passUnretained($0) }
    above = parent
    registration = .passUnretained(blueprint)
    depth = Build.depth(below: parent)
    thread = nil
    source = .passUnretained(core)
    trunk = context.trunk.map { .passUnretained($0) }
    treeWord = AtomicWord(trunk == nil ? context.knownTree.map(Build.word) ?? 0 : 0)
    flags = AtomicWord(
      (supplied == nil ? 0 : Flag.hasSupplied) | (openStep == nil ? 0 : Flag.hasStep)
        | (context.isRoot ? Flag.beginsTree : 0))
    if argument != nil || supplied != nil || slot != nil || openStep != nil {
      makeExtras().contents.withLock { extras in
        extras.argument = argument
        extras.supplied = supplied
        extras.slot = slot
        extras.openStep = openStep
      }
    }
    try refuseLoop()
  }

  /// No build: what a resolver has that is made outside of any.
  init(outsideIn core: Core) {
    above = nil
    registration = .passUnretained(Build.nothing)
    depth = 0
    thread = nil
    source = .passRetained(core)
    trunk = nil
    treeWord = AtomicWord(0)
    flags = AtomicWord(Flag.isOver | Flag.isOutside)
  }

  private static let nothing = Blueprint(Recipe<Void, Void>.leaf {}, location: .unknown)

  /// Whether it stands for a caller outside of a build.
  var isOutside: Bool { flags.load() & Flag.isOutside != 0 }

  // A long path is freed one by one: left to itself, each build would free its parent inside its own deinit, and the
  // stack might not be deep enough for that.
  deinit {
    if isOutside || isOwner { source.release() }
    treeWord.object(Tree.self)?.release()
    extrasWord.object(Extras.self)?.release()
    guard let step = lastStepWord.object(LastStep.self) else { return }
    step.release()
    var next = takeParent()
    while isKnownUniquelyReferenced(&next) { next = next?.takeParent() }
  }

  // MARK: Ending

  /// Whether the factory or the hooks are still running. A resolver that outlives them begins trees of its own.
  package var isActive: Bool { flags.load() & Flag.isOver == 0 }

  /// Ends a build that its thread alone knows of, if that is so, and the tree that begins with it. The reference is the
  /// caller's, who lets go of it here.
  static func end(_ reference: Unmanaged<Build>) {
    reference._withUnsafeGuaranteedRef { build in
      // If nobody else has it, nobody will ask.
      if !reference.isOnlyOne { build.end() }
      build.endTree()
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

  /// Has what this build refers to live as long as it does, because it is still referred to when it has ended. Called
  /// by the thread that ends it, which holds all of that.
  func own() {
    guard !isOwner else { return }
    _ = source.retain()
    _ = above?.retain()
    let blueprint = blueprint
    lastStepWord.store(UInt(bitPattern: Unmanaged.passRetained(LastStep(blueprint.step)).toOpaque()))
    Retired.add(blueprint)
  }

  var isOwner: Bool { lastStepWord.load() != 0 }

  /// The build above, which this one no longer counts; nil if it never did.
  private func takeParent() -> Build? {
    guard isOwner else { return nil }
    return above.take()?.takeRetainedValue()
  }

  // MARK: What it is

  /// The build on whose behalf this one was started.
  var parent: Build? { above?.takeUnretainedValue() }
  /// The registration, for the thread that runs the build; see ``blueprintUnderWay``.
  var blueprint: Blueprint { registration.takeUnretainedValue() }

  /// The registration of a build that another thread may run; nil when it has been left.
  var blueprintUnderWay: Blueprint? { ReadHold.during { _ in isOwner ? nil : blueprint } }

  /// The step of a path. Any thread may ask that holds this build, or one beneath it.
  var step: AstrojectError.Step { ReadHold.during { _ in lastStep?.step ?? blueprint.step } }

  private var lastStep: LastStep? { lastStepWord.object()?.takeUnretainedValue() }

  /// The dependencies of its initializer, while it is under way.
  var dependencies: [Dependency] { blueprintUnderWay?.parameterPlan?.dependencies ?? [] }

  /// Whether it builds the same as another one that is under way.
  func isTwin(of other: Build) -> Bool { registration.toOpaque() == other.registration.toOpaque() }

  /// The container that the dependencies come from.
  package var core: Core { source.takeUnretainedValue() }

  /// What may be taken without a lock for a type by this build, whose code is running and holds the container.
  @usableFromInline
  package func planCache(forType word: UInt, _ hold: ReadHold) -> PlanCache {
    source._withUnsafeGuaranteedRef { $0.planCache(forType: word, hold) }
  }

  /// What is kept of it for all who ask where this build does.
  func kept(_ published: PlanCache) -> AnyProduct? { published.kept(in: source) }

  /// What may be taken without a lock for a key, if it is a type alone.
  package func planCache(of key: Key, _ hold: ReadHold) -> PlanCache {
    source._withUnsafeGuaranteedRef { $0.planCache(of: key, hold) }
  }

  /// The same for a type.
  @inlinable
  @inline(__always)
  package func planCache<Value>(of type: Value.Type, _ hold: ReadHold) -> PlanCache {
    planCache(forType: Key.word(of: type), hold)
  }

  /// The build whose code runs on this thread: it has a resolver, and is known without being made.
  package static var leading: Build? {
    let thread = ThreadContext.current
    let word = thread.pointee.word
    guard word & 1 == 0, let build = Build.at(word), build.isActive, build.mayRun(on: thread),
      !CurrentBuild.isTaskInside(build)
    else { return nil }
    return build
  }

  /// Whether code on this thread, which is the running one, may be its own.
  @inline(__always)
  func mayRun(on current: UnsafeMutablePointer<ThreadContext>) -> Bool { thread == nil || thread == current }
}
