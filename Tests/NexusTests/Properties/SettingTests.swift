import Observation
import TestSupport
import Testing

private final class Model: @unchecked Sendable {
  @Inject var drink: any Drink
  @InjectLazy var later: any Drink
}

/// Sets what it was given.
private final class Stubborn: @unchecked Sendable {
  @Inject var drink: any Drink
  @Inject(name: "spare") var spare: any Drink
  @InjectLazy(name: "last") var last: any Drink
  init() {
    spare = PlainDrink("juice")
    last = PlainDrink("juice")
  }
}

private struct Panel {
  @Inject var drink: any Drink
  @InjectLazy var later: any Drink
}

private actor Worker {
  @Inject private var drink: any Drink
  @InjectLazy private var later: any Drink
  func swap() -> [String] {
    (drink, later) = (PlainDrink("juice"), PlainDrink("juice"))
    return [drink.taste, later.taste]
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
  @ObservationIgnored @Inject var drink: any Drink
  @ObservationIgnored @InjectLazy var later: any Drink
  var count = 0
}

struct SettingTests {
  private func make() throws -> Container {
    try Container { container in
      try container.register((any Drink).self) { PlainDrink("water") }.asSingleton()
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
      if isRead { #expect([model.drink.taste, model.later.taste] == ["water", "water"]) }
      (model.drink, model.later) = (PlainDrink("juice"), PlainDrink("juice"))
      #expect([model.drink.taste, model.later.taste] == ["juice", "juice"])
      #expect(try await call.value(of: model.$later) === model.later)
    }
  }

  @Test func `properties of structs and actors can be set`() async throws {
    let container = try make()
    var panel = try await container.resolve(Panel.self)
    let copy = panel
    (panel.drink, panel.later) = (PlainDrink("juice"), PlainDrink("juice"))
    #expect([panel.drink.taste, panel.later.taste] == ["juice", "juice"])
    #expect([copy.drink.taste, copy.later.taste] == ["water", "water"])
    #expect(try await container.resolve(Worker.self).swap() == ["juice", "juice"])
  }

  @Test func `an object made by hand without a container works if its properties are set`() {
    let model = Model()
    (model.drink, model.later) = (PlainDrink("juice"), PlainDrink("juice"))
    #expect([model.drink.taste, model.later.taste] == ["juice", "juice"])
  }

  @Test(arguments: Call.allCases)
  func `a property that init sets counts as filled`(call: Call) async throws {
    let container = try make()
    try container.register(initializer: { () in Stubborn() })
    try container.register(AnyObject.self, initializer: { () in Stubborn() })
    let stubborn = try await call.resolve(Stubborn.self, in: container)
    #expect([stubborn.drink.taste, stubborn.spare.taste, stubborn.last.taste] == ["water", "juice", "juice"])
    let other = Container()
    try other.register(Model.self) {
      let model = Model()
      model.drink = PlainDrink("juice")
      return model
    }
    #expect(try await call.resolve(Model.self, in: other).drink.taste == "juice")
  }

  @Test func `a value that is fetched before init must be registered although init sets it`() throws {
    final class Setting {
      @Inject var drink: any Drink
      init() { drink = PlainDrink("juice") }
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
    #expect([screen.drink.taste, screen.later.taste] == ["water", "water"])
    let changes = Counter()
    withObservationTracking {
      _ = (screen.drink, screen.later, screen.count)
    } onChange: {
      changes.increment()
    }
    (screen.drink, screen.later) = (PlainDrink("juice"), PlainDrink("juice"))
    #expect(changes.value == 0)
    screen.count = 1
    #expect(changes.value == 1)
    #expect([screen.drink.taste, screen.later.taste] == ["juice", "juice"])
  }
}
