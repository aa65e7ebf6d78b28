import Observation
import TestSupport
import Testing

private protocol Store: AnyObject, Sendable { var name: String { get } }
private final class DiskStore: Store { let name = "disk" }
private final class MockStore: Store { let name = "mock" }

private final class Model: @unchecked Sendable {
  @Inject var store: any Store
  @InjectLazy var later: any Store
}

/// Sets what it was given.
private final class Stubborn: @unchecked Sendable {
  @Inject var store: any Store
  @Inject(name: "spare") var spare: any Store
  @InjectLazy(name: "last") var last: any Store
  init() {
    spare = MockStore()
    last = MockStore()
  }
}

private struct Panel {
  @Inject var store: any Store
  @InjectLazy var later: any Store
}

private actor Worker {
  @Inject private var store: any Store
  @InjectLazy private var later: any Store
  func swap() -> [String] {
    (store, later) = (MockStore(), MockStore())
    return [store.name, later.name]
  }
}

private final class Scene {
  @Inject var title: String?
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  @Inject var subtitle: String!
}

@MainActor
@Observable
private final class Screen {
  @ObservationIgnored @Inject var store: any Store
  @ObservationIgnored @InjectLazy var later: any Store
  var count = 0
}

struct SettingTests {
  private func make() throws -> Container {
    try Container { container in
      try container.register((any Store).self) { DiskStore() }.asSingleton()
      try container.register(initializer: { () in Model() })
      try container.register(initializer: { () in Panel() })
      try container.register(initializer: { () in Worker() })
      try container.register(initializer: { @MainActor () in Screen() })
    }
  }

  @Test(arguments: Call.allCases)
  func `a property that is set has that value, before and after it was read`(call: Call) async throws {
    for isRead in [false, true] {
      let container = try make()
      let model = try await call.resolve(Model.self, in: container)
      if isRead { #expect([model.store.name, model.later.name] == ["disk", "disk"]) }
      (model.store, model.later) = (MockStore(), MockStore())
      #expect([model.store.name, model.later.name] == ["mock", "mock"])
      #expect(try await call.value(of: model.$later) === model.later)
    }
  }

  @Test func `properties of structs and actors can be set`() async throws {
    let container = try make()
    var panel = try await container.resolve(Panel.self)
    let copy = panel
    (panel.store, panel.later) = (MockStore(), MockStore())
    #expect([panel.store.name, panel.later.name] == ["mock", "mock"])
    #expect([copy.store.name, copy.later.name] == ["disk", "disk"])
    #expect(try await container.resolve(Worker.self).swap() == ["mock", "mock"])
  }

  @Test func `an object made by hand without a container works if its properties are set`() {
    let model = Model()
    (model.store, model.later) = (MockStore(), MockStore())
    #expect([model.store.name, model.later.name] == ["mock", "mock"])
  }

  @Test(arguments: Call.allCases)
  func `a property that init sets counts as filled`(call: Call) async throws {
    let container = try make()
    try container.register(initializer: { () in Stubborn() })
    try container.register(AnyObject.self, initializer: { () in Stubborn() })
    let stubborn = try await call.resolve(Stubborn.self, in: container)
    #expect([stubborn.store.name, stubborn.spare.name, stubborn.last.name] == ["disk", "mock", "mock"])
    let other = Container()
    try other.register(Model.self) {
      let model = Model()
      model.store = MockStore()
      return model
    }
    #expect(try await call.resolve(Model.self, in: other).store.name == "mock")
  }

  @Test func `a value that is fetched before init must be registered although init sets it`() throws {
    final class Setting {
      @Inject var store: any Store
      init() { store = MockStore() }
    }
    let container = Container()
    try container.register(initializer: Setting.init)
    expectThrows(.noRegistrationFound) { try container.resolve(Setting.self) }
  }

  @Test func `an implicitly unwrapped property is nil where nothing is registered, and can be set`() throws {
    let container = Container()
    try container.register(initializer: { () in Scene() })
    let scene = try container.resolve(Scene.self)
    #expect(scene.title == nil && scene.subtitle == nil)
    (scene.title, scene.subtitle) = ("a", "b")
    #expect(scene.title == "a" && scene.subtitle == "b")
    scene.title = nil
    #expect(scene.title == nil)
  }

  @Test @MainActor func `an observable class has injected properties that it does not observe`() async throws {
    let container = try make()
    let screen = try await container.resolve(Screen.self)
    #expect([screen.store.name, screen.later.name] == ["disk", "disk"])
    let changes = Counter()
    withObservationTracking {
      _ = (screen.store, screen.later, screen.count)
    } onChange: {
      changes.increment()
    }
    (screen.store, screen.later) = (MockStore(), MockStore())
    #expect(changes.value == 0)
    screen.count = 1
    #expect(changes.value == 1)
    #expect([screen.store.name, screen.later.name] == ["mock", "mock"])
  }
}
