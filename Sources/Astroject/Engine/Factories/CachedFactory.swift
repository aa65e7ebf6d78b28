/// Returns the cached instances of a registration, above all of a parent's.
///
/// It does without the locks of the container that has the registration, which all requests of a server would share. An
/// instance that is not cached yet is built in its slot by one call of the recipe. If that takes steps, it is resolved
/// as if nothing were published.
final class CachedFactory<Product>: InstanceFactory<Product>, @unchecked Sendable {
  /// The name of the containers that cache the instance, or nil if each container that is asked does.
  private let keeperName: String?
  /// The identity of its gifts, if the registration is given to children.
  private let mark: Gift.Mark?
  /// Makes an instance for a caller that awaits, if that takes no steps.
  private let awaiting: (@Sendable (Resolver) async throws -> Product)?
  /// The type of the boxes of products, which the runtime would otherwise look up for each of them.
  private let boxType = ProductBox<Product>.self

  override init(_ blueprint: Blueprint) {
    keeperName = blueprint.containerName
    mark = blueprint.flags.isGiven ? Gift.Mark(of: blueprint) : nil
    switch TypedBlueprint<Product, Void>(blueprint).recipe {
    case .initializer(let recipe): awaiting = recipe.calls(of: Product.self).awaiting
    case .asyncResolving(let body):
      awaiting = { resolver in try await CurrentBuild.lead(resolver.ownBuild, body) }
    default: awaiting = nil
    }
    super.init(blueprint)
  }

  // MARK: Cached instances

  override func kept(in asker: Unmanaged<Core>) -> AnyProduct? {
    let core = if let keeperName { asker._withUnsafeGuaranteedRef { $0.nearest(named: keeperName) } } else { asker }
    let product = core?._withUnsafeGuaranteedRef { core in
      if let mark { return core.gift(mark) }
      return core.inheritedProduct(of: ObjectIdentifier(blueprint))
    }
    // Steps check whether this caller may have it.
    return blueprint.flags.isConfined ? nil : product
  }

  override func gift(of product: Product, for core: Core) -> Gift? {
    guard keeperName == core.name, let mark else { return nil }
    return Gift(mark: mark, product: boxType.init(product))
  }

  /// Returns the slot for an instance, or nil if this registration no longer answers or each resolve has to be seen.
  private func slot(for context: ResolutionContext) -> CachedSlot? {
    guard let match = context.core.findVisible(forType: blueprint.key.word), match.blueprint === blueprint else {
      return nil
    }
    let plan = match.plan
    return plan.factory == .cached ? match.cachedSlot(plan, for: context.core) : nil
  }

  // MARK: Blocking callers

  override func make(
    in core: Unmanaged<Core>, for parent: Unmanaged<Build>?, on thread: UnsafeMutablePointer<ThreadContext>
  ) throws -> Product {
    if let product = kept(in: core) { return product.value(as: Product.self) }
    let (core, parent) = (core.takeUnretainedValue(), parent?.takeUnretainedValue())
    let context = ResolutionContext(core: core, for: parent)
    let caller = ResolutionPlan.Caller(isSynchronous: true, isRoot: context.isRoot)
    if let product = try slot(for: context)?.take(orMakeFor: context, caller) { return product.value(as: Product.self) }
    if let parent { return try super.makeByResolving(for: parent) }
    return try super.makeByResolving(in: core)
  }

  // A cached instance is the same for a resolve and for a build.

  override func makeByResolving(in core: Core) throws -> Product {
    if let product = kept(in: .passUnretained(core)) { return product.value(as: Product.self) }
    return try super.makeByResolving(in: core)
  }

  override func makeByResolving(for parent: Build) throws -> Product {
    if let product = kept(in: parent.source) { return product.value(as: Product.self) }
    return try super.makeByResolving(for: parent)
  }

  // MARK: Awaiting callers

  override func make(in core: Core, for parent: Build?) async throws -> Product {
    if let product = kept(in: .passUnretained(core)) { return product.value(as: Product.self) }
    if parent == nil, !CurrentBuild.isNone { return try await makeByResolving(in: core) }
    // An asynchronous caller may release the container while it waits.
    if parent == nil { core.enter() }
    defer { if parent == nil { core.leave() } }
    let context =
      if let parent { ResolutionContext(of: parent) } else { try ResolutionContext(root: core, key: blueprint.key) }
    guard let slot = slot(for: context) else {
      return try await core.resolve(blueprint.key, by: .further(.open), for: context)
    }
    if let awaiting {
      if let product = slot.take() { return product.value(as: Product.self) }
      let maySuspend = slot.plan.making == .byAwaiting
      if let build = try slot.begin(for: context, awaited: true, suspending: maySuspend) {
        defer { build.end() }
        do {
          let made = try await awaiting(Resolver(of: build.reference))
          try build.reference.finishProperties()
          try blueprint.refuseUnfilled(made, at: build.reference.path)
          let product = boxType.init(made)
          if try await slot.keep(product, of: build), !blueprint.flags.isConfined {
            return product.value(as: Product.self)
          }
        } catch {
          throw slot.fail(error, for: context, synchronously: false)
        }
      }
    } else {
      let caller = ResolutionPlan.Caller(isSynchronous: false, isRoot: context.isRoot)
      if let product = try slot.take(orMakeFor: context, caller) { return product.value(as: Product.self) }
    }
    return try await core.resolve(blueprint.key, by: .further(.match(slot.match)), for: context)
  }
}
