import Astroject

extension Fork {
  /// True if something was overridden, or if the test may supply missing registrations.
  package var hasOverrides: Bool {
    standIns.isThere || usages.contains { $0.override != nil }
  }

  /// Notes for failure texts about a fork.
  ///
  /// They list the registrations that it shares with the original container, the builds that asked the original, and
  /// the keys that the test supplied.
  package var remarks: [String] {
    let shared = usages.filter(\.isTouched).map { usage in
      "Shared with the original: \(usage.key), \(usage.location.isKnown ? "registered at \(usage.location)" : "of the fallback")"
    }
    return shared + escapes.map(\.text) + standIns.keys.map { "Supplied by the test: \($0)" }
  }
}

extension Fork.Escape {
  /// The build that asked, the key, and a remedy.
  package var text: String {
    "\(asker) resolved \(key) from the original container: use the resolver that the factory gets"
  }
}
