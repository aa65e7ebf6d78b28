// The asynchronous driver: suspends where something has to be waited for. Its twin blocks.

extension Resolution {
  /// A function of its own, so that the short way need not ask the runtime for this type.
  @inline(never)
  static func run(
    _ inquiry: Inquiry, _ key: Key, _ argument: Argument, _ list: ArgumentList<Argument>?
  ) async throws -> Product {
    var resolution = Resolution(inquiry, key: key, argument: argument, list: list)
    return try await resolution.run()
  }

  mutating func run() async throws -> Product {
    defer { end() }
    if isObserved { beginStep() }
    do {
      let product = try await perform()
      if isObserved { tellResolved() }
      return product
    } catch {
      if isObserved { tellFailed(error) }
      throw error
    }
  }

  private mutating func perform() async throws -> Product {
    while true {
      switch try next(synchronously: false) {
      case .product(let product):
        note(.found)
        return product
      case .build(let construction):
        note(.built)
        return try await construction.run()
      case .wait(let waiter):
        note(.waited)
        inquiry.parent?.suspend()
        if let product = try settle(await waiter.suspend()) { return product }
      case .forward(let forwarding, let owner):
        note(.forwarded)
        return try await forwarding.async(inquiry, argument, supply, owner, openStep)
      case .supply(let supply):
        var resolution = supplied(supply)
        return try await resolution.run()
      case .derive(let form):
        note(.derived)
        return try await derived(form)
      case .ask(let fallback):
        note(.fallback)
        inquiry.parent?.suspend()
        do { return try await fallback.resolve(Product.self, name: key.name) } catch { throw asked(error) }
      }
    }
  }
}

extension Resolution {
  private func derived<Form: DerivedForm>(_ form: Form.Type) async throws -> Product {
    fit(try await form.derive(inquiry, key, argument, list, within: openStep))
  }
}

extension Construction {
  fileprivate func run() async throws -> Product {
    if let product = try leaf() { return product }
    defer { frame?.end() }
    var stage = BuildStage.factory
    do {
      prepare(for: recipe)
      var product = try await recipe.run(resolver, argument)
      show(product)
      stage = .hook
      for hook in hooks {
        prepare(for: hook)
        take(try await hook.run(resolver, product), in: &product)
      }
      return try finish(product)
    } catch {
      throw fail(error, at: stage, synchronously: false)
    }
  }
}
