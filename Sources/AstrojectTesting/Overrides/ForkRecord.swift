import Astroject

/// What one call of `overriding` has overridden, for the account of a test.
struct ForkRecord: Sendable {
  let fork: Fork
  /// Where it was called.
  let site: CallSite

  /// A failure for each override that was never used, and for each build that has asked the original: the text, and the
  /// place of the override.
  func unused() -> [(text: String, site: CallSite)] {
    let unused = fork.usages.filter { !$0.isInherited }.compactMap { usage in
      usage.siteIfUnused.map { site in
        (
          FailureText("Expected the override of \(usage.key) to be used, but it never was.")
            .noting(fork.remarks).noting(["Remedy: drop it, or say `allowUnused: true`."]), site
        )
      }
    }
    let escapes = fork.escapes.map { escape in
      (
        FailureText("Expected the original container to be left alone, but a factory has asked it.").noting([
          escape.text
        ]), site
      )
    }
    return (unused + escapes).map { ($0.0.description, $0.1) }
  }
}

extension Usage {
  /// Where the override was made, if it is one that is to be used and was not.
  fileprivate var siteIfUnused: CallSite? {
    guard case .override(let override) = kind, override.isExpected, !isUsed else { return nil }
    return override.site
  }

  /// Whether it is an override that is to be used and was not.
  var isMissed: Bool { siteIfUnused != nil }

  /// Whether it is something of the original's that was asked for.
  fileprivate var isTouched: Bool { if case .shared = kind { wasAskedFor } else { false } }
}

extension Fork {
  /// Whether anything was overridden, or may be supplied.
  var hasOverrides: Bool {
    standIns.isThere || usages.contains { if case .override = $0.kind { true } else { false } }
  }

  /// What a test should know of a container that was forked, when it fails: what it has in common with the original, who has
  /// asked that, and what was supplied.
  var remarks: [String] {
    let shared = usages.filter(\.isTouched).map { usage in
      "Shared with the original: \(usage.key), \(usage.place.isKnown ? "registered at \(usage.place)" : "of the fallback")"
    }
    return shared + escapes.map(\.text) + standIns.keys.map { "Supplied by the test: \($0)" }
  }
}

extension Fork.Escape {
  /// Who asked for what, and what to do about it.
  fileprivate var text: String {
    "\(asker) has asked the original container for \(key): use the resolver that the factory is given"
  }
}
