/// The owner of a `Lazy` or a `Provider` that is resolving, which asks for the product.
///
/// The product's build does not know it: the owner's build is over. So the code that resolves notes it, on the thread
/// if it blocks and in the task if it awaits.
struct Requester: @unchecked Sendable {
  // The address of a build is only compared.
  /// The type that asks.
  private let type: Any.Type
  /// The build on whose behalf the form resolves; nil outside of any. Its product is the one that is asked for.
  private let asker: UnsafeMutableRawPointer?

  /// One when the form has resolved. A task that a factory has started may outlive that.
  private let isOver: Over?

  private final class Over: Sendable { let word = AtomicWord(0) }

  @TaskLocal private static var ofTask: Requester?

  /// Runs the resolve of a form that belongs to an object.
  ///
  /// - Parameter type: The type of the object; nil if a container has not made it.
  @inline(__always)
  static func note<Result>(_ type: Any.Type?, for asker: Build?, _ body: () throws -> Result) rethrows -> Result {
    guard let type else { return try body() }
    let thread = ThreadContext.current
    let outer = thread.pointee.requester
    thread.pointee.requester = Requester(type: type, asker: asker.map { Borrowed($0).address }, isOver: nil)
    defer { thread.pointee.requester = outer }
    return try body()
  }

  /// Runs the resolve of a form that belongs to an object of a type, and awaits it.
  @inline(__always)
  static func note<Result>(
    _ type: Any.Type?, for asker: Build?, isolation: isolated (any Actor)? = #isolation,
    awaiting body: () async throws -> Result
  ) async rethrows -> Result {
    guard let type else { return try await body() }
    let isOver = Over()
    defer { isOver.word.store(1) }
    let requester = Requester(type: type, asker: asker.map { Borrowed($0).address }, isOver: isOver)
    return try await $ofTask.withValue(requester, isolation: isolation, awaiting: body)
  }

  /// Returns the type that asks for the product of a build by a form, if one does.
  static func type(askingFor build: Build) -> Any.Type? {
    let asker = build.above?.address
    let candidates = [ThreadContext.current.pointee.requester, ofTask].compactMap(\.self)
    return candidates.first { $0.asker == asker && $0.isOver?.word.load() ?? 0 == 0 }?.type
  }
}

extension Build {
  /// The type of what asks for the product; nil if it was asked for directly, and when the build is over.
  var requestingType: Any.Type? {
    var build = self
    // A decorator works for what asks for the product that it decorates.
    while let above = build.parent, build.blueprintUnderWay?.isDecorator ?? false { build = above }
    while build.isActive {
      if let type = Requester.type(askingFor: build) { return type }
      guard let above = build.parent, let blueprint = above.blueprintUnderWay else { return nil }
      // A form that resolves later is no type that asks. Neither is a forwarding that decorates what it gives.
      let isForwarded = blueprint.flags.lifetime == .forwarded && blueprint.origin === build.blueprintUnderWay?.origin
      if blueprint.location.isKnown, !isForwarded { return blueprint.product }
      build = above
    }
    return nil
  }

  /// The type that owns a form made for this build.
  var owningType: Any.Type? {
    guard let blueprint = blueprintUnderWay else { return nil }
    return blueprint.location.isKnown ? blueprint.product : requestingType
  }
}

extension Resolver {
  /// The type of what asks for the product that is being built; nil if it was asked for directly.
  ///
  /// A logger, a metric or a cache can be labelled by it:
  ///
  /// ```swift
  /// try container.register(Logger.self) { resolver in
  ///   Logger(label: resolver.requestingType.map { "\($0)" } ?? "App")
  /// }.asTransient()
  /// ```
  /// It is the class, if its initializer is registered as itself, and otherwise the service that it is registered as.
  /// Behind a `Lazy`, a `Provider`, an `@InjectLazy`, an optional, a collection and an `injecting`, it is their owner.
  /// In a decorator, a hook and a rule for a parameter, it is what asks for the product there. If a product is shared,
  /// it is what has asked first.
  ///
  /// It is nil again when the product has been built. Read it in the factory: behind a `Lazy` or a `Provider` that
  /// blocks, another thread does not know the owner.
  public var requestingType: Any.Type? { build?.requestingType }
}
