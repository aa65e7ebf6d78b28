import TestSupport
import Testing

struct LazyTreeTests {
  private let container = Container()

  private final class Seed {}
  private typealias Fruit = Wrap<Seed>
  /// Holds a seed, and lazily resolves a fruit that needs a seed too.
  private struct Tree { let seed: Seed, fruit: Lazy<Fruit> }

  init() throws {
    try container.register(initializer: Seed.init)
    try container.register(initializer: Fruit.init).asTransient()
    try container.register(initializer: Tree.init)
  }

  @Test(arguments: Call.allCases, Deferral.allCases)
  func `a Lazy or Provider builds a graph-scoped struct again`(call: Call, wrapper: Deferral) async throws {
    struct Number { let value: Int }
    struct Owner { let number: Number, same: Number, later: Both<Number> }
    let made = Counter()
    try container.register(Number.self) { resolver in Number(value: made.increment()) }
    try container.register(initializer: Both<Number>.init)
    try container.register(initializer: Owner.init(number:same:later:))
    let owner = try await call.resolve(Owner.self, in: container)
    #expect(owner.number.value == 1 && owner.same.value == 1)
    #expect(try await owner.later.get(wrapper, call).value == 2)
  }

  @Test(arguments: Call.allCases)
  func `the Lazies of one owner share a graph-scoped instance that the first one builds`(call: Call) async throws {
    struct Forest { let one: Lazy<Fruit>, other: Lazy<Fruit>, seed: Lazy<Seed> }
    try container.register(initializer: Forest.init(one:other:seed:))
    let forest = try await call.resolve(Forest.self, in: container)
    let fruit = try await call.value(of: forest.one)
    #expect(try await call.value(of: forest.other).inner === fruit.inner)
    #expect(try await call.value(of: forest.seed) === fruit.inner)
  }

  @Test(arguments: Call.allCases)
  func `a Lazy inside the product of a Lazy continues the same tree`(call: Call) async throws {
    struct Inner { let seed: Lazy<Seed> }
    struct Outer { let seed: Seed, inner: Lazy<Inner> }
    try container.register(initializer: Inner.init(seed:))
    try container.register(initializer: Outer.init(seed:inner:))
    let outer = try await call.resolve(Outer.self, in: container)
    let inner = try await call.value(of: outer.inner)
    #expect(try await call.value(of: inner.seed) === outer.seed)
  }

  @Test(arguments: Call.allCases)
  func `a Lazy shares a graph-scoped instance only if its arguments are the same`(call: Call) async throws {
    final class Shade {}
    struct Owner { let red: Shade, sameShade: Lazy<Shade>, otherShade: Lazy<Shade> }
    try container.register(Shade.self, argument: String.self) { _, _ in Shade() }
    try container.register(Owner.self) { resolver in
      Owner(
        red: try resolver.resolve(Shade.self, argument: "red"),
        sameShade: try resolver.resolve(argument: "red"), otherShade: try resolver.resolve(argument: "green"))
    }
    let owner = try await call.resolve(Owner.self, in: container)
    #expect(try await call.value(of: owner.sameShade) === owner.red)
    #expect(try await call.value(of: owner.otherShade) !== owner.red)
  }

  @Test(arguments: Call.allCases)
  func `a tree that a Lazy may continue retains no object that was an argument`(call: Call) async throws {
    final class Light: Sendable {}
    struct Owner { let fruit: Seed, light: Trace, seed: Lazy<Seed> }
    try container.register(Seed.self, argument: Light.self) { _, _ in Seed() }
    try container.register(Owner.self) { resolver in
      let light = Light()
      let fruit: Seed = try resolver.resolve(argument: light)
      return Owner(fruit: fruit, light: Trace(light), seed: try resolver.resolve())
    }
    let owner = try await call.resolve(Owner.self, in: container)
    #expect(owner.light.isGone)
  }

  @Test(arguments: Call.allCases)
  func `a Lazy used in a factory of another tree resolves in the tree of its owner`(call: Call) async throws {
    struct Mixed { let own: Seed, lent: Seed }
    let tree = Guarded(try await call.resolve(Tree.self, in: container))
    try container.register(Mixed.self) { Mixed(own: try $0.resolve(), lent: try tree.now.fruit.value.inner) }
    let mixed = try await call.resolve(Mixed.self, in: container)
    #expect(mixed.lent === tree.now.seed && mixed.own !== tree.now.seed)
  }

  @Test(arguments: Call.allCases)
  func `an injected Lazy finds a graph-scoped owner that a closure without resolver built`(call: Call) async throws {
    final class Owner { @Inject var leaf: Lazy<Leaf> }
    final class Leaf {
      let owner: Trace
      init(_ owner: Owner) { self.owner = Trace(owner) }
    }
    try container.register(Owner.self) { Owner() }
    try container.register(initializer: Leaf.init)
    let owner = try await call.resolve(Owner.self, in: container)
    let leaf = try await call.value(of: owner.leaf)
    #expect(!leaf.owner.isGone)
  }
}
