/// The flags of a registration, which every resolve looks at: its scope, the kind of its recipe, and what is on or off.
///
/// They are the bits of one word, so that threads can change them without a lock.
struct RegistrationFlags {
  private(set) var word: UInt

  init(word: UInt) { self.word = word }

  init(_ lifetime: Lifetime, _ kind: RecipeKind) {
    word = lifetime.rawValue | kind.rawValue &<< 4
    self[.isOverridable] = true
  }

  /// The flags, by the number of their bit. The bits below hold the scope and the kind.
  enum Flag: UInt {
    case isOverridable = 8
    case isContribution, isWatched, keepsEarlier, failsIfRegistered, isDecorator, isComposite
    case hasHooks, isEager, hasForwardings, isScopeChosen, isDeclared, hasOpaqueHooks, isInstance
    case hasReleaseHooks, isConfined, isMainActorLeaf
    // Set when an instance is built, cached or released.
    case hasKept, isSpoiled, wasAsked, mayBePublished, isKeptElsewhere, isDecorated, isReleased
  }

  subscript(flag: Flag) -> Bool {
    get { word & 1 &<< flag.rawValue != 0 }
    set { word = newValue ? word | 1 &<< flag.rawValue : word & ~(1 &<< flag.rawValue) }
  }

  /// The flags of a registration that has cached nothing.
  var unused: RegistrationFlags { RegistrationFlags(word: word & (1 &<< Flag.hasKept.rawValue - 1)) }

  // MARK: Fixed from the beginning

  var kind: RecipeKind {
    get { RecipeKind(rawValue: word &>> 4 & 0b1111) ?? .forwarding }
    set { word = word & ~(0b1111 &<< 4) | newValue.rawValue &<< 4 }
  }

  /// True if a later registration may replace it.
  var isOverridable: Bool { self[.isOverridable] }
  /// True if no key finds it.
  var isContribution: Bool { self[.isContribution] }
  /// True if requests are observed.
  var isWatched: Bool { self[.isWatched] }

  /// The policy for an earlier registration under its key.
  var ifRegistered: DuplicatePolicy {
    get { self[.keepsEarlier] ? .keep : self[.failsIfRegistered] ? .fail : .replace }
    set { (self[.keepsEarlier], self[.failsIfRegistered]) = (newValue == .keep, newValue == .fail) }
  }

  /// The role among the registrations of its key.
  var role: RegistrationRole {
    get { self[.isDecorator] ? .decorator : self[.isComposite] ? .composite : .plain }
    set { (self[.isDecorator], self[.isComposite]) = (newValue == .decorator, newValue == .composite) }
  }

  // MARK: Set later

  var lifetime: Lifetime {
    get { Lifetime(rawValue: word & 0b1111) ?? .graph }
    set { word = word & ~0b1111 | newValue.rawValue }
  }

  /// True if there is an `afterInit` hook.
  var hasHooks: Bool { self[.hasHooks] }
  /// True if `bootstrap` builds it.
  var isEager: Bool { self[.isEager] }
  /// True if an instance was ever cached.
  var hasKept: Bool { self[.hasKept] }
  /// True if the scope was changed, or a hook came, after an instance was cached; see ``Refusal``.
  var isSpoiled: Bool { self[.isSpoiled] }
  /// True if another type may forward to it.
  var hasForwardings: Bool { self[.hasForwardings] }
  /// True if the scope was chosen explicitly.
  var isScopeChosen: Bool { self[.isScopeChosen] }
  /// True if the dependencies of the registration's closures are declared.
  var isDeclared: Bool { self[.isDeclared] }
  /// True if a hook is a closure, which may resolve anything.
  var hasOpaqueHooks: Bool { self[.hasOpaqueHooks] }
  /// True if the product was made elsewhere.
  var isInstance: Bool { self[.isInstance] }
  /// True if each child with a name is given an instance of its own when it is made.
  var isGiven: Bool { isInstance && lifetime == .scoped }
  /// True if a container other than the one that has it may cache an instance.
  var isKeptElsewhere: Bool { self[.isKeptElsewhere] }
  /// True if it was asked for before, so that its plan is worth to be published.
  var wasAsked: Bool { self[.wasAsked] }
  /// True if something of it may be published for lock-free readers.
  var mayBePublished: Bool { self[.mayBePublished] }
  /// True if a decorator, here or in a child, decorates it. Then an instance that was made elsewhere is not published.
  var isDecorated: Bool { self[.isDecorated] }
  /// True if an instance that was made elsewhere was released. No hooks run for it any more.
  var isReleased: Bool { self[.isReleased] }
  /// True if hooks run when an instance is released.
  var hasReleaseHooks: Bool { self[.hasReleaseHooks] }
  /// True if a product conforms to its protocol on one global actor only, so that each request is checked.
  var isConfined: Bool { self[.isConfined] }
  /// True if it is made by a closure of the main actor that takes nothing.
  var isMainActorLeaf: Bool { self[.isMainActorLeaf] }
}

/// The role of a registration among those of its key.
package enum RegistrationRole {
  /// A registration that answers, or an element of the collection.
  case plain
  /// A decorator of the others.
  case decorator
  /// A composite, which answers for all of them.
  case composite
}
