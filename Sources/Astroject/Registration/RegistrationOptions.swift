/// What a registration says beyond its recipe, as far as it takes more than a bit: all that chained calls add to it.
struct RegistrationOptions {
  var afterInit: [Hook] = []
  /// What the hooks get, as far as they say so.
  var dependencies: [Dependency] = []
  /// What a check of the graph is not to report.
  var allowances: [Allowance] = []
  var onRelease: [ReleaseHook] = []
  /// The container that keeps the product, where the scope names one.
  var containerName: String?
  /// The custom scope, or what makes one for each container.
  var custom: (@Sendable () -> CustomScope)?

  /// Where the registration was made whose place it has taken.
  var replaced: CodeLocation?

  /// Whether nothing was said.
  var isEmpty: Bool {
    afterInit.isEmpty && dependencies.isEmpty && allowances.isEmpty && onRelease.isEmpty && containerName == nil
      && custom == nil && replaced == nil
  }
}

/// Something that a check of the graph is not to report about a registration.
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

/// The bits of a registration that every resolve looks at.
struct RegistrationFlags {
  private(set) var word: UInt

  init(word: UInt) { self.word = word }

  init(
    lifetime: Lifetime, isOverridable: Bool, isContribution: Bool, kind: RecipeKind, isNoted: Bool,
    ifRegistered: DuplicatePolicy = .replace, role: Role = .plain
  ) {
    word = lifetime.rawValue | kind.rawValue << 24
    set(1 << 17, ifRegistered == .keep)
    set(1 << 18, ifRegistered == .fail)
    set(1 << 16, isNoted)
    set(1 << 19, role == .decorator)
    set(1 << 20, role == .composite)
    set(8192, isOverridable)
    set(16384, isContribution)
  }

  // MARK: Fixed from the beginning

  /// Bits 13, 14, 16 to 20 and 24 to 27 are these; nothing that is said later may have one of them.
  private static let fixed: UInt = 8192 | 16384 | 31 << 16 | 15 << 24

  /// What it is to the others of its key.
  enum Role {
    /// One that answers, or an element of the collection.
    case plain
    /// One that surrounds them.
    case decorator
    /// One that answers for all of them.
    case composite
  }

  /// Whether a later registration may replace it.
  var isOverridable: Bool { word & 8192 != 0 }
  /// Whether no key finds it.
  var isContribution: Bool { word & 16384 != 0 }
  /// Whether it is noted that somebody has asked.
  var isNoted: Bool { word & 1 << 16 != 0 }

  /// What happens where something was registered under its key before.
  var ifRegistered: DuplicatePolicy { word & 1 << 17 != 0 ? .keep : word & 1 << 18 != 0 ? .fail : .replace }

  /// What it is to the others of its key.
  var role: Role { word & 1 << 19 != 0 ? .decorator : word & 1 << 20 != 0 ? .composite : .plain }

  var kind: RecipeKind { RecipeKind(rawValue: word >> 24 & 15) ?? .forwarding }

  /// The same of another registration, as far as it is not fixed.
  func of(_ other: RegistrationFlags) -> RegistrationFlags {
    RegistrationFlags(word: word & ~RegistrationFlags.fixed | other.word & RegistrationFlags.fixed)
  }

  // MARK: Said later

  var lifetime: Lifetime {
    get { Lifetime(rawValue: word & 15) ?? .graph }
    set { word = word & ~15 | newValue.rawValue }
  }

  /// Whether there is an `afterInit`.
  var hasHooks: Bool {
    get { word & 16 != 0 }
    set { set(16, newValue) }
  }
  /// Whether `bootstrap` builds it.
  var isEager: Bool {
    get { word & 32 != 0 }
    set { set(32, newValue) }
  }
  /// Whether an instance was kept at some time.
  var hasKept: Bool {
    get { word & 64 != 0 }
    set { set(64, newValue) }
  }
  /// Whether the scope was changed after an instance was kept.
  var isSpoiled: Bool {
    get { word & 128 != 0 }
    set { set(128, newValue) }
  }
  /// Whether another type may forward to it.
  var hasForwardings: Bool {
    get { word & 256 != 0 }
    set { set(256, newValue) }
  }

  /// Whether somebody has said what the scope is.
  var isScopeChosen: Bool {
    get { word & 512 != 0 }
    set { set(512, newValue) }
  }
  /// Whether it is said what closures of the registration resolve.
  var isDeclared: Bool {
    get { word & 1024 != 0 }
    set { set(1024, newValue) }
  }
  /// Whether a hook is a closure, which may resolve anything.
  var hasOpaqueHooks: Bool {
    get { word & 2048 != 0 }
    set { set(2048, newValue) }
  }

  /// Whether the product was made elsewhere.
  var isInstance: Bool {
    get { word & 4096 != 0 }
    set { set(4096, newValue) }
  }

  /// Whether each child of a name is given its own when it is made.
  var isGiven: Bool { isInstance && lifetime == .scoped }

  /// Whether another container than the one that has it may keep an instance.
  var isKeptElsewhere: Bool {
    get { word & 1 << 21 != 0 }
    set { set(1 << 21, newValue) }
  }

  /// Whether an instance was made without steps: the second one is made without a look at the key.
  var wasMade: Bool {
    get { word & 1 << 22 != 0 }
    set { set(1 << 22, newValue) }
  }

  /// Whether something of it may lie where readers without a lock find it.
  var mayBePublished: Bool {
    get { word & 1 << 23 != 0 }
    set { set(1 << 23, newValue) }
  }

  /// Whether something surrounds it, here or in a child, so that readers without a lock cannot make it.
  var isSurrounded: Bool {
    get { word & 1 << 15 != 0 }
    set { set(1 << 15, newValue) }
  }

  /// Whether an instance that was made elsewhere was let go of, about which nothing more is to be done.
  var isLetGo: Bool {
    get { word & 1 << 28 != 0 }
    set { set(1 << 28, newValue) }
  }

  /// Whether something is to be done when an instance is let go of.
  var hasReleaseHooks: Bool {
    get { word & 1 << 29 != 0 }
    set { set(1 << 29, newValue) }
  }

  /// The same of a registration that has kept nothing.
  var unused: RegistrationFlags {
    var flags = self
    flags.hasKept = false
    flags.isSpoiled = false
    flags.wasMade = false
    flags.mayBePublished = false
    flags.isKeptElsewhere = false
    flags.isSurrounded = false
    flags.isLetGo = false
    return flags
  }

  private mutating func set(_ bit: UInt, _ isOn: Bool) { word = isOn ? word | bit : word & ~bit }
}
