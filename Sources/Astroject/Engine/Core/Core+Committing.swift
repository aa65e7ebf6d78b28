extension Core {
  /// Adopts the changes of a transaction.
  ///
  /// If it `replaces`, all of them are adopted. Otherwise those are whose keys no registration answers to.
  ///
  /// - Returns: The registrations that do not count, because another thread registered the key first.
  /// - Throws: `duplicateRegistration` if that is the policy of one of them. Nothing is adopted then.
  func commit(_ later: Transaction, replacing replaces: Bool) throws -> [Blueprint] {
    let view = view
    view.note(later.past.load())
    let new = hasOwnDecorators ? later.decorators.without(later.basis.decorators) : []
    let arrival = new.isEmpty ? nil : DecoratorArrival(new, at: self, from: later)
    // Most children are filled once.
    if !later.hasCopied, try view.adoptWhole(later, arrival) {
      if transaction == nil { dropPlans(for: new) }
      return []
    }
    let removedDecorators = later.basis.decorators.without(later.decorators)
    // A target that the transaction has found here may be removed before its forwarding comes.
    let targets = later.targets
    let (removal, left) = try view.adopt(later, replacing: replaces, arrival)
    // Before the user's hooks run, which may resolve. If there is a transaction around this one, registrations outside
    // of it are decorated when it has ended.
    dropPlans(for: removedDecorators + (transaction == nil ? new : []))
    settle(removal)
    Retired.add(view.removeForwardings(to: targets.without(left).filter { !isLive($0) }).outOfView)
    return left
  }

  /// Gives a registration the form back that it had before a transaction changed it.
  func changeBack(_ blueprint: Blueprint, to flags: RegistrationFlags, _ options: RegistrationOptions) {
    let scope = blueprint.scopeChoice
    blueprint.changeBack(to: flags, options)
    if !blueprint.flags[.hasKept] {
      if blueprint.scopeChoice != scope { changeKeeper(of: blueprint, from: scope) }
    } else if !flags[.hasKept] {
      // Another thread has cached an instance since then. The next resolve looks in which scope.
      blueprint.changeRefusal { $0.isMixed = true }
    }
    unpublish(blueprint)
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
        pendingReleases.add(live.entry.drain(slot, builtAt: order), from: blueprint)
        if isFirst { blueprint.changeFlags { $0[.hasKept] = false } }
        found.owner.unpublishForwardings(of: blueprint)
      } else {
        // What decorates an instance that is cached elsewhere has a storage outside of the entry, too.
        let own = keeper === found.owner ? found.entry.takeStorage(of: blueprint) : nil
        taken += [own, keeper.takeInheritedStorage(of: blueprint)].compactMap(\.self)
      }
    }
    run((pendingReleases + self.pendingReleases(of: taken)).latestFirst)
  }
}
