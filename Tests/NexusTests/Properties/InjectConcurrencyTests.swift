import TestSupport
import Testing

@Suite("Objects with injected properties that are built at the same time", .ownThreads)
struct InjectConcurrencyTests {
  private final class Fruit: Sendable {
    let owner: Int
    init(owner: Int) { self.owner = owner }
  }
  private final class Cook: @unchecked Sendable { @Inject var fruit: Fruit }
  private final class Kitchen: @unchecked Sendable {
    @Inject var fruit: Fruit
    @Inject(name: "other") var other: Fruit
    @Inject var cook: Cook
    @Inject var later: Lazy<Fruit>
    @Inject var none: String?
    let seen: Int
    init() { seen = _fruit.wrappedValue.owner }

    /// Returns true if all fruits come from the container with a given number, and are shared as they should be.
    func belongs(to number: Int) throws -> Bool {
      let fruits = [fruit, other, cook.fruit, try later.value]
      return seen == number && fruits.allSatisfy { $0.owner == number } && none == nil
        && cook.fruit === fruit && fruits[3] === fruit && other !== fruit
    }
  }

  enum Form: CaseIterable, Sendable { case initializer, closure }

  private static func make(_ number: Int, _ form: Form, _ scope: AnyScope = .graph) throws -> Container {
    let container = Container()
    try container.register(Fruit.self) { Fruit(owner: number) }
    try container.register(Fruit.self, name: "other") { Fruit(owner: number) }
    try container.register(initializer: { () in Cook() })
    switch form {
    case .initializer: scope.apply(to: try container.register(initializer: Kitchen.init))
    case .closure: scope.apply(to: try container.register(Kitchen.self) { Kitchen() })
    }
    return container
  }

  @Test(arguments: Crowd.all, Form.allCases)
  func `8 objects built at once from one registration have their properties`(crowd: Crowd, form: Form) async throws {
    for round in rounds(50) {
      let container = try InjectConcurrencyTests.make(1, form, .transient)
      let kitchens = try await crowd.resolve(Kitchen.self, in: container).map { try $0.get() }
      #expect(try kitchens.allSatisfy { try $0.belongs(to: 1) }, "round \(round)")
      #expect(Set(kitchens.map { ObjectIdentifier($0.fruit) }).count == 8, "round \(round)")
    }
  }

  @Test func `8 tasks that resolve at the same time get objects with their awaited properties`() async throws {
    for round in rounds(50) {
      let container = try InjectConcurrencyTests.make(1, .initializer, .transient)
      try container.register(Fruit.self) { () async in await later(Fruit(owner: 1)) }
      let results = await Crowd(tasks: 8).run { _ in
        false
      } asynchronous: { _ in
        let kitchen = try await container.resolve(Kitchen.self)
        _ = try await kitchen.later.get()
        return try kitchen.belongs(to: 1)
      }
      #expect(try results.allSatisfy { try $0.get() }, "round \(round)")
    }
  }

  @Test(arguments: Crowd.all, Form.allCases)
  func `objects built by hand and objects resolved beside them use their own containers`(
    crowd: Crowd, form: Form
  ) async throws {
    for round in rounds(50) {
      let containers = try (0..<8).map { try InjectConcurrencyTests.make($0, form) }
      let results = await crowd.run { number in
        try Container.withCurrent(containers[number]) {
          try Cook().fruit.owner == number && containers[7 - number].resolve(Kitchen.self).belongs(to: 7 - number)
        }
      } asynchronous: { number in
        try await Container.withCurrent(containers[number]) {
          let kitchen = try await containers[7 - number].resolve(Kitchen.self)
          await Task.yield()
          return try Cook().fruit.owner == number && kitchen.belongs(to: 7 - number)
        }
      }
      #expect(try results.allSatisfy { try $0.get() }, "round \(round)")
    }
  }

  // `Task.immediate` is newer than the minimum versions of Apple's platforms.
  #if os(Linux)
    @Test func `an immediate task in a factory and the factory inject from their own containers`() async throws {
      let (outer, inner) = (try InjectConcurrencyTests.make(1, .closure), try InjectConcurrencyTests.make(2, .closure))
      try inner.register(Int.self) { _ async in Cook().fruit.owner }
      let owner = Guarded<Task<Int, any Error>?>(nil)
      try outer.register(Bool.self) { _ in
        // The task runs on this thread until its first suspension. It never suspends.
        let task = Task.immediate { try await inner.resolve(Int.self) }
        owner.withLock { $0 = task }
        return Cook().fruit.owner == 1
      }
      #expect(try synchronously { try outer.resolve(Bool.self) })
      #expect(try await owner.now?.value == 2)
    }
  #endif
}
