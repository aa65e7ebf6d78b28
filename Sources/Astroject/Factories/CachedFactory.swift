/// Gives what containers keep of a registration of a parent's, for readers who do not come to the locks of the
/// container that has the registration: that is the one of all requests of a server. What is not kept yet is
/// built in its slot by one call of the recipe; where that takes steps, it is resolved as if nothing were published.
final class CachedFactory<Product>: InstanceFactory<Product>, @unchecked Sendable {
  /// The name of the containers that keep it, if it is not each that is asked.
  private let keeperName: String?
  /// By what it is known what was given for it, if it is given.
  private let mark: Gift.Mark?
  /// What makes an instance for a caller that awaits, where that takes no steps.
  private let awaiting: (@Sendable (Resolver) async throws -> Product)?
  /// The type of the boxes that products lie in, which would have to be looked up for each of them.
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

  // MARK: What is there

  override func kept(in asker: Unmanaged<Core>) -> AnyProduct? {
    let core = if let keeperName { asker._withUnsafeGuaranteedRef { $0.nearest(named: keeperName) } } else { asker }
    return core?._withUnsafeGuaranteedRef { core in
      if let mark { return core.gift(mark) }
      return core.inheritedProduct(of: ObjectIdentifier(blueprint))
    }
  }

  override func gift(of product: Product, for core: Core) -> Gift? {
    guard keeperName == core.name, let mark else { return nil }
    return Gift(mark: mark, product: boxType.init(product))
  }

  /// Where an instance is to be kept, if this is still what answers; nil also where every resolve has to be seen.
  private func slot(for context: ResolutionContext) -> CachedSlot? {
    guard let match = context.core.findVisible(forType: blueprint.key.word), match.blueprint === blueprint else {
      return nil
    }
    let plan = match.plan
    return plan.factory == .cached ? match.cachedSlot(plan, for: context.core) : nil
  }

  // MARK: For callers that block

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

  // What is kept is the same, whoever asks.

  override func makeByResolving(in core: Core) throws -> Product {
    if let product = kept(in: .passUnretained(core)) { return product.value(as: Product.self) }
    return try super.makeByResolving(in: core)
  }

  override func makeByResolving(for parent: Build) throws -> Product {
    if let product = kept(in: parent.source) { return product.value(as: Product.self) }
    return try super.makeByResolving(for: parent)
  }

  // MARK: For callers that await

  override func make(in core: Core, for parent: Build?) async throws -> Product {
    if let product = kept(in: .passUnretained(core)) { return product.value(as: Product.self) }
    // An asynchronous caller may let go of the container while it waits.
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
          let product = boxType.init(try await awaiting(Resolver(of: build.reference)))
          try build.reference.finishProperties()
          if try await slot.keep(product, of: build) { return product.value(as: Product.self) }
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
