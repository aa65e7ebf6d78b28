/// Registrations that are made together, or not at all.
///
/// While a step of an assembly or a closure that fills a container runs, what it registers goes into this store of its
/// own. The thread or task that runs the step finds it there; others go on with what the container has. At the end the
/// container takes it over; if the step throws, it is dropped. A step does not suspend, so that its thread tells who
/// runs it.
final class Transaction: Store, @unchecked Sendable {
  private let core: Core
  /// The transaction during which this one began, on whatever container.
  private let outer: Transaction?
  private let notes = Lock(Notes())

  /// What was built, and who keeps it where; what a custom scope keeps, it keeps for a context.
  typealias Build = (
    found: Match, keeper: Core, slot: InstanceSlot, context: Context?, order: UInt, isFirst: Bool
  )

  private struct Event {
    let blueprint: Blueprint
    let tell: () -> Void
  }

  private struct Notes {
    /// What is to be told to behaviors when the registrations count.
    var events: [Event] = []
    /// What was built meanwhile.
    var builds: [Build] = []
    /// What containers kept already when a decorator of the transaction came.
    var kept: [KeptBefore] = []
    /// What is to be done if it is dropped.
    var undoing: [() -> Void] = []

    var isEmpty: Bool { events.isEmpty && builds.isEmpty && kept.isEmpty && undoing.isEmpty }
  }

  private init(on core: Core) {
    self.core = core
    outer = Transaction.current
    super.init()
  }

  /// The transaction of the caller's that a core is in, if there is one: the innermost.
  static func open(on core: Core) -> Transaction? { open(on: core, from: current) }

  /// The transaction of the same core around this one.
  var around: Transaction? { Transaction.open(on: core, from: outer) }

  /// The stores of the caller's transactions on a core, the innermost first.
  static func stores(on core: Core) -> [Store] {
    var stores: [Store] = []
    var next = open(on: core)
    while let transaction = next {
      stores.append(transaction)
      next = open(on: core, from: transaction.outer)
    }
    return stores
  }

  private static func open(on core: Core, from start: Transaction?) -> Transaction? {
    var next = start
    while let transaction = next, transaction.core !== core { next = transaction.outer }
    return next
  }

  /// The innermost transaction of the thread, which is held while its step runs.
  private static var current: Transaction? { ThreadContext.current.pointee.transaction?.takeUnretainedValue() }

  private func lead<Result>(_ body: () throws -> Result) rethrows -> Result {
    let thread = ThreadContext.current
    let outer = thread.pointee.transaction
    thread.pointee.transaction = .passUnretained(self)
    defer { thread.pointee.transaction = outer }
    return try withExtendedLifetime(self) { try body() }
  }

  /// Notes that an instance was built while steps of the caller's run, perhaps of what only these have registered: what
  /// a container keeps may be made of what its parents have.
  static func note(_ build: Build) {
    guard current != nil else { return }
    var cores = Array(build.keeper.lineage)
    if !cores.contains(where: { $0 === build.found.owner }) { cores.append(build.found.owner) }
    for core in cores where core.transactions.load() != 0 {
      open(on: core)?.notes.withLock { $0.builds.append(build) }
    }
  }

  /// Notes what was kept before a decorator of this transaction came, which counts for others when that ends.
  func note(kept: [KeptBefore]) { notes.withLock { $0.kept += kept } }

  /// Whether that was so of something, in this transaction or one around it.
  func hasKeptBefore(_ kept: KeptBefore) -> Bool {
    notes.withLock { $0.kept }.contains { $0 == kept } || around?.hasKeptBefore(kept) ?? false
  }

  /// Whether something that is kept was built in this transaction when its decorators were there.
  func hasBuiltSurrounded(_ kept: KeptBefore) -> Bool {
    let notes = notes.withLock { $0 }
    return !notes.kept.contains { $0 == kept }
      && notes.builds.contains { $0.keeper === kept.keeper && $0.found.blueprint.origin === kept.blueprint.origin }
  }

  /// Has something done if the step of the caller's that is open on a core, if one is, fails.
  static func undo(on core: Core, _ body: @escaping () -> Void) {
    open(on: core)?.notes.withLock { $0.undoing.append(body) }
  }

  /// Keeps back what is to be told of a registration until it counts.
  func postpone(eventOf blueprint: Blueprint, _ tell: @escaping () -> Void) {
    notes.withLock { $0.events.append(Event(blueprint: blueprint, tell: tell)) }
  }

  /// Runs a step; what it registers counts when it has returned, and not at all if it throws. Unless it `replaces`, a
  /// registration of the step does not count either where the container has got one under the same key.
  ///
  /// - Returns: The registrations that do not count, besides the result.
  static func run<Result>(
    on core: Core, replacing replaces: Bool = true, _ body: () throws -> Result
  ) throws -> (result: Result, outdone: [Blueprint]) {
    let transaction = Transaction(on: core)
    core.beginTransaction()
    let outcome = Swift.Result { try transaction.lead(body) }
    core.endTransaction()
    do {
      let result = try outcome.get()
      let outdone = try core.commit(transaction, replacing: replaces)
      transaction.pass(outdone)
      return (result, outdone)
    } catch {
      let notes = transaction.notes.withLock { $0 }
      core.rollBack(transaction, forgetting: notes.builds)
      for undo in notes.undoing.reversed() { undo() }
      throw error
    }
  }

  /// Leaves to the step around this one what has to be dropped, or told, with it; what counts now is told.
  private func pass(_ outdone: [Blueprint]) {
    guard let notes = notes.withLock({ $0.isEmpty ? nil : $0 }) else { return }
    // A forwarding counts no longer than what it forwards to.
    let events = notes.events.filter { event in
      !outdone.contains { $0 === event.blueprint || $0 === event.blueprint.forwardingTarget }
    }
    guard let around else { return events.forEach { $0.tell() } }
    around.notes.withLock { outer in
      outer.events += events
      outer.builds += notes.builds
      outer.kept += notes.kept
      outer.undoing += notes.undoing
    }
  }
}
