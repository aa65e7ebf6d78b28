// What choosing a scope comes down to.

extension Registration {
  /// Chooses a scope.
  @usableFromInline
  func last(_ lifetime: Lifetime) { last(lifetime, forAnotherKeeper: false, nil) }

  /// Chooses the scope of the container that asks, or of the nearest one of a name.
  @usableFromInline
  func last(inContainerNamed name: String?) {
    let isSame = blueprint.containerName == name
    last(.container, forAnotherKeeper: !isSame, isSame ? nil : { $0.containerName = name })
  }

  /// Chooses a scope, of another keeper than before or of the same one.
  func last(
    _ lifetime: Lifetime, forAnotherKeeper changesKeeper: Bool, _ change: ((inout RegistrationOptions) -> Void)?
  ) {
    // A behavior is told of forwardings, too. Their instances are kept by what they forward to.
    if blueprint.flags.lifetime == .forwarded { return }
    let isFirstChoice = !blueprint.flags.isScopeChosen
    if let change { blueprint.changeOptions(change) }
    blueprint.setLifetime(lifetime, forAnotherKeeper: changesKeeper)
    takeOutOfView()
    // A slot that has kept nothing may still be there, with the former custom scope. Where there was none, others may
    // be building in a slot of the new one already.
    if changesKeeper, !isFirstChoice, !blueprint.flags.hasKept { core?.changeKeeper(of: blueprint) }
  }

  /// Has readers take the lock, as something has changed that they do not look at; see ``Blueprint/putInView()``.
  func takeOutOfView() { if blueprint.flags.isInView { core?.unpublish(blueprint.key) } }
}
