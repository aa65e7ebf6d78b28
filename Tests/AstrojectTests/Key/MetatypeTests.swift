import Astroject
import TestSupport
import Testing

private class Base {}
private final class Derived: Base {}

@Suite("Types that are known only at run time")
struct MetatypeTests {
  @Test("it is the static type that counts, not the subclass that a metatype holds", arguments: Call.allCases)
  func superclass(call: Call) async throws {
    let container = Container()
    try container.register(Derived.self) { Derived() }
    try container.register(Base.self) { Base() }.asSingleton()
    let type: Base.Type = Derived.self
    let product = try await call.resolve(type, in: container)
    #expect(try await call.resolve(Base.self, in: container) === product)
    #expect(!(product is Derived))
  }
}
