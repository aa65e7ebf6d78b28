import TestSupport
import Testing

/// Counts its living instances.
private class Ware: @unchecked Sendable {
  // The class is Sendable, because its only property is a constant with a lock.
  private let alive: Guarded<Int>?
  init(alive: Guarded<Int>? = nil) {
    self.alive = alive
    alive?.withLock { $0 += 1 }
  }
  deinit { alive?.withLock { $0 -= 1 } }
}
private final class Wine: Ware, @unchecked Sendable {}
private final class Bread: Ware, @unchecked Sendable {}
private final class Waiter { @Inject var wine: Wine }

/// Makes its properties once or several times, as the registered whim says.
private final class Table {
  enum Whim: CaseIterable, Sendable { case inOrder, again, breadTwice, withWaiter, onAnotherThread }

  @Inject var wine: Wine
  @Inject var bread: Bread
  let waiter: Waiter?

  init(_ whim: Guarded<Whim>, _ recorder: Recorder<String>, _ container: Container) {
    recorder.note("init")
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
      onOwnThread { Container.withCurrent(container) { made.withLock { $0 = Waiter() } } }
      waiter = made.now
    default: waiter = nil
    }
  }
}

/// The service of the table and of a stool, which has no injected properties.
private protocol Furniture {}
extension Table: Furniture {}
private struct Stool: Furniture {}

@Suite("Values that are prepared for injected properties", .ownThreads)
struct ProvisionTests {
  private let container = Container()
  private let recorder = Recorder<String>()
  private let whim = Guarded(Table.Whim.inOrder)
  private let fails = Guarded(false)

  init() throws {
    try container.register(instance: recorder)
    try container.register(instance: whim)
    try container.register(Wine.self) { [recorder] in
      recorder.note("wine")
      return Wine()
    }.asTransient()
    try container.register(Bread.self) { [recorder, fails] in
      recorder.note("bread")
      if fails.now { throw Objection() }
      return Bread()
    }.asTransient()
    try container.register(initializer: Table.init).asTransient()
  }

  @Test(arguments: Call.allCases)
  func `each injected property gets its own value, whatever init asks for`(call: Call) async throws {
    var wines: [Wine] = []
    for next in Table.Whim.allCases + Table.Whim.allCases + [.inOrder, .inOrder] {
      whim.withLock { $0 = next }
      let table = try await call.resolve(Table.self, in: container)
      wines += [table.wine] + (table.waiter.map { [$0.wine] } ?? [])
      #expect((table.waiter != nil) == [.withWaiter, .onAnotherThread].contains(next))
      _ = table.bread
    }
    #expect(Set(wines.map(ObjectIdentifier.init)).count == wines.count)
  }

  @Test(arguments: Call.allCases)
  func `injected properties are built in order before the initializer runs`(call: Call) async throws {
    for _ in 1...2 { _ = try await call.resolve(Table.self, in: container) }
    let before = recorder.events.count
    _ = try await call.resolve(Table.self, in: container)
    #expect(recorder.events.dropFirst(before) == ["wine", "bread", "init"])
  }

  @Test(arguments: Call.allCases)
  func `a prepared value is released when the value of another property fails`(call: Call) async throws {
    let alive = Guarded(0)
    try container.register(Wine.self) { Wine(alive: alive) }.asTransient()
    for _ in 1...2 { _ = try await call.resolve(Table.self, in: container) }
    fails.withLock { $0 = true }
    let before = recorder.events.count
    #expect(await call.error { try await $0.resolve(Table.self, in: container) }?.underlyingError is Objection)
    #expect(recorder.events.dropFirst(before) == ["bread"])
    #expect(alive.now == 0)
  }

  /// The outcome of a call that makes no injected property.
  enum Idle: CaseIterable, Sendable { case madeBefore, another, error }

  @Test(arguments: Call.allCases, Idle.allCases)
  func `a prepared value is released when no property takes it`(call: Call, idle: Idle) async throws {
    let alive = Guarded(0)
    let (spare, count) = (Guarded<Table?>(nil), Counter())
    let make = {
      @Sendable (whim: Guarded<Table.Whim>, recorder: Recorder<String>, container: Container) throws -> any Furniture in
      guard count.increment() == 3 else {
        let table = Table(whim, recorder, container)
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
    for _ in 1...2 { _ = try await call.resolve((any Furniture).self, in: container) }
    try container.register(Wine.self) { Wine(alive: alive) }.asTransient()
    let third = try? await call.resolve((any Furniture).self, in: container)
    #expect((third == nil) == (idle == .error))
    #expect(alive.now == 0)
    #expect(try await call.resolve((any Furniture).self, in: container) is Table)
  }

  // MARK: Names

  private struct Seat: Hashable, Sendable { let number: Int }
  private final class Banquet {
    @Inject(name: "red") var red: String
    @Inject var plain: String
    @Inject(name: "white") var white: String
    @Inject(key: Seat(number: 1)) var seat: String?
    let inInit: [String?]
    init() { inInit = [_red.wrappedValue, _plain.wrappedValue, _white.wrappedValue, _seat.wrappedValue] }
  }

  @Test(arguments: Call.allCases)
  func `named, keyed and unnamed properties each get their own value in the initializer`(call: Call) async throws {
    try container.register(instance: "plain")
    for name in ["red", "white"] { try container.register(String.self, name: name) { name }.asTransient() }
    try container.register(String.self, key: Seat(number: 1)) { "seat" }.asTransient()
    try container.register(initializer: Banquet.init).asTransient()
    for _ in 1...3 {
      #expect(try await call.resolve(Banquet.self, in: container).inInit == ["red", "plain", "white", "seat"])
    }
  }

  /// Has two properties with a task-local name.
  private final class Bottle {
    @TaskLocal static var name = "red"
    @Inject(name: Bottle.name) var front: Berry
    @Inject var plain: Berry
    @Inject(name: "\(Bottle.name)") var back: Berry
  }

  @Test(arguments: Call.allCases)
  func `an injected property whose name varies never gets a value of another name`(call: Call) async throws {
    try container.register(Berry.self) { Berry(color: "plain") }.asTransient()
    for name in ["red", "white"] {
      try container.register(Berry.self, name: name) { [recorder] in
        recorder.note(name)
        return Berry(color: name)
      }.asTransient()
    }
    try container.register(initializer: { () in Bottle() }).asTransient()
    for name in ["red", "red", "white", "white", "red", "white"] {
      let bottle = try await Bottle.$name.withValue(name) { try await call.resolve(Bottle.self, in: container) }
      #expect([bottle.front.color, bottle.plain.color, bottle.back.color] == [name, "plain", name])
      #expect(bottle.front !== bottle.back)
    }
    let before = recorder.events.count
    _ = try await Bottle.$name.withValue("white") { try await call.resolve(Bottle.self, in: container) }
    #expect(recorder.events.dropFirst(before).filter { $0 == "white" }.count == 2)
  }

  /// A key whose comparison builds an object with an injected property.
  private struct Busy: Hashable, Sendable {
    static let recorder = Guarded(0)
    static func == (left: Busy, right: Busy) -> Bool {
      recorder.withLock { $0 += 1 }
      return withExtendedLifetime(Waiter()) { true }
    }
    func hash(into hasher: inout Hasher) {}
  }
  private final class Odd {
    @Inject(key: Busy()) var bread: Bread
    @Inject var last: Bread
  }

  @Test(arguments: Call.allCases)
  func `a property is built once even if comparing its key resolves other objects`(call: Call) async throws {
    let alive = Guarded(0)
    try container.register(Bread.self, key: Busy()) { Bread(alive: alive) }.asTransient()
    try container.register(Bread.self) { Bread(alive: alive) }.asTransient()
    try container.register(initializer: { () in Odd() }).asTransient()
    try await Container.withCurrent(container) {
      for _ in 1...4 {
        let odd = try await call.resolve(Odd.self, in: container)
        #expect(odd.bread !== odd.last)
        #expect(alive.now == 2)
      }
    }
    #expect(alive.now == 0)
    #expect(Busy.recorder.now > 0)
  }

  @Test(arguments: Call.allCases)
  func `unnamed properties are built once beside one whose name depends on the child`(call: Call) async throws {
    final class Toast {
      @TaskLocal static var name = "red"
      @Inject var first: Wine
      @Inject(name: Toast.name) var middle: Bread
      @Inject var last: Wine
    }
    try container.register(initializer: Toast.init).asTransient()
    let names = ["red", "white"]
    let children = try names.map { name in
      try container.makeChild { try $0.register(Bread.self, name: name) { Bread() } }
    }
    for index in [0, 0, 1, 1, 0] {
      let before = recorder.events.count
      let toast = try await Toast.$name.withValue(names[index]) {
        try await call.resolve(Toast.self, in: children[index])
      }
      #expect(toast.first !== toast.last)
      _ = toast.middle
      #expect(recorder.events.dropFirst(before) == ["wine", "wine"])
    }
  }

  // MARK: Memory

  /// Holds values of different sizes, and a wide one or an empty one among them.
  private struct Mixture<Wide> {
    @Inject var byte: UInt8
    @Inject var wide: Wide
    @Inject var text: String
    @Inject var flag: Bool
    @Inject var number: Int64
    @Inject var nothing: Void
    @Inject var list: [Int]
    @Inject var missing: Date?
    init() {}
  }
  private struct Date {}

  @Test(arguments: Call.allCases)
  func `injected properties hold values of different sizes and alignments`(call: Call) async throws {
    let wide = SIMD16<Float>(repeating: 0.5)
    let text = "longer than what fits into a string itself"
    try container.register(instance: 7 as UInt8)
    try container.register(instance: wide)
    try container.register(instance: text)
    try container.register(instance: true)
    try container.register(instance: Int64.min)
    try container.register(instance: ())
    try container.register(instance: [1, 2])
    try container.register(initializer: Mixture<SIMD16<Float>>.init).asTransient()
    try container.register(initializer: Mixture<Void>.init).asTransient()
    func expectValues<Wide>(of mixture: Mixture<Wide>) {
      #expect(mixture.byte == 7 && mixture.text == text && mixture.flag)
      #expect(mixture.number == .min && mixture.list == [1, 2] && mixture.missing == nil)
    }
    for _ in 1...3 {
      let mixture = try await call.resolve(Mixture<SIMD16<Float>>.self, in: container)
      #expect(mixture.wide == wide)
      expectValues(of: mixture)
      expectValues(of: try await call.resolve(Mixture<Void>.self, in: container))
    }
  }

  // MARK: Nested objects

  private final class Room {
    @Inject var wine: Wine
    @Inject var bread: Bread
  }
  /// Builds and resolves rooms between its injected properties.
  private final class Hall {
    @Inject var left: Wine
    let first: Room?
    @Inject var middle: Room
    let second = Room()
    @Inject var right: Wine
    init(_ resolver: Resolver) throws { first = try resolver.resolve(Room.self) }
  }

  @Test(arguments: Call.allCases)
  func `nested objects get their own values, if injected, resolved or built by hand`(call: Call) async throws {
    try container.register(initializer: Room.init).asTransient()
    try container.register(initializer: Hall.init).asTransient()
    for _ in 1...4 {
      let before = recorder.events.count
      let hall = try await call.resolve(Hall.self, in: container)
      let rooms = [hall.first, hall.middle, hall.second].compactMap { $0 }
      let wines = [hall.left, hall.right] + rooms.map(\.wine)
      #expect(Set(wines.map(ObjectIdentifier.init)).count == 5)
      #expect(Set(rooms.map { ObjectIdentifier($0.bread) }).count == 3)
      #expect(
        recorder.events.dropFirst(before).sorted() == Array(repeating: "bread", count: 3)
          + Array(repeating: "wine", count: 5))
    }
  }

  /// Resolves a room from the current container between its injected properties.
  private final class Corridor {
    @Inject var left: Wine
    let middle = try? Container.current.resolve(Room.self)
    @Inject var right: Wine
  }

  @Test(arguments: Call.allCases)
  func `resolving an object between two properties does not rebuild their values`(call: Call) async throws {
    try container.register(initializer: Room.init).asTransient()
    try container.register(initializer: { () in Corridor() }).asTransient()
    try await Container.withCurrent(container) {
      for _ in 1...4 {
        let before = recorder.events.count
        let corridor = try await call.resolve(Corridor.self, in: container)
        #expect(corridor.middle != nil && corridor.left !== corridor.right)
        #expect(recorder.events.dropFirst(before).sorted() == ["bread", "wine", "wine", "wine"])
      }
    }
  }

  private final class Bar: Furniture {
    @Inject var bread: Bread
    @Inject var wine: Wine
  }
  private final class Shelf: Furniture {
    @Inject var wine: Wine
    @Inject var bread: Bread
  }

  @Test(arguments: Call.allCases)
  func `properties get the right values if an initializer alternates between two classes`(call: Call) async throws {
    let alive = Guarded(0)
    let isBar = Guarded(false)
    try container.register(Wine.self) { Wine(alive: alive) }.asTransient()
    let make = { @Sendable () -> any Furniture in isBar.now ? Bar() : Shelf() }
    try container.register((any Furniture).self, initializer: make).asTransient()
    for next in [false, false, true, true, false] {
      isBar.withLock { $0 = next }
      let furniture = try await call.resolve((any Furniture).self, in: container)
      let wine = (furniture as? Bar)?.wine ?? (furniture as? Shelf)?.wine
      let bread: Any? = (furniture as? Bar)?.bread ?? (furniture as? Shelf)?.bread
      #expect(wine != nil && bread is Bread && furniture is Bar == next)
      #expect(alive.now == 1)
    }
    #expect(alive.now == 0)
  }
}
