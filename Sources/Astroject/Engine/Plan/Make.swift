/// Calls the recipe of a registration, runs the hooks on the product, and surrounds it with the decorators.
///
/// As a plan of its own it makes a product for each request: that is the transient scope. The stages of the other
/// scopes have it within them, begin the build, and keep the product.
final class Make: Stage, @unchecked Sendable {
  let hooks: [Hook]
  /// The number of hooks up to the last one that sets a property of a value; zero if the product is an object.
  let settingHooks: Int
  /// The decorators, the outermost last.
  let decorators: [Make]
  /// The forwarding whose product is decorated; nil if the recipe makes the product.
  let inside: Forward?
  /// The place of the gift that stands for the product, if containers are given one; see `Core.gifts`.
  private let giftPlace: UInt?
  /// The kind of the recipe, which has no effect if there is none.
  let kind: RecipeKind
  /// The function of the recipe, without its types.
  private var stored: StoredRecipe { blueprint.stored }
  /// The calls of an initializer, without their type.
  private let calls: RecipeObject?
  /// True if nothing but the recipe is run.
  let runsOnlyRecipe: Bool
  /// True if nothing but the recipe is run, and that takes nothing.
  private let takesNothing: Bool
  /// One after a recipe that takes nothing has resolved all the same; zero before.
  private let hasAsked = AtomicWord(0)
  /// True if the product has no dependencies, as far as is known by now. No product depends on that.
  var isLeaf: Bool { takesNothing && hasAsked.load() == 0 }
  /// True if a caller that blocks may be refused.
  let mayBeRefused: Bool
  /// The type of the boxes of products, which the runtime would otherwise look up for each of them; nil if products are
  /// mostly not put into boxes.
  let boxType: AnyProduct.Type?
  /// The place of the witness table in products of a protocol's type; zero for any other type.
  let tableOffset: Int
  /// The witness table that was looked at last, and belongs to no global actor.
  private let knownTable = AtomicWord(0)

  /// Creates the stage.
  ///
  /// - Parameters:
  ///   - inside: The forwarding whose product is decorated, if the recipe does not make it.
  ///   - isShared: True if products are put into boxes, to be shared.
  init(
    _ blueprint: Blueprint, hooks: [Hook] = [], decorators: [Make] = [], inside: Forward? = nil,
    isShared: Bool = false
  ) {
    // In variables, because reading properties of an object that is not complete retains it.
    let kind = blueprint.kind
    let runsOnlyRecipe = hooks.isEmpty && decorators.isEmpty && inside == nil
    let takesNothing = runsOnlyRecipe && blueprint.isLeaf
    let mayBeRefused =
      kind.maySuspend
      || !runsOnlyRecipe
        && (hooks.contains(where: \.kind.maySuspend) || decorators.contains(where: \.mayBeRefused))
    // An initializer may have a parameter that has to be awaited.
    let hasParameters = (kind == .initializer || kind == .either) && !takesNothing
    let maySuspend =
      mayBeRefused || hasParameters
      || !runsOnlyRecipe
        && (inside != nil || hooks.contains { $0.kind == .either } || decorators.contains(where: \.maySuspend))
    let setsValue = !hooks.isEmpty && !TypeKind.isReference(blueprint.product)
    settingHooks = setsValue ? hooks.lastIndex(where: \.kind.setsProperty).map { $0 + 1 } ?? 0 : 0
    (self.hooks, self.decorators, self.inside) = (hooks, decorators, inside)
    self.kind = kind
    (self.runsOnlyRecipe, self.takesNothing, self.mayBeRefused) = (runsOnlyRecipe, takesNothing, mayBeRefused)
    calls = kind == .initializer ? unsafeDowncast(blueprint.stored.object, to: InitializerRecipe.self).calls : nil
    giftPlace = blueprint.flags.isGiven ? blueprint.sequence : nil
    boxType = isShared || !runsOnlyRecipe ? Make.boxType(of: blueprint.product) : nil
    tableOffset = IsolatedConformance.tableOffset(in: blueprint.product)
    super.init(blueprint, maySuspend: maySuspend)
  }

  private static func boxType(of product: Any.Type) -> AnyProduct.Type {
    func boxType<Product>(_ product: Product.Type) -> AnyProduct.Type { ProductBox<Product>.self }
    return boxType(product)
  }

  override func maySuspend(by outlook: inout Outlook) -> Bool {
    guard maySuspend, runsOnlyRecipe, let parameterPlan = calls?.parameterPlan else { return maySuspend }
    return !parameterPlan.takesOnly { !outlook.maySuspend(forType: $0) }
  }

  // MARK: A product for each request

  override func make<Argument, Product>(_ argument: Argument, for ask: Ask) throws -> Product {
    let thread = ask.thread
    try check(ask, on: thread)
    ask.note(.built, of: blueprint)
    let build = begin(argument, for: ask, through: ask.core, on: thread)
    defer { thread.giveBack(build) }
    do {
      try build.with { try $0.refuseLoop() }
      return runsOnlyRecipe
        ? try callForProduct(argument, for: build, on: thread)
        : try run(argument, as: Product.self, for: build, in: nil, on: thread, ask).value(as: Product.self)
    } catch {
      throw translate(error, for: ask)
    }
  }

  override func makeAwaiting<Argument, Product>(_ argument: Argument, for ask: Ask) async throws -> Product {
    if !maySuspend { return try { () throws -> Product in try make(argument, for: ask) }() }
    try check(ask)
    ask.note(.built, of: blueprint)
    let build = begin(argument, for: ask, through: ask.core, on: ThreadContext.current, staysHere: false)
    defer { ThreadContext.current.giveBack(build) }
    do {
      try build.with { try $0.refuseLoop() }
      if kind.maySuspend {
        ask.parent?.with { $0.suspend() }
        build.with { $0.noteSuspended() }
      }
      guard runsOnlyRecipe else {
        return try await runAwaiting(argument, as: Product.self, for: build, in: nil, ask).value(as: Product.self)
      }
      return try await callAwaiting(argument, for: build)
    } catch {
      throw translate(error, for: ask)
    }
  }

  // MARK: The build

  /// Begins a build, which may repeat one above it; see ``Build/refuseLoop()``.
  @inline(__always)
  func begin<Argument>(
    _ argument: Argument, for ask: Ask, through source: Borrowed<Core>, on thread: UnsafeMutablePointer<ThreadContext>,
    staysHere: Bool = true
  ) -> Borrowed<Build> {
    guard ask.isPlain else { return beginFurther(argument, for: ask, through: source) }
    let build = thread.beginBuild(of: Borrowed(blueprint), in: source, for: ask.parent, staysHere: staysHere)
    if Argument.self != Void.self { build.with { $0.begin(with: Build.Extras.Contents(argument: argument)) } }
    return build
  }

  /// Puts the product of a leaf that has resolved after all into the tree that began with it.
  @inline(never)
  private func fillTree<Product>(_ product: Product, for build: Borrowed<Build>) {
    hasAsked.store(1)
    guard blueprint.flags.lifetime == .graph else { return }
    let build = build.object
    // A dependency that the product got may continue the tree, and has to find the product there.
    let node = Tree.Node(blueprint.id, build.core.id)
    build.tree.slot(for: node).fill(newBox(product), order: 0)
  }

  /// Returns a product in a box.
  @inline(__always)
  func newBox<Product>(_ product: consuming Product) -> AnyProduct {
    guard let boxType else { return Make.box(product) }
    return unsafeBitCast(boxType, to: ProductBox<Product>.Type.self).init(product)
  }

  /// Returns a product in a box. That of a `Lazy` comes in one.
  @inline(never)
  static func box<Product>(_ product: Product) -> AnyProduct {
    if Product.self == AnyProduct.self { return unsafeDowncast(product as AnyObject, to: AnyProduct.self) }
    return ProductBox(product)
  }

  // MARK: The recipe

  /// Calls the recipe, checks the product, and returns it.
  ///
  /// It is not inlined and returns at one place. Otherwise code that does not know the type would move the product once
  /// more.
  @inline(never)
  private func callForProduct<Argument, Product>(
    _ argument: Argument, for build: Borrowed<Build>, on thread: UnsafeMutablePointer<ThreadContext>
  ) throws -> Product {
    var product: Product = try call(argument, for: build, on: thread)
    try check(&product, by: build)
    if takesNothing, build.with({ $0.knowsTreeAsRoot }) { fillTree(product, for: build) }
    return product
  }

  /// Calls the recipe, checks the product, and returns it in a box of the stage that shares it.
  @inline(__always)
  func callForBox<Argument, Product>(
    of sharing: Make, _ argument: Argument, as type: Product.Type, for build: Borrowed<Build>,
    on thread: UnsafeMutablePointer<ThreadContext>
  ) throws -> AnyProduct {
    var product: Product = try call(argument, for: build, on: thread)
    try check(&product, by: build)
    return sharing.newBox(consume product)
  }

  /// Calls the recipe. Each case returns by itself, so that the product is not moved once more.
  @inline(__always)
  func call<Argument, Product>(
    _ argument: Argument, for build: Borrowed<Build>, on thread: UnsafeMutablePointer<ThreadContext>
  ) throws -> Product {
    try thread.run(build) { resolver in
      switch kind {
      case .leaf: return try holder(Recipe<Argument, Product>.LeafHolder.self).with { try $0.body() }
      case .resolving: return try holder(Recipe<Argument, Product>.ResolvingHolder.self).with { try $0.body(resolver) }
      case .sync: return try holder(Recipe<Argument, Product>.SyncHolder.self).with { try $0.body(resolver, argument) }
      case .initializer:
        // The stage retains the object, which retains the function.
        return try Borrowed(calls.unsafelyUnwrapped).with {
          try unsafeDowncast($0, to: EitherRecipe<Void, Product>.self).sync(resolver, ())
        }
      default: return try Recipe<Argument, Product>(kind: kind, stored: stored).run(resolver, argument)
      }
    }
  }

  /// Returns the registration as an object that has its function with its types, so that a call does not retain it.
  @inline(__always)
  private func holder<Holder>(_ type: Holder.Type) -> Borrowed<Holder> { Borrowed(at: Borrowed(blueprint).address) }

  /// Calls the recipe for a caller that awaits, and checks the product.
  @inline(never)
  func callAwaiting<Argument, Product>(_ argument: Argument, for build: Borrowed<Build>) async throws -> Product {
    var product: Product = try await callUnchecked(argument, for: build)
    try check(&product, by: build)
    return product
  }

  /// Calls the recipe for a caller that awaits. Each case returns by itself, because the memory of the task would have
  /// to provide each other place for a product, whatever the kind.
  @inline(__always)
  private func callUnchecked<Argument, Product>(
    _ argument: Argument, for build: Borrowed<Build>
  ) async throws -> Product {
    switch kind {
    case .initializer:
      return try await unsafeDowncast(calls.unsafelyUnwrapped, to: EitherRecipe<Void, Product>.self)
        .async(Resolver(of: build.object), ())
    case .asyncLeaf, .asyncResolving, .async:
      let build = build.object
      return try await stored.runAwaiting(kind, Resolver(of: build), argument, for: build)
    default:
      let recipe = Recipe<Argument, Product>(kind: kind, stored: stored)
      return try await recipe.run(Resolver(of: build.object), argument)
    }
  }

  // MARK: For a build that shares

  /// Runs the recipe, the hooks and the decorators for a build, and returns the outermost product.
  @inline(never)
  func run<Argument, Product>(
    _ argument: Argument, as type: Product.Type, for build: Borrowed<Build>, in slot: InstanceSlot?,
    on thread: UnsafeMutablePointer<ThreadContext>, _ ask: Ask
  ) throws -> AnyProduct {
    noteAsked()
    // No other reference to the first product is held, because a hook may replace it.
    var product =
      if let gift = gift(for: build) { gift } else if let inside {
        try inside.box(argument, for: ask, within: build)
      } else { try callForBox(of: self, argument, as: type, for: build, on: thread) }
    if !runsOnlyRecipe { try complete(&product, as: type, argument, build, in: slot, ask) }
    return product
  }

  /// Runs the recipe, the hooks and the decorators for a build, and returns the outermost product.
  func runAwaiting<Argument, Product>(
    _ argument: Argument, as type: Product.Type, for build: Borrowed<Build>, in slot: InstanceSlot?, _ ask: Ask
  ) async throws -> AnyProduct {
    noteAsked()
    var product: AnyProduct
    if let gift = gift(for: build) {
      product = gift
    } else if let inside {
      product = try await inside.boxAwaiting(argument, for: ask, within: build)
    } else {
      product = newBox(try await callAwaiting(argument, for: build) as Product)
    }
    if !runsOnlyRecipe { try await completeAwaiting(&product, as: type, argument, build, in: slot, ask) }
    return product
  }

  /// Tells the observers of the decorators that they are asked for.
  @inline(__always)
  private func noteAsked() {
    if !runsOnlyRecipe { for decorator in decorators { decorator.blueprint.observer?.didAsk() } }
  }

  @inline(__always)
  private func gift(for build: Borrowed<Build>) -> AnyProduct? {
    guard let giftPlace else { return nil }
    return build.object.core.gift(at: giftPlace)
  }

  // MARK: Products

  /// Finishes the properties of a product that was made just now, tells the witness of the container, if it has one,
  /// and looks at the product, before anything else gets it. The product is inout so that it is not copied.
  ///
  /// - Throws: The error of an injected property that could not be filled.
  @inline(__always)
  func check<Product>(_ product: inout Product, by build: Borrowed<Build>) throws {
    if build.with({ $0.hasPropertyBuffer }) { try build.with { try $0.finishProperties() } }
    if build.with({ $0.source.with { $0.witness != nil } }) { tellWitness(of: &product, by: build) }
    // Each conformance is inspected once, as long as the products are of one type.
    if tableOffset != 0 && table(in: &product) != knownTable.load() || UnfilledProperties.exist {
      try inspectClosely(&product, for: build)
    }
  }

  /// Returns the witness table of a product of a protocol's type.
  @inline(__always)
  private func table<Product>(in product: UnsafePointer<Product>) -> UInt {
    UnsafeRawPointer(product).loadUnaligned(fromByteOffset: tableOffset, as: UInt.self)
  }

  @inline(never)
  private func tellWitness<Product>(of product: inout Product, by build: Borrowed<Build>) {
    build.object.core.witness?.didBuild(newBox(product).any, of: blueprint)
  }

  @inline(never)
  private func inspectClosely<Product>(_ product: inout Product, for build: Borrowed<Build>) throws {
    if UnfilledProperties.exist, !blueprint.isInstance { try build.object.refuseUnfilled(product) }
    if tableOffset == 0 { return }
    // Nil has no table: the memory in its place means nothing. Of several tables, the first one does not tell the
    // others, because a class inherits conformances.
    let hasOneTable = MemoryLayout<Product>.size == tableOffset + MemoryLayout<UInt>.size
    if hasOneTable, TypeKind(Product.self) != .optional, !IsolatedConformance.has(table: table(in: &product)) {
      knownTable.store(table(in: &product))
    } else if IsolatedConformance.record(at: &product) != nil {
      // The product of a decorator is one of the registration that it decorates.
      let registration = blueprint.isDecorator ? build.object.parent?.blueprint : blueprint
      registration?.noteConfinement(below: build.object.core)
    }
  }
}
