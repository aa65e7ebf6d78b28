/// What is registered in a container, its parents and its children, by what it looks like: for suggestions where
/// something is not registered.
package struct NearMatches {
  private struct Candidate {
    let blueprint: Blueprint
    let name: TypeName
    /// The child container that it is in.
    let child: Core?
  }

  private var candidates: [Candidate] = []
  private var byType: [ObjectIdentifier: [Int]] = [:]
  private var byName: [Substring: [Int]] = [:]

  package init(_ core: Core) {
    var names: [ObjectIdentifier: TypeName] = [:]
    for level in core.lineage {
      gather(level.layers.flatMap(\.all), in: nil, &names)
    }
    for child in core.descendants { gather(child.store.all, in: child, &names) }
  }

  /// What a container has, in the order in which it was registered.
  private mutating func gather(_ entries: [Entry], in child: Core?, _ names: inout [ObjectIdentifier: TypeName]) {
    let blueprints = entries.flatMap(\.blueprints).sorted { $0.sequence < $1.sequence }
    for blueprint in blueprints where !blueprint.key.isWrapped {
      let type = ObjectIdentifier(blueprint.key.product)
      let name = names[type] ?? TypeName(blueprint.key.product)
      names[type] = name
      byType[type, default: []].append(candidates.count)
      if child == nil { byName[name.bare, default: []].append(candidates.count) }
      candidates.append(Candidate(blueprint: blueprint, name: name, child: child))
    }
  }

  /// What is registered and looks like a key that nothing answers to.
  package func like(_ key: Key) -> [AstrojectError.NearMatch] {
    let name = TypeName(key.product)
    let optional = _openExistential(key.product, do: optionalType)
    let indices =
      byType[ObjectIdentifier(key.product), default: []] + byType[ObjectIdentifier(optional), default: []]
      + byName[name.bare, default: []]
    return Set(indices).sorted().compactMap { index in
      let candidate = candidates[index]
      guard let difference = difference(of: candidate, from: key, named: name, optional: optional) else { return nil }
      return AstrojectError.NearMatch(
        key: candidate.blueprint.key, place: candidate.blueprint.place, difference: difference)
    }
  }

  private func difference(
    of candidate: Candidate, from key: Key, named name: TypeName, optional: Any.Type
  ) -> AstrojectError.NearMatch.Difference? {
    let other = candidate.blueprint.key
    if let child = candidate.child { return other.product == key.product ? .child(child.name) : nil }
    if other.product == key.product {
      if candidate.blueprint.isContribution { return .contribution }
      if other == key { return nil }
      return other.label == key.label ? .arguments : .label
    }
    if other.product == optional { return .optional }
    if name.isExistential(of: candidate.name) || candidate.name.isExistential(of: name) { return .existential }
    return candidate.name.last == name.last ? .module : nil
  }
}

private func optionalType<Wrapped>(of type: Wrapped.Type) -> Any.Type { Wrapped?.self }
