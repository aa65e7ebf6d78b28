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
  /// What happens where something is registered under the key of a new registration, unless that says otherwise.
  let ifRegistered: DuplicatePolicy
  /// Where it is in the list of the parent's children, whose lock guards it.
  var placeAmongChildren = 0
  /// The parent; changed only when the core is taken apart, and nobody reads any more.
  var parent: Container?
  /// The core of the parent, which the parent holds; for those who are in a hurry.
  let parentCore: Unmanaged<Core>?
  /// Where it came from, if it is a fork or a child of one.
  package let fork: Fork?
  /// Who is told what is built here.
  package let witness: (any BuildWitness)?
  let reference = ContainerReference()
  let rundown = RundownGuard()
  /// Where the ``CoreExtras`` lie, which are counted; zero while there are none.
  private let extrasWord = AtomicWord(0)
  /// The gifts of a child; changed only before anybody else knows of the core, and when it is taken apart, and nobody
  /// reads any more.
  @exclusivity(unchecked) var given = Gifts()
  /// What is kept here of parents' registrations.
  let inherited = Lock(InheritedInstances())
  /// One while there may be something in it; written under its lock.
  let hasInherited = AtomicWord(0)
  /// Whether something here or above, or below, surrounds what is built; see `Core+Decorating.swift`.
  let decoration = AtomicWord(0)
  /// How many transactions are open on this core.
  let transactions = AtomicWord(0)

  init(
    name: String?, parent: Container?, fork: Fork?, witness: (any BuildWitness)?, ifRegistered: DuplicatePolicy?
  ) {
    self.name = name
    self.ifRegistered = ifRegistered ?? parent?.core.ifRegistered ?? .replace
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
    // The parent sees this child by now, or has what surrounds seen here.
    parentCore?._withUnsafeGuaranteedRef { inheritDecoration(of: $0) }
  }

  deinit { extras?.release() }

  // MARK: What few containers have

  var extras: Unmanaged<CoreExtras>? { extrasWord.object() }

  /// Does something with them, who are not counted for that; nothing while there are none.
  @discardableResult
  func ifExtras<Result>(_ body: (CoreExtras) -> Result) -> Result? {
    extras?._withUnsafeGuaranteedRef(body)
  }

  /// Does something with them, who are made if there are none.
  func withExtras<Result>(_ body: (CoreExtras) -> Result) -> Result {
    (extras ?? .passUnretained(extrasWord.object(orPut: CoreExtras())))._withUnsafeGuaranteedRef(body)
  }

  /// Who is asked for what nobody has registered.
  var fallback: (any Resolving & Sendable)? { ifExtras { $0.fallback.withLock { $0 } } ?? nil }

  /// Has somebody be asked for that, before anything is asked for here.
  func setFallback(_ fallback: any Resolving & Sendable) {
    store.noteLabelsOfAll()
    withExtras { $0.fallback.withLock { $0 = fallback } }
  }

  /// Why nothing is registered, where the container stands for one that is not there.
  var absence: AstrojectError.Cause? { ifExtras { $0.absence.withLock { $0 } } ?? nil }

  func standFor(_ absence: AstrojectError.Cause) { withExtras { $0.absence.withLock { $0 = absence } } }

  /// True when nothing may be added any more.
  var isSealed: Bool { ifExtras { $0.sealed.load() != 0 } ?? false }

  func seal() { withExtras { $0.sealed.store(1) } }

  func forget(_ child: Core) { ifExtras { $0.children.remove(child) } }

  /// The children that there are just now.
  var children: [Core] { ifExtras { $0.children.all } ?? [] }

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
}
