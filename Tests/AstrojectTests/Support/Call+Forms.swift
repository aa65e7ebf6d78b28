import Astroject
import TestSupport
import Testing

// The forms of `resolve` that `Call` needs beyond its first ones.

extension Call {
  func resolve<Product>(
    _ type: Product.Type = Product.self, key: some Hashable & Sendable, in resolving: some Resolving
  ) async throws -> Product {
    switch self {
    case .synchronous: try synchronously { try resolving.resolve(type, key: key) }
    case .asynchronous: try await resolving.resolve(type, key: key)
    }
  }

  func resolveOptional<Product>(
    _ type: Product.Type, name: String? = nil, in resolving: some Resolving
  ) async throws -> Product? {
    switch self {
    case .synchronous: try synchronously { try resolving.resolveOptional(type, name: name) }
    case .asynchronous: try await resolving.resolveOptional(type, name: name)
    }
  }

  func bootstrap(_ container: Container) async throws {
    switch self {
    case .synchronous: try synchronously { try container.bootstrap() }
    case .asynchronous: try await container.bootstrap()
    }
  }

  func release<Product>(_ type: Product.Type, name: String? = nil, in container: Container) async {
    switch self {
    case .synchronous: synchronously { container.release(type, name: name) }
    case .asynchronous: await container.release(type, name: name)
    }
  }

  func releaseAll(in container: Container) async {
    switch self {
    case .synchronous: synchronously { container.releaseAll() }
    case .asynchronous: await container.releaseAll()
    }
  }

  func clear(_ container: Container) async {
    switch self {
    case .synchronous: synchronously { container.clear() }
    case .asynchronous: await container.clear()
    }
  }

  /// The error that something throws; the test fails if it throws none, or one that is not the container's.
  func error<Product>(
    sourceLocation: Testing.SourceLocation = #_sourceLocation, _ body: (Call) async throws -> Product
  ) async -> AstrojectError? {
    do {
      _ = try await body(self)
      Issue.record("threw nothing", sourceLocation: sourceLocation)
    } catch let error as AstrojectError {
      return error
    } catch {
      Issue.record("threw \(error), which is no AstrojectError", sourceLocation: sourceLocation)
    }
    return nil
  }
}
