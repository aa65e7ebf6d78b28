// What choosing a scope comes down to.

extension Registration {
  /// Chooses a scope.
  @usableFromInline
  func setScope(_ lifetime: Lifetime) { setScope(lifetime, forAnotherKeeper: false, nil) }

  /// Chooses the scope of the container that asks, or of the nearest one of a name.
  @usableFromInline
  func setScope(inContainerNamed name: String?) {
    let isSame = blueprint.containerName == name
    setScope(.scoped, forAnotherKeeper: !isSame, isSame ? nil : { $0.containerName = name })
  }

  /// Chooses a scope, of another keeper than before or of the same one.
  func setScope(
    _ lifetime: Lifetime, forAnotherKeeper changesKeeper: Bool, _ change: ((inout RegistrationOptions) -> Void)?
  ) {
    // A behavior is told of forwardings, too. Their instances are kept by what they forward to.
    if blueprint.flags.lifetime == .forwarded { return }
    let isFirstChoice = !blueprint.flags.isScopeChosen
    if let change { blueprint.changeOptions(change) }
    blueprint.setLifetime(lifetime, forAnotherKeeper: changesKeeper)
    unpublish()
    // A slot that has kept nothing may still be there, with the former custom scope. Where there was none, others may
    // be building in a slot of the new one already.
    if changesKeeper, !isFirstChoice, !blueprint.flags.hasKept { core?.changeKeeper(of: blueprint) }
  }

  /// Has readers take the lock, as something has changed that they do not look at; see
  /// ``Blueprint/noteMayBePublished()``.
  func unpublish() { if blueprint.flags.mayBePublished { core?.unpublish(blueprint) } }
}
