// What surrounds what a container builds.
//
// A decorator is a registration without a place of its own: whatever builds a product of its key has it make another
// one of it, as long as the container, or one of its parents, has the decorator from which the product takes its
// dependencies. So there is one slot, which holds the outermost; see `Resolution+Decorating.swift` for the building.

extension Core {
  /// The bits of `decoration`, which are never taken back.
  private enum DecorationBit {
    /// Here or in a parent there is, or was, a decorator.
    static var here: UInt { 1 }
    /// In a child there is, or was.
    static var below: UInt { 2 }
  }

  /// False if nothing that takes its dependencies from here is surrounded.
  @inline(__always)
  var mayDecorate: Bool { decoration.load() & DecorationBit.here != 0 }

  /// Has a new child see what its parent has.
  func inheritDecoration(of parent: Core) { if parent.mayDecorate { decoration.update { $0 | DecorationBit.here } } }

  /// Adds a decorator.
  func decorate(_ decorator: Blueprint) throws {
    try refuseIfEnded(decorator.key)
    try refuseIfSealed(decorator)
    if let group = Group.current(in: self) { decorator.group = group }
    put(decorator: decorator, in: target.transaction)
  }

  /// Adds a decorator to a container that nobody else knows of.
  package func put(decorator: Blueprint) { put(decorator: decorator, in: nil) }

  private func put(decorator: Blueprint, in transaction: Transaction?) {
    noteDecorators()
    let arrival = DecoratorArrival([decorator], at: self)
    (transaction ?? store).add(decorator: decorator, arrival)
    if let transaction {
      // What others have registered, or build, it surrounds when the transaction has ended.
      transaction.note(kept: arrival.kept)
    } else {
      takeEffect(arrival)
    }
  }

  /// Has whoever resolves here, below, or something of this container's from below, look for decorators.
  private func noteDecorators() {
    // A child that is made meanwhile sees its parent's bit, or is seen by its parent: parents come first.
    var cores = [self]
    while let core = cores.popLast() {
      core.decoration.update { $0 | DecorationBit.here }
      cores += core.children
    }
    for core in lineage.dropFirst() { core.decoration.update { $0 | DecorationBit.below } }
  }

  /// What surrounds a product of a registration that takes its dependencies from here, the outermost last: what parents
  /// have comes before what children have, and what a test puts around everything, last.
  package func decorators(of blueprint: Blueprint) -> [Blueprint] {
    guard mayDecorate, !blueprint.isDecorator else { return [] }
    let key = blueprint.key
    // What leads to a composite gives it as it is.
    if blueprint.isComposite, !key.isOfComposite { return [] }
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
    let inherited = lineage.dropFirst().flatMap(\.ownRegistrations).map(\.blueprint)
      .filter { !$0.origin.flags.lifetime.isKeptByOwner }
    return !own.contains(where: isMeant) && !inherited.contains(where: isMeant)
  }

  /// Whether a product of a key is surrounded that is built here or below.
  func isDecoratedAround(_ key: Key) -> Bool {
    let word = decoration.load()
    if word == 0 { return false }
    let around = Array(lineage) + (word & DecorationBit.below == 0 ? [] : descendants)
    return around.contains { core in core.store.decorators.contains { $0.surrounds(key) } }
  }

  // MARK: Taking effect

  /// Has what readers without a lock see be forgotten that is surrounded from now on, and spoils what was kept before.
  ///
  /// - Parameter transaction: The one that they come from: what was built in it is surrounded by them already.
  func takeEffect(_ arrival: DecoratorArrival, from transaction: Transaction? = nil) {
    if arrival.decorators.isEmpty { return }
    // What is registered from here on is seen to be surrounded, before anything of it is published.
    let entries = (Array(lineage) + descendants).flatMap(\.store.all).filter { arrival.isMeant($0.key) }
    for blueprint in entries.flatMap(\.blueprints) { blueprint.changeFlags { $0.isSurrounded = true } }
    for kept in arrival.kept where transaction?.hasBuiltSurrounded(kept) != true { kept.spoil() }
    // Last, as others may publish meanwhile what is not spoiled yet.
    for entry in entries { entry.unpublish() }
  }

  /// Whether something was kept here of a registration before a decorator came that surrounds it.
  func isSpoiled(_ blueprint: Blueprint) -> Bool {
    if store.isSpoiled(blueprint) { return true }
    guard transactions.load() != 0, let transaction = Transaction.open(on: self) else { return false }
    return transaction.hasKeptBefore(KeptBefore(blueprint, by: self, at: nil))
  }

  /// Has something be of no use that was just kept here, if it came to be surrounded while it was built.
  ///
  /// - Parameter decorators: What surrounds it.
  func spoil(_ found: Match, builtWith decorators: [Blueprint]) {
    guard mayDecorate else { return }
    let isNew = { (decorator: Blueprint) in !decorators.contains { $0 === decorator } }
    guard self.decorators(of: found.blueprint).contains(where: isNew) else { return }
    KeptBefore(found.blueprint, by: self, at: found.entry).spoil()
    found.owner.unpublish(found.blueprint)
  }
}

/// Something that a container keeps, which was built without a decorator that surrounds it now.
struct KeptBefore {
  let blueprint: Blueprint
  /// The container that keeps it, and takes its dependencies from itself.
  let keeper: Core
  private let entry: Entry?

  /// - Parameter entry: The place of the registration.
  init(_ blueprint: Blueprint, by keeper: Core, at entry: Entry?) {
    self.blueprint = blueprint
    self.keeper = keeper
    self.entry = entry
  }

  static func == (left: KeptBefore, right: KeptBefore) -> Bool {
    left.blueprint === right.blueprint && left.keeper === right.keeper
  }

  /// Whether something is kept, or was. What is looked at is added to `held`, as it may be let go of meanwhile, and must
  /// not be freed under a lock.
  func isThere(_ held: inout [AnyObject]) -> Bool {
    let target = blueprint.origin
    // What a custom scope keeps is surrounded anew in each tree, where a forwarding leads to it.
    let isCustom = target.flags.lifetime == .shared || target.flags.lifetime == .perContainer
    if isCustom, target !== blueprint { return false }
    // Whichever type it was asked by: by this one, it is surrounded.
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

  /// Has it be `invalidInstance` from now on.
  func spoil() {
    guard blueprint.origin.flags.lifetime.isKeptByOwner else { return keeper.store.spoil(blueprint) }
    blueprint.changeFlags { $0.isSpoiled = true }
    guard blueprint.flags.hasForwardings else { return }
    for forwarding in keeper.store.all.flatMap(\.blueprints) where forwarding.forwardingTarget === blueprint {
      forwarding.changeFlags { if $0.hasKept { $0.isSpoiled = true } }
    }
  }
}

/// Decorators that come to a container, and what was kept before of what they surround.
///
/// What is kept by then was built without them, and is spoiled. Whoever keeps something later compares the decorators
/// that there are with those that surround it: see `Core.spoil(_:builtWith:)`.
final class DecoratorArrival {
  let decorators: [Blueprint]
  /// What may be kept of what they surround.
  private let candidates: [KeptBefore]
  /// Of that, what was kept when they came.
  private(set) var kept: [KeptBefore] = []
  /// What was looked at for that.
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
      for entry in owner.layers.flatMap(\.all) where decorators.contains(where: { $0.surrounds(entry.key) }) {
        for blueprint in entry.blueprints {
          let place = blueprint.forwardingTarget.map { owner.store.place(of: $0) } ?? entry
          if blueprint.origin.flags.lifetime.isKeptByOwner {
            // What a parent keeps is surrounded by nothing of a child's.
            if !isAbove { candidates.append(KeptBefore(blueprint, by: owner, at: place)) }
          } else {
            candidates += below.map { KeptBefore(blueprint, by: $0, at: $0 === owner ? place : nil) }
          }
        }
      }
    }
    self.candidates = candidates
  }

  func isMeant(_ key: Key) -> Bool { decorators.contains { $0.surrounds(key) } }

  /// Notes what was kept before. Called under the lock that the decorators are put in under: nobody sees them before.
  func look() { kept = candidates.filter { $0.isThere(&held) } }
}

extension Match {
  /// Whether the caller's transaction has decorated what was kept before.
  var isSpoiledHere: Bool { owner.transactions.load() != 0 && owner.isSpoiled(blueprint) }

  /// Notes that it is surrounded, if it is so here or in a child, before something of it is published.
  func noteSurrounded() {
    if !blueprint.flags.isSurrounded, owner.isDecoratedAround(blueprint.key) {
      blueprint.changeFlags { $0.isSurrounded = true }
    }
  }
}

extension Blueprint {
  /// Whether, as a decorator, it surrounds what is registered under a key: whatever arguments that takes, unless it
  /// takes some itself.
  package func surrounds(_ key: Key) -> Bool {
    let own = self.key
    // A composite is surrounded by what is meant for it alone.
    if own.isOfComposite != key.isOfComposite { return false }
    return own.takesArguments ? own == key : own.isSameService(as: key)
  }
}
