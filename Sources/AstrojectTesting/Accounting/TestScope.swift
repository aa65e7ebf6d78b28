/// The running test case, as the overrides made in it see it.
///
/// Each part of the case binds its own scope, so an override knows which part makes it. A detached task has no scope:
/// its overrides are not accounted.
struct TestScope: Sendable {
  @TaskLocal static var current: TestScope?

  let runner: Runner
  let account: OverrideAccount
  /// The forks that the case holds.
  let held: HeldForks
  /// True if overrides may stay unused that do not state it themselves: those made for many tests may.
  let allowsUnused: Bool

  /// Adds the overrides of one call of `overriding` to the account.
  ///
  /// - Parameters:
  ///   - allowUnused: The argument of that call; nil if it had none.
  ///   - isSolitary: True if the call is one of `solitary`, which has no such argument.
  func note(_ fork: Fork, at site: CallSite, allowUnused: Bool?, isSolitary: Bool) {
    account.add(
      ForkRecord(fork: fork, site: site, allowsUnused: allowUnused ?? allowsUnused, isSolitary: isSolitary))
  }

  /// Returns a scope of the same case for a part that allows or forbids unused overrides.
  func allowingUnused(_ allowsUnused: Bool) -> TestScope {
    TestScope(runner: runner, account: account, held: held, allowsUnused: allowsUnused)
  }

  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Runner.$known.withValue(runner) { try TestScope.$current.withValue(self, operation: body) }
  }

  func run<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await Runner.$known.withValue(runner) { try await TestScope.$current.withValue(self, operation: body) }
  }
}
