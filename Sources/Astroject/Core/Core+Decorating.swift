// The decorators of a container.
//
// A decorator is a registration that no key finds. When a product of its key is built, the decorator makes another
// product of it. The product is decorated if the container that its dependencies come from, or a parent of that, has
// the decorator. So there is one slot, which caches the outermost product. `Resolution+Decorating.swift` runs the
// decorators.

extension Core {
  /// The bits of `decoration`, which are never cleared.
  private enum DecorationBit {
    /// This container or a parent has, or had, a decorator.
    static var here: UInt { 1 }
    /// A descendant has, or had, a decorator.
    static var below: UInt { 2 }
  }

  /// True if a product that takes its dependencies from here may be decorated.
  @inline(__always)
  var mayDecorate: Bool { decoration.load() & DecorationBit.here != 0 }

  /// Sets the decoration bit of a new child, if its parent has it.
  func inheritDecoration(of parent: Core) { if parent.mayDecorate { decoration.update { $0 | DecorationBit.here } } }

  /// Adds a decorator.
  func decorate(_ decorator: Blueprint) throws {
    try refuseIfEnded(decorator.key)
    try refuseIfSealed(decorator)
    if let group = Group.current(in: self) { decorator.group = group }
    put(decorator: decorator, in: target.transaction)
  }

  /// Adds a decorator to a container that no other code knows of.
  package func put(decorator: Blueprint) { put(decorator: decorator, in: nil) }

  private func put(decorator: Blueprint, in transaction: Transaction?) {
    noteDecorators()
    let arrival = DecoratorArrival([decorator], at: self)
    (transaction ?? store).add(decorator: decorator, arrival)
    if let transaction {
      // Registrations and builds outside of the transaction are decorated when it has ended.
      transaction.note(kept: arrival.kept)
    } else {
      takeEffect(arrival)
    }
  }

  /// Sets the decoration bits of this container, its descendants and its parents, before a decorator is added.
  private func noteDecorators() {
    // Parents come first: a child that is made meanwhile either reads its parent's bit, or is in its parent's list.
    var cores = [self]
    while let core = cores.popLast() {
      core.decoration.update { $0 | DecorationBit.here }
      cores += core.children
    }
    for core in lineage.dropFirst() { core.decoration.update { $0 | DecorationBit.below } }
  }

  /// Returns the decorators for a registration that takes its dependencies from here, the outermost last.
  ///
  /// Those of parents come before those of children. Those whose requests are observed come last.
  package func decorators(of blueprint: Blueprint) -> [Blueprint] {
    guard mayDecorate, !blueprint.isDecorator else { return [] }
    let key = blueprint.key
    // The forwarding that leads to a composite is not decorated, because the composite itself is.
    if blueprint.isComposite, !key.isOfComposite { return [] }
    var all: [Blueprint] = []
    for core in lineage { all.insert(contentsOf: core.ownDecorators.filter { $0.decorates(key) }, at: 0) }
    if all.contains(where: \.isObserved) { all = all.filter { !$0.isObserved } + all.filter(\.isObserved) }
    return all
  }

  /// The decorators of this container, as the caller's transaction sees them.
  package var ownDecorators: [Blueprint] {
    var all: [Blueprint] = []
    for layer in layers {
      all.insert(contentsOf: layer.decorators, at: 0)
      if layer.masksContributions { break }
    }
    return all
  }

  /// Returns true if a decorator of this container decorates no registration, here, in a parent or in a present child.
  package func isIdle(_ decorator: Blueprint) -> Bool {
    let isMeant = { (blueprint: Blueprint) in
      blueprint.flags.role == .plain && decorator.decorates(blueprint.key)
    }
    let own = ([self] + descendants).flatMap(\.ownRegistrations).map(\.blueprint)
    // An instance that a parent caches is not decorated by a child.
    let inherited = lineage.dropFirst().flatMap(\.ownRegistrations).map(\.blueprint)
      .filter { !$0.origin.flags.lifetime.isKeptByOwner }
    return !own.contains(where: isMeant) && !inherited.contains(where: isMeant)
  }

  /// Returns true if this container, a parent or a descendant has a decorator for a key.
  func isDecoratedAround(_ key: Key) -> Bool {
    let word = decoration.load()
    if word == 0 { return false }
    let around = Array(lineage) + (word & DecorationBit.below == 0 ? [] : descendants)
    return around.contains { core in core.store.decorators.contains { $0.decorates(key) } }
  }

  // MARK: Arrival

  /// Unpublishes registrations that new decorators decorate, and spoils instances that were cached before.
  ///
  /// - Parameter transaction: The transaction that the decorators come from, if any. Instances built in it are
  ///   decorated already.
  func takeEffect(_ arrival: DecoratorArrival, from transaction: Transaction? = nil) {
    if arrival.decorators.isEmpty { return }
    // Registrations from here on count as decorated before they are published.
    let entries = (Array(lineage) + descendants).flatMap(\.store.all).filter { arrival.isMeant($0.key) }
    for blueprint in entries.flatMap(\.blueprints) { blueprint.changeFlags { $0.isDecorated = true } }
    for kept in arrival.kept where transaction?.hasBuiltDecorated(kept) != true { kept.spoil() }
    // Last, because other threads may publish an instance until it is spoiled.
    for entry in entries { entry.unpublish() }
  }

  /// Returns true if this container cached an instance of a registration before a decorator for it arrived.
  func isSpoiled(_ blueprint: Blueprint) -> Bool {
    if store.isSpoiled(blueprint) { return true }
    guard transactions.load() != 0, let transaction = Transaction.open(on: self) else { return false }
    return transaction.hasKeptBefore(KeptBefore(blueprint, by: self, at: nil))
  }

  /// Spoils an instance that was just cached here, if another decorator for it arrived while it was built.
  ///
  /// - Parameter decorators: The decorators that the instance has.
  func spoil(_ found: Match, builtWith decorators: [Blueprint]) {
    guard mayDecorate else { return }
    let isNew = { (decorator: Blueprint) in !decorators.contains { $0 === decorator } }
    guard self.decorators(of: found.blueprint).contains(where: isNew) else { return }
    KeptBefore(found.blueprint, by: self, at: found.entry).spoil()
    found.owner.unpublish(found.blueprint)
  }
}

/// A cached instance that lacks a decorator that now applies.
struct KeptBefore {
  let blueprint: Blueprint
  /// The container that caches the instance, and that its dependencies come from.
  let keeper: Core
  private let entry: Entry?

  /// Records an instance that a container may cache.
  ///
  /// - Parameter entry: The entry of the registration.
  init(_ blueprint: Blueprint, by keeper: Core, at entry: Entry?) {
    self.blueprint = blueprint
    self.keeper = keeper
    self.entry = entry
  }

  static func == (left: KeptBefore, right: KeptBefore) -> Bool {
    left.blueprint === right.blueprint && left.keeper === right.keeper
  }

  /// Returns true if an instance is cached, or was.
  ///
  /// It adds each object that it looks at to `held`, because the object may be released meanwhile and must not be freed
  /// under a lock.
  func isThere(_ held: inout [AnyObject]) -> Bool {
    let target = blueprint.origin
    // If a forwarding leads to an instance of a custom scope, that is decorated anew in each tree.
    let isCustom = target.flags.lifetime == .shared || target.flags.lifetime == .perContainer
    if isCustom, target !== blueprint { return false }
    // The type that the instance was asked by does not matter: asked by this type, it is decorated.
    if target.flags.lifetime.isKeptByOwner { return blueprint.flags.hasKept || target.flags.hasKept }
    let storages = [keeper.inheritedStorage(of: blueprint), keeper.inheritedStorage(of: target), entry?.slots]
    for storage in storages.compactMap(\.self) {
      let slots = storage.slots
      held += [storage] + slots
      let isKept = storage.lifetime == .perContainer ? storage.blueprint.flags.hasKept : slots.contains(where: \.isKept)
      if isKept, storage.lifetime != .perContainer || slots.count > 1 { return true }
    }
    return false
  }

  /// Makes further resolves of the instance throw `invalidInstance`.
  func spoil() {
    guard blueprint.origin.flags.lifetime.isKeptByOwner else { return keeper.store.spoil(blueprint) }
    blueprint.changeRefusal { $0.isDecoratedLate = true }
    guard blueprint.flags.hasForwardings else { return }
    for forwarding in keeper.store.all.flatMap(\.blueprints) where forwarding.forwardingTarget === blueprint {
      forwarding.changeFlags { if $0.hasKept { $0.isSpoiled = true } }
    }
  }
}

/// Decorators that arrive at a container, and the instances that were cached before.
///
/// These instances were built without the decorators, and are spoiled. A build that caches an instance later compares
/// the decorators that apply with those that the instance has; see `Core.spoil(_:builtWith:)`.
final class DecoratorArrival {
  let decorators: [Blueprint]
  /// The instances that the decorators apply to, if they are cached.
  private let candidates: [KeptBefore]
  /// The candidates that were cached when the decorators arrived.
  private(set) var kept: [KeptBefore] = []
  /// The objects that were looked at.
  private var held: [AnyObject] = []

  init(_ decorators: [Blueprint], at core: Core) {
    self.decorators = decorators
    guard !decorators.isEmpty else {
      candidates = []
      return
    }
    let below = [core] + core.descendants
    var candidates: [KeptBefore] = []
    for owner in Array(core.lineage) + core.descendants {
      let isAbove = !below.contains { $0 === owner }
      for entry in owner.layers.flatMap(\.all) where decorators.contains(where: { $0.decorates(entry.key) }) {
        for blueprint in entry.blueprints {
          let place = blueprint.forwardingTarget.map { owner.store.place(of: $0) } ?? entry
          if blueprint.origin.flags.lifetime.isKeptByOwner {
            // An instance that a parent caches is not decorated by a child.
            if !isAbove { candidates.append(KeptBefore(blueprint, by: owner, at: place)) }
          } else {
            candidates += below.map { KeptBefore(blueprint, by: $0, at: $0 === owner ? place : nil) }
          }
        }
      }
    }
    self.candidates = candidates
  }

  func isMeant(_ key: Key) -> Bool { decorators.contains { $0.decorates(key) } }

  /// Records the candidates that are cached.
  ///
  /// Called under the lock under which the decorators are added, before they are seen.
  func look() { kept = candidates.filter { $0.isThere(&held) } }
}

extension Match {
  /// True if the caller's transaction has decorated an instance that was cached before.
  var isSpoiledHere: Bool { owner.transactions.load() != 0 && owner.isSpoiled(blueprint) }

  /// Marks the registration as decorated, if a decorator matches here or in a child, before anything of it is
  /// published.
  func noteDecorated() {
    if !blueprint.flags.isDecorated, owner.isDecoratedAround(blueprint.key) {
      blueprint.changeFlags { $0.isDecorated = true }
    }
  }
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
