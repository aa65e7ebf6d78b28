/// The options of a registration that take more than a bit: all that chained calls add to it.
struct RegistrationOptions {
  var afterInit: [Hook] = []
  /// The dependencies that hooks and closures declare.
  var dependencies: [Dependency] = []
  /// The findings that a check of the graph does not report.
  var allowances: [Allowance] = []
  var onRelease: [ReleaseHook] = []
  /// The name of the container that caches the product, if the scope gives one.
  var containerName: String?
  /// Returns the custom scope, or makes one for each container.
  var custom: (@Sendable () -> CustomScope)?
  /// Identifies the custom scope.
  var customIdentity: AnyObject?

  /// The location of the registration that this one has replaced.
  var replaced: CodeLocation?
  /// The reasons why no instance is given. There are none for most registrations, so they are stored elsewhere.
  var refusal: Refusal {
    get { boxedRefusal?.refusal ?? Refusal() }
    set { boxedRefusal = newValue.isEmpty ? nil : BoxedRefusal(newValue) }
  }
  private var boxedRefusal: BoxedRefusal?

  private final class BoxedRefusal {
    let refusal: Refusal
    init(_ refusal: Refusal) { self.refusal = refusal }
  }

  /// True if no option was set.
  var isEmpty: Bool {
    afterInit.isEmpty && dependencies.isEmpty && allowances.isEmpty && onRelease.isEmpty && containerName == nil
      && custom == nil && replaced == nil && boxedRefusal == nil
  }
}

/// A finding about a registration that a check of the graph does not report.
package struct Allowance: Sendable {
  /// The code of the rule.
  package let rule: String
  /// The type of the dependency that it is about; nil for all.
  package let type: Any.Type?
  package let reason: String

  package init(rule: String, type: Any.Type?, reason: String) {
    self.rule = rule
    self.type = type
    self.reason = reason
  }
}

/// The flags of a registration, which every resolve looks at.
struct RegistrationFlags {
  private(set) var word: UInt

  init(word: UInt) { self.word = word }

  init(
    lifetime: Lifetime, isOverridable: Bool, isContribution: Bool, kind: RecipeKind, isObserved: Bool,
    ifRegistered: DuplicatePolicy = .replace, role: Role = .plain
  ) {
    word = lifetime.rawValue | kind.rawValue << 24
    set(1 << 17, ifRegistered == .keep)
    set(1 << 18, ifRegistered == .fail)
    set(1 << 16, isObserved)
    set(1 << 19, role == .decorator)
    set(1 << 20, role == .composite)
    set(8192, isOverridable)
    set(16384, isContribution)
  }

  // MARK: Fixed from the beginning

  /// Bits 13, 14, 16 to 20 and 24 to 27. No flag that is set later may use one of them.
  private static let fixed: UInt = 8192 | 16384 | 31 << 16 | 15 << 24

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
  var isOverridable: Bool { word & 8192 != 0 }
  /// True if no key finds it.
  var isContribution: Bool { word & 16384 != 0 }
  /// True if requests are observed.
  var isObserved: Bool { word & 1 << 16 != 0 }

  /// The policy for an earlier registration under its key.
  var ifRegistered: DuplicatePolicy { word & 1 << 17 != 0 ? .keep : word & 1 << 18 != 0 ? .fail : .replace }

  /// The role among the registrations of its key.
  var role: Role { word & 1 << 19 != 0 ? .decorator : word & 1 << 20 != 0 ? .composite : .plain }

  var kind: RecipeKind { RecipeKind(rawValue: word >> 24 & 15) ?? .forwarding }

  /// Returns these flags with the fixed ones of another registration.
  func of(_ other: RegistrationFlags) -> RegistrationFlags {
    RegistrationFlags(word: word & ~RegistrationFlags.fixed | other.word & RegistrationFlags.fixed)
  }

  // MARK: Set later

  var lifetime: Lifetime {
    get { Lifetime(rawValue: word & 15) ?? .graph }
    set { word = word & ~15 | newValue.rawValue }
  }

  /// True if there is an `afterInit` hook.
  var hasHooks: Bool {
    get { word & 16 != 0 }
    set { set(16, newValue) }
  }
  /// True if `bootstrap` builds it.
  var isEager: Bool {
    get { word & 32 != 0 }
    set { set(32, newValue) }
  }
  /// True if an instance was ever cached.
  var hasKept: Bool {
    get { word & 64 != 0 }
    set { set(64, newValue) }
  }
  /// True if the scope was changed, or a hook or a decorator came, after an instance was cached; see ``Refusal``.
  var isSpoiled: Bool {
    get { word & 128 != 0 }
    set { set(128, newValue) }
  }
  /// True if another type may forward to it.
  var hasForwardings: Bool {
    get { word & 256 != 0 }
    set { set(256, newValue) }
  }

  /// True if the scope was chosen explicitly.
  var isScopeChosen: Bool {
    get { word & 512 != 0 }
    set { set(512, newValue) }
  }
  /// True if the dependencies of the registration's closures are declared.
  var isDeclared: Bool {
    get { word & 1024 != 0 }
    set { set(1024, newValue) }
  }
  /// True if a hook is a closure, which may resolve anything.
  var hasOpaqueHooks: Bool {
    get { word & 2048 != 0 }
    set { set(2048, newValue) }
  }

  /// True if the product was made elsewhere.
  var isInstance: Bool {
    get { word & 4096 != 0 }
    set { set(4096, newValue) }
  }

  /// True if each child with a name is given an instance of its own when it is made.
  var isGiven: Bool { isInstance && lifetime == .scoped }

  /// True if a container other than the one that has it may cache an instance.
  var isKeptElsewhere: Bool {
    get { word & 1 << 21 != 0 }
    set { set(1 << 21, newValue) }
  }

  /// True if an instance was built without steps. For the second one a factory is published.
  var wasMade: Bool {
    get { word & 1 << 22 != 0 }
    set { set(1 << 22, newValue) }
  }

  /// True if something of it may be published for lock-free readers.
  var mayBePublished: Bool {
    get { word & 1 << 23 != 0 }
    set { set(1 << 23, newValue) }
  }

  /// True if a decorator, here or in a child, decorates it, so that lock-free readers cannot build it.
  var isDecorated: Bool {
    get { word & 1 << 15 != 0 }
    set { set(1 << 15, newValue) }
  }

  /// True if an instance that was made elsewhere was released. No hooks run for it any more.
  var isReleased: Bool {
    get { word & 1 << 28 != 0 }
    set { set(1 << 28, newValue) }
  }

  /// True if hooks run when an instance is released.
  var hasReleaseHooks: Bool {
    get { word & 1 << 29 != 0 }
    set { set(1 << 29, newValue) }
  }

  /// True if a product conforms to its protocol on the main actor only, so that each request is checked.
  var isConfined: Bool {
    get { word & 1 << 30 != 0 }
    set { set(1 << 30, newValue) }
  }

  /// True if it is made by a closure of the main actor that takes nothing.
  var isMainActorLeaf: Bool {
    get { word & 1 << 31 != 0 }
    set { set(1 << 31, newValue) }
  }

  /// The flags of a registration that has cached nothing.
  var unused: RegistrationFlags {
    var flags = self
    flags.hasKept = false
    flags.isSpoiled = false
    flags.wasMade = false
    flags.mayBePublished = false
    flags.isKeptElsewhere = false
    flags.isDecorated = false
    flags.isReleased = false
    return flags
  }

  private mutating func set(_ bit: UInt, _ isOn: Bool) { word = isOn ? word | bit : word & ~bit }
}
