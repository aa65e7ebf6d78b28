// The synchronous driver: blocks where something has to be waited for. Its twin awaits.
//
// Each link of a chain of builds has `run`, `perform` and `runBuild` on the stack. So all else that takes much of it is
// out of line, and has returned before a recipe runs.

extension Resolution {
  mutating func run() throws -> AnyProduct {
    defer { end() }
    if isObserved { beginStep() }
    do {
      let product = try perform()
      if isObserved { tellResolved() }
      return product
    } catch {
      noteEnd(by: error)
      throw error
    }
  }

  private mutating func perform() throws -> AnyProduct {
    // Whether it was built here, and is held back.
    var isHeldBack = false
    while true {
      switch try takeStep(heldBack: isHeldBack) {
      case .product(let product): return product
      case .again: continue
      case .build:
        if let product = try runBuild() { return product }
        isHeldBack = true
      }
    }
  }

  /// What became of a step.
  private enum Progress {
    case product(AnyProduct)
    case again
    /// It is to be built.
    case build
  }

  /// Decides the next step, and takes it, unless that is to build.
  @inline(never)
  private mutating func takeStep(heldBack isHeldBack: Bool) throws -> Progress {
    switch try next(synchronously: true) {
    case .product(let product):
      if !isHeldBack { note(.found) }
      return .product(product)
    case .build:
      note(.built)
      return .build
    case .wait(let waiter):
      if !isHeldBack { note(.waited) }
      return try settle(waiter.block(), of: waiter).map { .product($0) } ?? .again
    case .forward(let forwarding, let aim):
      note(.forwarded)
      return try forwarded(by: forwarding, to: aim).map { .product($0) } ?? .again
    case .supplied(let supplied, let match): return .product(try built(with: supplied, match))
    case .derive(let form):
      note(.derived)
      return .product(try derived(form))
    case .ask(let fallback):
      note(.fallback)
      do { return .product(try answer(of: fallback, as: key.product)) } catch { throw asked(error) }
    }
  }

  /// Nil if the target was taken away meanwhile: something else may answer by now.
  @inline(never)
  private mutating func forwarded(by forwarding: Forwarding, to aim: Match) throws -> AnyProduct? {
    var resolution = resolution(of: aim, for: forwarding)
    do {
      return try converted(resolution.run(), by: forwarding)
    } catch {
      if resolution.isLost { return nil }
      throw error
    }
  }

  @inline(never)
  private mutating func built(with supplied: SuppliedArguments, _ match: Match) throws -> AnyProduct {
    var resolution = resolution(with: supplied, for: match)
    return try resolution.run()
  }

  private mutating func derived<Form: DerivedForm>(_ form: Form.Type) throws -> AnyProduct {
    ProductBox(try form.derive(context, key, arguments, within: openStep))
  }

  private mutating func answer<Product>(of fallback: any Resolving, as type: Product.Type) throws -> AnyProduct {
    ProductBox(try fallback.resolve(type, name: key.name))
  }

  private mutating func runBuild() throws -> AnyProduct? {
    if let product = try leaf() { return product }
    defer { endBuild() }
    return try complete(try make())
  }

  /// Runs the recipe.
  private mutating func make() throws -> AnyProduct {
    do { return try blueprint.run(resolver, arguments) } catch { throw fail(error, at: .factory) }
  }

  /// Finishes what the recipe has made, and keeps it.
  @inline(never)
  private mutating func complete(_ made: AnyProduct) throws -> AnyProduct? {
    var (product, stage) = (made, BuildStage.factory)
    do {
      try build?.finishProperties()
      for property in showDraft(product) { try property.give(product, by: build) }
      stage = .hook
      for hook in hooks { take(try hook.run(resolver, product), in: &product) }
      try build?.finishProperties()
      return try finish(product)
    } catch {
      throw fail(error, at: stage)
    }
  }
}
