// What containers keep of a registration of a parent's, for readers who do not come to the locks of the container that
// has the registration: that is the one of all requests of a server.

/// Gives what is kept; what is not is made as if nothing were published.
final class KeptMaker<Product>: Maker<Product>, @unchecked Sendable {
  /// The type of the boxes that products lie in, which would have to be looked up for each of them.
  private let boxType = ProductBox<Product>.self

  init(_ blueprint: Blueprint, _ containerName: String?) {
    let keeping = Keeping(of: blueprint, containerName)
    super.init(blueprint, twin: AwaitedKeptMaker(blueprint, keeping), keeping: keeping)
  }

  override func make(
    in core: Unmanaged<Core>, for parent: Unmanaged<Frame>?, on thread: UnsafeMutablePointer<ThreadRecord>
  ) throws -> Product {
    if let product = kept(in: core) { return product.value(as: Product.self) }
    let (core, parent) = (core.takeUnretainedValue(), parent?.takeUnretainedValue())
    let inquiry = Inquiry(core: core, for: parent)
    if let found = keeping?._withUnsafeGuaranteedRef({ $0.find(for: inquiry) }),
      let product = try found.kept(for: inquiry, synchronously: true)
    {
      return product.value(as: Product.self)
    }
    if let parent { return try super.makeWithCare(for: parent) }
    return try super.makeWithCare(in: core)
  }

  override func gift(of product: Product, for core: Core) -> Gift? {
    guard let mark = keeping?._withUnsafeGuaranteedRef({ $0.mark(in: core) }) else { return nil }
    return Gift(mark: mark, product: boxType.init(product))
  }

  // What is kept is the same, whoever asks.

  override func makeWithCare(in core: Core) throws -> Product {
    if let product = kept(in: .passUnretained(core)) { return product.value(as: Product.self) }
    return try super.makeWithCare(in: core)
  }

  override func makeWithCare(for parent: Frame) throws -> Product {
    if let product = kept(in: parent.source) { return product.value(as: Product.self) }
    return try super.makeWithCare(for: parent)
  }
}

/// The same for those who await; it builds, too, as it knows the type and which recipes need no steps.
private final class AwaitedKeptMaker<Product>: AwaitedMaker<Product>, @unchecked Sendable {
  /// What makes an instance without suspending, as far as all that it needs is at hand.
  private let body: (@Sendable (Resolver) throws -> Product)?
  /// What makes an instance that has to be awaited.
  private let awaitedBody: (@Sendable (Resolver) async throws -> Product)?
  /// What that needs, as far as it is known.
  private let wiring: (any Wiring)?
  /// The type of the boxes that products lie in, which would have to be looked up for each of them.
  private let boxType: ProductBox<Product>.Type

  init(_ blueprint: Blueprint, _ keeping: Keeping) {
    boxType = ProductBox<Product>.self
    wiring = blueprint.wiring
    switch TypedBlueprint<Product, Void>(blueprint).recipe {
    case .either(let ways) where !ways.isOnMainActor: (body, awaitedBody) = (NodeMaker.body(of: ways), nil)
    case .asyncResolving(let body): (self.body, awaitedBody) = (nil, body)
    default: (body, awaitedBody) = (nil, nil)
    }
    super.init(blueprint, keeping: keeping)
  }

  override func make(in container: Container) async throws -> Product {
    let core = container.core
    if let product = kept(in: .passUnretained(core)) { return product.value(as: Product.self) }
    // An asynchronous caller may let go of the container while it waits.
    core.enter()
    defer { core.leave() }
    return try await make(for: Inquiry(root: core, key: blueprint.key))
  }

  override func make(for parent: Frame, asItsCode isItsCode: Bool) async throws -> Product {
    if let product = kept(in: parent.source) { return product.value(as: Product.self) }
    return try await make(for: Inquiry(of: parent))
  }

  @inline(__always)
  private func make(for inquiry: Inquiry) async throws -> Product {
    if let place = keeping?._withUnsafeGuaranteedRef({ $0.find(for: inquiry) })?.place(for: inquiry.core) {
      if let product = place.take() { return product.value(as: Product.self) }
      if let awaitedBody, let build = try place.begin(for: inquiry, suspending: true) {
        defer { build.end() }
        do {
          let product = try await build.run { [boxType] in boxType.init(try await awaitedBody($0)) }
          place.keep(product)
          return product.value(as: Product.self)
        } catch {
          throw place.fail(error, for: inquiry, synchronously: false)
        }
      }
      if let body, !place.takesSteps, isAtHand(place), let build = try place.begin(for: inquiry, atHand: true) {
        defer { build.end() }
        do {
          let product = try build.lead { [boxType] in boxType.init(try body($0)) }
          place.keep(product)
          return product.value(as: Product.self)
        } catch is NotAtHand {
          place.giveUp()
        } catch {
          throw place.fail(error, for: inquiry, synchronously: false)
        }
      } else if let product = try place.make(for: inquiry, synchronously: false) {
        return product.value(as: Product.self)
      }
    }
    return try await inquiry.core.resolveByStep(blueprint.key, for: inquiry)
  }

  /// Whether all that the recipe gets can be had without awaiting.
  private func isAtHand(_ place: KeptPlace) -> Bool {
    wiring?.isAtHand(in: place.keeper, levels: Published.levels) ?? false
  }

  override func isAtHand(in core: Core, levels: Int) -> Bool { kept(in: .passUnretained(core)) != nil }

  override func makeAtHand(in core: Unmanaged<Core>, for parent: Unmanaged<Frame>?) throws -> Product {
    guard let product = kept(in: core) else { throw NotAtHand() }
    return product.value(as: Product.self)
  }
}
