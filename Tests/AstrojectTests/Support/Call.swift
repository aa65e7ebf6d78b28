import Astroject
import TestSupport
import Testing

/// How a test resolves: what holds for both ways is written once and run for both.
///
/// ```swift
/// @Test("…", arguments: Call.allCases)
/// func test(call: Call) async throws {
///   let service = try await call.resolve(Service.self, in: container)
/// ```
enum Call: Asking, CaseIterable, Sendable, CustomTestStringConvertible {
  case synchronous
  case asynchronous

  var testDescription: String { self == .synchronous ? "sync" : "async" }
  var isAwaiting: Bool { self == .asynchronous }

  func resolve<Product>(
    _ type: Product.Type = Product.self, name: String? = nil, in resolving: some Resolving
  ) async throws -> Product {
    switch self {
    case .synchronous: try synchronously { try resolving.resolve(type, name: name) }
    case .asynchronous: try await resolving.resolve(type, name: name)
    }
  }

  func resolve<Product, Argument>(
    _ type: Product.Type = Product.self, name: String? = nil, argument: Argument, in resolving: some Resolving
  ) async throws -> Product {
    switch self {
    case .synchronous: try synchronously { try resolving.resolve(type, name: name, argument: argument) }
    case .asynchronous: try await resolving.resolve(type, name: name, argument: argument)
    }
  }

  func resolveAll<Product>(_ type: Product.Type, in resolving: some Resolving) async throws -> [Product] {
    switch self {
    case .synchronous: try synchronously { try resolving.resolveAll(type) }
    case .asynchronous: try await resolving.resolveAll(type)
    }
  }

  /// The error that a resolve throws; the test fails if it throws none, or one that is not the container's.
  func error<Product>(
    resolving type: Product.Type, name: String? = nil, in resolving: some Resolving,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) async -> AstrojectError? {
    do {
      _ = try await resolve(type, name: name, in: resolving)
      Issue.record("resolved \(type), and should not have", sourceLocation: sourceLocation)
    } catch let error as AstrojectError {
      return error
    } catch {
      Issue.record("threw \(error), which is no AstrojectError", sourceLocation: sourceLocation)
    }
    return nil
  }
}

/// Has the compiler take synchronous overloads inside an asynchronous test.
func synchronously<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
