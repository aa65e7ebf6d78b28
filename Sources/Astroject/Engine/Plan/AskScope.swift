/// Asks a custom scope for the product, and has it keep the product.
final class AskScope: Keep, @unchecked Sendable {
  // A custom scope is told of the tree, so that begins before the scope is asked.

  override func box<Argument, Product>(_ argument: Argument, as type: Product.Type, for ask: Ask) throws -> AnyProduct {
    guard ask.isRoot else { return try super.box(argument, as: type, for: ask) }
    let tree = Tree()
    defer { tree.endRoot() }
    return try ask.within(tree) { try super.box(argument, as: type, for: $0) }
  }

  override func boxAwaiting<Argument, Product>(
    _ argument: Argument, as type: Product.Type, for ask: Ask
  ) async throws -> AnyProduct {
    guard ask.isRoot else { return try await super.boxAwaiting(argument, as: type, for: ask) }
    let tree = Tree()
    defer { tree.endRoot() }
    return try await ask.within(tree) { try await super.boxAwaiting(argument, as: type, for: $0) }
  }

  override func kept(beside place: Place, for ask: Ask) throws -> AnyProduct? {
    guard let custom = place.slot.custom, !place.slot.isResting, let tree = ask.tree?.object else {
      return nil
    }
    do {
      return try product(keptBy: custom, place.source, in: tree, depth: ask.parentBuild.map { $0.depth + 1 } ?? 0)
    } catch {
      throw translate(error, for: ask)
    }
  }

  override func kept(in place: Place, _ build: Build, for ask: Ask) throws -> AnyProduct? {
    guard let custom = place.slot.custom else { return nil }
    return try product(keptBy: custom, place.source, in: build.tree, depth: build.depth)
  }

  private func product(
    keptBy custom: CustomScope, _ source: Core, in tree: Tree, depth: Int
  ) throws -> AnyProduct? {
    tree.note(custom)
    let product = try source.askingCustom { try custom.get(for: tree.context(depth: depth)) }
    // Another container, which shares the scope, may have built it.
    if let product, product.isConfined { blueprint.noteConfinement(below: source) }
    return product
  }

  override func context(of build: Build) -> Context? { build.tree.context(depth: build.depth) }
}
