/// Tells the running test of containers that are made with overrides.
final class TestHost {}

extension TestHost: OverrideHost {
  static func didOverride(
    _ container: Container, sharingWith owner: Container?, at site: CallSite, allowUnused: Bool?, isSolitary: Bool
  ) {
    if let fork = container.core.fork {
      TestScope.current?.note(fork, at: site, allowUnused: allowUnused, isSolitary: isSolitary)
    }
    if !isSolitary { HeldForks.hold(container) }
    if let owner { HeldForks.hold(owner) }
  }

  static func fail(_ text: String, at site: CallSite) { Reporter.fail(text, at: site) }
}
