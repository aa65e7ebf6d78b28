import Astroject

/// The overrides of one call of `overriding`, as the account of a test records them.
struct ForkRecord: Sendable {
  let fork: Fork
  /// The call of `overriding`.
  let site: CallSite
  /// True if its overrides may stay unused.
  let allowsUnused: Bool

  /// A failure for each expected override that was not used, and one for each build that asked the original container.
  ///
  /// The failure of an override is reported at the override. The failure of a build is reported at the call of
  /// `overriding`.
  var failures: [(text: FailureText, site: CallSite)] {
    let expected = allowsUnused ? [] : fork.usages.filter { $0.isUnused && !$0.isInherited }
    let unused = expected.compactMap { usage in usage.override.map { (text: text(about: usage), site: $0.site) } }
    return unused + fork.escapes.map { (text: text(about: $0), site: site) }
  }

  private func text(about usage: Usage) -> FailureText {
    FailureText("Expected the override of \(usage.key) to be used, but it never was.")
      .noting(fork.remarks).noting(["Remedy: remove it, or pass `allowUnused: true`."])
  }

  private func text(about escape: Fork.Escape) -> FailureText {
    FailureText("Expected no factory to use the original container, but one did.").noting([escape.text])
  }
}

extension Usage {
  /// True if it is an expected override that was not used.
  var isUnused: Bool { override?.isExpected ?? false && !isUsed }

  /// True if it belongs to the original container and was asked for.
  fileprivate var isTouched: Bool { override == nil && wasAskedFor }
}

extension Fork {
  /// True if something was overridden, or if the test may supply missing registrations.
  var hasOverrides: Bool {
    standIns.isThere || usages.contains { $0.override != nil }
  }

  /// Notes for failure texts about a fork.
  ///
  /// They list the registrations that it shares with the original container, the builds that asked the original, and
  /// the keys that the test supplied.
  var remarks: [String] {
    let shared = usages.filter(\.isTouched).map { usage in
      "Shared with the original: \(usage.key), \(usage.location.isKnown ? "registered at \(usage.location)" : "of the fallback")"
    }
    return shared + escapes.map(\.text) + standIns.keys.map { "Supplied by the test: \($0)" }
  }
}

extension Fork.Escape {
  /// The build that asked, the key, and a remedy.
  fileprivate var text: String {
    "\(asker) resolved \(key) from the original container: use the resolver that the factory gets"
  }
}
