/// A set of registrations that come to count together, or not at all.
///
/// While a closure fills a container, or an assembly runs a step, the registrations go into this store. The thread that
/// runs the closure finds them there. Other threads see the container as it was. At the end the container adopts the
/// store, or drops it if the closure threw. The closure does not suspend, so its thread identifies it.
final class Transaction: Store, @unchecked Sendable {
  private let core: Core
  /// The transaction during which this one began, on any container.
  private let outer: Transaction?
  private let notes = Lock(Notes())

  /// An instance that was built, with its keeper and slot, and its context if a custom scope caches it.
  typealias Build = (
    found: Match, keeper: Core, slot: InstanceSlot, context: Context?, order: UInt, isFirst: Bool
  )

  private struct Event {
    let blueprint: Blueprint
    let tell: () -> Void
  }

  private struct Notes {
    /// The events to report to behaviors when the registrations count.
    var events: [Event] = []
    /// The instances that were built meanwhile.
    var builds: [Build] = []
    /// The closures to run if the transaction is dropped.
    var undoing: [() -> Void] = []

    var isEmpty: Bool { events.isEmpty && builds.isEmpty && undoing.isEmpty }
  }

  private init(on core: Core) {
    self.core = core
    outer = Transaction.current
    super.init()
  }

  /// Returns the innermost of the caller's transactions on a core, if there is one.
  static func open(on core: Core) -> Transaction? { open(on: core, from: current) }

  /// The transaction of the same core around this one.
  var around: Transaction? { Transaction.open(on: core, from: outer) }

  /// Returns the stores of the caller's transactions on a core, the innermost first.
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

  /// The innermost transaction of the thread, which is held while its closure runs.
  private static var current: Transaction? { ThreadContext.current.pointee.transaction?.takeUnretainedValue() }

  private func lead<Result>(_ body: () throws -> Result) rethrows -> Result {
    let thread = ThreadContext.current
    let outer = thread.pointee.transaction
    thread.pointee.transaction = .passUnretained(self)
    defer { thread.pointee.transaction = outer }
    return try withExtendedLifetime(self) { try body() }
  }

  /// Records an instance that was built while transactions of the caller are open.
  ///
  /// It may be made of registrations that only these have. So it is recorded for the owner, the keeper and the keeper's
  /// parents, because a cached instance may be made of parents' registrations.
  static func note(_ build: Build) {
    guard current != nil else { return }
    var cores = Array(build.keeper.lineage)
    if !cores.contains(where: { $0 === build.found.owner }) { cores.append(build.found.owner) }
    for core in cores where core.transactions.load() != 0 {
      open(on: core)?.notes.withLock { $0.builds.append(build) }
    }
  }

  /// Returns true if an instance was built in this transaction.
  func hasBuilt(_ kept: KeptBefore) -> Bool {
    notes.withLock { $0.builds }
      .contains { $0.keeper === kept.keeper && $0.found.blueprint.origin === kept.blueprint.origin }
  }

  /// Runs a closure if the caller's transaction on a core fails.
  ///
  /// Does nothing if there is none.
  static func undo(on core: Core, _ body: @escaping () -> Void) {
    open(on: core)?.notes.withLock { $0.undoing.append(body) }
  }

  /// Delays the event of a registration until the registration counts.
  func postpone(eventOf blueprint: Blueprint, _ tell: @escaping () -> Void) {
    notes.withLock { $0.events.append(Event(blueprint: blueprint, tell: tell)) }
  }

  /// Runs a closure whose registrations count when it has returned, and not at all if it throws.
  ///
  /// - Parameters:
  ///   - core: The container that the closure fills.
  ///   - replaces: False if a registration does not count when the container got another one of its key meanwhile.
  /// - Returns: The result, and the registrations that do not count.
  /// - Throws: The error of the closure, or `duplicateRegistration` if a registration asks for that.
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

  /// Hands over to the transaction around this one, or reports the events if there is none.
  private func pass(_ outdone: [Blueprint]) {
    guard let notes = notes.withLock({ $0.isEmpty ? nil : $0 }) else { return }
    // A forwarding counts no longer than its target.
    let events = notes.events.filter { event in
      !outdone.contains { $0 === event.blueprint || $0 === event.blueprint.forwardingTarget }
    }
    guard let around else { return events.forEach { $0.tell() } }
    around.notes.withLock { outer in
      outer.events += events
      outer.builds += notes.builds
      outer.undoing += notes.undoing
    }
  }
}
