// The synchronous driver: blocks where something has to be waited for. Its twin awaits.

extension Resolution {
  /// A function of its own, so that the short way need not ask the runtime for this type.
  @inline(never)
  static func run(
    _ inquiry: Inquiry, _ key: Key, _ argument: Argument, _ list: ArgumentList<Argument>?
  ) throws -> Product {
    var resolution = Resolution(inquiry, key: key, argument: argument, list: list)
    return try resolution.run()
  }

  mutating func run() throws -> Product {
    defer { end() }
    if isObserved { beginStep() }
    do {
      let product = try perform()
      if isObserved { tellResolved() }
      return product
    } catch {
      if isObserved { tellFailed(error) }
      throw error
    }
  }

  private mutating func perform() throws -> Product {
    while true {
      switch try next(synchronously: true) {
      case .product(let product):
        note(.found)
        return product
      case .build(let construction):
        note(.built)
        return try construction.run()
      case .wait(let waiter):
        note(.waited)
        if let product = try settle(waiter.block()) { return product }
      case .forward(let forwarding, let owner):
        note(.forwarded)
        return try forwarding.sync(inquiry, argument, supply, owner, openStep)
      case .supply(let supply):
        var resolution = supplied(supply)
        return try resolution.run()
      case .derive(let form):
        note(.derived)
        return try derived(form)
      case .ask(let fallback):
        note(.fallback)
        do { return try fallback.resolve(Product.self, name: key.name) } catch { throw asked(error) }
      }
    }
  }
}

extension Resolution {
  private func derived<Form: DerivedForm>(_ form: Form.Type) throws -> Product {
    fit(try form.derive(inquiry, key, argument, list, within: openStep))
  }
}

extension Construction {
  fileprivate func run() throws -> Product {
    if let product = try leaf() { return product }
    defer { frame?.end() }
    var stage = BuildStage.factory
    do {
      var product = try require(recipe.run(resolver, argument))
      show(product)
      stage = .hook
      for hook in hooks { take(try require(hook.run(resolver, product)), in: &product) }
      return try finish(product)
    } catch {
      throw fail(error, at: stage, synchronously: true)
    }
  }

  /// What a recipe has made; it was made sure before that nothing stands against running it.
  @discardableResult
  private func require<Output>(_ output: Output?) throws -> Output {
    guard let output else {
      throw AstrojectError.isolationMismatch(inquiry.failure(blueprint.key, place: blueprint.place))
    }
    return output
  }
}
