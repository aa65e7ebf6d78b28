import AstrojectTesting
import Testing

@testable import Tour

/// An oven that counts reads of its kind.
final class SpyOven: Oven {
  let real: any Oven
  private(set) var looks = 0

  init(real: any Oven) { self.real = real }

  var kind: String {
    looks += 1
    return "spied " + real.kind
  }
}

@Suite("The bakery", .container(BakeryApp.makeContainer))
struct BakeryTests {
  @Test func `every dependency of the bakery has a registration`() {
    expectValidGraph(Container.current, roots: Bakery.self)
  }

  @Test func `both bakers of the bakery are the same, and work at a brick oven`() throws {
    let bakery = try #require(expectResolves(Bakery.self, in: Container.current))
    #expect(bakery.sharesBaker)
    #expect(bakery.first.oven.kind == "brick oven")
  }

  @Test(.overriding { try $0.replace(Oven.self) { ElectricOven() } })
  func `an overridden oven reaches the baker who depends on it`() throws {
    #expect(try Container.current.resolve(Bakery.self).first.oven.kind == "electric oven")
  }

  @Test(.overriding { try $0.wrap(Oven.self) { real in SpyOven(real: real) } })
  func `a wrapped oven counts how often its kind is read`() throws {
    #expect(try Container.current.resolve(Bakery.self).second.oven.kind == "spied brick oven")
    #expect((try Container.current.resolve(Oven.self) as? SpyOven)?.looks == 1)
  }

  @Test func `the baker is built once when many tasks resolve the baker at the same time`() async {
    await expectBuiltOnce(Baker.self, in: Container.current, concurrently: 8)
  }

  @Test func `a released container frees the whole bakery`() throws {
    try expectReleased(after: {
      let container = try BakeryApp.makeContainer()
      _ = try container.resolve(Bakery.self)
      return container
    })
  }
}
