/// The flags of a registration, which every resolve looks at: its scope, the kind of its recipe, and what is on or off.
///
/// They are the bits of one word, so that threads can change them without a lock.
struct RegistrationFlags {
  private(set) var word: UInt

  init(word: UInt) { self.word = word }

  init(
    lifetime: Lifetime, isOverridable: Bool, isContribution: Bool, kind: RecipeKind, isObserved: Bool,
    ifRegistered: DuplicatePolicy = .replace, role: Role = .plain
  ) {
    word = Bits.lifetime.word(lifetime.rawValue) | Bits.kind.word(kind.rawValue)
    self[.isOverridable] = isOverridable
    self[.isContribution] = isContribution
    self[.isObserved] = isObserved
    self[.keepsEarlier] = ifRegistered == .keep
    self[.failsIfRegistered] = ifRegistered == .fail
    self[.isDecorator] = role == .decorator
    self[.isComposite] = role == .composite
  }

  // MARK: Fixed from the beginning

  /// The role of a registration among those of its key.
  enum Role {
    /// A registration that answers, or an element of the collection.
    case plain
    /// A decorator of the others.
    case decorator
    /// A composite, which answers for all of them.
    case composite
  }

  /// True if a later registration may replace it.
  var isOverridable: Bool { self[.isOverridable] }
  /// True if no key finds it.
  var isContribution: Bool { self[.isContribution] }
  /// True if requests are observed.
  var isObserved: Bool { self[.isObserved] }

  /// The policy for an earlier registration under its key.
  var ifRegistered: DuplicatePolicy { self[.keepsEarlier] ? .keep : self[.failsIfRegistered] ? .fail : .replace }

  /// The role among the registrations of its key.
  var role: Role { self[.isDecorator] ? .decorator : self[.isComposite] ? .composite : .plain }

  var kind: RecipeKind { RecipeKind(rawValue: Bits.kind.number(in: word)) ?? .forwarding }

  /// Returns these flags with the fixed ones of another registration.
  func of(_ other: RegistrationFlags) -> RegistrationFlags {
    RegistrationFlags(word: word & ~Bits.fixed.rawValue | other.word & Bits.fixed.rawValue)
  }

  // MARK: Set later

  var lifetime: Lifetime {
    get { Lifetime(rawValue: Bits.lifetime.number(in: word)) ?? .graph }
    set { word = word & ~Bits.lifetime.rawValue | Bits.lifetime.word(newValue.rawValue) }
  }

  /// True if there is an `afterInit` hook.
  var hasHooks: Bool {
    get { self[.hasHooks] }
    set { self[.hasHooks] = newValue }
  }
  /// True if `bootstrap` builds it.
  var isEager: Bool {
    get { self[.isEager] }
    set { self[.isEager] = newValue }
  }
  /// True if an instance was ever cached.
  var hasKept: Bool {
    get { self[.hasKept] }
    set { self[.hasKept] = newValue }
  }
  /// True if the scope was changed, or a hook came, after an instance was cached; see ``Refusal``.
  var isSpoiled: Bool {
    get { self[.isSpoiled] }
    set { self[.isSpoiled] = newValue }
  }
  /// True if another type may forward to it.
  var hasForwardings: Bool {
    get { self[.hasForwardings] }
    set { self[.hasForwardings] = newValue }
  }

  /// True if the scope was chosen explicitly.
  var isScopeChosen: Bool {
    get { self[.isScopeChosen] }
    set { self[.isScopeChosen] = newValue }
  }
  /// True if the dependencies of the registration's closures are declared.
  var isDeclared: Bool {
    get { self[.isDeclared] }
    set { self[.isDeclared] = newValue }
  }
  /// True if a hook is a closure, which may resolve anything.
  var hasOpaqueHooks: Bool {
    get { self[.hasOpaqueHooks] }
    set { self[.hasOpaqueHooks] = newValue }
  }

  /// True if the product was made elsewhere.
  var isInstance: Bool {
    get { self[.isInstance] }
    set { self[.isInstance] = newValue }
  }

  /// True if each child with a name is given an instance of its own when it is made.
  var isGiven: Bool { isInstance && lifetime == .scoped }

  /// True if a container other than the one that has it may cache an instance.
  var isKeptElsewhere: Bool {
    get { self[.isKeptElsewhere] }
    set { self[.isKeptElsewhere] = newValue }
  }

  /// True if it was asked for before, so that its plan is worth to be published.
  var wasAsked: Bool {
    get { self[.wasAsked] }
    set { self[.wasAsked] = newValue }
  }

  /// True if something of it may be published for lock-free readers.
  var mayBePublished: Bool {
    get { self[.mayBePublished] }
    set { self[.mayBePublished] = newValue }
  }

  /// True if a decorator, here or in a child, decorates it. Then an instance that was made elsewhere is not published.
  var isDecorated: Bool {
    get { self[.isDecorated] }
    set { self[.isDecorated] = newValue }
  }

  /// True if an instance that was made elsewhere was released. No hooks run for it any more.
  var isReleased: Bool {
    get { self[.isReleased] }
    set { self[.isReleased] = newValue }
  }

  /// True if hooks run when an instance is released.
  var hasReleaseHooks: Bool {
    get { self[.hasReleaseHooks] }
    set { self[.hasReleaseHooks] = newValue }
  }

  /// True if a product conforms to its protocol on the main actor only, so that each request is checked.
  var isConfined: Bool {
    get { self[.isConfined] }
    set { self[.isConfined] = newValue }
  }

  /// True if it is made by a closure of the main actor that takes nothing.
  var isMainActorLeaf: Bool {
    get { self[.isMainActorLeaf] }
    set { self[.isMainActorLeaf] = newValue }
  }

  /// The flags of a registration that has cached nothing.
  var unused: RegistrationFlags { RegistrationFlags(word: word & ~Bits.ofUse.rawValue) }

  // MARK: Bits

  private subscript(flag: Flag) -> Bool {
    get { word & Bits(flag).rawValue != 0 }
    set { word = newValue ? word | Bits(flag).rawValue : word & ~Bits(flag).rawValue }
  }

  /// The flags, by the number of their bit. The bits below hold the scope and the kind.
  private enum Flag: UInt {
    case isOverridable = 8
    case isContribution, isObserved, keepsEarlier, failsIfRegistered, isDecorator, isComposite
    case hasHooks, isEager, hasForwardings, isScopeChosen, isDeclared, hasOpaqueHooks, isInstance
    case hasReleaseHooks, isConfined, isMainActorLeaf
    case hasKept, isSpoiled, wasAsked, mayBePublished, isKeptElsewhere, isDecorated, isReleased
  }

  /// A set of bits of the word.
  private struct Bits: OptionSet {
    let rawValue: UInt

    init(rawValue: UInt) { self.rawValue = rawValue }
    init(_ flag: Flag) { rawValue = 1 &<< flag.rawValue }

    static var lifetime: Bits { Bits(rawValue: 0b0000_1111) }
    static var kind: Bits { Bits(rawValue: 0b1111_0000) }

    /// The bits that are fixed from the beginning.
    static var fixed: Bits {
      [
        .kind, Bits(.isOverridable), Bits(.isContribution), Bits(.isObserved), Bits(.keepsEarlier),
        Bits(.failsIfRegistered), Bits(.isDecorator), Bits(.isComposite),
      ]
    }

    /// The bits that are set when an instance is built, cached or released.
    static var ofUse: Bits {
      [
        Bits(.hasKept), Bits(.isSpoiled), Bits(.wasAsked), Bits(.mayBePublished), Bits(.isKeptElsewhere),
        Bits(.isDecorated), Bits(.isReleased),
      ]
    }

    /// Returns the number that these bits of a word hold.
    func number(in word: UInt) -> UInt { (word & rawValue) &>> UInt(rawValue.trailingZeroBitCount) }

    /// Returns a word whose bits in this set hold a number.
    func word(_ number: UInt) -> UInt { number &<< UInt(rawValue.trailingZeroBitCount) }
  }
}
