import Astroject
import Nexus

// One place of a program where something is asked for. It is not inlined: each time begins anew, as in a program, and
// nothing of it can be moved out of the loop around it.

extension Container {
  @inline(never) func ask<Product>(_ type: Product.Type) throws -> Product { try resolve(type) }
  @inline(never) func ask<Product>(_ type: Product.Type) async throws -> Product { try await resolve(type) }

  @inline(never) func ask<Product>(_ type: Product.Type, name: String) throws -> Product {
    try resolve(type, name: name)
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
}

extension Provider {
  @inline(never) func ask() throws -> Value { try get() }
}
