// Where every resolve comes in.

extension Core {
  /// Resolves for an inquiry: by the short way if that is right, and otherwise step by step.
  package func resolve<Product, Argument>(
    _ key: Key, _ argument: Argument, list: ArgumentList<Argument>? = nil, for inquiry: Inquiry
  ) throws -> Product {
    if let way = try ShortWay(to: key, for: inquiry, synchronously: true) {
      return try way.product(argument, for: inquiry)
    }
    return try take(steps: Resolution(inquiry, key: key, arguments: .of(argument, list: list)))
  }

  /// Resolves for an inquiry: by the short way if that is right, and otherwise step by step.
  package func resolve<Product, Argument>(
    _ key: Key, _ argument: Argument, list: ArgumentList<Argument>? = nil, for inquiry: Inquiry
  ) async throws -> Product {
    if let way = try ShortWay(to: key, for: inquiry, synchronously: false) {
      return try way.product(argument, for: inquiry)
    }
    return try await take(steps: Resolution(inquiry, key: key, arguments: .of(argument, list: list)))
  }

  /// The short way for one who could await; nil where the steps of a resolution have to be taken, by
  /// ``resolveByStep(_:for:)``.
  package func shortWay(to key: Key, for inquiry: Inquiry) throws -> ShortWay? {
    try ShortWay(to: key, for: inquiry, synchronously: false)
  }

  /// Resolves what no short way leads to.
  package func resolveByStep<Product>(_ key: Key, for inquiry: Inquiry) async throws -> Product {
    try await take(steps: Resolution(inquiry, key: key, arguments: nil))
  }

  package func resolve<Product, Argument>(
    _ request: ResolutionRequest<Product, Argument>, for inquiry: Inquiry
  ) throws -> Product { try resolve(request.key, request.argument, list: request.list, for: inquiry) }

  package func resolve<Product, Argument>(
    _ request: ResolutionRequest<Product, Argument>, for inquiry: Inquiry
  ) async throws -> Product { try await resolve(request.key, request.argument, list: request.list, for: inquiry) }

  /// Resolves for an inquiry, with arguments that are in the hands of the engine.
  package func resolve<Product>(_ key: Key, given arguments: AnyArguments?, for inquiry: Inquiry) throws -> Product {
    guard let arguments else { return try resolve(key, (), for: inquiry) }
    return try take(steps: Resolution(inquiry, key: key, arguments: arguments))
  }

  /// Resolves for an inquiry, with arguments that are in the hands of the engine.
  package func resolve<Product>(
    _ key: Key, given arguments: AnyArguments?, for inquiry: Inquiry
  ) async throws -> Product {
    guard let arguments else { return try await resolve(key, (), for: inquiry) }
    return try await take(steps: Resolution(inquiry, key: key, arguments: arguments))
  }

  // MARK: Step by step

  // What answers to a key is of the type that the key names, and whoever asks makes the key of the type that is asked for.

  /// Takes the steps of a resolution, for whoever knows the type.
  private func take<Product>(steps resolution: consuming Resolution) throws -> Product {
    try resolution.run().value(as: Product.self)
  }

  /// Takes the steps of a resolution, for whoever knows the type.
  @inline(__always)
  private func take<Product>(steps resolution: consuming Resolution) async throws -> Product {
    try await resolution.run().value(as: Product.self)
  }
}
