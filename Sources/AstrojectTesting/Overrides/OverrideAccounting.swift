import Astroject

/// What one call of `overriding` has overridden.
struct ForkRecord: OverrideRecord {
  let fork: Fork
  /// Where it was called.
  let site: CallSite

  func unused() -> [(text: String, site: CallSite)] {
    let unused = fork.usages.filter { !$0.isInherited }.compactMap { usage in
      usage.siteIfUnused.map { (text(of: usage), $0) }
    }
    let escapes = fork.escapes.map {
      (text: "The original container was asked by one of its own factories.\n  \($0.text)", site: site)
    }
    return unused + escapes
  }

  private func text(of usage: Usage) -> String {
    (["The override of \(usage.key) was never used."] + fork.remarks.map { "  \($0)" }).joined(separator: "\n")
  }
}

extension Usage {
  /// Where the override was made, if it is one that is to be used and was not.
  fileprivate var siteIfUnused: CallSite? {
    guard case .override(let override) = kind, override.isExpected, !isUsed else { return nil }
    return override.site as? CallSite
  }

  /// Whether it is an override that is to be used and was not.
  var isMissed: Bool { siteIfUnused != nil }

  /// Whether it is something of the original's that was asked for.
  fileprivate var isTouched: Bool { if case .shared = kind { isUsed } else { false } }
}

extension Fork {
  /// What a test should know of a container that was forked, when it fails: what it has in common with the original, who has
  /// asked that, and what was supplied.
  var remarks: [String] {
    let shared = usages.filter(\.isTouched).map { usage in
      "Shared with the original: \(usage.key), \(usage.place.isKnown ? "registered at \(usage.place)" : "of the fallback")"
    }
    return shared + escapes.map(\.text) + filling.keys.map { "Supplied by the test: \($0)" }
  }
}

extension Fork.Escape {
  /// Who asked for what, and what to do about it.
  fileprivate var text: String {
    "\(asker) has asked the original container for \(key): use the resolver that the factory is given"
  }
}
