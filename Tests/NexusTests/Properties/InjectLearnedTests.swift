import AstrojectTesting
import Nexus
import TestSupport
import Testing

private final class Wine: Sendable {
  let color: String
  init(color: String = "plain") { self.color = color }
}

private protocol Serving {}

private class Room {}

private final class Cellar: Room, Serving {
  @Inject var wine: Wine
  init(_ journal: Journal<String>) { journal.note("init") }
}

/// Its wine has the name that is bound when it is made.
private final class Table {
  @Inject(name: Table.name) var wine: Wine
  @TaskLocal static var name = "red"
  init(_ journal: Journal<String>) { journal.note("init") }
}

@Suite("What objects have shown of their injected properties")
struct InjectLearnedTests {
  private let container = Container()
  private let journal = Journal<String>()
  private let fails = Guarded(false)

  init() throws { try container.register(instance: journal) }

  /// Registers a wine that notes when it is made, and fails on demand.
  private func registerWine(_ name: String? = nil, in container: Container) throws {
    try container.register(Wine.self, name: name) { [journal, fails] in
      journal.note("wine")
      if fails.now { throw Objection() }
      return Wine(color: name ?? "plain")
    }
    .asTransient()
  }

  // MARK: Types

  /// What a cellar is registered as.
  enum Product: CaseIterable, Sendable {
    case itself, existential, superclass, optional

    fileprivate func register(in container: Container) throws {
      switch self {
      case .itself: try container.register(initializer: Cellar.init).asTransient()
      case .existential: try container.register((any Serving).self, initializer: Cellar.init).asTransient()
      case .superclass: try container.register(Room.self, initializer: Cellar.init).asTransient()
      case .optional:
        let make = { @Sendable (journal: Journal<String>) -> (any Serving)? in Cellar(journal) }
        try container.register(initializer: make).asTransient()
      }
    }

    fileprivate func resolve(_ way: Way, in container: Container) async throws -> Any? {
      switch self {
      case .itself: try await way.resolve(Cellar.self, in: container)
      case .existential: try await way.resolve((any Serving).self, in: container)
      case .superclass: try await way.resolve(Room.self, in: container)
      case .optional: try await way.resolve((any Serving)?.self, in: container)
      }
    }
  }

  @Test(
    "holds while all are of one type, whatever they are registered as: what fails is thrown before the next `init`",
    arguments: Way.allCases, Product.allCases)
  func failing(way: Way, product: Product) async throws {
    try registerWine(in: container)
    try product.register(in: container)
    for _ in 1...2 { _ = try await product.resolve(way, in: container) }
    fails.withLock { $0 = true }
    let before = journal.entries.count
    let error = await way.error { try await product.resolve($0, in: container) }
    #expect(error?.underlyingError is Objection)
    #expect(journal.entries.dropFirst(before) == ["wine"])
  }

  @Test("holds in another container, which may lack it", arguments: Way.allCases, Product.allCases)
  func lacking(way: Way, product: Product) async throws {
    try product.register(in: container)
    let child = container.makeChild()
    try registerWine(in: child)
    _ = try await product.resolve(way, in: child)
    let before = journal.entries.count
    let error = await way.error { try await product.resolve($0, in: container.makeChild()) }
    #expect(error?.kind == .noRegistrationFound)
    #expect(journal.entries.count == before)
  }

  @Test("holds for a caller that blocks, to whom what has to be awaited is thrown", arguments: Product.allCases)
  func awaited(product: Product) async throws {
    try container.register(Wine.self) { () async in Wine() }
    try product.register(in: container)
    for _ in 1...2 { _ = try await product.resolve(.awaiting, in: container) }
    let before = journal.entries.count
    let error = await Way.blocking.error { try await product.resolve($0, in: container) }
    #expect(error?.kind == .asynchronousFactory)
    #expect(journal.entries.count == before)
  }

  @Test(
    "no longer holds when they are of several types: what only some of them need is no other's", arguments: Way.allCases
  )
  func mixed(way: Way) async throws {
    struct Bar: Serving {}
    let count = Counter()
    let make = { @Sendable (journal: Journal<String>) -> any Serving in
      count.increment() % 2 == 1 ? Cellar(journal) : Bar()
    }
    try registerWine(in: container)
    try container.register((any Serving).self, initializer: make).asTransient()
    for _ in 1...3 { _ = try await way.resolve((any Serving).self, in: container) }
    fails.withLock { $0 = true }
    #expect(try await way.resolve((any Serving).self, in: container) is Bar)
    let error = await way.error { try await $0.resolve((any Serving).self, in: container) }
    #expect(error?.underlyingError is Objection)
  }

  // MARK: Nothing

  /// What an initializer gives first, which shows nothing.
  enum First: CaseIterable, Sendable {
    case nothing, madeBefore
  }

  @Test(
    "is not learned from what was made before, or from nothing: the next ones are awaited for",
    arguments: First.allCases)
  func notLearned(first: First) async throws {
    let spare = Guarded<Cellar?>(nil)
    if first == .madeBefore {
      let other = Container()
      try registerWine(in: other)
      spare.withLock { [journal] spare in spare = other.makeCurrent { Cellar(journal) } }
    }
    let count = Counter()
    let make = { @Sendable (journal: Journal<String>) -> Cellar? in
      count.increment() == 1 ? spare.now : Cellar(journal)
    }
    try container.register(Wine.self) { [journal] () async in
      journal.note("awaited")
      return Wine()
    }
    .asTransient()
    try container.register(initializer: make).asTransient()
    let cellar = try await container.resolve(Cellar?.self)
    #expect((cellar == nil) == (first == .nothing))
    let before = journal.entries.count
    for _ in 1...2 { #expect(try await container.resolve(Cellar?.self)?.wine.color == "plain") }
    #expect(journal.entries.dropFirst(before) == ["awaited", "init", "awaited", "init"])
  }

  @Test("is not learned from nothing: a name is still not known", arguments: Way.allCases)
  func namesAreNotLearned(way: Way) async throws {
    try registerWine("red", in: container)
    try container.register(initializer: { @Sendable () -> Table? in nil }).asTransient()
    #expect(container.verdict() == [])
    #expect(try await way.resolve(Table?.self, in: container) == nil)
    #expect(container.verdict() == [])
  }

  // MARK: Names

  @Test("of a name is not demanded where something has another name: it may be that one there", arguments: Way.allCases)
  func otherName(way: Way) async throws {
    try container.register(initializer: Table.init).asTransient()
    let names = ["red", "white"]
    let children = try names.map { name in try container.makeChild { try registerWine(name, in: $0) } }
    #expect(children.map { $0.verdict() } == [[], []])
    for index in [0, 1, 1, 0] {
      let wine = try await Table.$name.withValue(names[index]) {
        try await way.resolve(Table.self, in: children[index]).wine
      }
      #expect(wine.color == names[index])
      #expect(children.map { $0.verdict() } == [[], []])
    }
  }

  @Test("of a name that has to be awaited is not demanded of one who blocks where it is another")
  func otherNameAwaited() async throws {
    try container.register(initializer: Table.init).asTransient()
    let red = try container.makeChild { try $0.register(Wine.self, name: "red") { () async in Wine() } }
    _ = try await red.resolve(Table.self)
    let white = try container.makeChild { try registerWine("white", in: $0) }
    let wine = try Table.$name.withValue("white") { try plainly { try white.resolve(Table.self).wine } }
    #expect(wine.color == "white")
  }

  @Test("of a name is demanded where something has it, in every container", arguments: Way.allCases)
  func sameName(way: Way) async throws {
    try registerWine("red", in: container)
    try registerWine("white", in: container)
    try container.register(initializer: Table.init).asTransient()
    _ = try await way.resolve(Table.self, in: container.makeChild())
    fails.withLock { $0 = true }
    let before = journal.entries.count
    let error = await way.error { try await $0.resolve(Table.self, in: container.makeChild()) }
    #expect(error?.underlyingError is Objection)
    #expect(journal.entries.dropFirst(before) == ["wine"])
  }

  @Test("of a name is demanded where nothing has another name, nor a fallback", arguments: Way.allCases, [false, true])
  func noName(way: Way, hasFallback: Bool) async throws {
    let container = hasFallback ? Container(fallback: Container()) : container
    if hasFallback { try container.register(instance: journal) }
    try container.register(initializer: Table.init).asTransient()
    _ = try await way.resolve(Table.self, in: container.makeChild { try registerWine("red", in: $0) })
    let before = journal.entries.count
    let error = await way.error { try await $0.resolve(Table.self, in: container.makeChild()) }
    #expect(error?.outline == "noRegistrationFound: Table → Wine named \"red\"")
    #expect(journal.entries.count == before)
  }

  private final class Session: Hashable, Sendable {
    static func == (left: Session, right: Session) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// Asks by the object that is bound when it is made.
  private final class Desk {
    @Inject(key: Desk.session) var wine: Wine?
    @Inject var plain: Wine
    @TaskLocal static var session = Session()
  }

  @Test("is not kept where a key is an object", arguments: Way.allCases)
  func keys(way: Way) async throws {
    try registerWine(in: container)
    try container.register(initializer: Desk.init).asTransient()
    weak var gone: Session?
    for _ in 1...2 {
      let session = Session()
      gone = session
      let child = try container.makeChild { try registerWine(in: $0) }
      let desk = try await Desk.$session.withValue(session) { try await way.resolve(Desk.self, in: child) }
      #expect(desk.wine == nil && desk.plain.color == "plain")
    }
    #expect(gone == nil)
    #expect(container.verdict() == [])
  }
}
