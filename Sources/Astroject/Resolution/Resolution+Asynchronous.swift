// The asynchronous driver: suspends where something has to be waited for. Its twin blocks.

extension Resolution {
  /// A function of its own, so that the short way need not ask the runtime for this type.
  @inline(never)
  static func run(_ inquiry: Inquiry, _ key: Key, _ argument: Argument) async throws -> Product {
    var resolution = Resolution(inquiry, key: key, argument: argument)
    return try await resolution.run()
  }

  mutating func run() async throws -> Product {
    defer { end() }
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
      case .product(let product): return product
      case .build(let construction): return try await construction.run()
      case .wait(let waiter): if let product = try settle(await waiter.suspend()) { return product }
      case .forward(let forwarding, let owner): return try await forwarding.async(inquiry, argument, owner)
      case .derive(let form): return try await derived(form)
      case .ask(let fallback):
        do { return try await fallback.resolve(Product.self, name: key.name) } catch { throw asked(error) }
      }
    }
  }
}

extension Resolution {
  private func derived<Form: DerivedForm>(_ form: Form.Type) async throws -> Product {
    fit(try await form.derive(inquiry, key, argument))
  }
}

extension Construction {
  fileprivate func run() async throws -> Product {
    guard recipe.maySuspend else { return try await bound() }
    _ = blueprint.asynchronousBuilds.add(1)
    defer { _ = blueprint.asynchronousBuilds.add(0 &- 1) }
    return try await bound()
  }

  private func bound() async throws -> Product {
    guard let frame, frame.isBound else { return try await build() }
    return try await Ambient.bind(frame) { try await build() }
  }

  private func build() async throws -> Product {
    defer { frame?.end() }
    var stage = BuildStage.factory
    do {
      prepare(for: recipe)
      let product = try await recipe.run(resolver, argument)
      show(product)
      stage = .hook
      for hook in hooks {
        prepare(for: hook)
        try await hook.run(resolver, product)
      }
      return try finish(product)
    } catch {
      throw fail(error, at: stage, synchronously: false)
    }
  }
}
