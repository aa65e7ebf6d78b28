import TestSupport
import Testing

private final class Cook { @Inject var fruit: Berry }

private final class Kitchen: @unchecked Sendable {
  @Inject var fruit: Berry
  @Inject var cook: Cook
  @Inject(name: "red") var red: Berry
  @Inject var later: Lazy<Berry>
  let color: String
  init() { color = _fruit.wrappedValue.color }
}

/// The forms of a closure that builds an object.
enum ClosureForm: CaseIterable, Sendable {
  case leaf, node, asynchronousLeaf, asynchronousNode, mainActor, mainActorAsynchronous, afterSuspension

  static let blocking: [ClosureForm] = [.leaf, .node]

  @discardableResult
  func register<Product: Sendable>(
    in container: Container, _ make: @escaping @Sendable () -> Product
  ) throws -> Registration<Product> {
    switch self {
    case .leaf: return try container.register(Product.self) { make() }
    case .node: return try container.register(Product.self) { _ in make() }
    case .asynchronousLeaf: return try container.register(Product.self) { () async in make() }
    case .asynchronousNode: return try container.register(Product.self) { (_: Resolver) async in make() }
    case .mainActor: return try container.register(Product.self) { @MainActor in make() }
    case .mainActorAsynchronous:
      return try container.register(Product.self) { @MainActor _ in
        await Task.yield()
        return make()
      }
    case .afterSuspension:
      return try container.register(Product.self) { () async in
        await Task.yield()
        return make()
      }
    }
  }
}

@Suite("Injected properties of objects that a closure builds", .ownThreads)
struct InjectFactoryTests {
  private let container = Container()

  init() throws {
    try container.register(Berry.self) { Berry(color: "plain") }
    try container.register(Berry.self, name: "red") { Berry(color: "red") }
    try container.register(Cook.self) { Cook() }
  }

  private static func check(_ kitchen: Kitchen, _ color: String = "plain") throws {
    #expect(kitchen.color == color && kitchen.red.color == "red" && kitchen.cook.fruit === kitchen.fruit)
    #expect(try kitchen.later.value === kitchen.fruit)
  }

  @Test(arguments: ClosureForm.allCases, AnyScope.builtIn)
  func `an object built in a closure injects the tree's instances`(form: ClosureForm, scope: AnyScope) async throws {
    scope.apply(to: try form.register(in: container) { Kitchen() })
    for _ in 1...2 { try InjectFactoryTests.check(try await container.resolve(Kitchen.self)) }
  }

  @Test(arguments: ClosureForm.blocking)
  func `a blocking caller gets the injected properties of an object built in a closure`(form: ClosureForm) throws {
    try form.register(in: container) { Kitchen() }
    for _ in 1...2 { try InjectFactoryTests.check(try container.resolve(Kitchen.self)) }
  }

  @MainActor
  @Test func `a blocking main-actor caller gets injected properties from a main-actor factory`() throws {
    try ClosureForm.mainActor.register(in: container) { Kitchen() }
    for _ in 1...2 { try InjectFactoryTests.check(try container.resolve(Kitchen.self)) }
  }

  @Test(arguments: ClosureForm.allCases, [AnyScope.graph, .singleton])
  func `an object built in a closure injects from the child that resolves it, a parent's singleton from the parent`(
    form: ClosureForm, scope: AnyScope
  ) async throws {
    scope.apply(to: try form.register(in: container) { Kitchen() })
    let child = try container.makeChild { try $0.register(Berry.self) { Berry(color: "child's") } }
    let color = scope == .singleton ? "plain" : "child's"
    try InjectFactoryTests.check(try await child.resolve(Kitchen.self), color)
    try InjectFactoryTests.check(try await container.resolve(Kitchen.self))
  }

  @Test(arguments: ClosureForm.allCases)
  func `an object built in a closure does not inject from the current container`(form: ClosureForm) async throws {
    try form.register(in: container) { Kitchen() }
    let other = try Container { try $0.register(Berry.self) { Berry(color: "other") } }
    let kitchen = Guarded<Kitchen?>(nil)
    try await Container.withCurrent(other) {
      let new = try await container.resolve(Kitchen.self)
      kitchen.withLock { $0 = new }
    }
    try InjectFactoryTests.check(try #require(kitchen.now))
  }

  @Test(arguments: Call.allCases, ClosureForm.blocking)
  func `an object built in a closure shares its owner's graph-scoped instances`(
    call: Call, form: ClosureForm
  ) async throws {
    struct House { let fruit: Berry, kitchen: Kitchen }
    try form.register(in: container) { Kitchen() }
    try container.register(initializer: House.init(fruit:kitchen:))
    let house = try await call.resolve(House.self, in: container)
    #expect(house.kitchen.fruit === house.fruit)
  }

  @Test(arguments: Call.allCases)
  func `objects that one factory builds share the graph-scoped instances they inject`(call: Call) async throws {
    try container.register([Cook].self) { _ in [Cook(), Cook(), Cook()] }
    #expect(try await Set(call.resolve([Cook].self, in: container).map { ObjectIdentifier($0.fruit) }).count == 1)
  }

  @Test(arguments: Call.allCases)
  func `an object that init builds by hand injects from the tree under construction`(call: Call) async throws {
    final class House {
      @Inject var fruit: Berry
      let cook: Cook
      let kitchen: Kitchen
      init() {
        cook = Cook()
        kitchen = Kitchen()
      }
    }
    try container.register(initializer: House.init)
    for _ in 1...3 {
      let house = try await call.resolve(House.self, in: container)
      #expect(house.cook.fruit === house.fruit && house.kitchen.fruit === house.fruit)
      #expect(house.kitchen.red.color == "red")
    }
  }

  @Test(arguments: Call.allCases)
  func `an object that afterInit or a rule builds injects from the tree under construction`(call: Call) async throws {
    final class House {
      @Inject var fruit: Berry
      let cook: Cook
      var other: Cook?
      init(_ cook: Cook) { self.cook = cook }
    }
    try container.register(initializer: House.init, with: .resolving { @Sendable _ in Cook() })
      .afterInit { _, house in house.other = Cook() }
    for _ in 1...3 {
      let house = try await call.resolve(House.self, in: container)
      #expect(house.cook.fruit === house.fruit && house.other?.fruit === house.fruit)
    }
  }

  @Test(arguments: Call.allCases)
  func `an object built in an implements closure injects from the tree of the resolve`(call: Call) async throws {
    let converted = Guarded<Cook?>(nil)
    try container.register(Cook.self) { Cook() }.implements(Kitchen.self) { cook in
      converted.withLock { $0 = cook }
      return Kitchen()
    }
    let kitchen = try await call.resolve(Kitchen.self, in: container)
    #expect(kitchen.color == "plain" && kitchen.red.color == "red" && kitchen.cook === converted.now)
  }

  @Test func `child tasks of a factory inject, and afterwards the factory injects from its tree`() async throws {
    let colors = Guarded<[String]>([])
    try container.register([Berry].self) { resolver in
      async let one = Guarded(Cook()).now.fruit.color
      async let other = Guarded(Cook()).now.fruit.color
      let both = await [one, other]
      colors.withLock { $0 = both }
      return [try await resolver.resolve(Berry.self), Cook().fruit]
    }
    let other = try Container { try $0.register(Berry.self) { Berry(color: "other") } }
    let fruits = try await Container.withCurrent(other) { try await container.resolve([Berry].self) }
    #expect(colors.now == ["plain", "plain"])
    #expect(fruits[0] === fruits[1])
  }

  @Test func `a task that outlives its factory injects from the current container`() async throws {
    let mayGoOn = Gate()
    let color = Guarded<Task<String, Never>?>(nil)
    try container.register(Int.self) { () async in
      let task = Task {
        await mayGoOn.pass()
        return Cook().fruit.color
      }
      color.withLock { $0 = task }
      return 1
    }
    let other = try Container { try $0.register(Berry.self) { Berry(color: "other") } }
    try await Container.withCurrent(other) { _ = try await container.resolve(Int.self) }
    mayGoOn.open()
    #expect(await color.now?.value == "other")
  }

  private struct Pair: Sendable { let isOne: Bool }

  private final class Holder: @unchecked Sendable { @Inject var pair: Pair }

  @Test func `a resolve begun in a factory's task keeps its tree after the root call returns`() async throws {
    let (hasBegun, rootEnded) = (Gate(), Gate())
    let task = Guarded<Task<Bool, Never>?>(nil)
    try container.register(Pair.self) { resolver in
      let first = try resolver.resolve(Berry.self)
      hasBegun.open()
      rootEnded.wait()
      return Pair(isOne: first === (try resolver.resolve(Berry.self)))
    }.asTransient()
    try container.register(Int.self) { () async -> Int in
      // The resolve blocks its thread, so it does not run on a thread of the cooperative pool.
      task.withLock { $0 = Task { await OwnThreads.run(stackSize: 1 << 20) { Holder().pair.isOne } } }
      await hasBegun.pass()
      return 1
    }
    _ = try await container.resolve(Int.self)
    rootEnded.open()
    #expect(await task.now?.value == true)
  }
}
