extension Core {
  /// The group that makes registrations while a transaction of the caller is open here; nil if there is none.
  var currentGroup: Group? { transactions.load() == 0 ? nil : Group.current }

  /// Adds a registration, with its cached instances; returns false if an earlier one stays.
  func add<Product>(_ blueprint: Blueprint, keeping storage: InstanceStorage? = nil, as type: Product.Type) throws
    -> Bool
  {
    guard try install(blueprint, keeping: storage) else { return false }
    if observers.areListening { announce(blueprint, as: type) }
    return true
  }

  /// Installs a blueprint.
  ///
  /// Returns false if the earlier one stays.
  private func install(_ blueprint: Blueprint, keeping storage: InstanceStorage?) throws -> Bool {
    let key = blueprint.key
    try refuseIfEnded(key)
    try refuseIfSealed(blueprint)
    blueprint.takeScope(defaultScope)
    let word = key.word
    let policy = blueprint.flags.ifRegistered
    if policy != .replace, let known = findHere(key, word: word), !known.blueprint.isComposite {
      return try yield(blueprint, to: known.blueprint)
    }
    // Protection in the store itself is detected by `Store.install`.
    if mayBeProtectedAbove, isProtectedAbove(key, word: word) { throw protected(key) }
    if let group = currentGroup { blueprint.group = group }
    let view = view
    switch view.install(blueprint, keeping: storage, under: key, word: word) {
    case .added: return true
    case .replaced(let removal):
      settle(removal, in: view)
      return true
    case .refused(let known):
      if policy == .replace { throw protected(key) }
      return try yield(blueprint, to: known)
    }
  }

  /// Leaves the key to an earlier registration.
  ///
  /// - Returns: False, because the new registration is not installed.
  /// - Throws: `duplicateRegistration`, if that is the policy of the new registration.
  private func yield(_ blueprint: Blueprint, to known: Blueprint) throws -> Bool {
    if blueprint.flags.ifRegistered == .fail { throw duplicate(blueprint, of: known) }
    return false
  }

  private func duplicate(_ blueprint: Blueprint, of known: Blueprint) -> AstrojectError {
    .duplicateRegistration(
      AstrojectError.Failure(
        key: blueprint.key, path: [], location: blueprint.location, cause: .duplicate(of: known.location)))
  }

  func refuseIfSealed(_ blueprint: Blueprint) throws {
    guard isSealed else { return }
    throw AstrojectError.sealed(
      AstrojectError.Failure(key: blueprint.key, path: [], location: blueprint.location))
  }

  /// Adds a registration to the collection of its type, without replacing anything.
  func addContribution<Product>(_ blueprint: Blueprint, as type: Product.Type) throws {
    try refuseIfEnded(blueprint.key)
    try refuseIfSealed(blueprint)
    blueprint.takeScope(defaultScope)
    if let group = currentGroup { blueprint.group = group }
    let entry = Entry.make(for: blueprint.key, own: blueprint)
    view.contribute(entry)
    if observers.areListening { announce(blueprint, as: type) }
  }

  /// Adds a forwarding to a registration, if that is still here.
  func forward<Service>(_ forwarding: Blueprint, as type: Service.Type, to registration: Blueprint) {
    ifOpen {
      guard isLive(registration), !putInPlaceOfInherited(forwarding, to: registration) else { return }
      registration.changeFlags { $0[.hasForwardings] = true }
      if let group = currentGroup { forwarding.group = group }
      let store = view
      store.forward(forwarding)
      // Another thread may have removed the registration, without seeing the forwarding yet.
      if !isLive(registration) { return removeForwardings(to: [registration], in: store) }
      if observers.areListening { announce(forwarding, as: type) }
    }
  }

  private func removeForwardings(to targets: [Blueprint], in store: Store) {
    if targets.isEmpty { return }
    let removal = store.removeForwardings(to: targets)
    // Freed while no lock is held.
    Retired.add(removal.outOfView)
  }

  /// True if a protected registration may be in a parent.
  private var mayBeProtectedAbove: Bool {
    parentCore?.with { parent in
      parent.nearest { $0.store.mayProtect || $0.transactions.load() != 0 } != nil
    } ?? false
  }

  private func protected(_ key: Key) -> AstrojectError {
    .alreadyRegistered(type: key.product, name: key.name ?? key.label?.description)
  }

  /// Reports a registration to behaviors as soon as it counts.
  private func announce<Product>(_ blueprint: Blueprint, as type: Product.Type) {
    let tell = { [self] in tellRegistered(blueprint, as: type) }
    if let transaction {
      transaction.postpone(eventOf: blueprint, tell)
    } else {
      tell()
    }
  }

  // MARK: Removing

  /// Removes the registrations of a service, for all arguments.
  ///
  /// With nil, removes all, and contributions and decorators.
  func unregister(_ service: Key?) -> [PendingRelease] {
    let view = view
    var removal = view.remove { key in service.map { $0.isSameService(as: key) } ?? true }
    if service == nil {
      removal += view.removeContributions()
      let decorators = view.decorators
      view.removeDecorators()
      dropPlans(for: decorators)
    }
    return pendingReleases(of: removal, in: view)
  }

  /// Unpublishes a registration that has changed, and its forwardings, so that it is compiled anew.
  func unpublish(_ blueprint: Blueprint) {
    ifOpen {
      // A transaction publishes nothing.
      store.place(of: blueprint)?.unpublish()
      if blueprint.flags.hasForwardings { unpublishForwardings(of: blueprint) }
    }
  }

  /// Unpublishes the forwardings of a registration.
  func unpublishForwardings(of blueprint: Blueprint) {
    for entry in store.all {
      let forwardings = entry.blueprints.filter { $0.forwardingTarget != nil }
      if forwardings.contains(where: { $0.origin === blueprint }) { entry.unpublish() }
    }
  }

  /// Forgets the cached instances of a registration, as if they had never been cached.
  func forgetInstances(of blueprint: Blueprint) {
    ifOpen {
      for place in [view, store].compactMap({ $0.place(of: blueprint)?.place(of: blueprint) }) {
        place.takeStorage(of: blueprint)?.forget()
      }
      if blueprint.flags.hasForwardings { unpublishForwardings(of: blueprint) }
    }
  }

  /// Forgets the empty storage of a registration, here and elsewhere, because its scope names another keeper.
  ///
  /// The registration is refused if an instance is being built in one of them.
  ///
  /// - Parameter old: The scope before.
  func changeKeeper(of blueprint: Blueprint, from old: ScopeChoice) {
    ifOpen {
      let entry = find(blueprint)?.entry
      let others = blueprint.flags.isKeptElsewhere ? lineage.dropFirst() + descendants : []
      let kept = [entry?.storage] + others.map { $0.inheritedStorage(of: blueprint) }
      if kept.contains(where: { $0?.isBuilding ?? false }) {
        return blueprint.noteChange(from: old)
      }
      let taken = [entry?.takeStorage(of: blueprint)] + others.map { $0.takeInheritedStorage(of: blueprint) }
      if blueprint.flags.hasForwardings { unpublishForwardings(of: blueprint) }
      for storage in taken.compactMap(\.self) { storage.forget() }
    }
  }

  func settle(_ removal: Removal, in store: Store) {
    if removal.blueprints.isEmpty, removal.hidden.isEmpty, removal.storages.isEmpty {
      return Retired.add(removal.outOfView)
    }
    run(pendingReleases(of: removal, in: store))
  }

  private func pendingReleases(of removal: Removal, in store: Store) -> [PendingRelease] {
    for observer in removal.blueprints.compactMap(\.observer) { observer.didRemove() }
    return releasesOfCached(removal, in: store)
  }

  /// Releases the cached instances of registrations that are no longer found, and returns the pending releases.
  func releasesOfCached(_ removal: Removal, in store: Store) -> [PendingRelease] {
    let forwardings = store.removeForwardings(to: removal.blueprints + removal.hidden)
    Retired.add(removal.outOfView + forwardings.outOfView)
    // The present scope need not be the one that cached an instance.
    let gone = (removal.blueprints + forwardings.blueprints).filter(\.flags.isKeptElsewhere)
    let inherited = gone.isEmpty ? [] : takeStorage(ofRemoved: gone)
    var unasked = Dictionary(removal.shared.map { (ObjectIdentifier($0), $0) }) { $1 }
    var pendingReleases: [PendingRelease] = []
    for storage in removal.storages {
      let isShared = unasked.removeValue(forKey: storage.registration) != nil
      storage.abandon(tellingCustom: true, evenUnasked: isShared, into: &pendingReleases)
    }
    for storage in inherited { storage.abandon(tellingCustom: true, into: &pendingReleases) }
    for blueprint in unasked.values { blueprint.sharedScope?.release(for: nil) }
    return withExtendedLifetime(forwardings) { pendingReleases.inOrder }
  }

  // MARK: Transactions

  func beginTransaction() {
    _ = transactions.add(1)
    store.pausePublication()
  }

  func endTransaction() {
    store.resumePublication()
    _ = transactions.add(0 &- 1)
  }

  /// Adopts the changes of a transaction.
  ///
  /// If it `replaces`, all of them are adopted. Otherwise those are whose keys no registration answers to.
  ///
  /// - Returns: The registrations that do not count, because another thread registered the key first.
  /// - Throws: `duplicateRegistration` if that is the policy of one of them. Nothing is adopted then.
  func commit(_ later: Transaction, replacing replaces: Bool) throws -> [Blueprint] {
    let view = view
    view.note(later.past.load())
    let arrival = DecoratorArrival(later.decorators.without(later.basis.decorators), at: self, from: later)
    // Most children are filled once.
    if view.adoptWhole(later, arrival) {
      if transaction == nil { takeEffect(arrival) }
      return []
    }
    let removedDecorators = later.basis.decorators.without(later.decorators)
    // A target that the transaction has found here may be removed before its forwarding comes.
    let targets = later.targetsElsewhere
    switch view.adopt(later, replacing: replaces, arrival) {
    case .done(let removal, let left):
      // Before the user's hooks run, which may resolve.
      dropPlans(for: removedDecorators)
      if transaction == nil { takeEffect(arrival) }
      settle(removal, in: view)
      removeForwardings(to: targets.filter { !isLive($0) }, in: view)
      return left
    case .refused(let new, let known): throw duplicate(new, of: known)
    case .late: throw arrival.error
    }
  }

  /// Drops the registrations of a transaction, and the instances that it built outside, which may hold dropped objects.
  func rollBack(_ later: Transaction, forgetting builds: [Transaction.Build]) {
    var taken = later.takeOwnStorage()
    var pendingReleases: [PendingRelease] = []
    for (found, keeper, slot, context, order, isFirst) in builds {
      let blueprint = found.blueprint
      if let live = found.owner.find(blueprint) {
        // Instances for other arguments or contexts were cached before. Those that other threads have built since stay.
        if let context { slot.custom?.forget(context) }
        let entry = keeper === found.owner ? live.entry : nil
        let instance = entry.map { $0.drain(slot, builtAt: order) } ?? slot.drain(builtAt: order)
        pendingReleases.add(instance, from: blueprint)
        if isFirst { blueprint.changeFlags { $0[.hasKept] = false } }
        if blueprint.flags.hasForwardings { found.owner.unpublishForwardings(of: blueprint) }
      } else if let storage = keeper === found.owner
        ? found.entry.takeStorage(of: blueprint) : keeper.takeInheritedStorage(of: blueprint)
      {
        taken.append(storage)
      }
    }
    for storage in taken { storage.abandon(tellingCustom: true, into: &pendingReleases) }
    run(pendingReleases.inOrder)
  }
}
