import TestSupport
import Testing

private final class Nest: Sendable {}

extension Registrable { fileprivate func asExample() -> Self { self.as(Keeping()) } }

@Suite("A custom scope for any product")
struct CustomScopeInferenceTests {
  @Test func `a custom scope of Any does not change the product type of an initializer`() throws {
    let container = Container()
    #expect(try container.register(initializer: Nest.init).as(Keeping()).key.product == Nest.self)
    #expect(try container.register(initializer: Nest.init).as { Keeping() }.key.product == Nest.self)
    #expect(try container.register(initializer: Nest.init).asExample().key.product == Nest.self)
    #expect(try container.register(Any.self, initializer: Nest.init).as(Keeping()).key.product == Any.self)
    #expect(
      try container.register(Any.self, name: "each", initializer: Nest.init).as { Keeping() }.key.product == Any.self)
    #expect(try container.resolve(Nest.self) === container.resolve(Nest.self))
  }
}
