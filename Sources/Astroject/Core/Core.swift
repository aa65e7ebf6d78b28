/// What is behind the reference that people hold: the registrations of one container, and what it keeps.
///
/// ``Container`` owns its core and closes it when it goes. Everything else that refers to a core (a resolver, a
/// registration) finds it closed then, and keeps nothing alive but its empty shell.
@usableFromInline
package final class Core: @unchecked Sendable {
  @usableFromInline let store = Store()
  package let name: String?
  package let id = Identity.next()
  let observers = Observers()
  /// Where it is in the list of the parent's children, whose lock guards it.
  var placeAmongChildren = 0
  /// The parent; changed only when the core is taken apart, and nobody reads any more.
  private(set) var parent: Container?
  /// The core of the parent, which the parent holds; for those who are in a hurry.
  let parentCore: Unmanaged<Core>?
  /// Where it came from, if it is a fork or a child of one.
  package let fork: Fork?
  /// Who is told what is built here.
  package let witness: (any BuildWitness)?
  let reference = ContainerReference()
  private let rundown = RundownGuard()
  /// Where the ``CoreExtras`` lie, which are counted; zero while there are none.
  private let extrasWord = AtomicWord(0)
  /// The gifts of a child; changed only before anybody else knows of the core, and when it is taken apart, and nobody
  /// reads any more.
  @exclusivity(unchecked) private var given = Gifts()
  /// What is kept here of parents' registrations.
  private let inherited = Lock(InheritedInstances())
  /// One while there may be something in it; written under its lock.
  private let hasInherited = AtomicWord(0)
  /// How many transactions are open on this core.
  let transactions = AtomicWord(0)

  init(name: String?, parent: Container?, fork: Fork?, witness: (any BuildWitness)?) {
    self.name = name
    self.parent = parent
    parentCore = parent.map { .passUnretained($0.core) }
    self.fork = fork ?? parent?.core.fork
    self.witness = witness ?? Witnesses.current ?? parent?.core.witness
    self.fork?.join()
    let parentState = parentCore?._withUnsafeGuaranteedRef { parent in
      parent.withExtras { $0.children.add(self) }
      return (isListening: parent.observers.areListening, hasEnded: parent.hasEnded)
    }
    if self.witness != nil || parentState?.isListening ?? false { observe() }
    if parentState?.hasEnded ?? false { end() }
  }

  deinit { extras?.release() }

  // MARK: What few containers have

  private var extras: Unmanaged<CoreExtras>? { extrasWord.object() }

  /// Does something with them, who are not counted for that; nothing while there are none.
  @discardableResult
  private func ifExtras<Result>(_ body: (CoreExtras) -> Result) -> Result? {
    extras?._withUnsafeGuaranteedRef(body)
  }

  /// Does something with them, who are made if there are none.
  private func withExtras<Result>(_ body: (CoreExtras) -> Result) -> Result {
    (extras ?? .passUnretained(extrasWord.object(orPut: CoreExtras())))._withUnsafeGuaranteedRef(body)
  }

  /// Who is asked for what nobody has registered.
  var fallback: (any Resolving & Sendable)? { ifExtras { $0.fallback.withLock { $0 } } ?? nil }

  /// Has somebody be asked for that, before anything is asked for here.
  func setFallback(_ fallback: any Resolving & Sendable) {
    store.noteLabelsOfAll()
    withExtras { $0.fallback.withLock { $0 = fallback } }
  }

  private func forget(_ child: Core) { ifExtras { $0.children.remove(child) } }

  /// The children that there are just now.
  private var children: [Core] { ifExtras { $0.children.all } ?? [] }

  /// The next number in the order of registering and of building: one order for all containers, so that what moves from
  /// one to another keeps its place.
  func nextSequence() -> UInt { Identity.next() }

  // MARK: The reference

  /// The container, unless it is gone.
  package var container: Container? { reference.container }

  // MARK: Containers around

  /// This core and those of the parents, nearest first.
  package var lineage: some Sequence<Core> { sequence(first: self) { $0.parent?.core } }

  /// The nearest container of a name, which whoever asks here holds.
  func nearest(named name: String) -> Unmanaged<Core>? {
    var next: Unmanaged<Core>? = .passUnretained(self)
    while let core = next, !core._withUnsafeGuaranteedRef({ $0.isNamed(name) }) {
      next = core._withUnsafeGuaranteedRef { $0.parentCore }
    }
    return next
  }

  private func isNamed(_ name: String) -> Bool { self.name == name }

  /// The names of this container, its parents, its children, and the children that are to be given something; each
  /// once.
  package var namesAround: [String] {
    var seen: Set<String> = []
    let above = lineage.compactMap(\.name) + lineage.flatMap(\.expectations).map(\.name)
    let known = above + descendants.compactMap(\.name)
    return known.filter { seen.insert($0).inserted }
  }

  /// Has every resolve of this container and of its children take the way on which behaviors see it.
  func observe() {
    // A child that is made meanwhile sees its parent listen, or is seen by its parent: parents come first.
    var cores = [self]
    while let core = cores.popLast() {
      if core.observers.listen() { core.store.pausePublication() }
      cores += core.children
    }
  }

  /// The children, and theirs, to any depth.
  var descendants: [Core] {
    var all = children
    var next = 0
    while next < all.count {
      all += all[next].children
      next += 1
    }
    return all
  }

  // MARK: Use and end

  /// Runs something for one who does not hold the container; throws if it is gone, unless a build is under way in it on
  /// whose behalf this is done.
  package func use<Result>(_ key: Key, within build: Build? = nil, _ body: () throws -> Result) throws -> Result {
    try begin(key, within: build)
    defer { leave() }
    return try body()
  }

  /// Runs something for one who does not hold the container; throws if it is gone, unless a build is under way in it on
  /// whose behalf this is done.
  package func use<Result>(
    _ key: Key, within build: Build? = nil, _ body: () async throws -> Result
  ) async throws -> Result {
    try begin(key, within: build)
    defer { leave() }
    return try await body()
  }

  /// Lets in one who does not hold the container, until `leave`; throws if it is gone, unless a build is under way in
  /// it on whose behalf this is done.
  func begin(_ key: Key, within build: Build?) throws {
    guard rundown.enter(forOneInside: build?.isActive ?? false) else {
      leave()
      throw released(key)
    }
  }

  /// Lets in one who holds the container, and may let go of it before `leave`.
  func enter() { _ = rundown.enter(forOneInside: false) }

  func leave() { if rundown.leave() { takeApart() } }

  /// Runs something for one who does not hold the container, if it is still there.
  func ifOpen(_ body: () -> Void) { ifOpen(else: (), body) }

  /// Runs something for one who does not hold the container, as for a child; gives another result if it is gone.
  package func ifOpen<Result>(else other: @autoclosure () -> Result, _ body: () -> Result) -> Result {
    let isIn = rundown.enter(forOneInside: false)
    defer { if rundown.leave() { takeApart() } }
    return isIn ? body() : other()
  }

  private func released(_ key: Key) -> AstrojectError {
    let path = (try? CurrentBuild.current())?.path ?? []
    return .containerReleased(
      AstrojectError.Failure(
        key: key, path: path + [AstrojectError.Step(key: key, location: nil)],
        cause: hasEnded ? .ended(childNamed: name) : nil))
  }

  /// True when the work that the container was made for is over: nothing more can be asked of it then.
  var hasEnded: Bool { rundown.hasEnded }

  /// Ends this container and its children: each new request throws, and what is under way goes on to its end.
  func end() {
    // A child that is made meanwhile sees that its parent has ended, or is seen by its parent.
    var cores = [self]
    while let core = cores.popLast() {
      // From now on readers without a lock find nothing, and a caller that takes the lock finds the end.
      if core.rundown.end() { core.store.pausePublication() }
      cores += core.children
    }
  }

  /// Throws if the container has ended, unless a build is under way in it on whose behalf something is asked.
  func refuseIfEnded(_ key: Key, for asker: Build? = nil) throws {
    if hasEnded, asker?.nearestBuild(in: self) == nil { throw released(key) }
  }

  /// True if something may be kept here.
  var mayKeepSomething: Bool { store.mayHoldSomething || hasInherited.load() != 0 }

  /// The container goes: at once, or when those who are inside have left.
  func close() {
    reference.detach()
    if rundown.close() { takeApart() }
  }

  private func takeApart() {
    if TeardownQueue.queue(self) { return }
    var next: Core? = self
    TeardownQueue.run { queue in
      while let core = next {
        core.letGo(queue)
        next = queue.pointee.popLast()
      }
    }
  }

  /// Lets go of everything. Containers that go with it queue.
  private func letGo(_ queue: UnsafeMutablePointer<[Core]>) {
    if mayKeepSomething { letGoOfRegistrations(queue) }
    parentCore?._withUnsafeGuaranteedRef { $0.forget(self) }
    TeardownQueue.collect(in: queue) {
      observers.removeAll()
      ifExtras { $0.dropFallback() }
      fork?.leave()
      parent = nil
      ifExtras { $0.dropCompanions() }
      given.removeAll()
    }
  }

  /// Lets go of the registrations, and of what is kept of them.
  @inline(never)
  private func letGoOfRegistrations(_ queue: UnsafeMutablePointer<[Core]>) {
    var pendingReleases: [PendingRelease] = []
    var shown: [AnyObject] = []
    // Registrations and products may hold containers. They are freed where no lock is held, and where containers queue.
    var remains: Store.Remains? = TeardownQueue.collect(in: queue) {
      let remains = store.takeAll()
      var lent: [Blueprint] = []
      remains.forEachEntry { $0.letGo(&pendingReleases, &lent, &shown) }
      if !lent.isEmpty {
        for slots in takeInherited(of: lent) { slots.abandon(tellingCustom: false, into: &pendingReleases) }
      }
      for slots in takeInherited() { slots.abandon(tellingCustom: false, into: &pendingReleases) }
      return remains
    }
    // Hooks are the user's code like any other: the containers that they let go of do not queue. Nothing can be told of
    // failures, nor awaited, any more.
    var failures: [AstrojectError.Failure] = []
    for pendingRelease in pendingReleases.inOrder { _ = pendingRelease.runSynchronous(&failures) }
    TeardownQueue.collect(in: queue) {
      failures.removeAll()
      pendingReleases.removeAll()
      shown.removeAll()
      _ = remains.take()
    }
  }

  /// Has what a transaction has registered come to count, one key after the other, under a lock. No
  /// code of the user's may run in `body`, nor anything of the user's be freed.
  func whileCommitting<Result>(_ body: () -> Result) -> Result {
    withExtras { extras in
      extras.commits.withLock { _ in
        _ = extras.commitCount.add(1)
        defer { _ = extras.commitCount.add(1) }
        return body()
      }
    }
  }

  /// Looks at several keys, and once more where it does not fit together and a transaction has come to count meanwhile.
  func consistently<Result>(_ look: () -> (result: Result, isTorn: Bool)) -> Result {
    while true {
      let count = commitCount
      let (result, isTorn) = look()
      if !isTorn || count & 1 == 0 && count == commitCount { return result }
      // Until no transaction is in the midst of it.
      ifExtras { $0.commits.withLock { _ in } }
    }
  }

  /// How many transactions have begun and ended to count.
  private var commitCount: UInt { ifExtras { $0.commitCount.load() } ?? 0 }

  /// Keeps a container for as long as this one is there.
  package func keepAlive(_ companion: Container) { withExtras { $0.companions.withLock { $0.append(companion) } } }

  // MARK: What is kept

  /// Adds something that it is given, before anybody else knows of it.
  func add(_ gift: Gift) { given.add(gift) }

  /// All that it was given, for another container.
  var gifts: [Gift] { given.copies }

  /// What children are given, as was said here at some time, whatever a test has put in the place of that.
  var expectations: [Expectation] { ifExtras { $0.expectations.withLock { $0 } } ?? [] }

  /// Adds something that children are given.
  func expect(_ expectation: Expectation) {
    withExtras { extras in
      extras.expectations.withLock { all in if !all.contains(expectation) { all.append(expectation) } }
    }
  }

  /// What it was given for a registration.
  func gift(_ mark: Gift.Mark) -> AnyProduct? { given.product(mark) }

  /// The slots of a registration in this container, whether it is its own or a parent's; nil if it is gone.
  func slots(of found: Match, lifetime: Lifetime) -> InstanceStorage? {
    if found.owner === self { return found.slots(lifetime) }
    if !found.blueprint.flags.isKeptElsewhere { found.blueprint.changeFlags { $0.isKeptElsewhere = true } }
    // A transaction of the caller's may put another one in its place, which others do not see.
    guard found.owner.transactions.load() == 0 || found.isLive else { return nil }
    let (slots, old) = inherited.withLock { inherited -> (InstanceStorage, InstanceStorage?) in
      let known = inherited[ObjectIdentifier(found.blueprint)]
      if let known, known.lifetime == lifetime { return (known, nil) }
      let new = InstanceStorage(of: found.blueprint, lifetime: lifetime)
      // What that takes away is still held.
      if known != nil { _ = inherited.take(new.registration) }
      inherited.add(new)
      hasInherited.store(1)
      return (new, known)
    }
    old?.forget()
    if found.isLive { return slots }
    // Who has taken the registration out meanwhile may not have seen these; whoever takes them does what is to be done.
    if let stray = takeInherited(of: found.blueprint) { run(pendingReleases(of: [stray])) }
    return nil
  }

  /// The same, if there are some.
  func knownSlots(of found: Match) -> InstanceStorage? {
    found.owner === self ? found.entry.slots : inheritedStorage(of: found.blueprint)
  }

  /// What is kept of a parent's registration for all who ask here.
  func inheritedProduct(of registration: ObjectIdentifier) -> AnyProduct? {
    inherited.withLock { $0[registration] }?.product
  }

  /// Where it is kept.
  func inheritedStorage(of blueprint: Blueprint) -> InstanceStorage? {
    inherited.withLock { $0[ObjectIdentifier(blueprint)] }
  }

  /// Keeps an instance that was made elsewhere, if it is not kept.
  func keep(_ product: AnyProduct, of blueprint: Blueprint) {
    ifOpen {
      let slots = find(blueprint)?.slots(.singleton)
      slots?.fill(product, order: blueprint.sequence)
    }
  }

  /// Takes away what is kept here of a parent's registration.
  func takeInherited(of blueprint: Blueprint) -> InstanceStorage? {
    inherited.withLock { $0.take(ObjectIdentifier(blueprint)) }
  }

  /// Takes away what other containers keep of registrations that are gone: children, and parents that a scope names.
  func takeInherited(of blueprints: [Blueprint]) -> [InstanceStorage] {
    (lineage.dropFirst() + descendants).flatMap { core in
      core.inherited.withLock { inherited in
        blueprints.compactMap { inherited.take(ObjectIdentifier($0)) }
      }
    }
  }

  /// The slots of others' registrations that a type is asked by, their own or one that they implement; of all with nil.
  func inheritedStorage(of service: Key?) -> [InstanceStorage] {
    let inherited = inherited.withLock { $0.all }
    guard !inherited.isEmpty, let service else { return inherited }
    let below = descendants.flatMap { core in core.ifOpen(else: []) { core.implementations(of: service) } }
    let registrations = lineage.dropFirst().flatMap { $0.implementations(of: service) } + below
    let asked = Set(registrations.map(ObjectIdentifier.init))
    return inherited.filter { $0.key.isSameService(as: service) || asked.contains($0.registration) }
  }

  /// Lets go of all that is kept, while the registrations stay; what has to be done about it comes in reverse order of
  /// building. What is being built is let go of when it is done; nobody begins another build beside it.
  func letGoOfEverything() -> [PendingRelease] {
    var batch = store.vacate()
    if hasInherited.load() != 0 {
      inherited.withLock { inherited in
        inherited.vacate(&batch)
        if inherited.isEmpty { hasInherited.store(0) }
      }
    }
    for custom in batch.customs { custom.release(for: nil) }
    for blueprint in batch.unasked { blueprint.sharedScope?.release(for: nil) }
    return batch.pendingReleases.inOrder
  }

  /// Takes away what is kept of parents' registrations.
  func takeInherited() -> [InstanceStorage] { inherited.withLock { $0.takeAll() } }

  /// Lets go of slots for good; what has to be done about it comes in reverse order of building.
  func pendingReleases(of slots: [InstanceStorage]) -> [PendingRelease] {
    var pendingReleases: [PendingRelease] = []
    for slots in slots { slots.abandon(tellingCustom: true, into: &pendingReleases) }
    return pendingReleases.inOrder
  }
}
