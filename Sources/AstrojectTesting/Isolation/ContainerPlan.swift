import Astroject

/// How a trait gives a test case its container.
struct ContainerPlan: Sendable {
  /// Concurrent, because a function given by name for one that runs where its caller runs crashes the compiler (6.3.1) in
  /// the arguments of `@Test`.
  typealias Make = @concurrent () async throws -> Container
  typealias Override = (Overrides) throws -> Void

  /// Neither is Sendable, because in Swift 5 mode a function given by name is not, and the compiler warns. Cases that run
  /// at the same time call them all the same: where a trait is written there is nothing that they could capture, and what
  /// is sent here is nobody else's.
  private let closures: Unchecked<(make: Make?, override: Override?)>
  let allowUnused: Bool?
  /// Whether the trait is a test's own, so that its overrides were made for this test alone and it has to use them.
  let isTestsOwn: Bool
  let site: CallSite

  init(make: sending Make?, override: sending Override?, allowUnused: Bool?, isTestsOwn: Bool, site: CallSite) {
    closures = Unchecked((make, override))
    self.allowUnused = allowUnused
    self.isTestsOwn = isTestsOwn
    self.site = site
  }

  /// Nil for the container that is current already, which a trait around this one has made.
  private var make: Make? { closures.value.make }
  private var override: Override? { closures.value.override }

  /// Runs a test case with its container; where that cannot be made, the case fails and does not run.
  func run(_ body: () async throws -> Void) async throws {
    let around = TestScope.current
    if make != nil { around?.account.close() }
    let inherited = make == nil ? around?.account : nil
    let account = inherited ?? OverrideAccount()
    let scope = TestScope(runner: .swiftTesting, account: account, allowsUnused: false)
    guard let container = try await container(in: scope) else { return }
    try await scope.run { try await container.makeCurrent { try await body() } }
    // What a body that has thrown did not use says nothing.
    if inherited == nil { account.settle() }
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
    if let make { return try await make() }
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
