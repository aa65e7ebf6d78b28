import Astroject

// Excuses a test from using its overrides, if only a `Lazy` or a `Provider` leads to them, because it may never be
// called.

extension Core {
  /// Excuses the overrides that the registration of a key needs only later.
  func excuseWhatComesLater(for key: Key) {
    let roots = answering(key, onlyNow: true)
    let now = reached(from: roots, onlyNow: true)
    for blueprint in reached(from: roots).values where now[blueprint.id] == nil {
      blueprint.usage?.retire()
    }
  }

  /// Excuses the overrides behind a form that resolves later and may never be used.
  func excuseWhatComesLater(by form: any DerivedForm.Type, for key: Key) {
    let inner = form.dependency(for: key, at: .declared)
    for blueprint in reached(from: answering(inner, onlyNow: false)).values { blueprint.usage?.retire() }
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
        } else {
          line += answering(dependency, onlyNow: onlyNow)
        }
      }
    }
    return reached
  }

  private func answering(_ dependency: Dependency, onlyNow: Bool) -> [Blueprint] {
    switch dependency.kind {
    case .lazy, .provider: onlyNow ? [] : answering(dependency.key, onlyNow: false)
    case .required, .optional, .collection: answering(dependency.key, onlyNow: onlyNow)
    case .argument, .fixed, .decorated, .closure, .forwarded, .container, .resolver: []
    }
  }

  /// Returns the registration for a key, or else all of its type, with other arguments and with contributions, or else
  /// those that a derived form is made of.
  private func answering(_ key: Key, onlyNow: Bool) -> [Blueprint] {
    if let found = find(key) { return [found.blueprint] }
    let all = registrations(of: key.product).map(\.blueprint)
    guard all.isEmpty, let form = DerivedForms.form(for: key) else { return all }
    return answering(form.dependency(for: key, at: .declared), onlyNow: onlyNow)
  }
}
