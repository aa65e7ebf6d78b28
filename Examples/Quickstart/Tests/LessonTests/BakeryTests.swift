import AstrojectTesting
import Testing

@testable import Lesson

/// An oven that counts who looks at it.
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
  @Test("is complete")
  func graph() { expectValidGraph(Container.current, roots: Bakery.self) }

  @Test("has one baker, at a brick oven")
  func real() throws {
    let bakery = try #require(expectResolves(Bakery.self, in: Container.current))
    #expect(bakery.sharesBaker)
    #expect(bakery.first.oven.kind == "brick oven")
  }

  @Test("bakes in the oven that a test gives it", .overriding { try $0.replace(Oven.self) { ElectricOven() } })
  func mocked() throws {
    #expect(try Container.current.resolve(Bakery.self).first.oven.kind == "electric oven")
  }

  @Test("can be spied on", .overriding { try $0.wrap(Oven.self) { real in SpyOven(real: real) } })
  func spied() throws {
    #expect(try Container.current.resolve(Bakery.self).second.oven.kind == "spied brick oven")
    #expect((try Container.current.resolve(Oven.self) as? SpyOven)?.looks == 1)
  }

  @Test("hires one baker, however many ask at once")
  func contention() async { await expectBuiltOnce(Baker.self, in: Container.current, concurrently: 8) }

  @Test("closes without leaving anything behind")
  func release() throws {
    try expectReleased(after: {
      let container = try BakeryApp.makeContainer()
      _ = try container.resolve(Bakery.self)
      return container
    })
  }
}
