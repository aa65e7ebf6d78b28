import AstrojectTesting
import TestSupport
import Testing

@testable import AstrojectUI

private final class API: Sendable {
  let name: String
  init(name: String) { self.name = name }
}

@Suite("A property of a view")
struct ViewSlotTests {
  private let request = ViewRequest<API>(fileID: #fileID, line: #line)

  private static func make(_ name: String) throws -> Container {
    try Container { container in
      try container.register(API.self) { API(name: name) }
      try container.register(API.self, name: "disk") { API(name: name + " disk") }
      try container.register(API.self, key: 7) { API(name: name + " 7") }
    }
  }

  @Test("is resolved once for a container, and again where the view has got another one")
  func containers() throws {
    let (first, second) = (try ViewSlotTests.make("first"), try ViewSlotTests.make("second"))
    let slot = ViewSlot<API>()
    let api = slot.value(of: request, in: first)
    #expect(api.name == "first" && slot.value(of: request, in: first) === api)
    #expect(slot.value(of: request, in: second).name == "second")
    #expect(slot.value(of: request, in: first) !== api)
  }

  @Test("that the view owns stays the first one, whatever the container is by then")
  func owned() throws {
    let (first, second) = (try ViewSlotTests.make("first"), try ViewSlotTests.make("second"))
    let slot = ViewSlot<API>()
    let api = slot.firstValue(of: request, in: first)
    #expect(slot.firstValue(of: request, in: second) === api)
  }

  @Test("is resolved in the current container where the environment has none")
  func current() throws {
    let container = try ViewSlotTests.make("current")
    let slot = ViewSlot<API>()
    #expect(Container.withCurrent(container) { slot.value(of: request, in: nil).name } == "current")
    let own = try ViewSlotTests.make("own")
    #expect(Container.withCurrent(container) { ViewSlot<API>().value(of: request, in: own).name } == "own")
  }

  @Test("has a name or a key, is nil where it is optional and nothing is registered, and may be a provider")
  func forms() throws {
    let container = try ViewSlotTests.make("a")
    let named = ViewRequest<API>(name: "disk", fileID: #fileID, line: #line)
    #expect(ViewSlot<API>().value(of: named, in: container).name == "a disk")
    let keyed = ViewRequest<API>(key: 7, fileID: #fileID, line: #line)
    #expect(ViewSlot<API>().value(of: keyed, in: container).name == "a 7")
    let optional = ViewRequest<Int?>(fileID: #fileID, line: #line)
    #expect(ViewSlot<Int?>().value(of: optional, in: container) == nil)
    let provider = ViewRequest<Provider<API>>(name: "disk", fileID: #fileID, line: #line)
    let get = ViewSlot<Provider<API>>().value(of: provider, in: container)
    #expect(try get.get().name == "a disk" && get.get() !== get.get())
  }

  @Test("may be the main actor's")
  @MainActor
  func mainActor() throws {
    @MainActor final class Model {}
    let container = Container()
    try container.register(Model.self) { @MainActor in Model() }
    let request = ViewRequest<Model>(fileID: #fileID, line: #line)
    let slot = ViewSlot<Model>()
    #expect(slot.value(of: request, in: container) === slot.value(of: request, in: container))
  }

  @Test("that cannot be resolved stops the program, and says why and where")
  func failure() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ViewSlot<API>().value(of: ViewRequest(fileID: #fileID, line: 7), in: Container())
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      text.contains(
        "The property of type API of a view, at AstrojectUITests/ViewSlotTests.swift:7, has no value. "
          + "No registration found for API."))
  }
}
