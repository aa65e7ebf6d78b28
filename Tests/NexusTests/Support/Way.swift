import Nexus
import TestSupport
import Testing

/// How a test asks: what holds for both ways is written once and run for both.
enum Way: Asking, CaseIterable, Sendable, CustomTestStringConvertible {
  case blocking
  case awaiting

  var testDescription: String { self == .blocking ? "sync" : "async" }
  var isAwaiting: Bool { self == .awaiting }

  func resolve<Product>(
    _ type: Product.Type = Product.self, name: String? = nil, in resolving: some Resolving
  ) async throws -> Product {
    switch self {
    case .blocking: try plainly { try resolving.resolve(type, name: name) }
    case .awaiting: try await resolving.resolve(type, name: name)
    }
  }

  func resolve<Product>(
    _ type: Product.Type = Product.self, key: some Hashable & Sendable, in resolving: some Resolving
  ) async throws -> Product {
    switch self {
    case .blocking: try plainly { try resolving.resolve(type, key: key) }
    case .awaiting: try await resolving.resolve(type, key: key)
    }
  }

  func resolve<Product, each Argument>(
    _ type: Product.Type = Product.self, name: String? = nil, arguments: repeat each Argument,
    in resolving: some Resolving
  ) async throws -> Product {
    switch self {
    case .blocking: try plainly { try resolving.resolve(type, name: name, arguments: repeat each arguments) }
    case .awaiting: try await resolving.resolve(type, name: name, arguments: repeat each arguments)
    }
  }

  func resolveOptional<Product, each Argument>(
    _ type: Product.Type, arguments: repeat each Argument, in resolving: some Resolving
  ) async throws -> Product? {
    switch self {
    case .blocking: try plainly { try resolving.resolveOptional(type, arguments: repeat each arguments) }
    case .awaiting: try await resolving.resolveOptional(type, arguments: repeat each arguments)
    }
  }

  func resolveAll<Product>(_ type: Product.Type, in resolving: some Resolving) async throws -> [Product] {
    switch self {
    case .blocking: try plainly { try resolving.resolveAll(type) }
    case .awaiting: try await resolving.resolveAll(type)
    }
  }

  func bootstrap(_ container: Container) async throws {
    switch self {
    case .blocking: try plainly { try container.bootstrap() }
    case .awaiting: try await container.bootstrap()
    }
  }

  /// The error that something throws; the test fails if it throws none, or one that is not the container's.
  func error<Product>(
    at place: Testing.SourceLocation = #_sourceLocation, _ body: (Way) async throws -> Product
  ) async -> AstrojectError? {
    do {
      let product = try await body(self)
      Issue.record("gave \(product), and should have thrown", sourceLocation: place)
    } catch let error as AstrojectError {
      return error
    } catch {
      Issue.record("threw \(error), which is no AstrojectError", sourceLocation: place)
    }
    return nil
  }
}

/// Has the compiler take synchronous overloads inside an asynchronous test.
func plainly<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

/// What a test looks at in an error.
extension AstrojectError {
  /// What a case that is about one product carries.
  var only: Failure? { Mirror(reflecting: self).children.first?.value as? Failure }

  /// The keys on the path.
  var route: [String] { only?.path.map(\.key.description) ?? [] }

  /// What happened, in one sentence.
  var headline: String { description.split(separator: "\n").first.map(String.init) ?? "" }

  /// How to mend it.
  var remedy: String? {
    let line = description.split(separator: "\n").last { $0.hasPrefix("  Remedy: ") }
    return line.map { String($0.dropFirst("  Remedy: ".count)) }
  }
}

/// An error of the user's.
struct Objection: Error, Equatable {}
