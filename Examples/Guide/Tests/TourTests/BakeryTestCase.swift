import AstrojectTesting
import XCTest

@testable import Tour

/// The bakery's tests in XCTest.
final class BakeryTestCase: ContainerTestCase {
  override func makeContainer() throws -> Container {
    try BakeryApp.makeContainer().overriding { try $0.replace(Oven.self) { ElectricOven() } }
  }

  func testItBakesInTheOvenThatTheTestGivesIt() throws {
    let bakery = try container.resolve(Bakery.self)
    XCTAssertEqual(bakery.first.oven.kind, "electric oven")
    expectAllOverridesUsed(container)
  }

  func testItHasOneBaker() async {
    await expectSameInstance(Baker.self, in: container)
    await expectBuiltOnce(Baker.self, in: container, concurrently: 8)
  }

  func testABakerWorksAlone() throws {
    let baker = try container.solitary(Baker.self, with: BrickOven())
    XCTAssertEqual(baker.oven.kind, "brick oven")
  }
}
