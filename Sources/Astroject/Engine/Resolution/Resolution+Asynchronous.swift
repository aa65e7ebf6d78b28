// The asynchronous driver, which suspends to wait. Its twin blocks.

extension Resolution {
  // Not inlined because each of its parts would be in each function that begins another resolution.
  @inline(never)
  mutating func run() async throws -> AnyProduct {
    defer { end() }
    if isObserved { beginStep() }
    do {
      let product = try await perform()
      if isGivenOut, product.isConfined { try admit(product) }
      if isObserved { tellResolved() }
      return product
    } catch {
      noteEnd(by: error)
      throw error
    }
  }

  @inline(__always)
  private mutating func perform() async throws -> AnyProduct {
    // True if the product was built here and is held back.
    var isHeldBack = false
    while true {
      switch try next(synchronously: false) {
      case .product(let product):
        if !isHeldBack { note(.found) }
        return product
      case .build:
        note(.built)
        if let product = try await runBuild() { return product }
        isHeldBack = true
      case .wait(let waiter):
        if !isHeldBack { note(.waited) }
        context.parent?.suspend()
        if let product = try settle(await waiter.suspend(), of: waiter) { return product }
      case .forward(let forwarding, let aim):
        note(.forwarded)
        if let product = try await forwarded(by: forwarding, to: aim) { return product }
      case .supplied(let supplied, let match): return try await built(with: supplied, match)
      case .derive(let form):
        note(.derived)
        return try await derived(form)
      case .ask(let trail):
        note(.fallback)
        context.parent?.suspend()
        return try await answer(along: trail)
      }
    }
  }

  // Code that begins another resolution is out of line. It takes much of the task's memory, and every link of a chain
  // of builds would take that with it.

  /// Resolves the target of a forwarding; nil if it was removed meanwhile because something else may answer by now.
  @inline(never)
  private mutating func forwarded(by forwarding: Forwarding, to aim: Match) async throws -> AnyProduct? {
    var resolution = resolution(of: aim, for: forwarding)
    do {
      return try converted(await resolution.run(), by: forwarding)
    } catch {
      if resolution.isLost { return nil }
      throw error
    }
  }

  @inline(never)
  private mutating func built(with supplied: SuppliedArguments, _ match: Match) async throws -> AnyProduct {
    var resolution = resolution(with: supplied, for: match)
    return try await resolution.run()
  }

  private mutating func derived<Form: DerivedForm>(_ form: Form.Type) async throws -> AnyProduct {
    ProductBox(try await form.derive(context, key, arguments, within: openStep))
  }

  @inline(never)
  private mutating func answer(along trail: FallbackTrail) async throws -> AnyProduct {
    if let (core, rest) = trail.stage {
      return try await core.resolve(key, along: rest, for: ResolutionContext(root: core, key: key))
    }
    guard let depth = FallbackDepth.next else { throw AstrojectError.tooDeep(context.failure(key, cause: .fallback)) }
    do {
      return try await FallbackDepth.within(depth) { try await answer(of: trail.fallback, as: key.product) }
    } catch {
      throw asked(error)
    }
  }

  private mutating func answer<Product>(of fallback: any Resolving, as type: Product.Type) async throws -> AnyProduct {
    ProductBox(try await fallback.resolve(type, name: key.name))
  }

  private mutating func runBuild() async throws -> AnyProduct? {
    if let product = try leaf() { return product }
    defer { endBuild() }
    let blueprint = try blueprint
    var stage = BuildStage.factory
    do {
      var product: AnyProduct
      if let inside {
        guard let found = try await self.product(of: inside) else { return giveUp() }
        product = found
      } else {
        prepare(suspending: plan?.making == .byAwaiting)
        product = try await blueprint.run(resolver, arguments)
      }
      try build?.finishProperties()
      for property in showDraft(product) { try await property.give(product, by: build) }
      stage = .hook
      try refuseHooks(on: product)
      for hook in hooks {
        prepare(suspending: hook.maySuspend)
        take(try await hook.run(resolver, product), in: &product)
      }
      try build?.finishProperties()
      if !decorators.isEmpty { product = try await decorated(product) }
      return try finish(product)
    } catch {
      throw fail(error, at: stage)
    }
  }

  /// Returns the product to decorate if the recipe does not make it; nil if its registration was removed.
  @inline(never)
  private mutating func product(of inside: Inside) async throws -> AnyProduct? {
    switch inside {
    case .made(let product): return product
    case .forwarded(let forwarding, let aim):
      var resolution = innerResolution(of: aim, for: forwarding)
      do { return try converted(await resolution.run(), by: forwarding) } catch {
        if resolution.isLost { return nil }
        throw error
      }
    }
  }

  /// Applies the decorators, and gives the outermost product to the properties that wait for it.
  @inline(never)
  private mutating func decorated(_ product: AnyProduct) async throws -> AnyProduct {
    var product = product
    for decorator in decorators {
      prepare(suspending: decorator.plan.making == .byAwaiting)
      let inner = try DecoratorBuild(of: decorator, around: product, in: self)
      do { product = try inner.end(with: await decorator.run(inner.resolver, inner.arguments)) } catch {
        throw inner.fail(error)
      }
    }
    for property in showDraft(product, asOutermost: true) { try await property.give(product, by: build) }
    return product
  }
}
