/// The core of a container: the store of its registrations, and the instances that it caches.
///
/// ``Container`` is the public handle. It owns its core and closes it in `deinit`. A resolver or a registration that
/// refers to a core finds it closed then, and retains only its empty shell.
@usableFromInline
package final class Core: Store, @unchecked Sendable {
  package let name: String?
  package let id = Identity.next()
  /// More than zero if each resolve has to be seen by a behavior or a witness, of this container or of a parent.
  private let observation = AtomicWord(0)
  /// The policy for a key that is already registered, unless the new registration has one.
  package let ifRegistered: DuplicatePolicy
  /// The scope of registrations that have none of their own.
  package let defaultScope: DefaultScope
  /// The index in the list of the parent's children, guarded by that list's lock.
  var placeAmongChildren = 0
  /// The container of the parent, which is only retained.
  ///
  /// It changes only when the core is taken apart, and no thread reads it any more.
  var parent: AnyObject?
  /// The core of the parent, which retains it, for readers that must not retain.
  let parentCore: Borrowed<Core>?
  /// The delegate, which children inherit.
  package let delegate: (any ContainerDelegate)?
  /// The witness of the instances that are built here.
  package let witness: (any BuildWitness)?
  let reference = ContainerReference()
  let rundown = RundownGuard()
  /// The address of the ``CoreExtras``, retained once.
  ///
  /// Zero while there are none.
  private let extrasWord = AtomicWord(0)
  /// The word of the copy of the library that has made this core; see ``LibraryCopy``.
  let copy = LibraryCopy.mark()
  /// The gifts of a child: the instances that it was given when it was made, each with the place of its registration in
  /// the order of registering. Copies of the registration have that place, too, and no registration of another type.
  ///
  /// They change only before other code knows of the core, and when the core is taken apart and no thread reads any
  /// more.
  @exclusivity(unchecked) package internal(set) var gifts: [(place: UInt, product: AnyProduct)] = []
  /// The cached instances of parents' registrations.
  let inherited = Lock(InheritedStorage())
  /// The number of changes of the decorators that apply here; see `Core+Decorating.swift`.
  let decoration = AtomicWord(0)
  /// One if this container has, or had, a decorator of its own. Set before the first one is added, and never cleared.
  let ownDecoration = AtomicWord(0)
  /// The number of transactions that are open on this core.
  let transactions = AtomicWord(0)

  init(
    name: String?, parent: (any CoreOwner)?, delegate: (any ContainerDelegate)?, witness: (any BuildWitness)?,
    defaultScope: DefaultScope?, ifRegistered: DuplicatePolicy?
  ) {
    let above = parent?.core
    self.name = name
    self.defaultScope = defaultScope ?? above?.defaultScope ?? .graph
    self.ifRegistered = ifRegistered ?? above?.ifRegistered ?? .replace
    self.parent = parent
    parentCore = above.map { Borrowed($0) }
    self.delegate = delegate ?? above?.delegate
    self.witness = witness ?? Witnesses.current ?? above?.witness
    super.init()
    self.delegate?.didBegin()
    above?.withExtras { $0.children.add(self) }
    // Now either the parent finds this child when it changes its descendants, or it has changed before, which is seen
    // here.
    if self.witness != nil || above?.isObserved ?? false { observe() }
    if let above, above.hasEnded {
      if above.isForeign { standFor(.foreignContainer) }
      end()
    }
  }

  deinit { extras?.release() }

  /// Its registrations, without those of a transaction that is open.
  package var store: Store { self }

  // MARK: Extras

  var extras: Borrowed<CoreExtras>? { extrasWord.object() }

  /// Calls a closure with the extras, which are not retained for that.
  ///
  /// Does nothing while there are none.
  @discardableResult
  func ifExtras<Result>(_ body: (CoreExtras) -> Result) -> Result? { extras?.with(body) }

  /// Calls a closure with the extras, which are made if there are none.
  func withExtras<Result>(_ body: (CoreExtras) -> Result) -> Result {
    (extras ?? Borrowed(extrasWord.object(orPut: CoreExtras()))).with(body)
  }

  /// The resolver that is asked for keys without a registration.
  package var fallback: (any Resolving & Sendable)? { ifExtras { $0.fallback.withLock { $0 } } ?? nil }

  /// Sets the fallback, before the container is asked for anything.
  package func setFallback(_ fallback: any Resolving & Sendable) {
    store.noteLabelsOfAll()
    withExtras { $0.fallback.withLock { $0 = fallback } }
  }

  /// The reason why nothing is registered, if the container stands for one that is missing.
  package var absence: AstrojectError.Cause? { ifExtras { $0.absence.withLock { $0 } } ?? nil }

  func standFor(_ absence: AstrojectError.Cause) { withExtras { $0.absence.withLock { $0 = absence } } }

  /// True if nothing may be added any more.
  var isSealed: Bool { ifExtras { $0.sealed.load() != 0 } ?? false }

  func seal() {
    withExtras { _ = $0.sealed.add(1) }
    Transaction.undo(on: self) { self.withExtras { _ = $0.sealed.add(0 &- 1) } }
  }

  /// The present children.
  var children: [Core] { ifExtras { $0.children.all } ?? [] }

  /// Returns the next number in the order of registering and building.
  ///
  /// All containers share one order, so an element that moves to another container stays in its position.
  package func nextSequence() -> UInt { Identity.next() }

  // MARK: Parents and children

  /// The core of the parent.
  var above: Core? { parent == nil ? nil : parentCore?.object }

  /// This core and those of the parents, nearest first.
  package var lineage: [Core] { Array(sequence(first: self) { $0.above }) }

  /// The cores of the parents, nearest first.
  package var parents: [Core] { Array(lineage.dropFirst()) }

  /// Returns the nearest core that passes a test, from here upwards. A caller that holds this one holds that, too.
  @inline(__always)
  func nearest(_ isIt: (Core) -> Bool) -> Borrowed<Core>? {
    var next: Borrowed<Core>? = Borrowed(self)
    while let core = next, !core.with(isIt) { next = core.with { $0.parentCore } }
    return next
  }

  /// The names of this container, its parents, its children, and the children that are to be given instances, each
  /// once.
  package var namesAround: [String] {
    let above = lineage.compactMap(\.name) + lineage.flatMap(\.expectations).compactMap(\.containerName)
    return (above + descendants.compactMap(\.name)).unique
  }

  /// True if each resolve has to be seen by a behavior or a witness, of this container or of a parent.
  var isObserved: Bool { observation.load() != 0 }

  /// Makes every resolve of this container and its children take the path on which behaviors see it.
  func observe() { spread { if $0.observation.add(1) == 1 { $0.store.pausePublication() } } }

  /// Calls a closure with this core and its descendants, each before its children are looked up.
  ///
  /// So a child that is made meanwhile either sees what the closure has done to its parent, or is in its parent's list.
  ///
  /// - Returns: The descendants.
  @discardableResult
  func spread(_ change: (Core) -> Void) -> [Core] {
    var all = [self]
    var next = 0
    while next < all.count {
      change(all[next])
      all += all[next].children
      next += 1
    }
    return Array(all.dropFirst())
  }

  /// The children and their descendants, to any depth.
  package var descendants: [Core] { spread { _ in } }
}
