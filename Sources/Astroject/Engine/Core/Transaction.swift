/// A set of registrations that come to count together, or not at all.
///
/// While a closure fills a container, or an assembly runs a step, the registrations go into this store, which copies
/// each entry that they change. The thread that runs the closure sees the container with these changes, and other
/// threads see it as it was. At the end the container adopts the changes at once (`Core.commit`, `Store.adopt`), or
/// drops them if the closure threw. The closure does not suspend, so its thread identifies it.
///
/// Each call that adds a decorator is a transaction, too; see ``DecoratorArrival``.
final class Transaction: Store, @unchecked Sendable {
  private let core: Core
  /// The store that this one changes: the container's, or that of the transaction around this one.
  let base: Store
  /// The transaction during which this one began, on any container.
  private let outer: Transaction?
  /// The contributions and decorators of the base when the transaction began.
  let basis: (contributions: [Entry], decorators: [Blueprint])
  /// A number larger than those of all registrations made before.
  private let beginning = Identity.next()

  /// An instance that was built, with its keeper and slot, and its context if a custom scope caches it.
  typealias Build = (
    found: Match, keeper: Core, slot: InstanceSlot, context: Context?, order: UInt, isFirst: Bool
  )

  // Only the thread of the transaction touches these, because it finds the transaction by its own memory.
  /// The registrations to report to behaviors when they count.
  private var announced: [Blueprint] = []
  /// The instances that were built meanwhile.
  private var builds: [Build] = []
  /// True if it has copied an entry.
  private(set) var hasCopied = false
  /// The closures to run if the transaction is dropped.
  private var undoing: [() -> Void] = []

  /// Begins a transaction.
  private init(on core: Core) {
    self.core = core
    outer = ThreadContext.current.pointee.transaction?.object
    base = core.view
    let past = base.past.load()
    // Most children are empty when they are filled.
    basis =
      past == 0 ? ([], []) : base.contents.withLock { ($0.contributions.map(\.self), $0.decorators.map(\.self)) }
    super.init()
    note(past)
    if past != 0 { contents.withLock { ($0.contributions, $0.decorators) = basis } }
    _ = core.transactions.add(1)
    core.store.pausePublication()
    ThreadContext.current.pointee.transaction = Borrowed(self)
  }

  // MARK: The view

  package override func entry(for key: Key) -> Entry? { ownEntry(for: key) ?? base.entry(for: key) }

  package override func entries(of type: Any.Type?, labelHash: Int?) -> [Entry] {
    // What another thread has registered meanwhile under a key of the transaction is not found by that key, either.
    base.entries(of: type, labelHash: labelHash).filter { ownEntry(for: $0.key) == nil }
      + super.entries(of: type, labelHash: labelHash)
  }

  override var commitCount: UInt { super.commitCount &+ base.commitCount }

  override func hasLabels(of type: Any.Type) -> Bool { super.hasLabels(of: type) || base.hasLabels(of: type) }

  /// Returns the entry of a key in this store, which is copied if the base alone has one.
  override func entryToChange(for key: Key) -> Entry? {
    if let own = ownEntry(for: key) { return own }
    guard let entry = base.entry(for: key) else { return nil }
    let copy = Entry.make(copying: entry)
    hasCopied = true
    contents.withLock { insert(copy, into: &$0) }
    return copy
  }

  override func isShared(_ contribution: Entry) -> Bool { basis.contributions.contains { $0 === contribution } }

  /// The registrations that new forwardings lead to, but for contributions of the transaction itself.
  var targets: [Blueprint] {
    changed.flatMap { $0.blueprints.without($0.basis?.forwardings ?? []) }.compactMap(\.forwardingTarget)
      .filter { !$0.isContribution || $0.id < beginning }
  }

  /// The entries that the transaction has made or copied, and its contributions.
  private var changed: [Entry] { contents.withLock { $0.entries + $0.contributions.without(basis.contributions) } }

  /// Removes and returns the storage of the registrations of the transaction.
  func takeOwnStorage() -> [InstanceStorage] { changed.compactMap { $0.takeStorage() } }

  // MARK: The thread

  /// The transaction of the same core around this one.
  private var around: Transaction? { base as? Transaction }

  /// Returns the innermost of the caller's transactions on a core, if there is one. The thread retains it.
  static func open(on core: Core) -> Borrowed<Transaction>? {
    var next = ThreadContext.current.pointee.transaction
    while let transaction = next, transaction.with({ $0.core !== core }) {
      next = transaction.with { $0.outer.map { Borrowed($0) } }
    }
    return next
  }

  /// True if a transaction of the caller is open.
  static var isUnderWay: Bool { ThreadContext.current.pointee.transaction != nil }

  /// Records an instance that was built while transactions of the caller are open.
  ///
  /// It may be made of registrations that only these have. So it is recorded for all containers that it may have taken
  /// something from: the owner and the keeper, and whatever these look up in, parents and fallbacks.
  static func note(_ build: Build) {
    var cores: [Core] = []
    var others = [build.keeper, build.found.owner]
    while let core = others.popLast() {
      if cores.contains(where: { $0 === core }) { continue }
      cores.append(core)
      others += [core.above, (core.fallback as? any CoreOwner)?.core].compactMap(\.self)
    }
    for core in cores { core.transaction?.with { $0.builds.append(build) } }
  }

  /// Returns true if an instance was built in this transaction.
  func hasBuilt(_ kept: KeptBefore) -> Bool {
    builds.contains { $0.keeper === kept.keeper && $0.found.blueprint.origin === kept.blueprint.origin }
  }

  /// Runs a closure if the caller's transaction on a core fails.
  ///
  /// Does nothing if there is none.
  static func undo(on core: Core, _ body: @escaping () -> Void) {
    open(on: core)?.with { $0.undoing.append(body) }
  }

  /// Returns the caller's transaction on a core, if it has not made a registration itself, and so does not drop it when
  /// it fails.
  static func open(on core: Core, after blueprint: Blueprint) -> Borrowed<Transaction>? {
    core.transaction.flatMap { open in open.with { blueprint.id < $0.beginning } ? open : nil }
  }

  /// Has a registration that is about to be changed get its present form back if the caller's transaction on a core
  /// fails.
  @inline(never)
  static func undoChange(of blueprint: Blueprint, on core: Core?) {
    guard let core, let open = open(on: core, after: blueprint) else { return }
    let (flags, options) = (blueprint.flags, blueprint.currentOptions)
    // Changes are taken back from the last to the first, so the form before the first one stays.
    open.with { $0.undoing.append { core.changeBack(blueprint, to: flags, options) } }
  }

  /// Reports a registration to behaviors as soon as it counts.
  func announce(_ blueprint: Blueprint) { announced.append(blueprint) }

  // MARK: The end

  /// Runs a closure whose registrations count when it has returned, and not at all if it throws.
  ///
  /// - Parameters:
  ///   - core: The container that the closure fills.
  ///   - replaces: False if a registration does not count when the container got another one of its key meanwhile.
  /// - Returns: The result, and the registrations that do not count.
  /// - Throws: The error of the closure, or `duplicateRegistration` if a registration asks for that.
  static func run<Result>(
    on core: Core, replacing replaces: Bool = true, _ body: () throws -> Result
  ) throws -> (result: Result, left: [Blueprint]) {
    let transaction = Transaction(on: core)
    let outcome = Swift.Result(catching: body)
    transaction.end()
    do {
      let result = try outcome.get()
      return (result, try transaction.commit(replacing: replaces))
    } catch {
      transaction.takeBack()
      throw error
    }
  }

  private func end() {
    ThreadContext.current.pointee.transaction = outer.map { Borrowed($0) }
    core.store.resumePublication()
    _ = core.transactions.add(0 &- 1)
  }

  /// Has the container adopt the changes, and hands over to the transaction around this one, or reports the
  /// registrations if there is none.
  ///
  /// - Returns: The registrations that do not count.
  private func commit(replacing replaces: Bool) throws -> [Blueprint] {
    let left = try core.commit(self, replacing: replaces)
    // A forwarding counts no longer than its target.
    let counting = announced.filter { new in !left.contains { $0 === new || $0 === new.forwardingTarget } }
    if let around {
      around.announced += counting
      around.builds += builds
      around.undoing += undoing
    } else {
      for blueprint in counting { core.tell(of: blueprint, isNew: true) }
    }
    return left
  }

  private func takeBack() {
    core.rollBack(self, forgetting: builds)
    for undo in undoing.reversed() { undo() }
  }
}
