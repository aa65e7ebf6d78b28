/// The choice of a scope: the lifetime, and the container or custom scope that caches instances.
struct ScopeChoice: Equatable {
  let lifetime: Lifetime
  /// The name of the container that caches instances, if the scope gives one.
  private let containerName: String?
  /// Identifies the custom scope. It is retained, so that no other object takes its address.
  private let custom: AnyObject?

  init(_ lifetime: Lifetime, of blueprint: borrowing Blueprint) {
    self.lifetime = lifetime
    containerName = lifetime == .scoped ? blueprint.containerName : nil
    custom = lifetime == .shared || lifetime == .perContainer ? blueprint.customIdentity : nil
  }

  static func == (left: ScopeChoice, right: ScopeChoice) -> Bool {
    left.lifetime == right.lifetime && left.containerName == right.containerName && left.custom === right.custom
  }
}

/// The reasons why a registration gives no instance: it was changed after it cached one, which lacks the change.
struct Refusal {
  /// The scope in which an instance was cached, if the registration has another one by now.
  var keptIn: ScopeChoice?
  /// True if instances were cached in several scopes, so that no scope is that of all.
  var isMixed = false
  /// True if a hook was added, which has not run for the cached instance.
  var isHookedLate = false

  /// True if there is no reason.
  var isEmpty: Bool { !isScopeChanged && !isHookedLate }

  private var isScopeChanged: Bool { keptIn != nil || isMixed }

  /// The cause of the error, given the present scope.
  func cause(_ flags: RegistrationFlags) -> AstrojectError.Cause {
    let isDisposable = isMixed || flags.lifetime.isDisposable || keptIn?.lifetime.isDisposable ?? false
    // A closure that makes custom scopes counts as another scope each time it is chosen.
    let canBeSetBack = isScopeChanged && !isMixed && !isHookedLate && keptIn?.lifetime != .perContainer
    let ways = AstrojectError.WaysOn(
      canBeSetBack: canBeSetBack, isDisposable: isDisposable,
      isKeptByOwner: !isMixed && (keptIn?.lifetime ?? flags.lifetime).isKeptByOwner,
      isContribution: flags[.isContribution])
    // While a scope is being changed, there is no other reason.
    return isHookedLate && !isScopeChanged ? .hookedTooLate(ways) : .scopeChanged(ways)
  }
}

extension Blueprint {
  /// The scope as it is chosen now.
  var scopeChoice: ScopeChoice { ScopeChoice(flags.lifetime, of: self) }

  /// The cause of the error that a resolve throws while the registration gives no instance.
  var refusalCause: AstrojectError.Cause { currentOptions.refusal.cause(flags) }

  /// Changes the reasons for giving no instance.
  func changeRefusal(_ change: (inout Refusal) -> Void) { changeOptions { change(&$0.refusal) } }

  /// Compares the scope with that of a cached instance, after the scope was changed.
  ///
  /// - Parameter old: The scope before.
  func noteChange(from old: ScopeChoice) {
    let new = scopeChoice
    guard flags[.isSpoiled] || old != new else { return }
    changeRefusal { refusal in
      let kept = refusal.keptIn ?? old
      refusal.keptIn = kept == new ? nil : kept
    }
  }

  /// Notes that an instance was cached in a scope that the registration no longer has.
  ///
  /// - Parameter isFirst: True if no instance was cached before.
  func noteKept(in lifetime: Lifetime, asFirst isFirst: Bool) {
    let choice = ScopeChoice(lifetime, of: self)
    changeRefusal { refusal in
      if isFirst, refusal.keptIn == nil {
        refusal.keptIn = choice
      } else if refusal.keptIn?.lifetime != lifetime {
        refusal.isMixed = true
      }
    }
  }

  /// Takes back what calls of the user have changed.
  func changeBack(to old: RegistrationFlags, _ options: RegistrationOptions) {
    changeFlags { $0 = $0.changed(backTo: old) }
    changeOptions { $0 = options }
  }

  /// Forgets that an instance was cached, and what was changed since then.
  package func forgetKept() {
    changeFlags { $0[.hasKept] = false }
    if flags[.isSpoiled] { changeRefusal { $0 = Refusal() } }
  }
}
