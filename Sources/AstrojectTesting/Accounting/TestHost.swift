/// Tells the running test of containers that are made with overrides.
final class TestHost {}

extension TestHost: OverrideHost {
  static func didOverride(_ container: Container, at site: CallSite, allowUnused: Bool?, isKept: Bool) {
    if let fork = container.core.fork {
      TestScope.current?.note(fork, at: site, allowUnused: allowUnused, isSolitary: isKept)
    }
    if !isKept { HeldForks.hold(container) }
  }

  static func fail(_ text: String, at site: CallSite) { Reporter.fail(text, at: site) }
}
