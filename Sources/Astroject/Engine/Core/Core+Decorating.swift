// The decorators of a container.
//
// A decorator is a registration that no key finds. When a product of its key is built, the decorator makes another
// product of it. The product is decorated if the container that its dependencies come from, or a parent of that, has
// the decorator. So there is one slot, which caches the outermost product. ``Make`` runs the decorators, which are a
// part of the plan.

extension Core {
  /// True if this container has, or had, a decorator of its own.
  var hasOwnDecorators: Bool { ownDecoration.load() != 0 }

  /// True if a product that takes its dependencies from here may be decorated.
  var mayDecorate: Bool { nearest { $0.hasOwnDecorators } != nil }

  /// Adds a decorator, in a transaction whose commit finds the instances that it would come too late for.
  func decorate(_ decorator: Blueprint) throws {
    try admit(decorator)
    ownDecoration.store(1)
    _ = try Transaction.run(on: self) { view.add(decorator: decorator) }
  }

  /// Adds a decorator to a container that no other code knows of.
  package func put(decorator: Blueprint) {
    ownDecoration.store(1)
    store.add(decorator: decorator)
    dropPlans(for: [decorator])
  }

  /// Returns the decorators for a registration that takes its dependencies from here, the outermost last.
  ///
  /// Those of parents come before those of children. Those whose requests are observed come last.
  package func decorators(of blueprint: Blueprint) -> [Blueprint] {
    guard mayDecorate, !blueprint.isDecorator else { return [] }
    let key = blueprint.key
    // The forwarding that leads to a composite is not decorated, because the composite itself is.
    if blueprint.isComposite, !key.isOfComposite { return [] }
    let all = lineage.reversed().filter(\.hasOwnDecorators).flatMap(\.ownDecorators).filter { $0.decorates(key) }
    let observed = all.filter { $0.flags[.isWatched] }
    return observed.isEmpty ? all : all.without(observed) + observed
  }

  /// The decorators of this container, as the caller's transaction sees them.
  package var ownDecorators: [Blueprint] { view.decorators }

  // MARK: Arrival

  /// Returns the builds that were noted during the arrivals under way, without the first ones.
  func builtMeanwhile(after count: Int) -> [KeptBefore] {
    ifExtras { $0.builtMeanwhile.withLock { Array($0.dropFirst(count)) } } ?? []
  }

  /// Notes for the arrivals of decorators, here and above, that an instance is about to be cached here.
  func noteBuilt(_ built: @autoclosure () -> KeptBefore) {
    for core in lineage {
      core.ifExtras { extras in
        if extras.arrivals.load() != 0 { extras.builtMeanwhile.withLock { $0.append(built()) } }
      }
    }
  }

  /// Notes that decorators come or go, so that a plan that is being compiled now is not published.
  func noteArrival() { _ = decoration.add(1) }

  /// Drops the plans of the registrations that some decorators apply to, which came or were removed just now.
  func dropPlans(for decorators: [Blueprint]) {
    if decorators.isEmpty { return }
    for core in [self] + descendants { core.noteArrival() }
    for entry in entriesAround where decorators.contains(where: { $0.decorates(entry.key) }) {
      entry.change { state, gone in gone = entry.withdrawUndecorated(state) }
    }
    // Last, because they publish the instances of others.
    for entry in entriesAround { entry.unpublishForwarded() }
  }

  /// The entries here, above and below.
  private var entriesAround: [Entry] { (lineage + descendants).flatMap(\.store.all) }
}

extension Blueprint {
  /// Returns true if this decorator applies to the registrations of a key.
  ///
  /// A decorator that takes no arguments applies to any arguments of the key.
  package func decorates(_ key: Key) -> Bool {
    let own = self.key
    // A composite is decorated only by decorators that are meant for it.
    if own.isOfComposite != key.isOfComposite { return false }
    return own.takesArguments ? own == key : own.isSameService(as: key)
  }
}
