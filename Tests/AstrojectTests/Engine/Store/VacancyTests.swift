import TestSupport
import Testing

@testable import Astroject

private typealias Page = Ending
private protocol Readable: Sendable {}
extension Ending: Readable {}

private struct Tag: Hashable { let number: Int }

/// Resolves synchronously, where an asynchronous function would choose the other overload.
private func resolve<Product>(_ type: Product.Type, name: String? = nil, in container: Container) throws -> Product {
  try container.resolve(type, name: name)
}

@Suite("Removed registrations", .ownThreads)
struct VacancyTests {
  private let container = Container()
  private let freed = Counter()

  private func clear() { container.clear() }

  /// The number of entries in the store.
  private var locations: Int { container.core.store.all.count }

  @Test func `100 000 registrations and removals under seven names leave no entry and a small table`() throws {
    try container.register(Int.self) { 1 }
    for round in 0..<100_000 {
      try container.register(Page.self, name: "page \(round % 7)") { Page() }.asSingleton()
      if round % 1000 == 0 { _ = try container.resolve(Page.self, name: "page \(round % 7)") }
      container.unregister(Page.self, name: "page \(round % 7)")
    }
    #expect([locations, container.core.store.capacity] == [1, 8])
    #expect(try container.resolve(Int.self) == 1)
  }

  @Test(arguments: [false, true])
  func `removing 1000 keyed singletons frees them and empties the table`(isCleared: Bool) async throws {
    let freed = freed
    for number in 0..<1000 {
      try container.register(Page.self, key: Tag(number: number)) { Page(counting: freed) }.asSingleton()
      for _ in 0..<3 { _ = try await container.resolve(Page.self, key: Tag(number: number)) }
    }
    if isCleared {
      clear()
    } else {
      for number in 0..<1000 { container.unregister(Page.self, key: Tag(number: number)) }
    }
    await freed.reaches(1000)
    #expect([locations, container.core.store.capacity] == [0, 1])
  }

  @Test func `registrations are still found after others in their hash table are removed`() throws {
    for number in 0..<200 { try container.register(Int.self, key: Tag(number: number)) { number } }
    for number in 0..<200 where number % 3 != 0 { container.unregister(Int.self, key: Tag(number: number)) }
    let find: (Int) throws -> Int? = { try container.resolveOptional(Int.self, key: Tag(number: $0)) }
    for number in 0..<200 { #expect(try find(number) == (number % 3 == 0 ? number : nil)) }
    for number in 0..<200 where number % 3 == 1 {
      try container.register(Int.self, key: Tag(number: number)) { -number }
    }
    for number in 0..<200 { #expect(try find(number) == [number, -number, nil][number % 3]) }
    #expect(locations == 134)
  }

  @Test func `a registration that a transaction removes is resolved again when the transaction fails`() throws {
    try container.register(Int.self) { 1 }
    container.failTransaction {
      container.unregister(Int.self)
      try container.register(Int.self) { 2 }
      container.unregister(Int.self)
      #expect(!container.isRegistered(Int.self))
    }
    #expect(try container.resolve(Int.self) == 1)
    try container.transaction { container.unregister(Int.self) }
    #expect(locations == 0)
  }

  @Test func `a thread finds its registration while another one unregisters it or another key`() async throws {
    let (container, lost) = (container, Counter())
    let meetings = [Barrier(count: 2), Barrier(count: 2)]
    try await onThreads(4) { number in
      let name = "\(number / 2)"
      for round in rounds(2000) {
        guard number % 2 == 0 else {
          container.unregister(Page.self, name: name)
          continue
        }
        try container.register(Page.self, name: name) { Page() }.asSingleton()
        try container.register(Int.self, key: Tag(number: number)) { round }
        if try container.resolve(Int.self, key: Tag(number: number)) != round { lost.increment() }
        if round % 3 == 0 { container.unregister(Int.self, key: Tag(number: number)) }
      }
      // A registration that comes after the last removal stays.
      meetings[number / 2].wait()
      if number % 2 == 0 { try container.register(Page.self, name: name) { Page() }.asSingleton() }
    }
    #expect(lost.value == 0)
    for name in ["0", "1"] {
      #expect(try resolve(Page.self, name: name, in: container) === resolve(Page.self, name: name, in: container))
      container.unregister(Page.self, name: name)
    }
    container.unregister(Int.self, key: Tag(number: 0))
    container.unregister(Int.self, key: Tag(number: 2))
    #expect(locations == 0)
  }

  @Test func `transactions and removals of the same keys on two threads leave no entry behind`() async throws {
    let container = container
    try await onThreads(2) { number in
      for _ in rounds(2000) {
        guard number == 0 else {
          container.unregister(Page.self)
          container.unregister((any Readable).self)
          continue
        }
        _ = try container.transaction { try container.register(Page.self) { Page() }.implements((any Readable).self) }
      }
    }
    container.unregister(Page.self)
    container.unregister((any Readable).self)
    #expect(locations == 0)
    _ = try container.transaction {
      try container.register(Page.self) { Page() }.asSingleton().implements((any Readable).self)
    }
    #expect(locations == 2)
    #expect(try resolve(Page.self, in: container) === resolve((any Readable).self, in: container) as? Page)
  }
}

@Suite("Discarded instances", .ownThreads)
struct SurrenderTests {
  private let container = Container()
  private let freed = Counter()

  @Test(arguments: [Occasion.clear, .shutdown, .unregister, .replacement])
  func `a discarded singleton is freed with its last reference, even after reads`(occasion: Occasion) async throws {
    let freed = freed
    try container.register(Page.self) { Page(counting: freed) }.asSingleton()
    var last: Page? = try resolve(Page.self, in: container)
    for _ in 0..<3 { _ = try resolve(Page.self, in: container) }
    #expect(container.core.store.entry(for: Key(Page.self))?.instance != nil)
    try await occasion.happen(to: Page.self, in: container, by: .asynchronous)
    #expect(freed.value == 0)
    withExtendedLifetime(last) {}
    last = nil
    await freed.reaches(1)
  }

  @Test func `clear frees a singleton during another thread's factory, and captures later`() async throws {
    let (freed, captured) = (freed, Counter())
    let stop = Stop()
    func register() throws {
      let capture = Page(counting: captured)
      try container.register(String.self) { withExtendedLifetime(capture) { "" } }.asTransient()
    }
    try register()
    for _ in 0..<3 { _ = try resolve(String.self, in: container) }
    try container.register(Page.self) { Page(counting: freed) }.asSingleton()
    for _ in 0..<3 { _ = try resolve(Page.self, in: container) }
    let other = Container()
    try other.register(Int.self) { stop.block(before: 1) }
    async let number = onThread { try other.resolve(Int.self) }
    await stop.begun.pass()
    await container.clear()
    await freed.reaches(1)
    #expect(captured.value == 0)
    stop.mayEnd.open()
    _ = try await number
    await captured.reaches(1)
  }

  @Test func `a container publishes its instances again after each of 100 shutdowns`() async throws {
    try container.register(Page.self) { Page() }.asSingleton()
    try container.register(Int.self) { 1 }.asTransient()
    for _ in 0..<100 {
      for _ in 0..<3 {
        _ = try resolve(Page.self, in: container)
        _ = try resolve(Int.self, in: container)
      }
      let store = container.core.store
      #expect(store.entry(for: Key(Page.self))?.instance === store.entry(for: Key(Page.self))?.storage?.product)
      #expect(store.entry(for: Key(Page.self))?.instance != nil)
      #expect(store.entry(for: Key(Int.self))?.publishesNothing == false)
      try await container.shutdown()
      #expect(store.entry(for: Key(Page.self))?.publishesNothing == true)
    }
  }
}

extension Store {
  /// The capacity of the table.
  var capacity: Int { contents.withLock { $0.table ?? Table.empty }.capacity }
}
