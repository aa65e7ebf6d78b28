/// The test case under way, as the overrides that are made in it see it.
///
/// It is bound anew for each part of the case, so that an override knows by whom it is made. A detached task sees none:
/// overrides that it makes are not accounted.
struct TestScope: Sendable {
  @TaskLocal static var current: TestScope?

  let runner: Runner
  let account: OverrideAccount
  /// Whether an override may stay unused that does not say so itself: those that are made for many tests may.
  let allowsUnused: Bool

  /// Puts what one call of `overriding` has made on the account of the case.
  ///
  /// - Parameter allowUnused: What was said where it was called, if anything.
  func note(_ fork: Fork, at site: CallSite, allowUnused: Bool?) {
    account.add(ForkRecord(fork: fork, site: site, allowsUnused: allowUnused ?? allowsUnused))
  }

  /// The same case in a part of it that is more or less strict.
  func allowingUnused(_ allowsUnused: Bool) -> TestScope {
    TestScope(runner: runner, account: account, allowsUnused: allowsUnused)
  }

  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Runner.$known.withValue(runner) { try TestScope.$current.withValue(self, operation: body) }
  }

  func run<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await Runner.$known.withValue(runner) { try await TestScope.$current.withValue(self, operation: body) }
  }
}
