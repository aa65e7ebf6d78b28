import Astroject
import AstrojectSources

/// The requirement that a test has a container of its own, as the delegate of the empty container that it gets
/// otherwise.
final class ContainerRequirement: ContainerDelegate {
  @TaskLocal private static var current: ContainerRequirement?

  /// The test.
  private let place: SourcePlace
  private let reports = AtomicWord(0)

  private init(at place: SourcePlace) { self.place = place }

  /// Runs a test case with an empty container, unless it has one.
  static func run(at place: SourcePlace, _ body: () async throws -> Void) async throws {
    if TestScope.current != nil || current != nil { return try await body() }
    let requirement = ContainerRequirement(at: place)
    let empty = Container.standing(for: .noCurrentContainer, delegate: requirement)
    try await $current.withValue(requirement) { try await Container.withCurrent(empty) { try await body() } }
  }

  /// True if the test has no container of its own yet.
  static var isUnmet: Bool { current != nil && Container.currentOfTask?.core.delegate === current }

  private func report() {
    if reports.add(1) == 1 {
      Reporter.fail(at: place, calledAt: CallSite(#fileID, #filePath, #line, #column)) { _ in Self.text }
    }
  }

  private static let text = """
    Expected the test not to use `Container.current` without a container of its own, but it did.
      Remedy: give it one: `@Test(.container(AppContainer.make))`.
    """

  // MARK: ContainerDelegate

  func didGiveCurrent() { report() }

  var suppliesProducts: Bool { true }

  /// Reports a request by an object that has noted the current container without asking for it.
  func product(for key: Key) -> Any? {
    report()
    return nil
  }

  var lifetimeRule: String? { nil }
  func didBegin() {}
  func didEnd() {}
  func didAsk(_ other: Core, for key: Key, by build: Build) {}
  func didAskFallback(for key: Key) {}
  func didDefer(_ form: any DerivedForm.Type, for key: Key, in core: Core) {}
}
