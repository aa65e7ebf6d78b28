/// The flags of a registration, which every resolve looks at: its scope, the kind of its recipe, and what is on or off.
///
/// They are the bits of one word, so that threads can change them without a lock.
package struct RegistrationFlags {
  private(set) var word: UInt

  init(word: UInt) { self.word = word }

  init(_ lifetime: Lifetime, _ kind: RecipeKind) {
    word = lifetime.rawValue | kind.rawValue &<< 4
    self[.isOverridable] = true
  }

  /// The flags, by the number of their bit. The bits below hold the scope and the kind.
  ///
  /// - `isOverridable`: a later registration may replace it.
  /// - `isContribution`: no key finds it.
  /// - `isWatched`: requests are observed.
  /// - `keepsEarlier`, `failsIfRegistered`: the policy for an earlier registration under its key.
  /// - `isDecorator`, `isComposite`: it decorates others, or answers for all of them or leads to what does.
  /// - `hasHooks`: there is an `afterInit` hook.
  /// - `isEager`: `bootstrap` builds it.
  /// - `hasForwardings`: another type may forward to it.
  /// - `isScopeChosen`: the scope was chosen explicitly.
  /// - `isDeclared`: the dependencies of the registration's closures are declared.
  /// - `hasOpaqueHooks`: a hook is a closure, which may resolve anything.
  /// - `isInstance`: the product was made elsewhere.
  /// - `hasReleaseHooks`: hooks run when an instance is released.
  /// - `isConfined`: a product conforms to its protocol on one global actor only, so that each request is checked.
  /// - `isMainActorLeaf`: it is made by a closure of the main actor that takes nothing.
  /// - `hasKept`: an instance was ever cached.
  /// - `isSpoiled`: the scope was changed, or a hook came, after an instance was cached; see ``Refusal``.
  /// - `wasAsked`: it was asked for before, so that its plan is worth publishing.
  /// - `mayBePublished`: something of it may be published for lock-free readers.
  /// - `isKeptElsewhere`: a container other than the one that has it may cache an instance.
  /// - `isDecorated`: a decorator, here or in a child, decorates it. Then an instance that was made elsewhere is not
  ///   published.
  /// - `isReleased`: an instance that was made elsewhere was released. No hooks run for it any more.
  package enum Flag: UInt {
    case isOverridable = 8
    case isContribution, isWatched, keepsEarlier, failsIfRegistered, isDecorator, isComposite
    case hasHooks, isEager, hasForwardings, isScopeChosen, isDeclared, hasOpaqueHooks, isInstance
    case hasReleaseHooks, isConfined, isMainActorLeaf
    // Set when an instance is built, cached or released.
    case hasKept, isSpoiled, wasAsked, mayBePublished, isKeptElsewhere, isDecorated, isReleased
  }

  package subscript(flag: Flag) -> Bool {
    get { word & 1 &<< flag.rawValue != 0 }
    set { word = newValue ? word | 1 &<< flag.rawValue : word & ~(1 &<< flag.rawValue) }
  }

  /// The flags of a registration that has cached nothing.
  package var unused: RegistrationFlags { RegistrationFlags(word: word & (1 &<< Flag.hasKept.rawValue - 1)) }

  /// Returns these flags with what calls of the user have changed as it was before.
  func changed(backTo old: RegistrationFlags) -> RegistrationFlags {
    var flags = RegistrationFlags(word: old.unused.word | word & ~unused.word)
    (flags[.hasForwardings], flags[.isConfined]) = (self[.hasForwardings], self[.isConfined])
    flags[.isReleased] = self[.isReleased] || old[.isReleased]
    return flags
  }

  // MARK: Fixed from the beginning

  var kind: RecipeKind {
    get { RecipeKind(rawValue: word &>> 4 & 0b1111) ?? .forwarding }
    set { word = word & ~(0b1111 &<< 4) | newValue.rawValue &<< 4 }
  }

  /// The policy for an earlier registration under its key.
  var ifRegistered: DuplicatePolicy {
    get { self[.keepsEarlier] ? .keep : self[.failsIfRegistered] ? .fail : .replace }
    set { (self[.keepsEarlier], self[.failsIfRegistered]) = (newValue == .keep, newValue == .fail) }
  }

  // MARK: Set later

  package var lifetime: Lifetime {
    get { Lifetime(rawValue: word & 0b1111) ?? .graph }
    set { word = word & ~0b1111 | newValue.rawValue }
  }

  /// True if its instance may be published: that of a plain singleton. One with arguments publishes its plan.
  ///
  /// An instance that was made elsewhere is cached undecorated, and decorated in another place.
  var publishesInstance: Bool {
    lifetime == .singleton && !self[.isSpoiled] && !self[.isConfined] && !self[.isWatched]
      && !(self[.isInstance] && self[.isDecorated])
  }

  /// True if each child with a name is given an instance of its own when it is made.
  package var isGiven: Bool { self[.isInstance] && lifetime == .scoped }
}
