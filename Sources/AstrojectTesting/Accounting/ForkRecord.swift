import Astroject

/// What one call of `overriding` has overridden, for the account of a test.
struct ForkRecord: Sendable {
  let fork: Fork
  /// Where it was called.
  let site: CallSite
  /// Whether its overrides may stay unused.
  let allowsUnused: Bool

  /// A failure for each override that was to be used and was not, where it was made, and for each build that has asked
  /// the original.
  var failures: [(text: FailureText, site: CallSite)] {
    let expected = allowsUnused ? [] : fork.usages.filter { $0.isUnused && !$0.isInherited }
    let unused = expected.compactMap { usage in usage.override.map { (text: text(about: usage), site: $0.site) } }
    return unused + fork.escapes.map { (text: text(about: $0), site: site) }
  }

  private func text(about usage: Usage) -> FailureText {
    FailureText("Expected the override of \(usage.key) to be used, but it never was.")
      .noting(fork.remarks).noting(["Remedy: drop it, or say `allowUnused: true`."])
  }

  private func text(about escape: Fork.Escape) -> FailureText {
    FailureText("Expected the original container to be left alone, but a factory has asked it.").noting([escape.text])
  }
}

extension Usage {
  /// Whether it is an override that is to be used and was not.
  var isUnused: Bool { override?.isExpected ?? false && !isUsed }

  /// Whether it is something of the original's that was asked for.
  fileprivate var isTouched: Bool { override == nil && wasAskedFor }
}

extension Fork {
  /// Whether anything was overridden, or may be supplied.
  var hasOverrides: Bool {
    standIns.isThere || usages.contains { $0.override != nil }
  }

  /// What a test should know of a container that was forked, when it fails: what it has in common with the original,
  /// who has asked that, and what was supplied.
  var remarks: [String] {
    let shared = usages.filter(\.isTouched).map { usage in
      "Shared with the original: \(usage.key), \(usage.location.isKnown ? "registered at \(usage.location)" : "of the fallback")"
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
