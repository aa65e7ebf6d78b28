// The synchronous driver, which blocks to wait. Its twin awaits.
//
// Each link of a chain of builds has `run`, `perform` and `runBuild` on the stack. So all else that takes much of it is
// out of line, and has returned before a recipe runs.

extension Resolution {
  mutating func run() throws -> AnyProduct {
    defer { end() }
    if isObserved { beginStep() }
    do {
      let product = try perform()
      if isGivenOut, product.isConfined { try admit(product) }
      if isObserved { tellResolved() }
      return product
    } catch {
      noteEnd(by: error)
      throw error
    }
  }

  private mutating func perform() throws -> AnyProduct {
    // True if the product was built here and is held back.
    var isHeldBack = false
    while true {
      switch try decide(heldBack: isHeldBack) {
      case .product(let product): return product
      case nil: continue
      case .build:
        if let product = try runBuild() { return product }
        isHeldBack = true
      case let step?: if let product = try follow(step) { return product }
      }
    }
  }

  /// Decides the next step, and waits if that is the step; nil to ask again.
  @inline(never)
  private mutating func decide(heldBack isHeldBack: Bool) throws -> Step? {
    let step = try next(synchronously: true)
    switch step {
    case .product: if !isHeldBack { note(.found) }
    case .build: note(.built)
    case .wait(let waiter):
      if !isHeldBack { note(.waited) }
      return try settle(waiter.block(), of: waiter).map { .product($0) }
    case .forward: note(.forwarded)
    case .supplied: break
    case .derive: note(.derived)
    case .ask: note(.fallback)
    }
    return step
  }

  /// Gets the product from elsewhere; nil to ask again.
  @inline(never)
  private mutating func follow(_ step: Step) throws -> AnyProduct? {
    switch step {
    case .forward(let forwarding, let aim): return try forwarded(by: forwarding, to: aim)
    case .supplied(let supplied, let match): return try built(with: supplied, match)
    case .derive(let form): return try derived(form)
    case .ask(let trail): return try answer(along: trail)
    case .product, .build, .wait: return nil
    }
  }

  /// Resolves the target of a forwarding; nil if it was removed meanwhile because something else may answer by now.
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

  private mutating func answer(along trail: FallbackTrail) throws -> AnyProduct {
    if let (core, rest) = trail.stage {
      return try core.resolve(key, along: rest, for: ResolutionContext(root: core, key: key))
    }
    do { return try answer(of: trail.fallback, as: key.product) } catch { throw asked(error) }
  }

  private mutating func answer<Product>(of fallback: any Resolving, as type: Product.Type) throws -> AnyProduct {
    ProductBox(try fallback.resolve(type, name: key.name))
  }

  private mutating func runBuild() throws -> AnyProduct? {
    if let product = try leaf() { return product }
    defer { endBuild() }
    guard var product = try make() else { return giveUp() }
    return try complete(&product)
  }

  /// Runs the recipe.
  ///
  /// - Returns: The product; nil if the decorated registration was removed meanwhile.
  private mutating func make() throws -> AnyProduct? {
    do {
      guard let inside else { return try blueprint.run(resolver, arguments) }
      return try product(of: inside)
    } catch {
      throw fail(error, at: .factory)
    }
  }

  /// Returns the product to decorate if the recipe does not make it; nil if its registration was removed.
  @inline(never)
  private mutating func product(of inside: Inside) throws -> AnyProduct? {
    switch inside {
    case .made(let product): return product
    case .forwarded(let forwarding, let aim):
      var resolution = innerResolution(of: aim, for: forwarding)
      do { return try converted(resolution.run(), by: forwarding) } catch {
        if resolution.isLost { return nil }
        throw error
      }
    }
  }

  /// Applies the decorators, and gives the outermost product to the properties that wait for it.
  @inline(never)
  private mutating func decorate(_ product: inout AnyProduct) throws {
    for decorator in decorators {
      let inner = try DecoratorBuild(of: decorator, around: product, in: self)
      do { product = try inner.end(with: decorator.run(inner.resolver, inner.arguments)) } catch {
        throw inner.fail(error)
      }
    }
    for property in showDraft(product, asOutermost: true) { try property.give(product, by: build) }
  }

  /// Finishes the product of the recipe, and caches it.
  @inline(never)
  private mutating func complete(_ product: inout AnyProduct) throws -> AnyProduct? {
    var stage = BuildStage.factory
    do {
      try build?.finishProperties()
      for property in showDraft(product) { try property.give(product, by: build) }
      stage = .hook
      try refuseHooks(on: product)
      for hook in hooks { take(try hook.run(resolver, product), in: &product) }
      try build?.finishProperties()
      if !decorators.isEmpty { try decorate(&product) }
      return try finish(product)
    } catch {
      throw fail(error, at: stage)
    }
  }
}
