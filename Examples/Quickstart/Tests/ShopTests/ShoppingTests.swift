import AstrojectTesting
import Synchronization
import Testing

@testable import Shop

struct EmptyPantry: Pantry {
  func stock(of ingredient: String) -> Int { 0 }
}

final class RecordedOutput: Output {
  private let written = Mutex<[String]>([])
  var lines: [String] { written.withLock { $0 } }

  func write(_ line: String) { written.withLock { $0.append(line) } }
}

extension AppContainer {
  static func forTests() throws -> Container { try make(settings: Settings(dishes: ["omelette"])) }
}

@Suite(.container(AppContainer.forTests))
struct ShoppingTests {
  @Test func `every service has what it needs`() {
    expectValidGraph(Container.current, roots: ShoppingCommand.self)
  }

  @Test func `the list leaves out what is in the pantry`() async throws {
    let list = try await Container.current.resolve(ShoppingList.self)
    #expect(try await list.purchases(for: ["omelette"]) == [Purchase(ingredient: "egg", amount: 2)])
  }

  @Test(.overriding { try $0.replace((any Pantry).self) { EmptyPantry() } })
  func `with an empty pantry the list has every ingredient`() async throws {
    let list = try await Container.current.resolve(ShoppingList.self)
    #expect(
      try await list.purchases(for: ["omelette"]) == [
        Purchase(ingredient: "egg", amount: 3), Purchase(ingredient: "onion", amount: 1),
      ])
  }

  @Test(.overriding { try $0.failOnUse((any Pantry).self) })
  func `recipes are found without the pantry`() async throws {
    let recipes = try await Container.current.resolve((any RecipeBook).self)
    #expect(try recipes.recipe(for: "soup").ingredients == ["carrot": 4, "onion": 2])
    #expect(throws: UnknownDish.self) { try recipes.recipe(for: "stew") }
  }

  @Test func `the command prints the dishes and the list`() async throws {
    let output = RecordedOutput()
    let container = try Container.current.overriding { try $0.replace((any Output).self) { output } }
    try await container.resolve(ShoppingCommand.self).run()
    #expect(output.lines == ["To cook: omelette", "  buy 2 × egg"])
  }
}
