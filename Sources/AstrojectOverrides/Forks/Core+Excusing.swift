import Astroject

// Excuses a test from using its overrides, if only a `Lazy` or a `Provider` leads to them, because it may never be
// called.

extension Core {
  /// Excuses the overrides that the registration of a key needs only later.
  func excuseWhatComesLater(for key: Key) {
    let roots = answering(key)
    let now = reached(from: roots, onlyNow: true)
    for blueprint in reached(from: roots).values where now[blueprint.id] == nil {
      blueprint.usage?.retire()
    }
  }

  /// Excuses the overrides behind a form that resolves later and may never be used.
  func excuseWhatComesLater(by form: any DerivedForm.Type, for key: Key) {
    let inner = form.dependency(for: key, at: .declared)
    for blueprint in reached(from: answering(inner)).values { blueprint.usage?.retire() }
  }

  /// Returns some registrations, and those that their dependencies lead to, or only those that are resolved at once.
  private func reached(from roots: [Blueprint], onlyNow: Bool = false) -> [UInt: Blueprint] {
    var reached: [UInt: Blueprint] = [:]
    var line = roots
    while let blueprint = line.popLast() {
      guard reached.updateValue(blueprint, forKey: blueprint.id) == nil else { continue }
      if let target = blueprint.forwardingTarget { line.append(target) }
      let summary = blueprint.summary
      for dependency in summary.wired + summary.afterwards + summary.declared {
        // A registration for the form itself is resolved at once.
        if let form = dependency.form, let found = find(dependency.key.asking(for: form)) {
          line.append(found.blueprint)
        } else if dependency.isNow || !onlyNow {
          line += answering(dependency)
        }
      }
    }
    return reached
  }

  private func answering(_ dependency: Dependency) -> [Blueprint] {
    switch dependency.kind {
    case .required, .optional, .collection, .lazy, .provider: answering(dependency.key)
    case .argument, .fixed, .decorated, .closure, .forwarded, .container, .resolver: []
    }
  }

  /// Returns the registration for a key, or else all of its type, with other arguments and with contributions.
  private func answering(_ key: Key) -> [Blueprint] {
    find(key).map { [$0.blueprint] } ?? registrations(of: key.product).map(\.blueprint)
  }
}

extension Dependency {
  /// True for a dependency that is not resolved later.
  fileprivate var isNow: Bool { kind != .lazy && kind != .provider }
}
