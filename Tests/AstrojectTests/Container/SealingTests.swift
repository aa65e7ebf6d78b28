import TestSupport
import Testing

private final class Page: Sendable {}

struct SealingTests {
  private let container = Container()

  /// One kind of addition to a container.
  private struct Act: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let add: @Sendable (Container) throws -> Void

    static let all = [
      Act(testDescription: "a registration") { try $0.register(Int.self) { 2 } },
      Act(testDescription: "a registration that keeps another") {
        try $0.register(Int.self, ifRegistered: .keep) { 2 }
      },
      Act(testDescription: "an instance") { try $0.register(instance: 2) },
      Act(testDescription: "a contribution") { try $0.contribute(Int.self) { 2 } },
      Act(testDescription: "a type given to children") { try $0.register(given: Int.self, toChildrenNamed: "a") },
      Act(testDescription: "an assembly") { try $0.assemble { try $0.register(Int.self, name: "one") { 2 } } },
    ]
  }

  @Test(arguments: Act.all)
  private func `a sealed container throws for every kind of addition and reports the location`(act: Act) throws {
    try container.register(Int.self) { 1 }
    container.seal()
    container.seal()
    let error = expectThrows(.sealed) { try act.add(container) }
    #expect(error?.failure?.location?.fileID == #fileID)
    #expect(try container.resolveAll(Int.self) == [1])
  }

  @Test func `the error of a sealed container contains the type, the location and a remedy`() throws {
    container.seal()
    let error = #expect(throws: AstrojectError.self) { try container.register(Page.self, line: 9) { Page() } }
    #expect(
      error?.description == """
        Page cannot be added at AstrojectTests/SealingTests.swift:9, because the container is sealed.
          Remedy: add it before `seal()`, or in a child: `makeChild { … }`.
        """)
  }

  @Test(arguments: Call.allCases)
  func `a sealed container still resolves, releases, removes, and makes children and forks`(call: Call) async throws {
    let registration = try container.register(Page.self) { Page() }
    container.seal()
    registration.asDisposableSingleton().implements(AnyObject.self)
    let page = try await call.resolve(AnyObject.self, in: container)
    #expect(try await call.resolve(Page.self, in: container) === page)
    await call.release(Page.self, in: container)
    #expect(try await call.resolve(Page.self, in: container) !== page)
    let child = container.makeChild()
    try child.register(Int.self) { 1 }
    #expect(try await call.resolve(Int.self, in: child) == 1)
    let fork = try container.overriding { try $0.add(Int.self) { 2 } }
    try fork.register(String.self) { "a" }
    container.unregister(Page.self)
    expectNotRegistered(Page.self, in: container)
    await call.clear(container)
    #expect(container.description == "Container with 0 registrations")
    #expect(throws: AstrojectError.self) { try container.register(Int.self) { 1 } }
  }

  @Test func `sealing inside a filling closure leaves earlier registrations and refuses later ones`() throws {
    let container = try Container { container in
      try container.register(Int.self) { 1 }
      container.seal()
      #expect(throws: AstrojectError.self) { try container.register(String.self) { "a" } }
    }
    #expect(try container.resolve(Int.self) == 1)
    expectNotRegistered(String.self, in: container)
  }
}
