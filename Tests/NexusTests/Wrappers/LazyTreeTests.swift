import Nexus
import TestSupport
import Testing

@Suite("A lazy continues the tree of its owner:")
struct LazyTreeTests {
  private final class Seed {}
  private final class Fruit {
    let seed: Seed
    init(_ seed: Seed) { self.seed = seed }
  }
  /// Keeps a seed of its tree, and gets fruits later that need one, too.
  private final class Tree {
    var seed: Seed?
    let fruit: Lazy<Fruit>
    let others: [Lazy<Fruit>]
    init(_ seed: Seed, _ fruit: Lazy<Fruit>, _ second: Lazy<Fruit>, _ third: Lazy<Fruit>) {
      self.seed = seed
      self.fruit = fruit
      others = [second, third]
    }
  }

  private static func make() throws -> Container {
    let container = Container()
    try container.register(initializer: Seed.init)
    try container.register(initializer: Fruit.init).asTransient()
    try container.register(initializer: Tree.init)
    return container
  }

  @Test("graph-scoped instances that are alive are found again", arguments: Call.allCases)
  func alive(call: Call) async throws {
    let container = try LazyTreeTests.make()
    let tree = try await call.resolve(Tree.self, in: container)
    let fruit = try await call.value(of: tree.fruit)
    #expect(fruit.seed === tree.seed)
    #expect(try await call.resolve(Tree.self, in: container).seed !== tree.seed)
  }

  @Test("what was dropped is made anew, and then found by the next", arguments: Call.allCases)
  func dropped(call: Call) async throws {
    let container = try LazyTreeTests.make()
    let tree = try await call.resolve(Tree.self, in: container)
    let glimpse = Glimpse(try #require(tree.seed))
    tree.seed = nil
    #expect(glimpse.isGone)
    let first = try await call.value(of: tree.others[0])
    let second = try await call.value(of: tree.others[1])
    #expect(first !== second)
    #expect(first.seed === second.seed)
    #expect(try await call.value(of: tree.fruit).seed === first.seed)
  }

  @Test("the owner itself is found", arguments: Call.allCases)
  func owner(call: Call) async throws {
    final class Owner {
      let leaf: Lazy<Leaf>
      init(_ leaf: Lazy<Leaf>) { self.leaf = leaf }
    }
    final class Leaf {
      unowned let owner: Owner
      init(_ owner: Owner) { self.owner = owner }
    }
    let container = Container()
    try container.register(initializer: Owner.init)
    try container.register(initializer: Leaf.init)
    let owner = try await call.resolve(Owner.self, in: container)
    #expect(try await call.value(of: owner.leaf).owner === owner)
  }

  @Test("a value of the graph scope is made anew", arguments: Call.allCases, Deferral.allCases)
  func value(call: Call, wrapper: Deferral) async throws {
    struct Number { let value: Int }
    struct Owner {
      let number: Number
      let same: Number
      let later: Both<Number>
    }
    let made = Counter()
    let container = Container()
    try container.register(Number.self) { resolver in Number(value: made.increment()) }
    try container.register(initializer: Both<Number>.init)
    try container.register(initializer: Owner.init(number:same:later:))
    let owner = try await call.resolve(Owner.self, in: container)
    #expect(owner.number.value == 1 && owner.same.value == 1)
    #expect(try await owner.later.get(wrapper, call).value == 2)
  }

  @Test("two owners of one tree share with their lazies", arguments: Call.allCases)
  func siblings(call: Call) async throws {
    struct Forest {
      let one: Lazy<Fruit>
      let other: Lazy<Fruit>
      let seed: Lazy<Seed>
    }
    let container = try LazyTreeTests.make()
    try container.register(initializer: Forest.init(one:other:seed:))
    let forest = try await call.resolve(Forest.self, in: container)
    let fruit = try await call.value(of: forest.one)
    #expect(try await call.value(of: forest.other).seed === fruit.seed)
    #expect(try await call.value(of: forest.seed) === fruit.seed)
  }

  @Test("a lazy within what a lazy has resolved continues the same tree", arguments: Call.allCases)
  func chain(call: Call) async throws {
    struct Inner {
      let seed: Lazy<Seed>
    }
    struct Outer {
      let seed: Seed
      let inner: Lazy<Inner>
    }
    let container = try LazyTreeTests.make()
    try container.register(initializer: Inner.init(seed:))
    try container.register(initializer: Outer.init(seed:inner:))
    let outer = try await call.resolve(Outer.self, in: container)
    let inner = try await call.value(of: outer.inner)
    #expect(try await call.value(of: inner.seed) === outer.seed)
  }

  @Test("graph-scoped instances with arguments are found by the same arguments", arguments: Call.allCases)
  func arguments(call: Call) async throws {
    final class Shade {}
    struct Owner {
      let red: Shade
      let sameShade: Lazy<Shade>
      let otherShade: Lazy<Shade>
    }
    let container = Container()
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

  @Test("it is found from a factory of another tree, and does not mix with that", arguments: Call.allCases)
  func otherTree(call: Call) async throws {
    struct Mixed {
      let own: Seed
      let lent: Seed
    }
    let container = try LazyTreeTests.make()
    let tree = Guarded(try await call.resolve(Tree.self, in: container))
    try container.register(Mixed.self) { resolver in
      Mixed(own: try resolver.resolve(), lent: try tree.now.fruit.value.seed)
    }
    let mixed = try await call.resolve(Mixed.self, in: container)
    #expect(mixed.lent === tree.now.seed)
    #expect(mixed.own !== tree.now.seed)
  }

  @Test("a graph-scoped owner that a closure made of nothing is found, too", arguments: Call.allCases)
  func leafOwner(call: Call) async throws {
    final class Owner {
      @Inject var leaf: Lazy<Leaf>
    }
    final class Leaf {
      let owner: Glimpse
      init(_ owner: Owner) { self.owner = Glimpse(owner) }
    }
    let container = Container()
    try container.register(Owner.self) { Owner() }
    try container.register(initializer: Leaf.init)
    let owner = try await call.resolve(Owner.self, in: container)
    let leaf = try await call.value(of: owner.leaf)
    #expect(!leaf.owner.isGone)
  }
}
