/// A summary of a registration, which is made without running anything.
package final class Summary {
  /// The origin of the product.
  package enum Origin {
    case initializer, closure, instance
    case forwarding(to: Blueprint)
  }

  package let key: Key
  package let origin: Origin
  private let flags: RegistrationFlags
  private let options: RegistrationOptions
  /// True if it is made by a closure that takes nothing, and so resolves nothing.
  package let isLeafClosure: Bool
  /// True if a closure of it may resolve something that is not known.
  package let hasOpaqueClosures: Bool
  /// The protocol of the product, which hides some of the dependencies; nil for any other type.
  package let unseenType: Any.Type?
  /// The dependencies that the recipe gets.
  package let wired: [Dependency]
  /// The dependencies that it gets after the product was made.
  package let afterwards: [Dependency]
  /// The dependencies that its closures are declared to resolve.
  package let declared: [Dependency]
  /// The effect of its own recipe and hooks.
  package private(set) var effect: Dependency.Effect
  /// The effect of its code that may resolve: a factory or an initializer that takes a resolver, the hooks, and the
  /// rules of parameters.
  package private(set) var closureEffect: Dependency.Effect
  /// True if its last hook sets a property.
  package var setsPropertyLast: Bool { options.afterInit.last?.kind.setsProperty ?? false }
  /// True if it has an `afterInit`.
  package private(set) var hasAfterInit = false

  package var lifetime: Lifetime { flags.lifetime }
  /// True if the scope was chosen explicitly.
  package var isScopeChosen: Bool { flags[.isScopeChosen] }
  package var isEager: Bool { flags[.isEager] }
  /// True if the dependencies of its closures are declared.
  package var isDeclared: Bool { flags[.isDeclared] }
  package var containerName: String? { lifetime == .scoped ? options.containerName : nil }
  package var allowances: [Allowance] { options.allowances }
  /// The location of the registration that this one has replaced.
  package var replaced: CodeLocation? { options.replaced }

  /// The code that needs the declared dependencies, as far as the rest of the registration tells.
  package enum Declarer {
    case closure
    /// An `afterInit`, because all other code is known.
    case hook
    /// The injected properties, because there are some, or may be, and no closure.
    case property
  }
  package let declarer: Declarer

  /// Returns true if an injected property needs a dependency, one that has a label or that its protocol hides included.
  package func isOfProperty(_ dependency: Dependency) -> Bool {
    !dependency.isLabelKnown || dependency.site == .declared && declarer == .property
  }

  /// Returns true if a dependency is the collection that a composite combines, which cannot come later.
  package func isCombined(_ dependency: Dependency) -> Bool { key.isOfComposite && dependency.kind == .collection }

  init(of blueprint: Blueprint) {
    key = blueprint.key
    flags = blueprint.flags
    options = blueprint.currentOptions
    let parameterPlan = blueprint.parameterPlan
    wired = parameterPlan?.dependencies ?? []
    declared = options.dependencies.filter { $0.site == .declared }
    afterwards = options.afterwards
    let closures = wired.reduce(into: Dependency.Effect.none) { $0.add($1.effect) }
    effect = closures
    effect.add(flags.kind.effect)
    let mayResolve = parameterPlan == nil || wired.contains { $0.kind == .container || $0.kind == .resolver }
    closureEffect = mayResolve ? effect : closures
    for hook in options.afterInit {
      effect.add(hook.kind.effect)
      if hook.kind.setsProperty { continue }
      closureEffect.add(hook.kind.effect)
      hasAfterInit = true
    }
    origin =
      blueprint.forwardingTarget.map { .forwarding(to: $0) }
      ?? (parameterPlan != nil ? .initializer : flags[.isInstance] ? .instance : .closure)
    let isClosure = if case .closure = origin { true } else { false }
    isLeafClosure = isClosure && (flags.kind == .leaf || flags.kind == .asyncLeaf || flags[.isMainActorLeaf])
    hasOpaqueClosures = isClosure && !isLeafClosure || flags[.hasOpaqueHooks]
    let unseen = isLeafClosure && TypeKind(key.product) == .existential ? key.product : nil
    unseenType = parameterPlan?.unseenType ?? unseen
    let isKnown = parameterPlan != nil && !wired.contains { [.closure, .container, .resolver].contains($0.kind) }
    let isInjected = !wired.allSatisfy(\.isLabelKnown)
    declarer =
      switch (isKnown || isLeafClosure, hasAfterInit) {
      case (true, true) where !isInjected: .hook
      case (true, false) where isInjected || unseenType != nil: .property
      default: .closure
      }
  }
}
