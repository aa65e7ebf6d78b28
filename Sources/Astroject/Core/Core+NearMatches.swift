extension Core {
  /// What is registered and looks like a key that nothing answers to.
  func nearMatches(_ key: Key, optional: Any.Type) -> [AstrojectError.NearMatch] {
    var matches: [AstrojectError.NearMatch] = []
    for core in lineage { core.gather(&matches, key, optional: optional) }
    for child in descendants {
      for blueprint in child.store.all.flatMap(\.blueprints) where blueprint.key.product == key.product {
        matches.append(.init(key: blueprint.key, place: blueprint.place, difference: .child(child.name)))
      }
    }
    return matches
  }

  private func gather(_ matches: inout [AstrojectError.NearMatch], _ key: Key, optional: Any.Type) {
    let name = TypeName(key.product)
    for blueprint in layers.flatMap(\.all).flatMap(\.blueprints) {
      let difference =
        blueprint.isContribution && blueprint.key.product == key.product
        ? .contribution : difference(of: blueprint.key, from: key, named: name, optional: optional)
      guard let difference else { continue }
      matches.append(.init(key: blueprint.key, place: blueprint.place, difference: difference))
    }
  }

  private func difference(
    of other: Key, from key: Key, named name: TypeName, optional: Any.Type
  ) -> AstrojectError.NearMatch.Difference? {
    if other.product == key.product {
      if other == key { return nil }
      return other.label == key.label ? .arguments : .label
    }
    if other.product == optional { return .optional }
    let otherName = TypeName(other.product)
    if name.isExistential(of: otherName) || otherName.isExistential(of: name) { return .existential }
    return otherName.last == name.last ? .module : nil
  }
}
