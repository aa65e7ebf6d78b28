/// What can be said of a registration without running anything.
package struct Summary {
  /// Where the product comes from.
  package enum Origin {
    case initializer, closure, instance
    case forwarding(to: Blueprint)
  }

  /// What a resolve takes.
  package struct Effect: Hashable {
    /// Whether it has to be awaited.
    package var isAsynchronous = false
    /// Whether it has to be awaited, or done on the main actor.
    package var isOnMainActor = false

    package init() {}

    package init(isAsynchronous: Bool, isOnMainActor: Bool) {
      self.isAsynchronous = isAsynchronous
      self.isOnMainActor = isOnMainActor
    }

    /// Adds what something else takes that is done as well.
    package mutating func add(_ other: Effect) {
      isAsynchronous = isAsynchronous || other.isAsynchronous
      isOnMainActor = isOnMainActor || other.isOnMainActor
    }
  }

  package let key: Key
  package let id: UInt
  /// Its place in the order of registration, which a copy shares with what it is a copy of.
  package let sequence: UInt
  package let location: CodeLocation
  package let origin: Origin
  package let lifetime: Lifetime
  /// Whether somebody has said what the scope is.
  package let isScopeChosen: Bool
  package let isEager: Bool
  package let isContribution: Bool
  /// Whether a closure of it may resolve what is not known.
  package let hasOpaqueClosures: Bool
  /// Whether it is said what its closures resolve.
  package let isDeclared: Bool
  /// Whether it cannot be resolved without arguments.
  package let needsArguments: Bool
  package let group: Any.Type?
  /// The protocol of what it makes, which does not show what else goes into it.
  package let unseenType: Any.Type?
  /// What goes into it.
  package let wired: [Dependency]
  /// What goes into it when it has been made.
  package internal(set) var afterwards: [Dependency] = []
  /// What its closures resolve, as they say.
  package internal(set) var declared: [Dependency] = []
  /// What its own recipe and hooks take.
  package internal(set) var effect: Effect
  /// What its closures take: the factory, the hooks, the rules of parameters.
  package internal(set) var closureEffect: Effect
  package internal(set) var containerName: String?
  package internal(set) var allowances: [Allowance] = []
  /// Where the registration was made whose place it has taken.
  package internal(set) var replaced: CodeLocation?

  init(of blueprint: Blueprint) {
    let flags = blueprint.flags
    key = blueprint.key
    id = blueprint.id
    sequence = blueprint.sequence
    location = blueprint.location
    lifetime = flags.lifetime
    isScopeChosen = flags.isScopeChosen
    isEager = flags.isEager
    isContribution = blueprint.isContribution
    isDeclared = flags.isDeclared
    needsArguments = !blueprint.isSelfContained
    group = blueprint.group?.type
    unseenType = blueprint.parameterPlan?.unseenType
    wired = blueprint.parameterPlan?.dependencies ?? []
    let closures = wired.reduce(into: Effect()) { $0.add($1.effect) }
    effect = closures
    effect.add(blueprint.kind.effect)
    closureEffect = blueprint.parameterPlan == nil ? effect : closures
    if let target = blueprint.forwardingTarget {
      origin = .forwarding(to: target)
    } else {
      origin = blueprint.parameterPlan != nil ? .initializer : flags.isInstance ? .instance : .closure
    }
    hasOpaqueClosures = if case .closure = origin { true } else { flags.hasOpaqueHooks }
  }
}
