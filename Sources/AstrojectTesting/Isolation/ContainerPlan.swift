import Astroject

/// The way in which a trait gives a test case its container.
struct ContainerPlan: Sendable {
  /// Returns the function that makes the container.
  ///
  /// The autoclosure is needed because Swift 5 mode does not infer a reference to a function as Sendable. The function
  /// is concurrent because Swift 6.3.1 crashes on a reference to a nonisolated nonsending one in the arguments of
  /// `@Test`.
  typealias Make = @Sendable () -> (@concurrent () async throws -> Container)
  typealias Override = @Sendable (Overrides) throws -> Void

  /// Makes the container; nil if the trait refines the current one, which an enclosing trait has made.
  let make: Make?
  let override: Override?
  let allowUnused: Bool?
  /// True if the trait belongs to a single test: its overrides are made for that test, which must use them.
  let isTestsOwn: Bool
  let site: CallSite

  /// Runs a test case with its container; if that cannot be made, the case fails and does not run.
  func run(_ body: () async throws -> Void) async throws {
    LinkedCopies.report(at: site)
    let around = TestScope.current
    let isNew = make != nil || around == nil
    let account = isNew ? OverrideAccount() : around?.account ?? OverrideAccount()
    let held = HeldForks()
    defer { held.end() }
    let scope = TestScope(runner: .swiftTesting, account: account, held: held, allowsUnused: false)
    let container = try await container(in: scope)
    if make != nil, let around, !(container?.leads(to: Container.current) ?? false) { around.account.close() }
    guard let container else { return }
    do {
      try await scope.run { try await Container.withCurrent(container) { try await body() } }
    } catch {
      // If the body throws, unused overrides mean nothing.
      if isNew { account.excuse() }
      throw error
    }
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
    if ContainerRequirement.isUnmet { throw NothingToOverride() }
    let current = Container.current
    if current === Container.missing { throw NothingToOverride() }
    return current
  }
}

/// An error of `.overriding { … }` without a container to refine.
private struct NothingToOverride: Error, CustomStringConvertible {
  let description = """
    `.overriding` refines the container of the suite or of a trait before it, and there is none.
    Give the suite a container, as in `@Suite(.container(AppContainer.make))`, or make one for this test with \
    `.container(overriding: AppContainer.make) { … }`.
    """
}

extension Container {
  /// Returns true if this is a child, or a fork, of another container, or that itself.
  fileprivate func leads(to other: Container) -> Bool {
    core.lineage.contains { $0 === other.core } || core.fork?.isOriginal(other.core) ?? false
  }

  fileprivate func overriding(at site: CallSite, _ body: (Overrides) throws -> Void) throws -> Container {
    try overriding(
      fileID: site.fileID, filePath: site.filePath, line: site.line, column: site.column, body)
  }
}
