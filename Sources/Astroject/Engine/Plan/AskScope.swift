/// Asks a custom scope for the product, and has it keep the product.
final class AskScope: Keep, @unchecked Sendable {
  // A custom scope is told of the tree, so that begins before the scope is asked.

  override func box<Argument, Product>(_ argument: Argument, as type: Product.Type, for ask: Ask) throws -> AnyProduct {
    try ask.inTree { ask, _ in try super.box(argument, as: type, for: ask) }
  }

  override func boxAwaiting<Argument, Product>(
    _ argument: Argument, as type: Product.Type, for ask: Ask
  ) async throws -> AnyProduct {
    try await ask.inTree { ask, _ in try await super.boxAwaiting(argument, as: type, for: ask) }
  }

  override func kept(in place: Place, for ask: Ask) throws -> AnyProduct? {
    guard let custom = place.slot.custom, let tree = ask.tree?.object else { return nil }
    tree.note(custom)
    let context = tree.context(depth: ask.parentBuild.map { $0.depth + 1 } ?? 0)
    do {
      let product = try place.source.askingCustom { try custom.get(for: context) }
      // Another container, which shares the scope, may have built it.
      if let product, product.isConfined { blueprint.noteConfinement(below: place.source) }
      return product
    } catch {
      throw translate(error, for: ask)
    }
  }
}
