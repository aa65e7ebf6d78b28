import Testing

@testable import Astroject
@testable import AstrojectOverrides
@testable import AstrojectTesting

private let unused = unusedText("Client")

/// Replaces `Client`, which most tests here leave unused.
@Sendable private func overrideClient(_ overrides: Overrides) throws {
  try overrides.replace((any Client).self) { MockClient() }
}
private let lineOfOverride = #line - 2

/// Replaces `Client`, which the tests use, and contributes one, which they leave unused.
@Sendable private func overrideByDraft(_ overrides: Overrides) throws {
  try overrides.replacing { draft in
    try draft.register((any Client).self) { MockClient() }
    try draft.contribute((any Client).self) { MockClient() }
  }
}
private let lineOfDraft = #line - 5
private let unusedInDraft = """
  Expected the override of Client to be used, but it never was.
    Overridden at: AstrojectTestingTests/UnusedOverrideTests.swift:\(lineOfDraft + 2)
    Remedy: remove it, or pass `allowUnused: true`.
  """

@Suite("Unused overrides of a test")
struct OwnOverrideTests {
  @Test(.failing(unused, line: lineOfOverride), .container(overriding: App.make, overrideClient))
  func `a test fails if it leaves an override of its container trait unused`() {}

  @Test(.failing(unused, line: lineOfOverride), .container(App.make), .overriding(overrideClient))
  func `a test fails if it leaves an override of an overriding trait unused`() {}

  @Test(.failing(unused, line: lineOfOverride), .container(overriding: App.make, overrideClient), arguments: 0..<10)
  func `a parameterised test fails once if no case uses an override of its trait`(number: Int) {}

  @Test(.container(overriding: App.make, overrideClient), arguments: 0..<10)
  func `a parameterised test has used an override if one case has`(number: Int) throws {
    if number == 7 { _ = try Container.current.resolve((any Client).self) }
  }

  @Test(.failing(unused, line: lineOfOverride), .container(App.make), arguments: 0..<10)
  func `a parameterised test fails once if no case uses an override that some make`(number: Int) throws {
    if number % 2 == 0 { _ = try Container.current.overriding(overrideClient) }
  }

  @Test(.failing(unused, line: lineOfOverride), .container(App.make), arguments: 0..<2)
  func `a parameterised test fails if it uses the override of one of two calls on a line`(number: Int) throws {
    let forks = [try Container.current.overriding(overrideClient), try Container.current.overriding(overrideClient)]
    _ = try forks[0].resolve((any Client).self)
  }

  @Test(
    .failing(unusedInDraft, line: lineOfDraft), .container(overriding: App.make, overrideByDraft), arguments: 0..<2)
  func `a test fails at the call and names the line if it leaves a registration of a draft unused`(
    number: Int
  ) throws { _ = try Container.current.resolve((any Client).self) }

  @Test(.container(App.make), .overriding(overrideClient), arguments: 0..<4)
  func `a case uses an override that other cases leave unused in their refined containers`(number: Int) throws {
    if number == 0 { _ = try Container.current.resolve((any Client).self) }
  }

  @Test(arguments: [false, true])
  func `a trait with allowUnused still reports a factory that asks the original`(isTestsOwn: Bool) async throws {
    let app = try App.make()
    try app.register(Double.self) { [weak app] in Double(try app?.resolve(Int.self) ?? 0) }
    let plan = ContainerPlan(
      make: { { () async throws in app } }, override: overrideClient, allowUnused: true, isTestsOwn: isTestsOwn)
    let found = await failures { try? await plan.run { _ = try Container.current.resolve(Double.self) } }
    #expect(found.count == 1)
    #expect(found.first?.text.contains("Expected no factory to use the original container") ?? false)
  }

  @Test(.container(overriding: App.make, allowUnused: true, overrideClient))
  func `a test may leave overrides unused if its trait sets allowUnused`() {}

  @Test(.container(overriding: App.make, overrideClient), .container(App.make))
  func `a test need not use a trait's overrides if a later trait replaces the container`() {}

  @Test(
    .failing(unused, line: lineOfOverride), .container(overriding: App.make, overrideClient),
    .container { Container.current.makeChild(named: "session") })
  func `a test must use a trait's overrides if a later trait makes a child of its container`() {}

  @Test(.container { try App.make().overriding(overrideClient) })
  func `a test need not use overrides made by the function of its container trait`() {}

  @Test(
    .failing(unused, line: lineOfOverride),
    .container({ try App.make().overriding(overrideClient) }, allowUnused: false))
  func `a strict trait fails a test that leaves its function's overrides unused`() {}

  @Test(
    .failing(unused, line: lineOfOverride),
    .container { try App.make().overriding(allowUnused: false, overrideClient) })
  func `a strict override made by a trait's function fails a test that leaves it unused`() {}

  @Test(arguments: [true, false])
  func `a case that throws excuses overrides that the other cases leave unused`(isThrowing: Bool) async throws {
    let plan = ContainerPlan(make: { App.make }, override: overrideClient)
    let found = try await failures {
      try await CaseAccounts.run {
        try await plan.run {}
        try? await plan.run { if isThrowing { throw App.Broken() } }
      }
    }
    #expect(found.map(\.text) == (isThrowing ? [] : [unused]))
  }

  @Test func `a test that throws does not also report its unused overrides`() async throws {
    let plan = ContainerPlan(make: { App.make }, override: overrideClient)
    let found = await failures { await #expect(throws: App.Broken.self) { try await plan.run { throw App.Broken() } } }
    #expect(found.isEmpty)
  }
}

@Suite("Unused overrides of a suite", .container(overriding: App.make, overrideClient))
struct LenientSuiteTests {
  @Test func `a test may leave the overrides of its suite unused`() {}

  @Suite("Unused overrides of a nested suite", .overriding(overrideClient))
  struct Nested { @Test func `a test of a nested suite may leave the overrides of both suites unused`() {} }
}

@Suite(
  "Unused overrides of a strict suite", .failing(unused, line: lineOfOverride),
  .container(overriding: App.make, allowUnused: false, overrideClient))
struct StrictSuiteTests {
  @Test func `a test fails if it leaves an override of a strict suite unused`() {}

  @Test(arguments: 0..<3)
  func `a parameterised test fails once if no case uses an override of a strict suite`(number: Int) {}

  @Suite("Inherited overrides of a strict suite")
  struct Nested {
    @Test func `a test of a nested suite fails if it leaves an override of a strict outer suite unused`() {}
  }
}

struct UnmadeContainerTests {
  @Test(.failing("The container of this test could not be made.\nno disk"), .container(App.makeBroken))
  func `a test fails without running if its container function throws`() { Issue.record("the test must not run") }

  @Test(
    .failing(
      """
      The container of this test could not be made.
      Nothing to override: Bool is not registered.
          overridden at AstrojectTestingTests/UnusedOverrideTests.swift:\(#line)
        Remedy: use `add` to register something new.
      """),
    .container(overriding: App.make) { try $0.replace(Bool.self) { true } })
  func `a test fails without running if an override of its trait does not fit`() {
    Issue.record("the test must not run")
  }

  @Test func `a test fails without running if an overriding trait has no container to refine`() async throws {
    let plan = ContainerPlan(make: nil, override: overrideClient)
    let found = try await failures {
      try await Container.withCurrent(Container.missing) {
        try await plan.run { Issue.record("the test must not run") }
      }
    }
    #expect(
      found.map(\.text) == [
        """
        The container of this test could not be made.
        `.overriding` refines the container of the suite or of a trait before it, and there is none.
        Give the suite a container, as in `@Suite(.container(AppContainer.make))`, or make one for this test with \
        `.container(overriding: AppContainer.make) { … }`.
        """
      ])
  }
}
