import TestSupport
import Testing

/// A graph-scoped object that two others share.
private final class Ledger: Sendable {}

private typealias Reader = Wrap<Ledger>

private final class Desk: Sendable {
  let ledgers: [Ledger]
  init(_ ledgers: [Ledger]) { self.ledgers = ledgers }

  /// True if all parts of the desk have the same ledger.
  var isShared: Bool { ledgers.allSatisfy { $0 === ledgers.first } }
}

@Suite("A factory that captured its container")
struct CapturedContainerTests {
  private let container = Container()

  init() throws { try container.register(Ledger.self) { Ledger() } }

  /// Registers the desk and the reader, whose factories resolve by the container.
  private func register(_ scope: AnyScope, awaiting isAwaiting: Bool) throws {
    if isAwaiting {
      try container.register(Reader.self) { [unowned container] _ in Reader(try await container.resolve(Ledger.self)) }
      scope.apply(
        to: try container.register(Desk.self) { [unowned container] () async throws in
          Desk([
            try await container.resolve(Ledger.self), try await container.resolve(Reader.self).inner,
            try await container.resolveAll(Ledger.self)[0], try #require(try await container.resolve(Ledger?.self)),
          ])
        })
    } else {
      try container.register(Reader.self) { [unowned container] in Reader(try container.resolve(Ledger.self)) }
      scope.apply(
        to: try container.register(Desk.self) { [unowned container] in
          Desk([
            try container.resolve(Ledger.self), try container.resolve(Reader.self).inner,
            try container.resolveAll(Ledger.self)[0], try #require(try container.resolve(Ledger?.self)),
          ])
        })
    }
  }

  @Test(
    arguments: AnyScope.allCases,
    [(.synchronous, false), (.asynchronous, false), (.asynchronous, true)] as [(Call, Bool)])
  func `goes on in the tree that it belongs to`(scope: AnyScope, way: (call: Call, isAwaiting: Bool)) async throws {
    try register(scope, awaiting: way.isAwaiting)
    for _ in 1...4 { #expect(try await way.call.resolve(Desk.self, in: container).isShared) }
  }

  @Test(arguments: Call.allCases)
  func `shares with a resolver of the same build`(call: Call) async throws {
    try container.register(Desk.self) { [unowned container] resolver in
      Desk([
        try resolver.resolve(Ledger.self), try container.resolve(Ledger.self),
        try container.resolve(Reader.self, name: "named").inner,
        try container.resolve(Reader.self, argument: 1).inner,
      ])
    }
    try container.register(Reader.self, name: "named") { Reader(try $0.resolve(Ledger.self)) }
    try container.register(Reader.self, argument: Int.self) { resolver, _ in Reader(try resolver.resolve(Ledger.self)) }
    var desks: [Desk] = []
    for _ in 1...4 { desks.append(try await call.resolve(Desk.self, in: container)) }
    #expect(desks.allSatisfy(\.isShared) && desks[2].ledgers[0] !== desks[3].ledgers[0])
  }

  @Test func `shares in the tasks that it starts and awaits`() async throws {
    try container.register(Desk.self) { [unowned container] resolver async throws in
      let own = try await resolver.resolve(Ledger.self)
      async let other = container.resolve(Ledger.self)
      return Desk([own, try await other])
    }
    #expect(try await container.resolve(Desk.self).isShared)
  }

  @Test func `begins a tree of its own in a task that outlives the build`() async throws {
    let container = container
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let late = Guarded<Task<Ledger, any Error>?>(nil)
    try container.register(Desk.self) { resolver async throws in
      late.withLock {
        $0 = Task {
          for await _ in gate {}
          return try await container.resolve(Ledger.self)
        }
      }
      return Desk([try await resolver.resolve(Ledger.self)])
    }
    let desk = try await container.resolve(Desk.self)
    opening.finish()
    let other = try await late.now?.value
    #expect(other != nil && other !== desk.ledgers[0])
    await container.clear()
  }

  @Test(arguments: Call.allCases)
  func `begins a tree of its own in another container`(call: Call) async throws {
    let child = container.makeChild()
    try child.register(Desk.self) { [unowned container, unowned child] in
      Desk([try child.resolve(Ledger.self), try container.resolve(Ledger.self)])
    }
    #expect(try await !call.resolve(Desk.self, in: child).isShared)
  }

  @Test(arguments: Call.allCases)
  func `gets the object under construction in a hook`(call: Call) async throws {
    let seen = Guarded<Reader?>(nil)
    try container.register(Reader.self) { Reader(try $0.resolve(Ledger.self)) }
      .afterInit { [unowned container] _, _ in
        let reader = try container.resolve(Reader.self)
        seen.withLock { $0 = reader }
      }
    let reader = try await call.resolve(Reader.self, in: container)
    #expect(seen.now === reader)
  }
}
