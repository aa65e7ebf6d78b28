/// Compiles a registration into its plan: the chain of stages that every request runs, whoever asks and however.
///
/// | scope | stages |
/// |---|---|
/// | transient | make |
/// | graph | share in the tree (make) |
/// | singleton, disposable, weak, scoped, custom | keep (make) |
/// | forwarding | forward to the plan of the target |
/// | decorated forwarding | the stage of the target's scope (make around forward) |
///
/// *Make* runs the recipe, the hooks and the decorators. A plan is published in the entry of its registration, from
/// which every change drops it: of the scope, the hooks, the decorators, or what answers to the key.
enum Compiler {
  /// The facts that a plan is made of and that may change. If they have changed meanwhile, the plan is not published.
  struct Facts: Equatable {
    private let lifetime: Lifetime
    private let hookCount: Int
    private let containerName: String?
    private let decoration: UInt
    /// True if a plan that is made of these facts may be published. One that refuses is not because a release may mend
    /// the registration. One of a scope that names its keeper is not if that may have decorators of its own.
    let mayBePublished: Bool

    init(of match: borrowing Match) {
      // Changes that are made from now on drop what is published. What a forwarding gives changes with its target.
      let own = match.blueprint.noteMayBePublished()
      let origin = match.blueprint.origin
      let flags = origin === match.blueprint ? own : origin.noteMayBePublished()
      lifetime = flags.lifetime
      hookCount = own[.hasHooks] ? match.blueprint.hooks.count : 0
      containerName = flags.lifetime == .scoped ? origin.containerName : nil
      decoration = match.owner.decoration.load()
      mayBePublished = !flags[.isSpoiled] && (containerName == nil || !match.owner.mayDecorate)
    }
  }

  /// Compiles the plan of a registration for the requests to a container.
  static func plan(of blueprint: Blueprint, in owner: Core, for asker: Core) -> Stage {
    if let forwarding = blueprint.forwarding { return plan(of: blueprint, by: forwarding, in: owner, for: asker) }
    guard let flags = owner.presentFlags(of: blueprint) else { return watched(Refuse(blueprint), blueprint.flags) }
    let keeper = Keeper(of: blueprint, flags.lifetime)
    let source = asker.mayDecorate ? keeper.core(of: owner, for: asker) ?? asker : nil
    let decorators = source?.decorators(of: blueprint).map { Make($0) } ?? []
    let make = Make(
      blueprint, hooks: blueprint.hooks, decorators: decorators, isShared: flags.lifetime != .transient)
    // The storage of an instance that was made elsewhere has that instance, which is not decorated.
    let isFacet = flags[.isInstance] && !decorators.isEmpty
    if isFacet, !flags[.isDecorated] { blueprint.changeFlags { $0[.isDecorated] = true } }
    return watched(stage(around: make, for: flags.lifetime, by: keeper, asFacet: isFacet), flags)
  }

  private static func watched(_ stage: consuming Stage, _ flags: RegistrationFlags) -> Stage {
    flags[.isWatched] ? Watch(stage) : stage
  }

  /// Compiles the plan of a forwarding. If it is decorated, the outermost product is kept as the target's product is.
  private static func plan(
    of blueprint: Blueprint, by forwarding: Forwarding, in owner: Core, for asker: Core
  ) -> Stage {
    let forward = Forward(blueprint, forwarding, decoratedBy: owner.nearestDecorated(to: asker))
    guard asker.mayDecorate, !blueprint.isComposite, let aim = owner.find(forwarding.target) else {
      return forward
    }
    let target = aim.blueprint
    guard let lifetime = aim.owner.presentFlags(of: target)?.lifetime else { return forward }
    let keeper = Keeper(of: target, lifetime)
    // If there is no container, forwarding to the target says so.
    guard let source = keeper.core(of: aim.owner, for: asker) else { return forward }
    let decorators = source.decorators(of: blueprint).map { Make($0) }
    if decorators.isEmpty { return forward }
    let make = Make(blueprint, decorators: decorators, inside: forward, isShared: true)
    return stage(around: make, for: lifetime, by: keeper, asFacet: true)
  }

  private static func stage(
    around make: consuming Make, for lifetime: Lifetime, by keeper: Keeper, asFacet isFacet: Bool
  ) -> Stage {
    switch lifetime {
    case .transient: make
    case .graph, .forwarded: ShareInTree(make, by: keeper)
    case .singleton, .disposable, .weak, .scoped: Keep(make, lifetime, by: keeper, asFacet: isFacet)
    // A custom scope caches the product that it is given, and none that is made of it by a forwarding.
    case .shared, .perContainer:
      make.inside == nil ? Keep(make, lifetime, by: keeper) : ShareInTree(make, by: keeper)
    }
  }
}
