import TestSupport
import Testing

@MainActor private final class Drawn: TextStore {
  nonisolated let text: String
  init(_ store: any TextStore, number: Int) { text = "drawn(\(store.text), \(number))" }
  init(later store: any TextStore) async {
    await Task.yield()
    text = "drawn later(\(store.text))"
  }
}

private final class Loose: TextStore {
  let lazy: Lazy<any TextStore>
  let optional: (any TextStore)?
  let provider: Provider<any TextStore>
  var text: String {
    "\((try? lazy.value.text) ?? "-") \(optional?.text ?? "-") \((try? provider.get().text) ?? "-")"
  }
  init(_ lazy: Lazy<any TextStore>, _ optional: (any TextStore)?, _ provider: Provider<any TextStore>) {
    (self.lazy, self.optional, self.provider) = (lazy, optional, provider)
  }
}

struct InitializersDecoratingTests {
  private let container = Container()

  init() throws {
    try container.register(Int.self) { 7 }
    try container.register((any TextStore).self) { PlainStore("plain") }.asSingleton()
    try container.register((any TextStore).self, name: "n") { PlainStore("named") }
  }

  @Test(arguments: Call.allCases)
  func `a decorator initializer gets the decorated product and its dependencies by type`(call: Call) async throws {
    try container.decorate((any TextStore).self, initializer: CachedStore.init(store:))
    try container.decorate((any TextStore).self, initializer: CachedStore.init(number:store:))
    for _ in 0..<3 {
      #expect(try await call.resolve((any TextStore).self, in: container).text == "numbered(cached(plain), 7)")
    }
    #expect(try await call.resolve((any TextStore).self, name: "n", in: container).text == "named")
    try container.validate()
  }

  @Test func `injections of any effect decorate, by types or by rules`() async throws {
    try container.decorate((any TextStore).self, initializer: Injection(CachedStore.init(later:number:)))
    try container.decorate((any TextStore).self, initializer: Injection(Drawn.init(_:number:)))
    try container.decorate((any TextStore).self, initializer: Injection(Drawn.init(later:)))
    await Call.synchronous.expectResolveThrows((any TextStore).self, in: container, .asynchronousFactory)
    #expect(try await container.resolve((any TextStore).self).text == "drawn later(drawn(later(plain, 7), 7))")
    try container.decorate(
      (any TextStore).self, name: "n", initializer: Injection(CachedStore.init(number:store:), with: .value(1), .auto))
    try container.decorate(
      (any TextStore).self, name: "n", initializer: Injection(Drawn.init(_:number:), with: .auto, .value(3)))
    #expect(try await container.resolve((any TextStore).self, name: "n").text == "drawn(numbered(named, 1), 3)")
  }

  @Test(arguments: Call.allCases)
  func `a decorator initializer takes the product as an optional, a Lazy or a Provider`(call: Call) async throws {
    try container.decorate((any TextStore).self, initializer: Loose.init)
    let loose = try #require(try await call.resolve((any TextStore).self, in: container) as? Loose)
    #expect(try loose.text == "plain plain plain" && loose.lazy.value === loose.optional)
  }

  @Test(arguments: Call.allCases)
  func `a decorator initializer takes other registrations of its type by their names`(call: Call) async throws {
    try container.decorate(
      (any TextStore).self, initializer: Injection(CachedStore.init(first:second:), with: .auto, .named("n")))
    #expect(try await call.resolve((any TextStore).self, in: container).text == "plain & named")
  }

  @Test func `decorating throws if the initializer does not take the decorated type`() throws {
    let line = #line + 2
    let error = expectThrows(.invalidInstance) {
      try container.decorate((any TextStore).self, initializer: { @Sendable () in CachedStore() as any TextStore })
    }
    #expect(error?.failure?.location?.line == UInt(line))
    #expect(try container.resolve((any TextStore).self).text == "plain")
  }

  @Test(arguments: Call.allCases)
  func `a decorator initializer decorates each product that is built with an argument`(call: Call) async throws {
    let container = Container()
    try container.register(Int.self) { 7 }
    try container.register(
      (any TextStore).self, initializer: { @Sendable (text: String) -> any TextStore in PlainStore(text) })
    try container.decorate((any TextStore).self, initializer: CachedStore.init(number:store:))
    #expect(try await call.resolve((any TextStore).self, arguments: "a", in: container).text == "numbered(a, 7)")
    #expect(try await call.resolve((any TextStore).self, arguments: "b", in: container).text == "numbered(b, 7)")
  }

  @Test(arguments: Call.allCases)
  func `a property injected in a loop gets the product with its decorator`(call: Call) async throws {
    final class Kitchen: TextStore {
      let text = "kitchen"
      init(_ dish: Dish) {}
    }
    final class Dish: @unchecked Sendable { var kitchen: (any TextStore)? }
    let container = Container()
    try container.register((any TextStore).self, initializer: Kitchen.init).asSingleton()
    try container.register(initializer: Dish.init).asSingleton().injecting(\.kitchen)
    try container.decorate((any TextStore).self, initializer: CachedStore.init(store:))
    let store = try await call.resolve((any TextStore).self, in: container)
    #expect(store.text == "cached(kitchen)")
    #expect(try await call.resolve(Dish.self, in: container).kitchen === store)
  }

  @Test(arguments: Call.allCases)
  func `a decorator built by an initializer resolves its injected property`(call: Call) async throws {
    final class Counting: TextStore, @unchecked Sendable {
      let inside: any TextStore
      @Inject var number: Int
      var text: String { "\(inside.text) \(number)" }
      init(_ inside: any TextStore) { self.inside = inside }
    }
    try container.decorate((any TextStore).self, initializer: Counting.init)
    #expect(try await call.resolve((any TextStore).self, in: container).text == "plain 7")
  }
}
