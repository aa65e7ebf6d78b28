/// A build in progress: a step of the path, a node of the wait graph, and all that its factory needs to resolve.
///
/// A build under way retains neither its registration, nor its container, nor the build above. The code that runs it
/// holds the registration. The build above holds the container, and lasts longer.
///
/// A build that has ended and is still referred to retains the build above and its container, and its step of the
/// path. It never retains the registration, because that may itself hold objects that refer to the build.
@usableFromInline
package final class Build: Site, @unchecked Sendable {
  private(set) var above: Borrowed<Build>?
  /// The registration, which other threads use only under the lock of `lastStep`, until there is one.
  private(set) var registration: Borrowed<Blueprint>
  /// The number of builds above.
  private(set) var depth = 0
  /// The step of the path, once the build has ended while it is still referred to.
  private let lastStep = Lock(LastStep?.none)
  private(set) var source: Borrowed<Core>
  /// The build above that the tree begins with, or nil if it begins with this one.
  private(set) var trunk: Borrowed<Build>?
  /// The address of the tree, retained once.
  ///
  /// Zero until it is needed, and if the tree begins above.
  let treeWord = AtomicWord(0)
  @usableFromInline let flags = AtomicWord(0)
  /// The address of the ``Extras``, retained once.
  ///
  /// Zero while there are none.
  let extrasWord = AtomicWord(0)
  /// The thread on which all of the build's own code runs, if that is known.
  ///
  /// Another thread may act on behalf of the build, and must not mistake its code for the build's own; see `mayRun`.
  private(set) var thread: UnsafeMutablePointer<ThreadContext>?
  /// The product that this build decorates, if it is the build of a decorator. Only the code of the build reads it.
  @exclusivity(unchecked) package internal(set) var decorated: AnyProduct?
  /// The next build in the pool of its thread; see ``ThreadContext/pool``.
  var nextSpare: Borrowed<Build>?

  /// The bits of `flags`.
  @usableFromInline
  enum Flag {
    @inlinable static var isOver: UInt { 1 }
    @inlinable static var hasSuspended: UInt { 2 }
    @inlinable static var hasPropertyBuffer: UInt { 4 }
    @inlinable static var hasSupplied: UInt { 8 }
    /// Other builds get the product while its hooks run.
    @inlinable static var showsDraft: UInt { 16 }
    @inlinable static var hasStep: UInt { 32 }
    @inlinable static var beginsTree: UInt { 64 }
    @inlinable static var isOutside: UInt { 128 }
    static var isInjecting: UInt { 256 }
    static var needsOthers: UInt { 512 }
    /// The hooks of the product run, or have run.
    static var runsHooks: UInt { 1024 }
    /// The values that are fetched go to the main actor.
    static var handsToMainActor: UInt { 2048 }
    static var wasSeen: UInt { 4096 }
    /// The product is for a property that `injecting` sets, and no other request shares it.
    static var fillsAlone: UInt { 8192 }
    /// A property of the product gets its value, and cannot get it later.
    static var isFilling: UInt { 16384 }
    /// The values that are fetched go to an executor that is not known.
    static var handsElsewhere: UInt { 32768 }
    /// One call that has joined the tree.
    ///
    /// This bit and all higher ones count these calls.
    static var call: UInt { 1 << 16 }
  }

  /// Turns one of the flags on or off.
  func note(_ flag: UInt, on isOn: Bool = true) { flags.update { isOn ? $0 | flag : $0 & ~flag } }

  private final class LastStep: Sendable {
    let step: AstrojectError.Step
    init(_ step: AstrojectError.Step) { self.step = step }
  }

  // MARK: Beginning

  /// Begins a build: a root, or a build in its parent's tree.
  ///
  /// It may repeat a build above it; see `refuseLoop`.
  init(
    of registration: Borrowed<Blueprint>, in source: Borrowed<Core>, for parent: Borrowed<Build>?,
    on thread: UnsafeMutablePointer<ThreadContext>? = nil
  ) {
    self.registration = registration
    self.source = source
    super.init()
    become(registration, in: source, for: parent, on: thread)
  }

  /// Turns a spare build into a new one.
  ///
  /// Nothing else may refer to it, and it must have left nothing.
  func become(
    _ registration: Borrowed<Blueprint>, in core: Borrowed<Core>, for parent: Borrowed<Build>?,
    on thread: UnsafeMutablePointer<ThreadContext>?
  ) {
    above = parent
    self.registration = registration
    depth = parent.map { $0.with { $0.depth + 1 } } ?? 0
    self.thread = thread
    source = core
    trunk = parent?.with { $0.trunkOrSelf }
    flags.store(parent == nil ? Flag.beginsTree : 0)
  }

  /// Moves a build that no other code knows of out of the tree of its parent, to a tree that is continued, or to one
  /// that begins with the build.
  func move(to tree: Tree?) {
    trunk = nil
    treeWord.store(tree.map { Borrowed(retaining: $0).word } ?? 0)
    flags.store(tree == nil ? Flag.beginsTree : 0)
  }

  /// True if a tree began with this build and something has needed it.
  var knowsTreeAsRoot: Bool { treeWord.load() != 0 && beginsTree }

  /// True if a tree begins with this build.
  var beginsTree: Bool { flags.load() & Flag.beginsTree != 0 }

  /// Makes the stand-in for a build of a resolver outside of any build.
  convenience init(outsideIn core: Core) {
    self.init(of: Borrowed(Build.nothing), in: Borrowed(retaining: core), for: nil)
    flags.store(Flag.isOver | Flag.isOutside)
  }

  private static let nothing = Blueprint(Recipe<Void, Void>.leaf {}, Placement(at: .unknown))

  /// True if this stands for a caller outside of any build.
  var isOutside: Bool { flags.load() & Flag.isOutside != 0 }

  // The path above is freed in a loop. Otherwise each build would free its parent inside its own deinit, and a long
  // path would overflow the stack.
  deinit {
    if isOutside || retainsReferences { source.release() }
    treeWord.object(Tree.self)?.release()
    extrasWord.object(Extras.self)?.release()
    var next = takeParent()
    while isKnownUniquelyReferenced(&next) { next = next?.takeParent() }
  }

  // MARK: Ending

  /// True while the factory or the hooks run.
  ///
  /// A resolver that outlives them begins trees of its own.
  package var isActive: Bool { flags.load() & Flag.isOver == 0 }

  /// Ends a build and the tree that begins with it, and releases the caller's reference.
  ///
  /// If no other reference to the build exists, only its tree has to be ended.
  static func end(_ reference: Borrowed<Build>) {
    reference.with { build in
      // Without another reference, no code can ask the build anything.
      if !reference.isOnlyOne || build.wasSeen { build.end() }
      build.endTree()
    }
    reference.release()
  }

  /// Marks the end, and releases the objects that a stored resolver would otherwise hold. It retains the objects that
  /// this build refers to, because the build is still referred to.
  ///
  /// Only the thread that ends the build calls this, once, and it holds all of them.
  func end() {
    flags.update { $0 | Flag.isOver | Flag.wasSeen }
    extras?.contents.change { $0 = Extras.Contents() }
    source.retain()
    above?.retain()
    above?.with { $0.noteSeen() }
    let step = LastStep(blueprint.step)
    lastStep.withLock { $0 = step }
  }

  /// Notes that other code than the build's own may read this build, or has read it.
  ///
  /// Such a build is not used again. Its readers are ordered before that by reference counts alone, which the thread
  /// sanitizer does not see.
  func noteSeen() { note(Flag.wasSeen) }

  /// True if other code than the build's own may have read this build or one below it.
  var wasSeen: Bool { flags.load() & Flag.wasSeen != 0 }

  /// True if the build has ended and retains the objects that it refers to.
  var retainsReferences: Bool { lastStep.withLock { $0 != nil } }

  /// Gives up the reference to the build above, and returns it.
  ///
  /// Returns nil if this build does not retain it.
  private func takeParent() -> Build? {
    guard retainsReferences else { return nil }
    return above.take()?.take()
  }

  // MARK: Properties

  /// The build on whose behalf this one was started.
  var parent: Build? { above?.object }
  /// The registration, for the thread that runs the build; see ``blueprintUnderWay``.
  var blueprint: Blueprint { registration.object }

  /// The registration of a build that another thread may run, or nil if the build has ended.
  @inline(never)
  var blueprintUnderWay: Blueprint? { lastStep.withLock { $0 == nil ? blueprint : nil } }

  /// The step of the path.
  ///
  /// Any thread that holds this build, or one below it, may read it.
  package var step: AstrojectError.Step { lastStep.withLock { $0?.step ?? blueprint.step } }

  /// True if requests that come while the build is under way share its product.
  var isSharedWhileBuilt: Bool {
    lastStep.withLock { $0 == nil && registration.with { $0.origin.flags.lifetime.isSharedWhileBuilt } }
  }

  /// The dependencies of the initializer, and of the properties that are set after it, while the build is under way.
  var dependencies: [Dependency] {
    guard let blueprint = blueprintUnderWay else { return [] }
    return (blueprint.parameterPlan?.dependencies ?? []) + blueprint.currentOptions.afterwards
  }

  /// Returns true if another build under way has the same registration.
  func isTwin(of other: Build) -> Bool { registration.address == other.registration.address }

  /// The container that the dependencies come from.
  package var core: Core { source.object }

  /// Returns what is published for a type; nil if nothing is.
  ///
  /// The code of this build is running, and holds the container.
  @usableFromInline
  package func published(forType word: UInt, _ hold: ReadHold) -> Published? {
    source.with { $0.published(forType: word, hold) }
  }

  /// Returns what is published for a key; nil if nothing is.
  package func published(for key: Key, _ hold: ReadHold) -> Published? {
    source.with { $0.published(for: key, hold) }
  }

  /// The build whose code runs on this thread.
  package static var leading: Build? {
    let thread = ThreadContext.current
    guard let build = Build.at(thread.pointee.word), build.isActive, build.mayRun(on: thread),
      !CurrentBuild.isTaskInside(build)
    else { return nil }
    return build
  }

  /// Returns true if this thread, which is the running one, runs the build's own synchronous code.
  @inline(__always)
  func runs(on current: UnsafeMutablePointer<ThreadContext>) -> Bool {
    current.pointee.word == word && mayRun(on: current)
  }

  /// Returns true if code on this thread, which is the running one, may be the build's own.
  @inline(__always)
  func mayRun(on current: UnsafeMutablePointer<ThreadContext>) -> Bool { thread == nil || thread == current }
}
