// Where every resolve comes in.

extension Core {
  /// Resolves for an inquiry: by the short way if that is right, and otherwise step by step.
  package func resolve<Product, Argument>(
    _ key: Key, _ argument: Argument, list: ArgumentList<Argument>? = nil, for inquiry: Inquiry
  ) throws -> Product {
    if let way = ShortWay(to: key, for: inquiry, synchronously: true) { return try way.product(argument, for: inquiry) }
    return try Resolution<Product, Argument>.run(inquiry, key, argument, list)
  }

  /// Resolves for an inquiry: by the short way if that is right, and otherwise step by step.
  package func resolve<Product, Argument>(
    _ key: Key, _ argument: Argument, list: ArgumentList<Argument>? = nil, for inquiry: Inquiry
  ) async throws -> Product {
    if let way = ShortWay(to: key, for: inquiry, synchronously: false) {
      return try way.product(argument, for: inquiry)
    }
    return try await Resolution<Product, Argument>.run(inquiry, key, argument, list)
  }

  package func resolve<Product, Argument>(
    _ request: ResolutionRequest<Product, Argument>, for inquiry: Inquiry
  ) throws -> Product { try resolve(request.key, request.argument, list: request.list, for: inquiry) }

  package func resolve<Product, Argument>(
    _ request: ResolutionRequest<Product, Argument>, for inquiry: Inquiry
  ) async throws -> Product { try await resolve(request.key, request.argument, list: request.list, for: inquiry) }
}
