import TestSupport
import Testing

@testable import Astroject

struct AssertionResultTests {
  private let container = Container()

  @Test(arguments: Call.allCases)
  func `assertions return the product, the shared instance or the thrown error`(call: Call) async throws {
    try container.register((any Client).self) { MockClient() }
    try container.register(DiskStore.self) { DiskStore(MockClient()) }.asSingleton()
    let client = await call.expectResolves((any Client).self, in: container)
    #expect(client?.address == "mock")
    let store = await call.expectSameInstance(DiskStore.self, in: container)
    #expect(try await container.resolve(DiskStore.self) === store)
    let error = await call.expectResolveThrows(Int.self, name: "n", in: container, .noRegistrationFound)
    guard case .noRegistrationFound(let failure) = try #require(error) else { return #expect(Bool(false)) }
    #expect(failure.key.name == "n")
  }

  @Test(arguments: Call.allCases)
  func `assertions with a result return nil when they fail`(call: Call) async throws {
    try container.register(Int.self) { 1 }
    var products: [Any?] = []
    let caught = await failures {
      products.append(await call.expectResolves(Model.self, in: container))
      products.append(await call.expectResolveThrows(Int.self, in: container))
      products.append(await call.expectResolveThrows(Model.self, in: container, .tooDeep))
      products.append(await call.expectSameInstance(Int.self, in: container))
    }
    #expect(caught.count == 4)
    #expect(products.count == 4 && products.allSatisfy { $0 == nil })
  }

  @Test func `assertions accept the resolver of a factory`() async throws {
    try container.register((any Client).self) { MockClient() }
    try container.register((any Store).self) { resolver in
      expectNotRegistered(Model.self, in: resolver)
      return DiskStore(try #require(expectResolves((any Client).self, in: resolver)))
    }
    try container.register(Model.self, name: "async") { resolver in
      await Task.yield()
      return Model(store: try #require(await expectResolves((any Store).self, in: resolver)))
    }
    #expect(try await container.resolve(Model.self, name: "async").store.client.address == "mock")
  }

  @Test func `every AstrojectError has the kind of its case`() {
    let failure = AstrojectError.Failure(key: Key(Int.self), path: [])
    let errors: [AstrojectError] = [
      .alreadyRegistered(type: Int.self, name: nil), .duplicateRegistration(failure), .sealed(failure),
      .noRegistrationFound(failure), .circularDependency(failure), .asynchronousFactory(failure),
      .isolationMismatch(failure), .invalidInstance(failure), .containerNotFound(failure), .typeMismatch(failure),
      .factoryFailed(failure), .afterInitFailed(failure), .containerReleased(failure), .bootstrapFailed([failure]),
      .shutdownFailed([failure]), .cancelled(failure), .tooDeep(failure),
    ]
    #expect(errors.map(\.kind) == AstrojectError.Kind.allCases)
    #expect(AstrojectError.Kind.tooDeep.description == "tooDeep")
  }
}
