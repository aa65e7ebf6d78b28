extension Core {
  /// Whether what answers to a key may have to be awaited, as far as is known without running anything.
  package func mayHaveToBeAwaited(_ key: Key) -> Bool { mayHaveToBeAwaited(key, suspectingTheUnseen: false) }

  /// The same, where what only a first object shows can be taken for something that has to be awaited: the names and keys
  /// of its properties, and what its protocol does not show.
  package func mayHaveToBeAwaited(_ key: Key, suspectingTheUnseen isSuspected: Bool) -> Bool {
    var seen: Set<Candidate> = []
    var open = built(for: key).map { Candidate($0, for: self) }
    while let candidate = open.popLast() {
      guard seen.insert(candidate).inserted else { continue }
      let summary = candidate.blueprint.summary
      if summary.effect != Summary.Effect() || isSuspected && summary.unseenType != nil { return true }
      for dependency in summary.wired + summary.afterwards {
        let needs = candidate.core.built(for: dependency, underAnyName: isSuspected && !dependency.isLabelKnown)
        open += needs.map { Candidate($0, for: candidate.core) }
      }
    }
    return false
  }

  /// What may be built when a key is asked for: what answers to it, or else what the form is made of.
  private func built(for key: Key) -> [Found] {
    if let found = find(key) { return [found] }
    guard let form = key.product as? any DerivedForm.Type, form.isAvailable(for: key) else { return [] }
    let inner = form.dependency(for: key, at: .declared)
    switch inner.kind {
    case .required, .optional: return built(for: inner.key)
    case .collection: return collection(of: inner.key.product)
    case .lazy, .provider, .argument, .fixed, .closure, .forwarded, .container, .resolver: return []
    }
  }

  private func built(for dependency: Dependency, underAnyName isNameOpen: Bool) -> [Found] {
    switch dependency.kind {
    case .argument, .fixed, .closure, .forwarded: return []
    case .required, .optional:
      if isNameOpen { return collection(of: dependency.key.product) + built(for: dependency.asked) }
    case .lazy, .provider, .collection, .container, .resolver: break
    }
    return built(for: dependency.asked)
  }
}

extension Dependency {
  /// What is asked for: the form itself, where there is one.
  fileprivate var asked: Key { form.map { key.asking(for: $0) } ?? key }
}

/// A registration that may be built, and the container whose registrations go into it.
private struct Candidate: Hashable {
  let blueprint: Blueprint
  let core: Core

  /// What is built of something that was found for a container.
  init(_ found: Found, for asker: Core) {
    blueprint = sequence(first: found.blueprint) { $0.forwardingTarget }.reduce(found.blueprint) { $1 }
    core =
      switch blueprint.traits.lifetime {
      case .singleton, .disposable, .weak, .shared: found.owner
      case .container: blueprint.containerName.flatMap { asker.nearest(named: $0)?.takeUnretainedValue() } ?? asker
      case .graph, .transient, .perContainer, .forwarded: asker
      }
  }

  static func == (left: Candidate, right: Candidate) -> Bool {
    left.blueprint === right.blueprint && left.core === right.core
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(blueprint))
    hasher.combine(ObjectIdentifier(core))
  }
}
