/// A summary of a registration, which is made without running anything.
package struct Summary {
  /// The origin of the product.
  package enum Origin {
    case initializer, closure, instance
    case forwarding(to: Blueprint)
  }

  package let key: Key
  package let id: UInt
  /// The place in the order of registration. A copy has that of its original.
  package let sequence: UInt
  package let location: CodeLocation
  package let origin: Origin
  package let lifetime: Lifetime
  /// True if the scope was chosen explicitly.
  package let isScopeChosen: Bool
  package let isEager: Bool
  package let isContribution: Bool
  /// True if it has an `onRelease` hook.
  package let hasReleaseHooks: Bool
  /// True if it is made by a closure that takes nothing, and so resolves nothing.
  package let isLeafClosure: Bool
  /// True if a closure of it may resolve something that is not known.
  package let hasOpaqueClosures: Bool
  /// True if the dependencies of its closures are declared.
  package let isDeclared: Bool
  /// True if it cannot be resolved without arguments.
  package let needsArguments: Bool
  package let group: Any.Type?
  /// The protocol of the product, which hides some of the dependencies; nil for any other type.
  package let unseenType: Any.Type?
  /// The dependencies that the recipe gets.
  package let wired: [Dependency]
  /// The dependencies that it gets after the product was made.
  package internal(set) var afterwards: [Dependency] = []
  /// The dependencies that its closures are declared to resolve.
  package internal(set) var declared: [Dependency] = []
  /// The effect of its own recipe and hooks.
  package internal(set) var effect: Dependency.Effect
  /// The effect of its closures: the factory, the hooks, and the rules of parameters.
  package internal(set) var closureEffect: Dependency.Effect
  package internal(set) var containerName: String?
  /// True if it has an `afterInit`.
  package internal(set) var hasAfterInit = false
  package internal(set) var allowances: [Allowance] = []
  /// The location of the registration that this one has replaced.
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
    hasReleaseHooks = flags.hasReleaseHooks
    isContribution = blueprint.isContribution
    isDeclared = flags.isDeclared
    needsArguments = !blueprint.isSelfContained
    group = blueprint.group?.type
    wired = blueprint.parameterPlan?.dependencies ?? []
    let closures = wired.reduce(into: Dependency.Effect()) { $0.add($1.effect) }
    effect = closures
    effect.add(blueprint.kind.effect)
    closureEffect = blueprint.parameterPlan == nil ? effect : closures
    if let target = blueprint.forwardingTarget {
      origin = .forwarding(to: target)
    } else {
      origin = blueprint.parameterPlan != nil ? .initializer : flags.isInstance ? .instance : .closure
    }
    let isClosure = if case .closure = origin { true } else { false }
    isLeafClosure = isClosure && (blueprint.kind == .leaf || blueprint.kind == .asyncLeaf || flags.isMainActorLeaf)
    hasOpaqueClosures = isClosure && !isLeafClosure || flags.hasOpaqueHooks
    let unseen = isLeafClosure && TypeKind(key.product) == .existential ? key.product : nil
    unseenType = blueprint.parameterPlan?.unseenType ?? unseen
  }
}
