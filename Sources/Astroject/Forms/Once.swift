/// A product that the first caller resolves while others wait, and that is remembered then.
///
/// It is the slot of a product that no key finds. An instance that any request would take at once is remembered without
/// a build.
package final class Once: InstanceSlot, @unchecked Sendable {
  // A lock guards all that changes.

  /// The origin of the product.
  package final class Source: Sendable {
    let continuation: Continuation
    /// The key that is resolved, if nothing but that determines the product.
    let target: Key?
    private let recipe: EitherRecipe<Void, AnyProduct>
    /// The address of the plan, retained once; zero before the product is built.
    private let planWord = AtomicWord(0)

    /// Creates the origin of a product.
    ///
    /// - Parameter recipe: Resolves the product, and puts it into a box.
    package init(_ continuation: Continuation, target: Key?, _ recipe: EitherRecipe<Void, AnyProduct>) {
      self.continuation = continuation
      self.target = target
      self.recipe = recipe
    }

    deinit { planWord.object(Shared.self)?.release() }

    /// Returns the plan, made when the product is first built.
    fileprivate func plan(for key: Key) -> Shared {
      if let known = planWord.object(Shared.self) { return known.object }
      let blueprint = Blueprint(
        key.product, label: key.label, stored: Recipe.either(recipe).store(), location: .unknown,
        flags: RegistrationFlags(
          lifetime: .graph, isOverridable: true, isContribution: false, kind: .either, isObserved: false),
        details: nil)
      return planWord.object(orPut: Shared(Make(blueprint), .graph))
    }
  }

  private enum Content {
    case pending(Source)
    case product(AnyProduct)
  }

  /// The key that paths show.
  private let key: Key
  /// The product, in the place of its origin, which holds arguments and the resolution tree.
  private let content: Lock<Content>

  /// No key finds the product, so all of them can share an entry, which stays empty.
  private static let entry = Entry.make(for: Key(Void.self))

  /// Creates the place of a product.
  ///
  /// - Parameter key: The key that paths show.
  package init(_ key: Key, _ source: Source) {
    self.key = key
    content = Lock(.pending(source))
    super.init()
  }

  /// Creates the place of a product that exists already.
  package init(_ key: Key, having product: AnyProduct) {
    self.key = key
    content = Lock(.product(product))
    super.init()
  }

  // MARK: Getting

  /// Returns the product, which the first call resolves.
  package func get() throws -> AnyProduct {
    switch content.withLock({ $0 }) {
    case .product(let product): return product
    case .pending(let source):
      if let product = take(source) { return product }
      let product = try source.continuation.resume(key) { try resolve(source, $0) }
      _ = remembered()
      return product
    }
  }

  /// Returns the product, which the first call resolves and awaits.
  package func get() async throws -> AnyProduct {
    switch content.withLock({ $0 }) {
    case .product(let product): return product
    case .pending(let source):
      if let product = take(source) { return product }
      let product = try await source.continuation.resume(key) { try await resolve(source, $0) }
      _ = remembered()
      return product
    }
  }

  /// Takes the instance that any request of the key would take at once, unless a build is under way.
  private func take(_ source: Source) -> AnyProduct? {
    guard let target = source.target, let instance = source.continuation.instance(of: target) else { return nil }
    fill(ProductBox(instance), order: 0)
    return remembered()
  }

  /// Remembers the product, if it is complete and any caller may have it, and returns it then.
  private func remembered() -> AnyProduct? {
    guard let product = product?.value(as: AnyProduct.self), !product.isConfined else { return nil }
    let old = content.withLock { content in
      defer { content = .product(product) }
      return content
    }
    // The origin is freed here, because no lock is held.
    return withExtendedLifetime(old) { product }
  }

  // MARK: Building

  private func resolve(_ source: Source, _ context: ResolutionContext) throws -> AnyProduct {
    let plan = source.plan(for: key)
    let match = Match(blueprint: plan.blueprint, entry: Once.entry, owner: context.core)
    let circumstances = context.isUsual ? nil : Circumstances(of: context)
    defer { withExtendedLifetime((match, circumstances)) {} }
    let place = Shared.Place(slot: self, source: context.core, value: .void)
    while true {
      do {
        let box = try plan.take(place, (), as: AnyProduct.self, for: Ask(context, match, circumstances))
        return try admitted(box, to: context)
      } catch is Again {}
    }
  }

  private func resolve(_ source: Source, _ context: ResolutionContext) async throws -> AnyProduct {
    let plan = source.plan(for: key)
    let match = Match(blueprint: plan.blueprint, entry: Once.entry, owner: context.core)
    let circumstances = context.isUsual ? nil : Circumstances(of: context)
    defer { withExtendedLifetime((match, circumstances)) {} }
    let place = Shared.Place(slot: self, source: context.core, value: .void)
    while true {
      do {
        let box = try await plan.takeAwaiting(place, (), as: AnyProduct.self, for: Ask(context, match, circumstances))
        return try admitted(box, to: context)
      } catch is Again {}
    }
  }

  /// Returns the product in the box of the slot, if the caller may have it.
  private func admitted(_ box: AnyProduct, to context: ResolutionContext) throws -> AnyProduct {
    let product = box.value(as: AnyProduct.self)
    try context.admit(product, as: key, of: nil)
    return product
  }
}
