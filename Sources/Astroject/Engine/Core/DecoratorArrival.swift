/// Decorators that arrive at a container, and the instances that were cached before.
///
/// They are refused if there is such an instance, or one that is being built. A build that begins later compares the
/// decorators that apply at its end with those that its product has; see ``Shared``. Just before that it is noted for
/// the arrivals under way, because its container or its registration may be newer than their search.
final class DecoratorArrival {
  private let decorators: [Blueprint]
  private let core: Core
  /// The instances that the decorators apply to, if they are cached.
  private var candidates: [KeptBefore] = []
  /// The number of noted builds that need no look any more.
  private var seen = 0
  /// The containers that take the decorators, and the entries of the registrations that they apply to.
  private var below: [Core] = []
  private var places: [Entry] = []
  /// All entries, which may publish what a forwarding makes of an instance.
  private var entries: [Entry] = []
  /// The objects that were looked at, and those that are no longer published, to be retired.
  private var held: [AnyObject] = []
  private var gone: [AnyObject] = []

  /// Finds the instances that the decorators apply to.
  ///
  /// - Parameter transaction: The transaction that the decorators come from. Instances that were built in it have them.
  init(_ decorators: [Blueprint], at core: Core, from transaction: Transaction? = nil) {
    self.decorators = decorators
    self.core = core
    // Builds below are noted from now on, until `deinit`.
    core.withExtras { _ = $0.arrivals.add(1) }
    seen = core.builtMeanwhile(after: 0).count
    below = [core] + core.descendants
    for owner in core.lineage + core.descendants {
      let all = owner.view.all
      entries += all
      for entry in all where decorators.contains(where: { $0.decorates(entry.key) }) {
        for blueprint in entry.blueprints {
          // What a transaction has copied is published by the entry that it was copied from.
          places.append(entry.keeper(of: blueprint))
          let place = owner.find(blueprint.origin)?.entry
          // An instance that a parent caches is not decorated by a child.
          let keepers = blueprint.origin.flags.lifetime.isKeptByOwner ? below.filter { $0 === owner } : below
          candidates += keepers.map { KeptBefore(blueprint, by: $0, at: $0 === owner ? place : nil) }
        }
      }
    }
    candidates.removeAll { transaction?.hasBuilt($0) ?? false }
  }

  // No lock is held any more.
  deinit {
    Retired.add(gone)
    // Freed while no lock is held.
    _ = core.ifExtras { extras in
      extras.builtMeanwhile.withLock { extras.arrivals.add(0 &- 1) == 0 ? exchange(&$0, with: []) : [] }
    }
  }

  /// Unpublishes what lacks the decorators, if none of the candidates is cached or being built; returns false if builds
  /// have ended since the last look.
  ///
  /// Called under the lock under which the decorators are added, before they are seen. A caller that compiles a plan
  /// waits for the lock to see them.
  ///
  /// - Parameter removed: The registrations that are removed together with that.
  /// - Throws: `invalidInstance` if the decorators come too late for a candidate.
  func mayCome(without removed: Set<ObjectIdentifier> = []) throws -> Bool {
    guard core.builtMeanwhile(after: seen).isEmpty else { return false }
    let kept = candidates.first { candidate in
      let blueprint = candidate.blueprint
      return !removed.contains(ObjectIdentifier(blueprint)) && !removed.contains(ObjectIdentifier(blueprint.origin))
        && candidate.isThere(&held)
    }
    if let kept { throw kept.decoratedTooLate }
    // A plan that is being compiled without them is not published any more.
    for core in below { core.noteArrival() }
    gone += places.compactMap { entry in entry.state.withLock { entry.withdrawUndecorated($0) } }
    gone += entries.compactMap { entry in entry.state.withLock { entry.withdrawForwarded($0) } }
    return true
  }

  /// Looks at the builds that have ended since the last look.
  func lookAgain() {
    let new = core.builtMeanwhile(after: seen)
    seen += new.count
    candidates += new.filter { built in
      ([built.blueprint] + built.forwardings).contains { found in decorators.contains { $0.decorates(found.key) } }
    }
  }
}
