// Tells what is built for a product, and whether it may have to be awaited, without running anything. Plans look ahead
// by an ``Outlook``.

extension Core {
  /// Returns true if the product for a key may have to be awaited, as far as that is known without running anything.
  package func mayHaveToBeAwaited(_ key: Key) -> Bool {
    isBuilt(key, from: { $0.wired + $0.afterwards }, where: { $0.effect != .none })
  }

  /// Returns true if something that is built for a key meets a condition.
  ///
  /// - Parameters:
  ///   - dependencies: Returns the dependencies that are followed.
  ///   - most: The number of registrations that are looked at.
  func isBuilt(
    _ key: Key, from dependencies: (Summary) -> [Dependency], upTo most: Int = .max, where isMeant: (Summary) -> Bool
  ) -> Bool {
    // A dictionary with the keys of a tree, because a set of them would be compiled for this function alone.
    var seen: [Tree.Node: Int] = [:]
    var open = built(for: key).map { (found: $0, asker: self) }
    while seen.count < most, let (found, asker) = open.popLast() {
      let blueprint = found.blueprint.origin
      // The container that the dependencies come from.
      let core = Keeper(of: blueprint, blueprint.flags.lifetime).core(of: found.owner, for: asker) ?? asker
      let node = Tree.Node(blueprint.id, core.id)
      guard seen.updateValue(seen.count, forKey: node) == nil else { continue }
      for blueprint in [blueprint] + core.decorators(of: blueprint) {
        let summary = blueprint.summary
        if isMeant(summary) { return true }
        for dependency in dependencies(summary) {
          open += core.built(for: dependency).map { (found: $0, asker: core) }
        }
      }
    }
    return false
  }

  /// Returns the registrations that may be built for a key: the one that answers, or those that a derived form is made
  /// of.
  private func built(for key: Key) -> [Match] {
    if let found = find(key) { return [found] }
    guard let form = DerivedForms.form(for: key) else { return [] }
    let inner = form.dependency(for: key, at: .declared)
    switch inner.kind {
    case .required, .optional: return built(for: inner.key)
    case .collection: return collection(of: inner.key.product)
    case .lazy, .provider, .argument, .fixed, .decorated, .closure, .forwarded, .container, .resolver: return []
    }
  }

  /// Returns the registrations that may be built for a dependency.
  func built(for dependency: Dependency) -> [Match] {
    switch dependency.kind {
    case .argument, .fixed, .decorated, .closure, .forwarded: []
    case .required, .optional, .lazy, .provider, .collection, .container, .resolver:
      built(for: dependency.form.map { dependency.key.asking(for: $0) } ?? dependency.key)
    }
  }
}
