/// A product that the first caller resolves while others wait, and that is cached then.
///
/// It is a singleton that no key finds.
package final class Once<Product>: Sendable {
  private let blueprint: Blueprint
  private let entry: Entry

  /// Creates the registration of the product.
  ///
  /// - Parameter key: The key that paths show.
  package init(_ key: Key, _ recipe: Recipe<Void, Product>) {
    blueprint = Blueprint(recipe, location: .unknown, alias: key, lifetime: .singleton)
    entry = Entry.make(for: key, own: blueprint)
  }

  /// The product; nil if it was not resolved yet.
  package var product: Product? { entry.instance?.value(as: Product.self) }

  /// Returns the product, which was resolved.
  ///
  /// - Throws: ``AstrojectError/containerReleased(_:)`` if it was released meanwhile.
  package func get() throws -> Product {
    if let product { return product }
    // A caller that has waited for the product may come here before it is published.
    guard let product = entry.storage(of: blueprint, lifetime: .singleton)?.slot(for: .void).product else {
      throw AstrojectError.containerReleased(AstrojectError.Failure(key: blueprint.key, path: [blueprint.step]))
    }
    return product.value(as: Product.self)
  }

  package func get(_ context: ResolutionContext) throws -> Product {
    let match = Match(blueprint: blueprint, entry: entry, owner: context.core)
    let circumstances = context.isUsual ? nil : Circumstances(of: context)
    defer { withExtendedLifetime((match, circumstances)) {} }
    while true {
      do {
        return try match.plan(for: context.core).answer((), for: Ask(context, match, circumstances))
      } catch is Again {}
    }
  }

  package func get(_ context: ResolutionContext) async throws -> Product {
    let match = Match(blueprint: blueprint, entry: entry, owner: context.core)
    let circumstances = context.isUsual ? nil : Circumstances(of: context)
    defer { withExtendedLifetime((match, circumstances)) {} }
    while true {
      do {
        return try await match.plan(for: context.core).answerAwaiting((), for: Ask(context, match, circumstances))
      } catch is Again {}
    }
  }
}
