// The synchronous driver: blocks where something has to be waited for. Its twin awaits.

extension Resolution {
  mutating func run() throws -> AnyProduct {
    defer { end() }
    if isObserved { beginStep() }
    do {
      let product = try perform()
      if isObserved { tellResolved() }
      return product
    } catch {
      forgetArguments()
      if error is PutOff {
        note(.waited)
        endStep()
      } else if isObserved {
        tellFailed(error)
      }
      throw error
    }
  }

  private mutating func perform() throws -> AnyProduct {
    // Whether it was built here, and is held back.
    var isHeldBack = false
    while true {
      switch try next(synchronously: true) {
      case .product(let product):
        if !isHeldBack { note(.found) }
        return product
      case .build:
        note(.built)
        if let product = try runBuild() { return product }
        isHeldBack = true
      case .wait(let waiter):
        if !isHeldBack { note(.waited) }
        if let product = try settle(waiter.block(), of: waiter) { return product }
      case .forward(let forwarding, let aim):
        note(.forwarded)
        if let product = try forwarded(by: forwarding, to: aim) { return product }
      case .supplied(let supplied, let match): return try built(with: supplied, match)
      case .derive(let form):
        note(.derived)
        return try derived(form)
      case .ask(let fallback):
        note(.fallback)
        do { return try answer(of: fallback, as: key.product) } catch { throw asked(error) }
      }
    }
  }

  // Out of line is what begins another resolution: that takes much of the stack, which every link of a chain of builds
  // would take with it.

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
    let blueprint = try blueprint
    var stage = BuildStage.factory
    do {
      var product = try blueprint.run(resolver, arguments)
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
