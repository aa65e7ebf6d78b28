/// A way back into a container, for objects that a product was given and that resolve later.
///
/// It leads into the tree of that product, or into a new tree at each call. It retains neither the container nor the
/// instances of the tree.
package struct Continuation: Sendable {
  private let core: Core
  /// The tree that is continued; nil if each call begins one.
  private let tree: Tree?

  /// Creates a way back into the tree of a context.
  package init(ofTree context: ResolutionContext) {
    core = context.core
    let tree = context.tree ?? Tree()
    tree.willBeContinued()
    self.tree = tree
  }

  /// Creates a way back into the container of a context. Each call begins a tree.
  package init(ofContainer context: ResolutionContext) {
    core = context.core
    tree = nil
  }

  /// A continuation without a user's container, for objects made by hand.
  package static var nowhere: Continuation { Continuation(core: Container.missing.core, tree: nil) }

  private init(core: Core, tree: Tree?) { (self.core, self.tree) = (core, tree) }

  /// Resolves on behalf of the build whose code is running, if there is one.
  package func resume<Result>(_ key: Key, _ body: (ResolutionContext) throws -> Result) throws -> Result {
    let asker = try CurrentBuild.current()
    return try core.use(key, within: asker?.nearestBuild(in: core) != nil) {
      let context = try ResolutionContext(root: core, key: key)
      guard let tree else { return try body(context) }
      tree.resume()
      defer { tree.end() }
      return try body(context.within(tree))
    }
  }

  /// Resolves asynchronously on behalf of the build whose code is running, if there is one.
  package func resume<Result>(_ key: Key, _ body: (ResolutionContext) async throws -> Result) async throws -> Result {
    let asker = try CurrentBuild.current()
    return try await core.use(key, within: asker?.nearestBuild(in: core) != nil) {
      let context = try ResolutionContext(root: core, key: key)
      guard let tree else { return try await body(context) }
      tree.resume()
      defer { tree.end() }
      return try await body(context.within(tree))
    }
  }
}

extension Build {
  /// Returns the innermost active build in a container: this one, or one on whose behalf it runs.
  ///
  /// While that build is under way, the container is not torn down.
  func nearestBuild(in core: Core) -> Build? {
    sequence(first: self) { $0.parent }.first { $0.core === core && $0.isActive }
  }
}

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
    guard let product = entry.slots(of: blueprint, lifetime: .singleton)?.slot(for: .void).product else {
      throw AstrojectError.containerReleased(AstrojectError.Failure(key: blueprint.key, path: [blueprint.step]))
    }
    return product.value(as: Product.self)
  }

  package func get(_ context: ResolutionContext) throws -> Product {
    var resolution = resolution(context)
    return try resolution.run().value(as: Product.self)
  }

  package func get(_ context: ResolutionContext) async throws -> Product {
    var resolution = resolution(context)
    return try await resolution.run().value(as: Product.self)
  }

  private func resolution(_ context: ResolutionContext) -> Resolution {
    Resolution(
      context, of: Match(blueprint: blueprint, entry: entry, owner: context.core), key: blueprint.key, quietly: true)
  }
}
