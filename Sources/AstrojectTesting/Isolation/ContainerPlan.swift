import Astroject

/// How a trait gives a test case its container.
struct ContainerPlan: Sendable {
  /// Gives what makes the container: a reference to a function is not known to be Sendable in Swift 5 mode, and so
  /// comes in an autoclosure. Concurrent, because a function given by name for one that runs where its caller runs
  /// crashes the compiler (6.3.1) in the arguments of `@Test`.
  typealias Make = @Sendable () -> (@concurrent () async throws -> Container)
  typealias Override = @Sendable (Overrides) throws -> Void

  /// Nil for the container that is current already, which a trait around this one has made.
  let make: Make?
  let override: Override?
  let allowUnused: Bool?
  /// Whether the trait is a test's own, so that its overrides were made for this test alone and it has to use them.
  let isTestsOwn: Bool
  let site: CallSite

  /// Runs a test case with its container; where that cannot be made, the case fails and does not run.
  func run(_ body: () async throws -> Void) async throws {
    let around = TestScope.current
    if make != nil { around?.account.close() }
    let isNew = make != nil || around == nil
    let account = isNew ? OverrideAccount() : around?.account ?? OverrideAccount()
    let scope = TestScope(runner: .swiftTesting, account: account, allowsUnused: false)
    guard let container = try await container(in: scope) else { return }
    try await scope.run { try await Container.withCurrent(container) { try await body() } }
    // What a body that has thrown did not use says nothing.
    if isNew { account.settle() }
  }

  private func container(in scope: TestScope) async throws -> Container? {
    do {
      let base = try await scope.allowingUnused(allowUnused ?? true).run { try await self.base() }
      guard let override else { return base }
      return try scope.allowingUnused(allowUnused ?? !isTestsOwn).run { try base.overriding(at: site, override) }
    } catch {
      // A test that was cancelled meanwhile has not failed.
      if Task.isCancelled { throw error }
      Reporter.fail("The container of this test could not be made.\n\(error)", at: site)
      return nil
    }
  }

  private func base() async throws -> Container {
    if let make { return try await make()() }
    let current = Container.current
    if current === Container.missing { throw NothingToOverride() }
    return current
  }
}

/// Why `.overriding { … }` found nothing to refine.
private struct NothingToOverride: Error, CustomStringConvertible {
  let description = """
    `.overriding` refines the container of the suite or of a trait before it, and there is none.
    Give the suite a container, as in `@Suite(.container(AppContainer.make))`, or make one for this test with \
    `.container(overriding: AppContainer.make) { … }`.
    """
}

extension Container {
  fileprivate func overriding(at site: CallSite, _ body: (Overrides) throws -> Void) throws -> Container {
    try overriding(
      fileID: site.fileID, filePath: site.filePath, line: site.line, column: site.column, body)
  }
}
