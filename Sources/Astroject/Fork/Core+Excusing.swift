// Excuses a test from using what it has given, if only a `Lazy` or a `Provider` leads there: that may not be called.

extension Core {
  /// Has the overrides be excused that a key's registration needs only for later.
  package func excuseWhatComesLater(for key: Key) {
    let roots = answering(key)
    let now = reached(from: roots) { $0.isNow }
    for blueprint in reached(from: roots, by: { _ in true }).values where now[blueprint.id] == nil {
      blueprint.usage?.retire()
    }
  }

  /// Has the overrides be excused to which a form leads that was made and resolves later, if it is used at all; where
  /// that is to be so.
  package func excuseWhatComesLater(by form: any DerivedForm.Type, for key: Key) {
    guard fork?.excusesWhatComesLater ?? false else { return }
    let inner = form.dependency(for: key, at: .declared)
    for blueprint in reached(from: answering(inner), by: { _ in true }).values { blueprint.usage?.retire() }
  }

  /// The registrations that lead on from some by the dependencies that are to be followed, those included.
  private func reached(from roots: [Blueprint], by isFollowed: (Dependency) -> Bool) -> [UInt: Blueprint] {
    var reached: [UInt: Blueprint] = [:]
    var line = roots
    while let blueprint = line.popLast() {
      guard reached.updateValue(blueprint, forKey: blueprint.id) == nil else { continue }
      if let target = blueprint.forwardingTarget { line.append(target) }
      let summary = blueprint.summary
      for dependency in summary.wired + summary.afterwards + summary.declared {
        // What is registered for the form itself is had at once.
        if let form = dependency.form, let found = find(dependency.key.asking(for: form)) {
          line.append(found.blueprint)
        } else if isFollowed(dependency) {
          line += answering(dependency)
        }
      }
    }
    return reached
  }

  private func answering(_ dependency: Dependency) -> [Blueprint] {
    switch dependency.kind {
    case .required, .optional, .collection, .lazy, .provider: answering(dependency.key)
    case .argument, .fixed, .surrounded, .closure, .forwarded, .container, .resolver: []
    }
  }

  /// Returns what answers to a key, or else all of its type: those with other arguments, and elements.
  private func answering(_ key: Key) -> [Blueprint] {
    find(key).map { [$0.blueprint] } ?? registrations(of: key.product).map(\.blueprint)
  }
}

extension Dependency {
  /// Returns false for what is resolved later, if at all.
  fileprivate var isNow: Bool { kind != .lazy && kind != .provider }
}
