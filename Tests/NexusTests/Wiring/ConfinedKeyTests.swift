import TestSupport
import Testing

/// A key that ends the process if it is hashed or compared, even on its actor, because no caller may do that.
@MainActor private struct Spot: @MainActor Hashable {
  static func == (left: Spot, right: Spot) -> Bool { fatalError() }
  func hash(into hasher: inout Hasher) { fatalError() }
}

@globalActor private actor Desk { static let shared = Desk() }

@Desk private final class Seat: @Desk Hashable {
  nonisolated static func == (left: Seat, right: Seat) -> Bool { fatalError() }
  func hash(into hasher: inout Hasher) { fatalError() }
  static func made() -> any Hashable & Sendable { Seat() }
}

private protocol Seating {}
private final class Chair: Seating, Sendable {}
private final class AllChairs: Seating { init(_ chairs: [any Seating]) {} }
private final class Owner { init(_ chair: Chair) {} }
private final class OptionalOwner { init(_ chair: Chair?) {} }
private final class Holder { var chair: Chair? }
private final class Reader {
  @Inject var chair: Chair
  init(_ key: any Hashable & Sendable) { _chair = Inject(key: key) }
}
private final class LateReader {
  @InjectLazy var chair: Chair
  init(_ key: any Hashable & Sendable) { _chair = InjectLazy(key: key) }
}

/// A product that needs another one with a key.
private struct Form: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let register: @Sendable (Container, any Hashable & Sendable) throws -> Void
  let resolve: @Sendable (Call, Container) async throws -> Void

  init<Product>(
    _ description: String, _ type: Product.Type,
    register: @escaping @Sendable (Container, any Hashable & Sendable) throws -> Registration<Product>,
    resolve: @escaping @Sendable (Call, Product) async throws -> Void = { _, _ in }
  ) {
    testDescription = description
    self.register = { _ = try register($0, $1) }
    self.resolve = { try await resolve($0, $0.resolve(type, in: $1)) }
  }

  static let all = [
    Form("a rule", Owner.self) { try $0.register(initializer: Owner.init, with: .keyed($1)) },
    Form("a rule of an optional", OptionalOwner.self) {
      try $0.register(initializer: OptionalOwner.init, with: .keyed($1))
    },
    Form("a rule of a Lazy", LazyOwner<Chair>.self) {
      try $0.register(initializer: LazyOwner<Chair>.init, with: .keyed($1))
    } resolve: {
      _ = try await $0.value(of: $1.lazy)
    },
    Form("injecting", Holder.self) { try $0.register(initializer: Holder.init).injecting(\.chair, key: $1) },
    Form("injecting or nil", Holder.self) {
      try $0.register(initializer: Holder.init).injecting(\.chair, name: "a", key: $1, optional: true)
    },
    Form("@Inject", Reader.self) { container, key in try container.register(Reader.self) { Reader(key) } },
    Form("@InjectLazy", LateReader.self) { container, key in
      try container.register(LateReader.self) { LateReader(key) }
    } resolve: {
      _ = try await $0.value(of: $1.$chair)
    },
    Form("a resolver", Chair.self) { container, key in
      try container.register(Chair.self) { try $0.resolve(key: key) }
    },
  ]
}

@Suite("A key that is Hashable on a global actor only")
struct ConfinedKeyTests {
  private let container = Container()

  @MainActor private static func keys() async -> [any Hashable & Sendable] {
    [Spot(), [Spot()], Spot() as Spot?, await Seat.made()]
  }

  @Test(arguments: Form.all, Call.allCases)
  fileprivate func `is refused when something is resolved with it`(_ form: Form, _ call: Call) async throws {
    try await form.register(container, ConfinedKeyTests.keys()[0])
    let error = await call.error { try await form.resolve($0, container) }
    #expect(
      error?.headline.withoutSuites
        == "Spot conforms to Hashable on the main actor only, and the container compares keys elsewhere.")
  }

  @Test func `is refused by each function that takes it and throws, and is found by none`() async {
    for key in await ConfinedKeyTests.keys() {
      let calls: [() throws -> Void] = [
        { [container] in try container.register(Chair.self, key: key) { Chair() } },
        { [container] in try container.register(Chair.self, name: "a", key: key) { Chair() } },
        { [container] in try container.register((any Seating).self, key: key, composite: AllChairs.init) },
        { [container] in try container.contribute(Chair.self, key: key) { Chair() } },
        { [container] in try container.decorate(Chair.self, key: key) { _, chair in chair } },
        { [container] in _ = try container.resolve(Chair.self, key: key) },
        { [container] in _ = try container.resolve(Chair?.self, key: key) },
        { [container] in _ = try container.resolveOptional(Chair.self, name: "a", key: key) },
      ]
      for call in calls { expectThrows(.isolationMismatch) { try call() } }
      synchronously { container.release(Chair.self, key: key) }
      container.unregister(Chair.self, key: key)
      #expect(!container.isRegistered(Chair.self, key: key))
    }
  }

  @Test @MainActor func `is in no dictionary`() throws {
    try container.contribute(Chair.self, key: 1) { Chair() }
    #expect(try container.resolve([Spot: Chair].self).isEmpty)
  }
}
