import TestSupport
import Testing

@testable import Astroject

private protocol Leaf: AnyObject, Sendable { var edition: Int { get } }

private final class Page: Leaf, Sendable {
  let edition: Int
  init(_ edition: Int) { self.edition = edition }
}

private struct First: Sendable { let edition: Int }
private struct Last: Sendable { let edition: Int }

/// Reads of an edition, each of another registration of the same transaction.
private let reads: [@Sendable (Container) throws -> Int] = [
  { try $0.resolve(First.self).edition }, { try $0.resolve(Last.self).edition },
  { try $0.resolve(Int.self, name: "0") }, { try $0.resolve(Int.self, name: "99") },
  { try $0.resolve(Page.self).edition }, { try $0.resolve((any Leaf).self).edition },
  { try $0.makeChild().resolve((any Leaf).self).edition },
]

@Suite("The commit of a transaction", .ownThreads)
struct CommittingTests {
  private let container = Container()

  /// Registers an edition in the place of the one before, if there is one.
  private func publish(_ edition: Int, in container: Container, clearing clears: Bool) throws {
    try container.transaction {
      if clears { container.clear() }
      try container.register(First.self) { First(edition: edition) }.asSingleton()
      for number in 0..<100 { try container.register(Int.self, name: "\(number)") { edition } }
      try container.register(Page.self) { Page(edition) }.asSingleton().implements((any Leaf).self)
      if clears { for _ in 0..<10 { try container.contribute(Int.self) { edition } } }
      try container.register(Last.self) { Last(edition: edition) }
    }
  }

  @Test(arguments: [false, true])
  func `three threads see all registrations of a transaction or none, in any order`(clears: Bool) async throws {
    try publish(0, in: container, clearing: clears)
    let isOver = Gate()
    try await onThreads(4) { number in
      guard number > 0 else {
        defer { isOver.open() }
        for edition in 1...20 { try publish(edition, in: container, clearing: clears) }
        return
      }
      var (turn, newest) = (number, 0)
      while !isOver.isOpen {
        turn += 1
        let edition = try reads[turn * number % reads.count](container)
        if edition < newest { throw Trouble("\(edition) after \(newest)") }
        newest = edition
        // The others wait for the end of a commit.
        if turn % 32 != 0 { continue }
        let count = container.core.ownRegistrations.count
        if count != (clears ? 114 : 104) { throw Trouble("\(count) registrations") }
        let all = try container.resolveAll(Int.self)
        if Set(all).count != 1 { throw Trouble("numbers of \(Set(all))") }
        if all.count != (clears ? 110 : 100) { throw Trouble("\(all.count) numbers") }
      }
    }
  }

  @Test func `a thread that misses the first of many cleared registrations misses the last one`() async throws {
    try container.register(First.self) { First(edition: 0) }
    for number in 0..<2_000 { try container.register(Int.self, key: number) { number } }
    try container.register(Last.self) { Last(edition: 0) }
    try await onThreads(2) { number in
      if number == 0 { return container.clear() }
      while container.isRegistered(First.self) {}
      if container.isRegistered(Last.self) { throw Trouble("half of the registrations") }
    }
  }

  @Test func `three threads see a transaction's decorator as soon as they see its registration`() async throws {
    try container.register(First.self) { First(edition: 0) }
    try container.register(Int.self) { 0 }.asTransient()
    let isOver = Gate()
    try await onThreads(4) { number in
      guard number > 0 else {
        defer { isOver.open() }
        for edition in 1...20 {
          try container.transaction {
            try container.decorate(Int.self) { _, count in count + 1 }
            try container.register(First.self) { First(edition: edition) }.asSingleton()
          }
          for _ in 0..<20 { _ = try container.resolve(Int.self) }
        }
        return
      }
      while !isOver.isOpen {
        let edition = try container.resolve(First.self).edition
        let count = try container.resolve(Int.self)
        if count < edition { throw Trouble("\(count) decorators in edition \(edition)") }
      }
    }
  }

  @Test func `a thread that asks for a registration during its commit waits for the end of the commit`() async throws {
    try container.register(First.self) { First(edition: 0) }
    let match = try #require(container.core.find(Key(First.self)))
    let plan = Compiler.plan(of: match.blueprint, in: match.owner, for: container.core)
    #expect(match.entry.hold(for: container.core.store))
    match.entry.publish(plan, of: match.blueprint) { true }
    #expect(match.entry.publishesNothing)
    let (asks, isOver, entry) = (Gate(), Gate(), match.entry)
    async let isLate = onThread {
      asks.open()
      _ = entry.own
      return isOver.isOpen
    }
    await asks.pass()
    isOver.open()
    entry.endHold()
    #expect(try await isLate)
  }
}
