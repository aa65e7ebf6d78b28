/// Gives what containers keep of a registration of a parent's, for readers who do not come to the locks of the
/// container that has the registration: that is the one of all requests of a server. What is not kept yet is built, for
/// those who await it, and otherwise made as if nothing were published.
final class CachedFactory<Product>: InstanceFactory<Product>, @unchecked Sendable {
  /// What makes an instance for a caller that awaits, where that takes no steps.
  private let awaiting: (@Sendable (Resolver) async throws -> Product)?
  /// The type of the boxes that products lie in, which would have to be looked up for each of them.
  private let boxType = ProductBox<Product>.self

  init(_ blueprint: Blueprint, _ containerName: String?) {
    switch TypedBlueprint<Product, Void>(blueprint).recipe {
    case .initializer(let recipe): awaiting = recipe.ways(of: Product.self).awaiting
    case .asyncResolving(let body):
      awaiting = { resolver in try await Ambient.lead(resolver.ownBuild, body) }
    default: awaiting = nil
    }
    super.init(blueprint, keeping: Keeping(of: blueprint, containerName))
  }

  override func gift(of product: Product, for core: Core) -> Gift? {
    guard let mark = keeping?._withUnsafeGuaranteedRef({ $0.mark(in: core) }) else { return nil }
    return Gift(mark: mark, product: boxType.init(product))
  }

  // MARK: For callers that block

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

  // What is kept is the same, whoever asks.

  override func makeWithCare(in core: Core) throws -> Product {
    if let product = kept(in: .passUnretained(core)) { return product.value(as: Product.self) }
    return try super.makeWithCare(in: core)
  }

  override func makeWithCare(for parent: Frame) throws -> Product {
    if let product = kept(in: parent.source) { return product.value(as: Product.self) }
    return try super.makeWithCare(for: parent)
  }

  // MARK: For callers that await

  override func make(in container: Container) async throws -> Product {
    let core = container.core
    if let product = kept(in: .passUnretained(core)) { return product.value(as: Product.self) }
    // An asynchronous caller may let go of the container while it waits.
    core.enter()
    defer { core.leave() }
    return try await make(for: Inquiry(root: core, key: blueprint.key))
  }

  override func make(for parent: Frame) async throws -> Product {
    if let product = kept(in: parent.source) { return product.value(as: Product.self) }
    return try await make(for: Inquiry(of: parent))
  }

  @inline(__always)
  private func make(for inquiry: Inquiry) async throws -> Product {
    if let place = keeping?._withUnsafeGuaranteedRef({ $0.find(for: inquiry) })?.place(for: inquiry.core) {
      if let product = place.take() { return product.value(as: Product.self) }
      if let awaiting {
        if let build = try place.begin(for: inquiry, awaited: true, suspending: blueprint.effect == .other) {
          defer { build.end() }
          do {
            let product = boxType.init(try await awaiting(Resolver(of: build.reference)))
            try build.reference.finishFilling()
            place.keep(product)
            return product.value(as: Product.self)
          } catch {
            throw place.fail(error, for: inquiry, synchronously: false)
          }
        }
      } else if let product = try place.make(for: inquiry, synchronously: false) {
        return product.value(as: Product.self)
      }
    }
    return try await inquiry.core.resolveByStep(blueprint.key, for: inquiry)
  }
}
