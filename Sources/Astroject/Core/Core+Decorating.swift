// What surrounds what a container builds.
//
// A decorator is a registration without a place of its own: whatever builds a product of its key has it make another
// one of it, as long as the container, or one of its parents, has the decorator from which the product takes its
// dependencies. So there is one slot, which holds the outermost; see `Resolution+Decorating.swift` for the building.

extension Core {
  /// The bits of `decoration`, which are never taken back.
  private enum Decoration {
    /// Here or in a parent there is, or was, a decorator.
    static var here: UInt { 1 }
    /// In a child there is, or was.
    static var below: UInt { 2 }
  }

  /// False if nothing that takes its dependencies from here is surrounded.
  @inline(__always)
  var mayDecorate: Bool { decoration.load() & Decoration.here != 0 }

  /// Has a new child see what its parent has.
  func inheritDecoration(of parent: Core) { if parent.mayDecorate { decoration.update { $0 | Decoration.here } } }

  /// Adds a decorator.
  func decorate(_ decorator: Blueprint) throws {
    try refuseIfEnded(decorator.key)
    try refuseIfSealed(decorator)
    if let group = Group.current(in: self) { decorator.group = group }
    noteDecorators()
    let (store, transaction) = target
    store.add(decorator: decorator)
    // Those of a transaction surround what others build when it has ended.
    if transaction == nil { takeEffect([decorator]) }
  }

  /// Adds a decorator to a container that nobody else knows of.
  func put(decorator: Blueprint) {
    noteDecorators()
    store.add(decorator: decorator)
    takeEffect([decorator])
  }

  /// Has whoever resolves here, below, or something of this container's from below, look for decorators.
  private func noteDecorators() {
    decoration.update { $0 | Decoration.here }
    for core in descendants { core.decoration.update { $0 | Decoration.here } }
    for core in lineage.dropFirst() { core.decoration.update { $0 | Decoration.below } }
  }

  /// What surrounds a product of a registration that takes its dependencies from here, the outermost last: what parents
  /// have comes before what children have, and what a test puts around everything, last.
  package func decorators(of blueprint: Blueprint) -> [Blueprint] {
    guard mayDecorate, blueprint.flags.role == .plain else { return [] }
    let key = blueprint.key
    var all: [Blueprint] = []
    for core in lineage { all.insert(contentsOf: core.ownDecorators.filter { $0.surrounds(key) }, at: 0) }
    if all.contains(where: \.isNoted) { all = all.filter { !$0.isNoted } + all.filter(\.isNoted) }
    return all
  }

  /// Those of this container, as the caller sees them from within a transaction.
  package var ownDecorators: [Blueprint] {
    var all: [Blueprint] = []
    for layer in layers {
      all.insert(contentsOf: layer.decorators, at: 0)
      if layer.masksContributions { break }
    }
    return all
  }

  /// Whether a decorator of this container surrounds nothing, here, above or in a child that there is.
  package func isIdle(_ decorator: Blueprint) -> Bool {
    let isMeant = { (blueprint: Blueprint) in
      blueprint.flags.role == .plain && decorator.surrounds(blueprint.key)
    }
    let own = ([self] + descendants).flatMap(\.ownRegistrations).map(\.blueprint)
    // What a parent keeps is the parent's.
    let inherited = lineage.dropFirst().flatMap(\.ownRegistrations).map(\.blueprint).filter { blueprint in
      switch blueprint.origin.flags.lifetime {
      case .transient, .graph, .scoped, .perContainer: true
      case .singleton, .disposable, .weak, .shared, .forwarded: false
      }
    }
    return !own.contains(where: isMeant) && !inherited.contains(where: isMeant)
  }

  /// Whether a product of a key is surrounded that is built here or below.
  func isDecoratedAround(_ key: Key) -> Bool {
    let word = decoration.load()
    if word == 0 { return false }
    let around = Array(lineage) + (word & Decoration.below == 0 ? [] : descendants)
    return around.contains { core in core.store.decorators.contains { $0.surrounds(key) } }
  }

  // MARK: Taking effect

  /// Has what readers without a lock see be forgotten that is surrounded from now on, and spoils what was kept before.
  func takeEffect(_ decorators: [Blueprint]) {
    if decorators.isEmpty { return }
    let isMeant = { (key: Key) in decorators.contains { $0.surrounds(key) } }
    let below = [self] + descendants
    for core in below {
      core.store.forEachEntry(isMeant) { entry in
        entry.surround { core.spoil($0) }
      }
    }
    for core in lineage.dropFirst() {
      core.store.forEachEntry(isMeant) { entry in
        // What a parent keeps is surrounded by nothing of a child's.
        entry.surround { blueprint in
          for child in below where child.mayKeep(blueprint) || blueprint.forwardingTarget.map(child.mayKeep) ?? false {
            child.store.spoil(blueprint)
          }
        }
      }
    }
  }

  /// Whether something of a parent's registration may be kept here.
  private func mayKeep(_ blueprint: Blueprint) -> Bool { inheritedStorage(of: blueprint)?.mayKeep ?? false }

  /// Has a registration of this container fail from now on, if something was kept of it, and what forwards to it.
  private func spoil(_ blueprint: Blueprint) {
    // Seen together with the note of whoever keeps something just now, or he sees the decorator.
    let old = blueprint.changeFlags { if $0.hasKept { $0.isSpoiled = true } }
    if let target = blueprint.forwardingTarget, target.flags.hasKept {
      blueprint.changeFlags { $0.isSpoiled = true }
    }
    guard old.hasKept, old.hasForwardings else { return }
    store.forEachEntry({ _ in true }) { entry in
      for forwarding in entry.blueprints where forwarding.forwardingTarget === blueprint {
        forwarding.changeFlags { if $0.hasKept { $0.isSpoiled = true } }
      }
    }
  }

  /// Has something be of no use that was just kept here, as it came to be surrounded while it was built.
  ///
  /// - Parameter count: How many decorators surround it.
  func spoil(_ found: Match, builtWith count: Int) {
    guard mayDecorate, decorators(of: found.blueprint).count != count else { return }
    if found.owner === self {
      found.blueprint.changeFlags { $0.isSpoiled = true }
    } else {
      store.spoil(found.blueprint)
    }
    found.owner.unpublish(found.blueprint)
  }
}

extension Store {
  /// Does something with the places of some keys, contributions included.
  fileprivate func forEachEntry(_ isMeant: (Key) -> Bool, _ body: (Entry) -> Void) {
    for entry in all where isMeant(entry.key) { body(entry) }
  }
}

extension Entry {
  /// Notes that what is registered here is surrounded, spoils what was kept, and has readers take the lock: last, as
  /// others may publish meanwhile what is not spoiled yet.
  fileprivate func surround(_ spoil: (Blueprint) -> Void) {
    for blueprint in blueprints {
      blueprint.changeFlags { $0.isSurrounded = true }
      spoil(blueprint)
    }
    unpublish()
  }
}

extension Match {
  /// Notes that it is surrounded, if it is so here or in a child, before something of it is published.
  func noteSurrounded() {
    if owner.isDecoratedAround(blueprint.key) { blueprint.changeFlags { $0.isSurrounded = true } }
  }
}

extension InstanceStorage {
  /// Whether something may be kept in it.
  fileprivate var mayKeep: Bool { lifetime == .perContainer ? blueprint.flags.hasKept && hasSlots : !products.isEmpty }
}

extension Blueprint {
  /// Whether, as a decorator, it surrounds what is registered under a key: whatever arguments that takes, unless it
  /// takes some itself.
  package func surrounds(_ key: Key) -> Bool {
    let own = self.key
    return own.takesArguments ? own == key : own.isSameService(as: key)
  }
}
