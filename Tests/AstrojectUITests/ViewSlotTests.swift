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

  @Test func `a view property resolves once per container and again if the view gets another container`() throws {
    let (first, second) = (try ViewSlotTests.make("first"), try ViewSlotTests.make("second"))
    let slot = ViewSlot<API>()
    let api = slot.value(of: request, in: first)
    #expect(api.name == "first" && slot.value(of: request, in: first) === api)
    #expect(slot.value(of: request, in: second).name == "second")
    #expect(slot.value(of: request, in: first) !== api)
  }

  @Test func `a property that a view owns stays the same when the view gets another container`() throws {
    let (first, second) = (try ViewSlotTests.make("first"), try ViewSlotTests.make("second"))
    let slot = ViewSlot<API>()
    let api = slot.firstValue(of: request, in: first)
    #expect(slot.firstValue(of: request, in: second) === api)
  }

  @Test func `a view property uses the current container only if the environment has none`() throws {
    let container = try ViewSlotTests.make("current")
    let slot = ViewSlot<API>()
    #expect(Container.withCurrent(container) { slot.value(of: request, in: nil).name } == "current")
    let own = try ViewSlotTests.make("own")
    #expect(Container.withCurrent(container) { ViewSlot<API>().value(of: request, in: own).name } == "own")
  }

  @Test func `a view property resolves by name or key, as an optional and as a provider`() throws {
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

  @Test @MainActor func `a view property caches a product that is isolated to the main actor`() throws {
    @MainActor final class Model {}
    let container = Container()
    try container.register(Model.self) { @MainActor in Model() }
    let request = ViewRequest<Model>(fileID: #fileID, line: #line)
    let slot = ViewSlot<Model>()
    #expect(slot.value(of: request, in: container) === slot.value(of: request, in: container))
  }
}
