import AstrojectTesting
import Nexus
import Testing

private func makeApp() throws -> Container {
  try Container { container in
    try container.register((any Client).self) { LiveClient() }.asSingleton()
    try container.register((any Store).self, initializer: DiskStore.init).asSingleton()
    try container.register(initializer: Model.init)
  }
}

@Suite("Overrides of an app")
struct ReplacingTests {
  @Test func `a replacement reaches all dependents and leaves the original untouched`() throws {
    let app = try makeApp()
    let original = try app.resolve(Model.self)
    let container = try app.overriding { try $0.replace((any Client).self) { MockClient() } }
    let model = try container.resolve(Model.self)
    #expect(model.store.client.address == "mock")
    #expect(try container.resolve((any Store).self) === model.store)
    #expect(original.store.client.address == "https://example.org")
    #expect(try app.resolve((any Store).self) === original.store)
  }

  @Test func `wrap decorates a registration by a closure or an initializer`() throws {
    final class Spy: Store {
      let real: any Store
      var client: any Client { real.client }
      init(real: any Store) { self.real = real }
    }
    let app = try makeApp()
    let container = try app.overriding { try $0.wrap((any Store).self) { real in Spy(real: real) } }
    let spy = try #require(try container.resolve(Model.self).store as? Spy)
    #expect(spy.real is DiskStore)
    #expect(try container.resolveAll((any Store).self).count == 1)
    let second = try app.overriding { try $0.wrap((any Store).self, initializer: Spy.init) }
    #expect(try (second.resolve((any Store).self) as? Spy)?.real is DiskStore)
    try second.validate()
    try container.validate()
  }

  @Test func `replace throws for a missing registration, and add for an existing one`() throws {
    let app = try makeApp()
    #expect(throws: OverrideError.self) { try app.overriding { try $0.replace(Int.self) { 1 } } }
    #expect(throws: OverrideError.self) { try app.overriding { try $0.add((any Client).self) { MockClient() } } }
    let subject = try app.solitary(Model.self, with: DiskStore(MockClient()))
    #expect(subject.store.client.address == "mock")
    #expect(throws: OverrideError.self) { try app.solitary(Model.self) { _ in } }
    let filled = try Container { try $0.register(initializer: Model.init) }.overriding {
      $0.fillMissing { key in key.product == (any Store).self ? DiskStore(MockClient()) : nil }
    }
    #expect(try filled.resolve(Model.self).store === filled.resolve((any Store).self))
    #expect(filled.filledKeys.count == 1)
  }
}
