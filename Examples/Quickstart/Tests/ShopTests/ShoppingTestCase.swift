import AstrojectTesting
import XCTest

@testable import Shop

/// Two of the tests, in XCTest.
final class ShoppingTestCase: ContainerTestCase {
  override func makeContainer() throws -> Container {
    try AppContainer.forTests().overriding { try $0.replace((any Pantry).self) { EmptyPantry() } }
  }

  func testWithAnEmptyPantryTheListHasEveryIngredient() async throws {
    let list = try await container.resolve(ShoppingList.self)
    let purchases = try await list.purchases(for: ["omelette"])
    XCTAssertEqual(purchases.map(\.ingredient), ["egg", "onion"])
  }

  func testAllTasksShareOnePantry() async {
    await expectBuiltOnce((any Pantry).self, in: container, concurrently: 8)
  }
}
