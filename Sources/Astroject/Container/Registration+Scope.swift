// The choice of a scope.

extension Registration {
  /// Returns the contents, to be changed by the caller. If its transaction fails, the change is taken back.
  func beginChange() -> Blueprint {
    Transaction.undoChange(of: blueprint, on: core)
    return blueprint
  }

  /// Chooses a scope.
  @usableFromInline
  func setScope(_ lifetime: Lifetime) {
    let hadName = lifetime == .scoped && blueprint.containerName != nil
    setScope(lifetime, hadName ? { $0.containerName = nil } : nil)
  }

  /// Chooses a scope.
  ///
  /// - Parameter change: Names a container or custom scope, if the scope has one and it is not the same as before.
  func setScope(_ lifetime: Lifetime, _ change: ((inout RegistrationOptions) -> Void)?) {
    // A behavior is told of forwardings, too. The target of a forwarding caches their instances.
    if blueprint.flags.lifetime == .forwarded { return }
    // An instance that was released does not count.
    if blueprint.flags[.hasKept] { core?.forgetReleased(of: blueprint) }
    Transaction.undoChange(of: blueprint, on: core)
    // Otherwise the flags that are replaced say what it was.
    let former = change == nil ? nil : blueprint.scopeChoice
    if let change { blueprint.changeOptions(change) }
    let hasValue = change != nil
    let flags = blueprint.changeFlags { flags in
      flags[.isScopeChosen] = true
      // In one step, so that no other caller makes an instance in the new scope before the change is compared.
      if flags[.hasKept], hasValue || flags.lifetime != lifetime { flags[.isSpoiled] = true }
      flags.lifetime = lifetime
    }
    if flags[.hasKept] || flags[.isSpoiled] {
      blueprint.noteChange(from: former ?? ScopeChoice(flags.lifetime, of: blueprint))
    }
    unpublish()
    // A slot that has cached nothing may still be there, with the former custom scope. If there was none, a build may
    // be under way in a slot of the new one already.
    if let former, flags[.isScopeChosen], !flags[.hasKept], !flags[.isSpoiled] {
      core?.changeKeeper(of: blueprint, from: former)
    }
  }

  /// Makes readers take the lock because something has changed that they do not look at; see
  /// ``Blueprint/noteMayBePublished()``.
  func unpublish() { if blueprint.flags[.mayBePublished] { core?.unpublish(blueprint) } }
}
