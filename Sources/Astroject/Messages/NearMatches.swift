/// An index of the registrations of a container, its parents and its children, for suggestions if a key is not
/// registered.
package final class NearMatches {
  /// The nearest matches, and the number of those that are left out.
  package struct Ranking: Sendable {
    package var matches: [AstrojectError.NearMatch] = []
    package var omission = 0

    package init() {}
  }

  private struct Candidate {
    let blueprint: Blueprint
    let key: Key
    let name: TypeName
    /// The child container that has the registration, or nil if this container or a parent has it.
    let child: Core?
  }

  /// The registrations of one type.
  fileprivate struct Group {
    var unlabelled: [Int] = []
    var labelled: [Int] = []
    /// The names and keys, made when one is first looked for.
    var labels: LooseNames?

    var count: Int { unlabelled.count + labelled.count }
  }

  /// The largest number of matches that are shown.
  ///
  /// If there are more, ten are shown.
  private static let most = 12

  private var candidates: [Candidate] = []
  private var own: [ObjectIdentifier: Group] = [:]
  private var inChildren: [ObjectIdentifier: Group] = [:]
  /// The registered types, in order.
  private var types: [Any.Type] = []
  private var typesByName: [Substring: [ObjectIdentifier]] = [:]
  /// The registered types by a form of the name that similar ones share.
  private var typesByForm: [String: [ObjectIdentifier]] = [:]
  /// For each type that was asked for, the registered types that it implements or that implement it.
  private var kin: [ObjectIdentifier: [(type: ObjectIdentifier, difference: AstrojectError.NearMatch.Difference)]] = [:]

  package init(_ core: Core) {
    var names: [ObjectIdentifier: TypeName] = [:]
    for level in core.lineage {
      gather(level.view.all, in: nil, &names)
    }
    for child in core.descendants { child.ifOpen { gather(child.store.all, in: child, &names) } }
  }

  /// Adds the registrations of a container, in the order in which they were made.
  private func gather(_ entries: [Entry], in child: Core?, _ names: inout [ObjectIdentifier: TypeName]) {
    let blueprints = entries.flatMap(\.blueprints).inSequence
    for blueprint in blueprints {
      let key = blueprint.key
      if key.isOfComposite { continue }
      let type = ObjectIdentifier(key.product)
      let name = names[type] ?? TypeName(key.product)
      names[type] = name
      if child == nil {
        if own[type] == nil {
          types.append(key.product)
          typesByName[name.bare, default: []].append(type)
          typesByForm[TypeName.looseForm(of: key.product), default: []].append(type)
        }
        own[type, default: Group()].add(candidates.count, key.label)
      } else {
        inChildren[type, default: Group()].add(candidates.count, key.label)
      }
      candidates.append(Candidate(blueprint: blueprint, key: key, name: name, child: child))
    }
  }

  // MARK: Finding

  fileprivate struct Match {
    let index: Int
    let difference: AstrojectError.NearMatch.Difference
    /// The distance of its name or key from the one that was asked for.
    let distance: Int

    fileprivate var isOfKin: Bool { difference == .implementation || difference == .service }
  }

  /// Returns the registrations that look like a key that nothing answers to, the nearest first.
  ///
  /// - Parameter isForOverride: True if the key was to be overridden. It need not answer to anything then.
  package func like(_ key: Key, forOverride isForOverride: Bool = false) -> Ranking {
    let name = TypeName(key.product)
    let optional = _openExistential(key.product, do: optionalType)
    let product = ObjectIdentifier(key.product)
    var seen: Set = [product, ObjectIdentifier(optional)]
    let others =
      (typesByName[name.bare, default: []] + typesByForm[TypeName.looseForm(of: key.product), default: []]
      + compositions(like: key.product)).filter { seen.insert($0).inserted }
    var found: [Match] = []
    var count = 0
    for type in [product, ObjectIdentifier(optional)] + others {
      count += look(in: &own[type], for: key, of: name, optional: optional, &found)
    }
    count += look(in: &inChildren[product], for: key, of: name, optional: optional, &found)
    var further: [Match] = []
    for (type, difference) in kin(of: key.product) where !others.contains(type) {
      for index in candidates(in: &own[type], near: key.label) {
        guard isForOverride || mayForward(index, for: key, difference) else { continue }
        if candidates[index].key.label == key.label {
          found.append(Match(index: index, difference: difference, distance: 0))
          count += 1
        } else {
          further.append(Match(index: index, difference: difference, distance: .max))
        }
      }
    }
    // A forwarding has the name of its target. So matches under other names are shown only if there are no others.
    if found.isEmpty { (found, count) = (further, further.count) }
    var ranking = Ranking()
    ranking.matches = found.nearestFirst.prefix(count > NearMatches.most ? 10 : NearMatches.most).map(match)
    ranking.omission = count - ranking.matches.count
    return ranking
  }

  /// Adds the nearest registrations of a type, and returns the number of all that match.
  private func look(
    in group: inout Group?, for key: Key, of name: TypeName, optional: Any.Type,
    _ found: inout [Match]
  ) -> Int {
    guard let near = group?.nearest(to: key.label, atMost: NearMatches.most, label) else { return 0 }
    var count = group?.count ?? 0
    for (index, distance) in near {
      if let difference = difference(of: candidates[index], from: key, named: name, optional: optional) {
        found.append(Match(index: index, difference: difference, distance: distance))
      } else {
        count -= 1
      }
    }
    return count
  }

  private func label(_ index: Int) -> Label? { candidates[index].key.label }

  private func match(_ found: Match) -> AstrojectError.NearMatch {
    let candidate = candidates[found.index]
    return AstrojectError.NearMatch(
      key: candidate.key, location: candidate.blueprint.location, difference: found.difference)
  }

  private func difference(
    of candidate: Candidate, from key: Key, named name: TypeName, optional: Any.Type
  ) -> AstrojectError.NearMatch.Difference? {
    let other = candidate.key
    if let child = candidate.child { return .child(child.name) }
    if other.product == key.product {
      if candidate.blueprint.isContribution { return .contribution }
      if other == key { return nil }
      return other.label == key.label ? .arguments : .label
    }
    if other.product == optional { return .optional }
    if name.isExistential(of: candidate.name) || candidate.name.isExistential(of: name) { return .existential }
    if candidate.name.last == name.last {
      return TypeName.isCopy(other.product, of: key.product) ? .copy : .module
    }
    return .form
  }

  /// Returns the registered compositions that have one protocol instead of another one.
  private func compositions(like product: Any.Type) -> [ObjectIdentifier] {
    let parts = TypeName.parts(ofComposition: product)
    guard parts.count > 1 else { return [] }
    return types.filter { type in
      let others = TypeName.parts(ofComposition: type)
      return others.count == parts.count && others.filter { parts.contains($0) }.count == parts.count - 1
    }
    .map(ObjectIdentifier.init)
  }

  // MARK: Implementations

  /// Returns the registered types that implement a type, or that it implements.
  private func kin(
    of product: Any.Type
  ) -> [(type: ObjectIdentifier, difference: AstrojectError.NearMatch.Difference)] {
    let id = ObjectIdentifier(product)
    if let known = kin[id] { return known }
    var new: [(type: ObjectIdentifier, difference: AstrojectError.NearMatch.Difference)] = []
    // The protocols that a plain value conforms to say nothing about its purpose.
    for type in TypeKind.isPlainValue(product) ? [] : types where type != product {
      if TypeKind.isImplementation(type, of: product) || TypeName.isComposition(type, of: product) {
        new.append((ObjectIdentifier(type), .implementation))
      } else if TypeKind.isImplementation(product, of: type) || TypeName.isComposition(product, of: type) {
        new.append((ObjectIdentifier(type), .service))
      }
    }
    kin[id] = new
    return new
  }

  /// Returns the registrations of a type whose names and keys are nearest to a label.
  private func candidates(in group: inout Group?, near label: Label?) -> [Int] {
    (group?.nearest(to: label, atMost: NearMatches.most, self.label) ?? []).map(\.index)
  }

  /// Returns true if a registration could answer to a key by a forwarding.
  private func mayForward(_ index: Int, for key: Key, _ difference: AstrojectError.NearMatch.Difference) -> Bool {
    let candidate = candidates[index]
    guard !candidate.blueprint.isContribution,
      candidate.key.arguments == key.arguments || !candidate.key.takesArguments
    else { return false }
    // A forwarding gives the product of another registration, which has a type of its own.
    guard let target = candidate.blueprint.forwardingTarget?.product else { return true }
    return difference == .service && TypeKind.isImplementation(key.product, of: target)
  }
}

extension [NearMatches.Match] {
  /// The matches by name or key, then by kind of match, then by age.
  fileprivate var nearestFirst: [NearMatches.Match] {
    ordered { $0.index }.ordered { $0.isOfKin ? 1 : 0 }.ordered { $0.distance }
  }
}

extension NearMatches.Group {
  fileprivate mutating func add(_ index: Int, _ label: Label?) {
    if label == nil { unlabelled.append(index) } else { labelled.append(index) }
  }

  /// Returns the registrations whose labels are nearest to one, with a distance.
  ///
  /// Without a label, unlabelled ones are nearest.
  fileprivate mutating func nearest(
    to label: Label?, atMost count: Int, _ labels: (Int) -> Label?
  ) -> [(index: Int, distance: Int)] {
    guard let label else {
      return unlabelled.prefix(count).map { ($0, 0) } + labelled.prefix(count).map { ($0, .max) }
    }
    let names = self.labels ?? LooseNames(labelled.map { LooseName(labels($0)?.description ?? "") })
    self.labels = names
    let near = names.nearest(to: LooseName(label.description), atMost: count).map { near in
      let index = labelled[near.position]
      return (index: index, distance: labels(index) == label ? 0 : near.distance + 1)
    }
    return near + unlabelled.prefix(count).map { ($0, .max) }
  }
}

private func optionalType<Wrapped>(of type: Wrapped.Type) -> Any.Type { Wrapped?.self }
