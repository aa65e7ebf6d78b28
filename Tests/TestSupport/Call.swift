import Astroject

/// How a test resolves: what holds for both ways is written once and run for both.
///
/// ```swift
/// @Test("…", arguments: Call.allCases)
/// func test(call: Call) async throws {
///   let service = try await call.resolve(Service.self, in: container)
/// ```
package enum Call: Asking, CaseIterable, Sendable, CustomStringConvertible {
  case synchronous
  case asynchronous

  package var description: String { self == .synchronous ? "sync" : "async" }
  package var isAwaiting: Bool { self == .asynchronous }

  package func resolve<Product>(
    _ type: Product.Type = Product.self, name: String? = nil, in resolving: some Resolving
  ) async throws -> Product {
    switch self {
    case .synchronous: try synchronously { try resolving.resolve(type, name: name) }
    case .asynchronous: try await resolving.resolve(type, name: name)
    }
  }

  package func resolve<Product, Argument>(
    _ type: Product.Type = Product.self, name: String? = nil, argument: Argument, in resolving: some Resolving
  ) async throws -> Product {
    switch self {
    case .synchronous: try synchronously { try resolving.resolve(type, name: name, argument: argument) }
    case .asynchronous: try await resolving.resolve(type, name: name, argument: argument)
    }
  }

  package func resolveAll<Product>(_ type: Product.Type, in resolving: some Resolving) async throws -> [Product] {
    switch self {
    case .synchronous: try synchronously { try resolving.resolveAll(type) }
    case .asynchronous: try await resolving.resolveAll(type)
    }
  }

  package func resolve<Product, each Argument>(
    _ type: Product.Type = Product.self, name: String? = nil, arguments: repeat each Argument,
    in resolving: some Resolving
  ) async throws -> Product {
    switch self {
    case .synchronous: try synchronously { try resolving.resolve(type, name: name, arguments: repeat each arguments) }
    case .asynchronous: try await resolving.resolve(type, name: name, arguments: repeat each arguments)
    }
  }
}

/// Has the compiler take synchronous overloads inside an asynchronous test.
package func synchronously<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
