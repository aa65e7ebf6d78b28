// A registration that was changed too late gives instances again once the earlier ones are gone; see ``Refusal``.

extension Core {
  /// The storage of a registration where something is cached or being built: that of this container, which has the
  /// registration, and those elsewhere. Nil if they are not known, because this thread does not see the registration.
  private func usedStorage(of blueprint: Blueprint) -> [InstanceStorage]? {
    guard let found = find(blueprint) else { return nil }
    let others = blueprint.flags[.isKeptElsewhere] ? parents + descendants : []
    return ([found.entry.storage] + others.map { $0.inheritedStorage(of: blueprint) }).compactMap(\.self)
      .filter(\.isInUse)
  }

  /// Forgets that a registration of this container has cached an instance, if that was released.
  ///
  /// - Returns: True if nothing is cached or being built.
  @discardableResult
  func forgetReleased(of blueprint: Blueprint) -> Bool {
    ifOpen(else: false) {
      guard blueprint.flags[.hasKept] || blueprint.flags[.isSpoiled] else { return true }
      guard usedStorage(of: blueprint)?.isEmpty ?? false else { return false }
      let refusal = blueprint.currentOptions.refusal
      blueprint.forgetKept()
      // A build that ends meanwhile notes its instance before it shows it. The note may have been lost just now.
      if usedStorage(of: blueprint)?.isEmpty ?? false { return true }
      blueprint.changeFlags { $0[.hasKept] = true }
      if !refusal.isEmpty { blueprint.changeRefusal { $0 = refusal } }
      return false
    }
  }

  /// Returns the flags of a registration of this container; nil if it gives no instance.
  ///
  /// They are read once. So their scope is not one that was chosen meanwhile, and comes too late.
  func presentFlags(of blueprint: Blueprint) -> RegistrationFlags? {
    while true {
      let flags = blueprint.flags
      if !flags[.isSpoiled] { return flags }
      if !isMended(blueprint) { return nil }
    }
  }

  /// Returns true if a registration of this container gives instances again, because those from before its change were
  /// released.
  private func isMended(_ blueprint: Blueprint) -> Bool {
    if forgetReleased(of: blueprint) { return !blueprint.flags[.isSpoiled] }
    guard blueprint.currentOptions.refusal.isMixed else { return false }
    let lifetimes = (usedStorage(of: blueprint) ?? []).map(\.lifetime)
    guard let lifetime = lifetimes.first, lifetimes.allSatisfy({ $0 == lifetime }) else { return false }
    let (kept, now) = (ScopeChoice(lifetime, of: blueprint), blueprint.scopeChoice)
    blueprint.changeRefusal { refusal in
      refusal.isMixed = false
      refusal.keptIn = kept == now ? nil : kept
    }
    return !blueprint.flags[.isSpoiled]
  }

  /// Refuses the instances of a registration that were cached before it got another hook.
  func refuseUnhooked(_ blueprint: Blueprint) {
    let flags = blueprint.flags
    if !flags[.hasKept] || flags[.isInstance] || flags.lifetime == .forwarded { return }
    if !forgetReleased(of: blueprint) { blueprint.changeRefusal { $0.isHookedLate = true } }
  }
}
