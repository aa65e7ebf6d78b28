/// One build: what is made, for whom, and where it is kept.
///
/// The drivers run the recipe and the hooks; before, between and after is here.
struct Construction<Product, Argument> {
  let recipe: Recipe<Argument, Product>
  let hooks: [Recipe<Product, Product?>]
  let blueprint: Blueprint<Product, Argument>
  /// Where the registration is, to publish a singleton.
  let entry: Entry
  let argument: Argument
  /// Whether there is one instance, and not one for each value of the arguments.
  let isForAll: Bool
  let lifetime: Lifetime
  let inquiry: Inquiry
  /// The container that the dependencies come from; where the scope keeps, the one that keeps.
  let source: Core
  /// Nil for what nobody shares.
  let slot: Slot<Product>?
  /// Nil for a recipe that takes nothing and has no hooks.
  let frame: Frame?

  var resolver: Resolver { frame.map { Resolver(of: $0) } ?? Resolver(outsideIn: source) }

  // MARK: Custom scopes

  /// What a custom scope keeps for this tree already; then there is nothing to build.
  func kept() throws -> Product? {
    guard let slot, let custom = slot.custom, let frame else { return nil }
    do {
      frame.tree.note(custom)
      guard let product = try askingCustom({ try custom.get(for: context(of: frame)) }) else { return nil }
      frame.end()
      slot.finish(.again)
      return product
    } catch {
      throw fail(error, at: .factory, synchronously: false)
    }
  }

  /// A custom scope must not resolve: while it is asked, even singletons that are there take the way on which that is
  /// noticed.
  private func askingCustom<Result>(_ ask: () throws -> Result) rethrows -> Result {
    for core in source.lineage { core.store.hide() }
    defer { for core in source.lineage { core.store.show() } }
    return try ask()
  }

  private func context(of frame: Frame) -> Context { frame.tree.context(depth: frame.depth) }

  // MARK: Building

  /// What a recipe makes that takes nothing, for whoever asks alone; nil if there is more to do.
  func leaf() throws -> Product? {
    guard frame == nil, let body = recipe.leaf else { return nil }
    do {
      let product = try blueprint.run(body, LeafBuild(of: blueprint, for: inquiry))
      source.witness?.didBuild(product, of: blueprint)
      return product
    } catch {
      throw inquiry.translate(error, of: blueprint, at: .factory)
    }
  }

  /// Turns away those who block a thread before something that may suspend.
  func prepare<Input, Output>(for step: Recipe<Input, Output>) { if step.maySuspend { frame?.suspend() } }

  /// Goes on with what a hook has put in the place of the product, if anything.
  func take(_ replacement: Product?, in product: inout Product) {
    guard let replacement else { return }
    product = replacement
    show(product)
  }

  /// Lets the hooks, and what they resolve, see the product.
  func show(_ product: Product) {
    guard !hooks.isEmpty, let slot else { return }
    slot.setDraft(product)
    frame?.noteDraft()
  }

  /// Keeps the product and hands it to those who wait.
  func finish(_ product: Product) throws -> Product {
    source.witness?.didBuild(product, of: blueprint)
    guard let slot, let frame else { return product }
    switch lifetime {
    case .weak:
      guard let weak = Weak(product) else { throw AstrojectError.Cause.notAnObject }
      noteKept()
      slot.finish(.product(product), keeping: .weak(weak), order: source.nextSequence())
    case .shared, .perContainer:
      try askingCustom { try slot.custom?.set(product, for: context(of: frame)) }
      noteKept()
      slot.finish(.again)
    case .graph, .transient, .forwarded:
      slot.finish(.product(product), keeping: .strong(product))
    case .singleton, .disposable, .container:
      noteKept()
      slot.finish(.product(product), keeping: .strong(product), order: source.nextSequence())
      if lifetime == .singleton, isForAll {
        entry.publish(slot, of: blueprint)
      }
    }
    return product
  }

  private func noteKept() {
    // What only a `Lazy` keeps is not the container's to forget.
    if source.transactions.load() != 0, blueprint.place.isKnown { Transaction.open(on: source)?.noteBuild(in: entry) }
    if !blueprint.traits.hasKept { blueprint.changeTraits { $0.hasKept = true } }
  }

  /// Tells those who wait, and returns what to throw.
  func fail(_ error: any Error, at stage: BuildStage, synchronously isSynchronous: Bool) -> AstrojectError {
    let error = inquiry.translate(error, of: blueprint, at: stage)
    slot?.fail(error, synchronously: isSynchronous)
    return error
  }
}
