import TestSupport
import Testing

private class Base {}
private final class Derived: Base {}

struct MetatypeTests {
  @Test(arguments: Call.allCases)
  func `resolve uses the static type of a metatype, not the subclass that it holds`(call: Call) async throws {
    let container = Container()
    try container.register(Derived.self) { Derived() }
    try container.register(Base.self) { Base() }.asSingleton()
    let type: Base.Type = Derived.self
    let product = try await call.resolve(type, in: container)
    #expect(try await call.resolve(Base.self, in: container) === product)
    #expect(!(product is Derived))
  }
}
