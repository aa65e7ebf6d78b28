extension Core {
  /// The group that makes registrations while a transaction of the caller is open here; nil if there is none.
  var currentGroup: Group? { transactions.load() == 0 ? nil : Group.current }

  /// Adds a registration, with its cached instances; returns false if an earlier one stays.
  ///
  /// A contribution is added to the collection of its type, and replaces nothing.
  func add(_ blueprint: Blueprint, keeping storage: InstanceStorage? = nil) throws -> Bool {
    let key = blueprint.key
    try admit(blueprint)
    blueprint.takeScope(defaultScope)
    let policy = blueprint.flags.ifRegistered
    if policy != .replace, let known = findHere(key), !known.blueprint.isComposite {
      return try yield(blueprint, to: known.blueprint)
    }
    // Protection in the store itself is detected by `Store.install`.
    if !blueprint.isContribution, isProtectedAbove(key) { throw protected(key) }
    switch openView.with({ $0.install(blueprint, keeping: storage) }) {
    case .added(let removal): if let removal { settle(removal) }
    case .refused(let known):
      if policy == .replace { throw protected(key) }
      return try yield(blueprint, to: known)
    }
    if isObserved { announce(blueprint) }
    return true
  }

  /// Leaves the key to an earlier registration.
  ///
  /// - Returns: False, because the new registration is not installed.
  /// - Throws: `duplicateRegistration`, if that is the policy of the new registration.
  private func yield(_ blueprint: Blueprint, to known: Blueprint) throws -> Bool {
    if blueprint.flags.ifRegistered == .fail { throw blueprint.duplicate(of: known) }
    return false
  }

  /// Lets a registration in, and notes the group that makes it.
  ///
  /// - Throws: ``AstrojectError/sealed(_:)`` or ``AstrojectError/containerReleased(_:)`` if nothing can be added;
  ///   ``AstrojectError/isolationMismatch(_:)`` for a key that is Hashable on one global actor only.
  func admit(_ blueprint: Blueprint) throws {
    try refuseIfEnded(blueprint.key)
    let confinement = blueprint.key.bare.label?.confinement
    if isSealed || confinement != nil {
      let failure = AstrojectError.Failure(
        key: blueprint.key, path: [], location: blueprint.location,
        cause: confinement.map { .isolatedConformance($0) } ?? absence)
      throw confinement == nil ? AstrojectError.sealed(failure) : .isolationMismatch(failure)
    }
    if let group = currentGroup { blueprint.group = group }
  }

  /// Adds a forwarding to a registration, if that is still here.
  func forward(_ forwarding: Blueprint, to registration: Blueprint) {
    ifOpen {
      guard isLive(registration), !putInPlaceOfInherited(forwarding, to: registration) else { return }
      registration.changeFlags { $0[.hasForwardings] = true }
      if let group = currentGroup { forwarding.group = group }
      let store = view
      _ = store.install(forwarding)
      // Another thread may have removed the registration, without seeing the forwarding yet.
      if !isLive(registration) { return Retired.add(store.removeForwardings(to: [registration]).outOfView) }
      if isObserved { announce(forwarding) }
    }
  }

  /// Replaces the forwarding that a substitute has inherited from its predecessor.
  ///
  /// Returns false if there is none.
  private func putInPlaceOfInherited(_ forwarding: Blueprint, to registration: Blueprint) -> Bool {
    guard registration.isSubstitute, let entry = store.entry(for: forwarding.key),
      let inherited = entry.blueprints.first(where: { $0.forwardingTarget === registration })
    else { return false }
    return entry.exchange(inherited, with: forwarding.copy(sequence: inherited.sequence)) != nil
  }

  /// Installs a registration under its key, with its cached instances.
  package func put(_ blueprint: Blueprint, keeping storage: InstanceStorage? = nil) {
    _ = store.install(blueprint, keeping: storage)
  }

  private func protected(_ key: Key) -> AstrojectError {
    .alreadyRegistered(type: key.product, name: key.name ?? key.bare.label?.description)
  }

  /// Reports a registration to behaviors as soon as it counts.
  private func announce(_ blueprint: Blueprint) {
    if let transaction { transaction.with { $0.announce(blueprint) } } else { tell(of: blueprint, isNew: true) }
  }
}

extension Blueprint {
  /// The error of this registration, whose key another one has.
  func duplicate(of known: Blueprint) -> AstrojectError {
    .duplicateRegistration(
      AstrojectError.Failure(key: key, path: [], location: location, cause: .duplicate(of: known.location)))
  }
}
