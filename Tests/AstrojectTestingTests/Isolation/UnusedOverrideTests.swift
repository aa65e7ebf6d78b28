import Testing

@testable import Astroject
@testable import AstrojectTesting

private let unused = """
  Expected the override of Client to be used, but it never was.
    Remedy: remove it, or pass `allowUnused: true`.
  """

/// Overrides what no test here asks for.
@Sendable private func overrideClient(_ overrides: Overrides) throws {
  try overrides.replace((any Client).self) { MockClient() }
}
private let lineOfOverride = #line - 2

@Suite("A test has to use its own overrides")
struct OwnOverrideTests {
  @Test("those of its trait", .failing(unused, line: lineOfOverride), .container(overriding: App.make, overrideClient))
  func ofTrait() {}

  @Test("those that refine", .failing(unused, line: lineOfOverride), .container(App.make), .overriding(overrideClient))
  func ofRefiningTrait() {}

  @Test("those of its body", .failing(unused, line: lineOfOverride), .container(App.make))
  func ofBody() throws {
    _ = try Container.current.overriding(overrideClient)
  }

  @Test(
    "in each case", .failing(unused, line: lineOfOverride), .container(overriding: App.make, overrideClient),
    arguments: 0..<10)
  func ofCase(number: Int) {}

  @Test("also where that goes unused: what asks the original is told", arguments: [false, true])
  func escape(isTestsOwn: Bool) async throws {
    let app = try App.make()
    try app.register(Double.self) { [weak app] in Double(try app?.resolve(Int.self) ?? 0) }
    let plan = ContainerPlan(
      make: { { () async throws in app } }, override: overrideClient, allowUnused: true, isTestsOwn: isTestsOwn,
      site: CallSite(#fileID, #filePath, #line, 1))
    let found = await failures { try? await plan.run { _ = try Container.current.resolve(Double.self) } }
    #expect(found.count == 1)
    #expect(found.first?.text.contains("a factory has asked it") ?? false)
  }

  @Test("unless its trait says otherwise", .container(overriding: App.make, allowUnused: true, overrideClient))
  func lenientTrait() {}

  @Test("unless the override says otherwise", .container(App.make))
  func lenientBody() throws {
    _ = try Container.current.overriding(allowUnused: true, overrideClient)
  }

  @Test(
    "not if something else comes in their place", .container(overriding: App.make, overrideClient), .container(App.make)
  )
  func superseded() {}

  @Test("and may have used them in a container made of its own", .container(overriding: App.make, overrideClient))
  func usedInFork() throws {
    let fork = try Container.current.overriding { try $0.replace(Int.self) { 2 } }
    #expect(try fork.resolve((any Client).self).address == "mock")
    #expect(try fork.resolve(Int.self) == 2)
  }

  @Test(
    "not those that were made for it by the container's function",
    .container { try App.make().overriding(overrideClient) })
  func ofMake() {}

  @Test(
    "those of the container's function too, where the trait says so", .failing(unused, line: lineOfOverride),
    .container({ try App.make().overriding(overrideClient) }, allowUnused: false))
  func strictMake() {}

  @Test(
    "those of the container's function too, where the override says so", .failing(unused, line: lineOfOverride),
    .container { try App.make().overriding(allowUnused: false, overrideClient) })
  func strictOverrideInMake() {}

  @Test("unless it has failed with an error")
  func thrown() async throws {
    let plan = ContainerPlan(make: { App.make }, override: overrideClient)
    let found = await failures {
      await #expect(throws: App.Broken.self) { try await plan.run { throw App.Broken() } }
    }
    #expect(found.isEmpty)
  }
}

@Suite("Tests may leave a suite's overrides unused", .container(overriding: App.make, overrideClient))
struct LenientSuiteTests {
  @Test("nothing fails")
  func inherited() {}

  @Suite("also where it refines", .overriding(overrideClient))
  struct Nested {
    @Test("nothing fails")
    func inherited() {}
  }
}

@Suite(
  "Unless it says otherwise", .failing(unused, line: lineOfOverride),
  .container(overriding: App.make, allowUnused: false, overrideClient))
struct StrictSuiteTests {
  @Test("each test has to use them")
  func inherited() {}

  @Suite("also where it is inherited")
  struct Nested {
    @Test("each test has to use them")
    func inherited() {}
  }
}

@Suite("A container that cannot be made fails the test")
struct UnmadeContainerTests {
  @Test(
    "with the error's text", .failing("The container of this test could not be made.\nno disk"),
    .container(App.makeBroken))
  func thrown() { Issue.record("the test does not run") }

  @Test(
    "also if an override does not fit",
    .failing(
      """
      The container of this test could not be made.
      Nothing to override: Bool is not registered.
          overridden at AstrojectTestingTests/UnusedOverrideTests.swift:\(#line)
        Remedy: use `add` for what is new.
      """),
    .container(overriding: App.make) { try $0.replace(Bool.self) { true } })
  func misfit() { Issue.record("the test does not run") }

  @Test("or if there is none to refine")
  func nothingToRefine() async throws {
    let plan = ContainerPlan(make: nil, override: overrideClient)
    let found = try await failures {
      try await Container.withCurrent(Container.missing) {
        try await plan.run { Issue.record("the test does not run") }
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

extension ContainerPlan {
  /// What a test's own trait would do.
  fileprivate init(make: Make?, override: Override?) {
    self.init(
      make: make, override: override, allowUnused: nil, isTestsOwn: true, site: CallSite(#fileID, #filePath, #line, 1))
  }
}
