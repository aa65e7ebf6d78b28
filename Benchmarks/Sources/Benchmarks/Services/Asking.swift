import Astroject

// One place of a program where something is asked for. It is not inlined: each time begins anew, as in a program, and
// nothing of it can be moved out of the loop around it.

extension Container {
  @inline(never) func ask<Product>(_ type: Product.Type) throws -> Product { try resolve(type) }
  @inline(never) func ask<Product>(_ type: Product.Type) async throws -> Product { try await resolve(type) }
}

extension ReferenceContainer {
  @inline(never) func ask<Product: Sendable>(_ type: Product.Type) throws -> Product { try resolve(type) }

  @inline(never) func ask<Product: Sendable>(_ type: Product.Type) async throws -> Product {
    try await resolveAsync(type)
  }
}
