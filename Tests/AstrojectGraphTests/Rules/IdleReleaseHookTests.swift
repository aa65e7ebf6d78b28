import TestSupport
import Testing

struct IdleReleaseHookTests {
  private let container = Container()

  /// The forms of a release hook.
  enum Form: CaseIterable, Sendable { case sync, async, mainActor, mainActorAsync }

  @discardableResult
  private func hook(_ registration: Registration<Cast.A>, _ form: Form) -> Registration<Cast.A> {
    switch form {
    case .sync: registration.onRelease { _ in }
    case .async: registration.onRelease { _ in await soon() }
    case .mainActor: registration.onRelease { @MainActor _ in }
    case .mainActorAsync: registration.onRelease { @MainActor _ in await soon() }
    }
  }

  @Test(arguments: ScopeCase.allCases, Form.allCases)
  func `a release hook is reported exactly if no release can run it`(scope: ScopeCase, form: Form) async throws {
    let container = Container().makeChild(named: "request")
    let count = Counter()
    let registration = try scope.apply(to: hook(container.wire(Cast.A.self), form))
    registration.onRelease { _ in count.increment() }
    let instance = try await container.resolve(Cast.A.self)
    let findings = container.findings(roots: Cast.A.self)
    try await container.shutdown()
    #expect(findings.map(\.rule) == (count.value == 0 ? [.idleReleaseHook] : []))
    withExtendedLifetime(instance) {}
  }

  @Test func `the text of an idle release hook names its scope and a remedy that fits it`() throws {
    let outside = Cast.E()
    try container.wire(Cast.A.self).onRelease { _ in }
    try container.wire(Cast.B.self).asTransient().onRelease { _ in }
    try container.wire(Cast.C.self).as(Keeping()).onRelease { _ in }
    try container.wire(Cast.D.self).as { Keeping() }.onRelease { _ in }
    try container.register(instance: outside).ownedExternally().onRelease { _ in }
    let graph = container.graph
    expectGolden(
      container.graphReport().description.withoutLines(graph).shortened + "\n", "report-idle-release-hook.txt")
  }

  @Test func `an owned instance, a given one and a registration without a hook are not reported`() throws {
    try container.register(instance: Cast.A()).onRelease { _ in }
    try container.register(given: Cast.B.self, toChildrenNamed: "request")
    try container.wire(Cast.C.self)
    #expect(container.verdict() == [])
  }

  @Test func `an idle hook of a contribution, a composite and a forwarded registration is reported once`() throws {
    try container.contribute(initializer: { () in Cast.B() }).onRelease { _ in }
    try container.register((any Cast.Face).self, composite: { @Sendable (_: [any Cast.Face]) in Cast.C() })
      .onRelease { _ in }
    try container.wire(Cast.A.self).implements((any Cast.Mask & Cast.Face).self).onRelease { _ in }
    #expect(container.findings().map(\.rule) == [.idleReleaseHook, .idleReleaseHook, .idleReleaseHook])
  }

  @Test func `a hook is judged by the scope that the registration has last`() throws {
    let registration = try container.wire(Cast.A.self).onRelease { _ in }.asSingleton()
    #expect(container.verdict() == [])
    registration.asTransient()
    #expect(container.verdict() == ["idle-release-hook: A"])
  }
}
