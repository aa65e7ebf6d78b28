import Astroject

/// The form in which a test resolves.
///
/// A test that applies to both forms is written once and run for both.
///
/// ```swift
/// @Test(arguments: Call.allCases)
/// func `a registration is resolved by its type`(call: Call) async throws {
///   let service = try await call.resolve(Service.self, in: container)
/// ```
package enum Call: CaseIterable, Sendable, CustomStringConvertible {
  case synchronous
  case asynchronous

  package var description: String { self == .synchronous ? "sync" : "async" }
  package var isAwaiting: Bool { self == .asynchronous }

  /// Runs the synchronous or the asynchronous closure.
  package func run<Result>(
    _ synchronous: () throws -> Result, asynchronously asynchronous: () async throws -> Result
  ) async rethrows -> Result {
    switch self {
    case .synchronous: try synchronous()
    case .asynchronous: try await asynchronous()
    }
  }
}

/// Makes the compiler choose synchronous overloads inside an asynchronous test.
package func synchronously<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

// MARK: - Resolving

extension Call {
  package func resolve<Product, each Argument>(
    _ type: Product.Type = Product.self, name: String? = nil, arguments: repeat each Argument,
    in resolving: some Resolving
  ) async throws -> Product {
    switch self {
    case .synchronous: try synchronously { try resolving.resolve(type, name: name, arguments: repeat each arguments) }
    case .asynchronous: try await resolving.resolve(type, name: name, arguments: repeat each arguments)
    }
  }

  package func resolve<Product>(
    _ type: Product.Type = Product.self, name: String? = nil, in resolving: some Resolving
  ) async throws -> Product {
    // Containers and resolvers have their own functions for a product that is resolved by its type alone.
    switch (self, name == nil ? resolving as any Resolving : nil) {
    case (.synchronous, let container as Container): try synchronously { try container.resolve(type) }
    case (.asynchronous, let container as Container): try await container.resolve(type)
    case (.synchronous, let resolver as Resolver): try synchronously { try resolver.resolve(type) }
    case (.asynchronous, let resolver as Resolver): try await resolver.resolve(type)
    case (.synchronous, _): try synchronously { try resolving.resolve(type, name: name) }
    case (.asynchronous, _): try await resolving.resolve(type, name: name)
    }
  }

  package func resolve<Product>(
    _ type: Product.Type = Product.self, key: some Hashable & Sendable, in resolving: some Resolving
  ) async throws -> Product {
    switch self {
    case .synchronous: try synchronously { try resolving.resolve(type, key: key) }
    case .asynchronous: try await resolving.resolve(type, key: key)
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

  package func resolveOptional<Product>(
    _ type: Product.Type, name: String? = nil, in resolving: some Resolving
  ) async throws -> Product? {
    switch self {
    case .synchronous: try synchronously { try resolving.resolveOptional(type, name: name) }
    case .asynchronous: try await resolving.resolveOptional(type, name: name)
    }
  }

  @_disfavoredOverload
  package func resolveOptional<Product, each Argument>(
    _ type: Product.Type, arguments: repeat each Argument, in resolving: some Resolving
  ) async throws -> Product? {
    switch self {
    case .synchronous: try synchronously { try resolving.resolveOptional(type, arguments: repeat each arguments) }
    case .asynchronous: try await resolving.resolveOptional(type, arguments: repeat each arguments)
    }
  }

  package func resolveAll<Product>(_ type: Product.Type, in resolving: some Resolving) async throws -> [Product] {
    switch self {
    case .synchronous: try synchronously { try resolving.resolveAll(type) }
    case .asynchronous: try await resolving.resolveAll(type)
    }
  }

  package func resolveAll<Product, Tag: Hashable>(
    _ type: Product.Type, by key: Tag.Type, in resolving: some Resolving
  ) async throws -> [Tag: Product] {
    switch self {
    case .synchronous: try synchronously { try resolving.resolveAll(type, by: key) }
    case .asynchronous: try await resolving.resolveAll(type, by: key)
    }
  }
}

// MARK: - Building and releasing

extension Call {
  package func bootstrap(_ container: Container) async throws {
    switch self {
    case .synchronous: try synchronously { try container.bootstrap() }
    case .asynchronous: try await container.bootstrap()
    }
  }

  package func release<Product>(_ type: Product.Type, name: String? = nil, in container: Container) async {
    switch self {
    case .synchronous: synchronously { container.release(type, name: name) }
    case .asynchronous: await container.release(type, name: name)
    }
  }

  package func releaseAll(in container: Container) async {
    switch self {
    case .synchronous: synchronously { container.releaseAll() }
    case .asynchronous: await container.releaseAll()
    }
  }

  package func clear(_ container: Container) async {
    switch self {
    case .synchronous: synchronously { container.clear() }
    case .asynchronous: await container.clear()
    }
  }
}
