import Astroject
import Nexus

// Functions that resolve. They are not inlined, so that the compiler moves no part of a resolve out of the loop around
// it.

extension Container {
  @inline(never) func ask<Product>(_ type: Product.Type) throws -> Product { try resolve(type) }
  @inline(never) func ask<Product>(_ type: Product.Type) async throws -> Product { try await resolve(type) }

  @inline(never) func ask<Product>(_ type: Product.Type, name: String) throws -> Product {
    try resolve(type, name: name)
  }

  @inline(never) func ask<Product>(_ type: Product.Type, key: some Hashable & Sendable) throws -> Product {
    try resolve(type, key: key)
  }

  @inline(never) func ask<Product>(_ type: Product.Type, argument: some Any) throws -> Product {
    try resolve(type, argument: argument)
  }
}

extension ReferenceContainer {
  @inline(never) func ask<Product: Sendable>(_ type: Product.Type) throws -> Product { try resolve(type) }

  @inline(never) func ask<Product: Sendable>(_ type: Product.Type) async throws -> Product {
    try await resolveAsync(type)
  }

  @inline(never) func ask<Product: Sendable>(_ type: Product.Type, name: String) throws -> Product {
    try resolve(type, name: name)
  }
}

extension Lazy {
  @inline(never) func ask() throws -> Value { try value }
  @inline(never) func ask() async throws -> Value { try await get() }
}

extension Provider {
  @inline(never) func ask() throws -> Value { try get() }
}
