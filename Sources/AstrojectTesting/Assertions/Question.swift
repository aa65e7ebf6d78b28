import Astroject

/// A request that an assertion makes of a container, with the location of the assertion.
struct Question<Product, Argument> {
  let request: ResolutionRequest<Product, Argument>
  let container: any Resolving
  let site: CallSite

  init<each Part>(
    _ type: Product.Type, _ name: String?, _ key: (any Hashable & Sendable)?, _ arguments: repeat each Part,
    in container: any Resolving, at site: CallSite
  ) where Argument == (repeat each Part) {
    request = ResolutionRequest(type, label: Label(name: name, key: key), arguments: repeat each arguments)
    self.container = container
    self.site = site
  }

  var key: Key { request.key }

  /// Returns the same request of another container.
  func asked(of other: any Resolving) -> Question {
    Question(request: request, container: other, site: site)
  }

  private init(request: ResolutionRequest<Product, Argument>, container: any Resolving, site: CallSite) {
    self.request = request
    self.container = container
    self.site = site
  }

  // MARK: Asking

  /// Resolves the request.
  func answer() -> Result<Product, any Error> {
    Result {
      if let plain { return try plain.resolve(Product.self) }
      return try container.resolve(request)
    }
  }

  /// Resolves the request, and awaits it if necessary.
  func answer() async -> Result<Product, any Error> {
    do {
      if let plain { return .success(try await plain.resolve(Product.self)) }
      return .success(try await container.resolve(request))
    } catch {
      return .failure(error)
    }
  }

  /// The container, if only a type is requested.
  ///
  /// The assertion then resolves on the fast path, as a plain `resolve` does.
  private var plain: Container? { key.label == nil && !key.takesArguments ? container as? Container : nil }

  // MARK: Failing

  /// Reports a failure, with the registrations of the container.
  func fail(_ text: FailureText) {
    Reporter.fail(text.inventory(of: container, nearestTo: key), at: site)
  }

  /// Reports that a resolve threw although it should not.
  func fail(_ expectation: String, _ error: any Error) {
    fail(FailureText("\(expectation), but it threw \(FailureText.name(error)).").found(error))
  }
}

extension FailureText {
  /// Returns the name of an error in a text.
  static func name(_ error: any Error) -> String {
    (error as? AstrojectError).map { "`\($0.kind)`" } ?? "an error of type \(TypeName(type(of: error)))"
  }
}
