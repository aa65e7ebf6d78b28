import Astroject

/// The overrides of one call of `overriding`, as the account of a test records them.
struct ForkRecord: Sendable {
  /// One expected override, and whether the test case has used it.
  struct Use: Sendable {
    /// The key, the override and the call of `overriding`, which are the same in each case of a test.
    struct Identity: Hashable, Sendable {
      let key: Key
      let override: CodeLocation
      /// The registration, because one override by a group may have several of a key.
      let registration: CodeLocation
      let call: CodeLocation
      /// The columns of both, because one line may have several calls.
      let columns: [UInt]
    }

    let identity: Identity
    /// The override.
    let site: CallSite
    let text: FailureText
    var isUnused: Bool
  }

  let fork: Fork
  /// The call of `overriding`.
  let site: CallSite
  /// True if its overrides may stay unused.
  let allowsUnused: Bool
  /// True if its overrides are stand-ins for `solitary`.
  let isSolitary: Bool

  /// The overrides that must be used. A failure about one is reported at the override.
  var uses: [Use] {
    if allowsUnused { return [] }
    return fork.usages.filter { $0.isExpected && !$0.isInherited }.compactMap { usage in
      usage.override.map { override in
        let identity = Use.Identity(
          key: usage.key, override: override.site.location, registration: usage.location, call: site.location,
          columns: [override.site.column, site.column])
        return Use(identity: identity, site: override.site, text: text(about: usage), isUnused: usage.isUnused)
      }
    }
  }

  /// A failure for each build that asked the original container, reported at the call of `overriding`.
  var escapes: [(text: FailureText, site: CallSite)] {
    fork.escapes.map { (text: text(about: $0), site: site) }
  }

  private func text(about usage: Usage) -> FailureText {
    var text = FailureText("Expected the override of \(usage.key) to be used, but it never was.")
    // A module, an assembly or a draft has more lines than that of the call.
    if usage.location != usage.override?.site.location {
      text = text.with("Overridden at", ["\(usage.location)"])
    }
    return text.noting(fork.remarks).noting(["Remedy: remove it\(isSolitary ? "." : ", or pass `allowUnused: true`.")"])
  }

  private func text(about escape: Fork.Escape) -> FailureText {
    FailureText("Expected no factory to use the original container, but one did.").noting([escape.text])
  }
}
