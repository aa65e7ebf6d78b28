import Nexus
import Testing

@testable import Astroject
@testable import AstrojectOverrides
@testable import AstrojectSources
@testable import AstrojectTesting

private let unmet = """
  Expected the test not to use `Container.current` without a container of its own, but it did.
    Remedy: give it one: `@Test(.container(AppContainer.make))`.
  """

@Suite("Tests that must have a container", .requiresContainer)
struct RequiresContainerTests {
  @Test func `a test that does not ask for the current container need not have one`() throws {
    #expect(try App.make().resolve(Int.self) == 1)
  }

  @Test func `a test that makes a container current has that one`() throws {
    let number = try Container.withCurrent(try App.make()) { try Container.current.resolve(Int.self) }
    #expect(number == 1)
  }

  @Test(.container(App.make), .overriding { try $0.replace(Int.self) { 2 } })
  func `a test with a container trait has its container, which another trait refines`() throws {
    #expect(try Container.current.resolve((any Client).self).address == LiveClient().address)
    #expect(try Container.current.resolve(Int.self) == 2)
  }

  @Suite("Tests of a nested suite without a container")
  struct Nested {
    @Test func `a nested suite inherits the requirement`() {
      #expect(ContainerRequirement.isUnmet)
    }
  }
}

@Suite("Tests without a container that they must have", .serialized)
struct UnmetRequirementTests {
  private final class Screen: @unchecked Sendable {
    @InjectLazy var client: any Client
    @Inject var number: Int?
  }
  private static let place = SourcePlace(fileID: "Module/File.swift", path: "/Module/File.swift", line: 7, column: 1)
  private static let failure = Failure(text: unmet, line: 7, file: "/Module/File.swift")

  private func failuresWhenRequired(_ body: () async throws -> Void) async throws -> [Failure] {
    try await failures { try await ContainerRequirement.run(at: Self.place, body) }
  }

  @Test func `a test that asks for the current container fails once at its own line, and gets an empty one`()
    async throws
  {
    let found = try await failuresWhenRequired {
      #expect(!Container.current.isRegistered(Int.self))
      let error = await #expect(throws: AstrojectError.self) { try await Container.current.resolve(Int.self) }
      // The error of the empty container names the remedy.
      #expect(error?.description.hasPrefix("No registration found for Int: there is no current container.") == true)
      await Task { _ = Container.current }.value
    }
    #expect(found == [Self.failure])
  }

  @Test func `a property that is filled from the current container fails the test`() async throws {
    let found = try await failuresWhenRequired { _ = Screen() }
    #expect(found == [Self.failure])
  }

  @Test func `a lazy property that is resolved in the container of its making fails the test`() async throws {
    let found = try await failuresWhenRequired {
      let lazy = InjectLazy<any Client>().projectedValue
      await #expect(throws: AstrojectError.self) { try await lazy.get() }
    }
    #expect(found == [Self.failure])
  }

  @Test func `an overriding trait without a container to refine fails once`() async throws {
    let plan = ContainerPlan(make: nil, override: { _ in })
    let found = try await failuresWhenRequired { try await plan.run {} }
    #expect(found.count == 1)
    #expect(found.first?.text.contains("`.overriding` refines the container of the suite") ?? false)
  }

  @Test(arguments: [false, true])
  func `a requirement within a container trait or another requirement changes nothing`(isFirst: Bool) async throws {
    let plan = ContainerPlan(make: { App.make })
    var number = 0
    let found = try await failures {
      if isFirst {
        try await ContainerRequirement.run(at: Self.place) {
          try await plan.run { number = try await Container.current.resolve(Int.self) }
        }
      } else {
        try await plan.run {
          try await ContainerRequirement.run(at: Self.place) { number = try await Container.current.resolve(Int.self) }
        }
      }
    }
    #expect(found.isEmpty && number == 1)
  }
}
