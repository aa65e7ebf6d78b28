import Nexus
import TestSupport
import Testing

private final class Wine: Sendable {
  private let alive: Guarded<Int>?
  init(alive: Guarded<Int>? = nil) {
    self.alive = alive
    alive?.withLock { $0 += 1 }
  }
  deinit { alive?.withLock { $0 -= 1 } }
}
private final class Bread: Sendable {}
private final class Waiter { @Inject var wine: Wine }

/// Asks for what it is told, once or more than that.
private final class Table {
  enum Whim: CaseIterable, Sendable { case inOrder, again, breadTwice, withWaiter, onAnotherThread }

  @Inject var wine: Wine
  @Inject var bread: Bread
  let waiter: Waiter?

  init(_ whim: Guarded<Whim>, _ journal: Journal<String>, _ container: Container) {
    journal.note("init")
    let whim = whim.now
    if whim == .again {
      _bread = Inject()
      _wine = Inject()
    }
    if whim == .breadTwice { _bread = Inject() }
    switch whim {
    case .withWaiter: waiter = Waiter()
    case .onAnotherThread:
      let made = Guarded<Waiter?>(nil)
      onOwnThread { container.makeCurrent { made.withLock { $0 = Waiter() } } }
      waiter = made.now
    default: waiter = nil
    }
  }
}

/// Asks for nothing, and is a table to those who resolve one.
private protocol Furniture {}
extension Table: Furniture {}
private struct Stool: Furniture {}

@Suite("What lies ready for injected properties")
struct ProvisionTests {
  private let container = Container()
  private let journal = Journal<String>()
  private let whim = Guarded(Table.Whim.inOrder)
  private let fails = Guarded(false)

  init() throws {
    try container.register(instance: journal)
    try container.register(instance: whim)
    try container.register(Wine.self) { [journal] in
      journal.note("wine")
      return Wine()
    }
    .asTransient()
    try container.register(Bread.self) { [journal, fails] in
      journal.note("bread")
      if fails.now { throw Objection() }
      return Bread()
    }
    .asTransient()
    try container.register(initializer: Table.init).asTransient()
  }

  @Test("is had by those that ask, each once, whatever an object asks for", arguments: Way.allCases)
  func whims(way: Way) async throws {
    var wines: [Wine] = []
    for next in Table.Whim.allCases + Table.Whim.allCases + [.inOrder, .inOrder] {
      whim.withLock { $0 = next }
      let table = try await way.resolve(Table.self, in: container)
      wines += [table.wine] + (table.waiter.map { [$0.wine] } ?? [])
      #expect((table.waiter != nil) == [.withWaiter, .onAnotherThread].contains(next))
      _ = table.bread
    }
    #expect(Set(wines.map(ObjectIdentifier.init)).count == wines.count)
  }

  @Test("has been made before `init`, in the order of the properties", arguments: Way.allCases)
  func order(way: Way) async throws {
    for _ in 1...2 { _ = try await way.resolve(Table.self, in: container) }
    let before = journal.entries.count
    _ = try await way.resolve(Table.self, in: container)
    #expect(journal.entries.dropFirst(before) == ["wine", "bread", "init"])
  }

  @Test("is let go of when what else is needed cannot be had", arguments: Way.allCases)
  func failing(way: Way) async throws {
    let alive = Guarded(0)
    try container.register(Wine.self) { Wine(alive: alive) }.asTransient()
    for _ in 1...2 { _ = try await way.resolve(Table.self, in: container) }
    fails.withLock { $0 = true }
    let before = journal.entries.count
    let error = await way.error { try await $0.resolve(Table.self, in: container) }
    #expect(error?.underlyingError is Objection)
    #expect(journal.entries.dropFirst(before) == ["bread"])
    #expect(alive.now == 0)
  }

  /// What an initializer gives that asks for nothing.
  enum Idle: CaseIterable, Sendable { case madeBefore, another, error }

  @Test("is let go of where nobody asks for it", arguments: Way.allCases, Idle.allCases)
  func unused(way: Way, idle: Idle) async throws {
    let alive = Guarded(0)
    let (spare, count) = (Guarded<Table?>(nil), Counter())
    let make = {
      @Sendable (whim: Guarded<Table.Whim>, journal: Journal<String>, container: Container) throws -> any Furniture in
      guard count.increment() == 3 else {
        let table = Table(whim, journal, container)
        spare.withLock { $0 = table }
        return table
      }
      switch idle {
      case .madeBefore: return spare.now ?? Stool()
      case .another: return Stool()
      case .error: throw Objection()
      }
    }
    try container.register((any Furniture).self, initializer: make).asTransient()
    for _ in 1...2 { _ = try await way.resolve((any Furniture).self, in: container) }
    try container.register(Wine.self) { Wine(alive: alive) }.asTransient()
    let third = try? await way.resolve((any Furniture).self, in: container)
    #expect((third == nil) == (idle == .error))
    #expect(alive.now == 0)
    #expect(try await way.resolve((any Furniture).self, in: container) is Table)
  }

  // MARK: Memory

  private struct Mixture {
    @Inject var byte: UInt8
    @Inject var wide: SIMD16<Float>
    @Inject var text: String
    @Inject var flag: Bool
    @Inject var number: Int64
    @Inject var nothing: Void
    @Inject var list: [Int]
    @Inject var missing: Date?
    init() {}
  }
  private struct Packed {
    @Inject var byte: UInt8
    @Inject var text: String
    @Inject var flag: Bool
    @Inject var number: Int64
    @Inject var none: Void
    @Inject var list: [Int]
    @Inject var missing: Date?
    init() {}
  }
  private struct Date {}

  @Test("is of any size and alignment", arguments: Way.allCases)
  func layout(way: Way) async throws {
    let wide = SIMD16<Float>(repeating: 0.5)
    let text = "longer than what fits into a string itself"
    try container.register(instance: 7 as UInt8)
    try container.register(instance: wide)
    try container.register(instance: text)
    try container.register(instance: true)
    try container.register(instance: Int64.min)
    try container.register(instance: ())
    try container.register(instance: [1, 2])
    try container.register(initializer: Mixture.init).asTransient()
    try container.register(initializer: Packed.init).asTransient()
    for _ in 1...3 {
      let mixture = try await way.resolve(Mixture.self, in: container)
      #expect(mixture.byte == 7 && mixture.wide == wide && mixture.text == text && mixture.flag)
      #expect(mixture.number == .min && mixture.list == [1, 2] && mixture.missing == nil)
      let packed = try await way.resolve(Packed.self, in: container)
      #expect(packed.byte == 7 && packed.text == text && packed.flag && packed.number == .min)
      #expect(packed.list == [1, 2] && packed.missing == nil)
    }
  }

  // MARK: Within one another

  private final class Hall {
    @Inject var left: Room
    @Inject var right: Room
    let own: Wine
    init(resolver: Resolver) throws { own = try resolver.resolve(Room.self).wine }
  }
  private final class Room {
    @Inject var wine: Wine
    @Inject var bread: Bread
  }

  @Test("is each object's own where one is made for another, and in its `init`")
  func nested() throws {
    try container.register(initializer: Room.init).asTransient()
    try container.register(initializer: Hall.init).asTransient()
    for _ in 1...3 {
      let hall = try plainly { try container.resolve(Hall.self) }
      #expect(Set([hall.left.wine, hall.right.wine, hall.own].map(ObjectIdentifier.init)).count == 3)
    }
  }
}
