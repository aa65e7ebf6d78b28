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
