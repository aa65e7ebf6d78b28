import TestSupport
import Testing

private final class A: Sendable {}
private final class B: Sendable {}

private final class Owner: @unchecked Sendable { var part: Part? }
private final class Part: Sendable {
  let owner: Owner
  init(_ owner: Owner) { self.owner = owner }
}

@Suite("Waits that would never end", .ownThreads)
struct DeadlockTests {
  private let container = Container()

  /// How the factories of two singletons that need each other resolve.
  enum Edge: CaseIterable { case resolver, capturedContainer }

  private func expectLoop(_ result: Result<Void, any Error>) {
    let error = expectThrows(.circularDependency) { try result.get() }
    let names = error?.route ?? []
    #expect(Set(names) == ["A keyed 0", "A keyed 1"])
    #expect(names.count >= 3 && names.dropLast().contains { $0 == names.last }, "\(names)")
  }

  @Test(arguments: [Crowd(threads: 2), Crowd(tasks: 2)], Edge.allCases)
  func `two callers that resolve mutually dependent singletons get an error`(crowd: Crowd, edge: Edge) async throws {
    let container = Container()
    // Each factory asks for the other product when both products are being built.
    let meeting = Barrier(count: 2)
    for number in 0...1 {
      if crowd.tasks > 0 {
        try container.register(A.self, key: number) { [unowned container] resolver in
          await meeting.pass()
          return try await edge.source(resolver, container).resolve(A.self, key: 1 - number)
        }.asSingleton()
      } else {
        try container.register(A.self, key: number) { [unowned container] resolver in
          meeting.wait()
          return try edge.source(resolver, container).resolve(A.self, key: 1 - number)
        }.asSingleton()
      }
    }
    let results = await crowd.run { number in
      _ = try container.resolve(A.self, key: number)
    } asynchronous: { number in
      _ = try await container.resolve(A.self, key: number)
    }
    for result in results { expectLoop(result) }
  }

  @Test func `singletons that refer to each other in afterInit are wired when two threads resolve them`() async throws {
    final class Left: @unchecked Sendable { var right: Right? }
    final class Right: @unchecked Sendable { weak var left: Left? }
    let meeting = Barrier(count: 2)
    try container.register(Left.self) {
      meeting.wait()
      return Left()
    }.asSingleton().afterInit { resolver, left in left.right = try resolver.resolve(Right.self) }
    try container.register(Right.self) {
      meeting.wait()
      return Right()
    }.asSingleton().afterInit { resolver, right in right.left = try resolver.resolve(Left.self) }
    try await onThreads(2) { number in
      if number == 0 { _ = try container.resolve(Left.self) } else { _ = try container.resolve(Right.self) }
    }
    let left = try synchronously { try container.resolve(Left.self) }
    #expect(left.right?.left === left)
  }

  @Test func `one branch of an asynchronous factory waits for an instance that another branch builds`() async throws {
    let stop = Stop()
    try container.register(A.self) { await stop.suspend(before: A()) }.asSingleton()
    try container.register(B.self) { resolver in
      async let first = resolver.resolve(A.self)
      await stop.begun.pass()
      async let second = resolver.resolve(A.self)
      stop.mayEnd.open()
      let (one, other) = (try await first, try await second)
      #expect(one === other)
      return B()
    }.asSingleton()
    _ = try await container.resolve(B.self)
  }

  @MainActor
  @Test func `the main thread gets an error for an instance whose build awaits the main actor`() async throws {
    let started = Gate()
    try container.register(A.self) {
      started.open()
      await MainActor.run {}
      return A()
    }.asSingleton()
    let task = Task.detached { try await container.resolve(A.self) }
    synchronously { started.wait() }
    await Call.synchronous.expectResolveThrows(A.self, in: container, .asynchronousFactory)
    task.cancel()
  }

  @Test func `a thread that waits for a build gets an error when the build suspends`() async throws {
    for _ in rounds(25) {
      let container = Container()
      let (stop, isTurnedAway) = (Stop(), Gate())
      try container.register(A.self) { stop.block(before: A()) }.asSingleton()
        .afterInit { _, _ in await isTurnedAway.pass() }
      async let product = container.resolve(A.self)
      try await onThreads(1) { _ in
        stop.begun.wait()
        stop.mayEnd.open()
        defer { isTurnedAway.open() }
        // The build ends only after this call, so the call gets an error before or after the build suspends.
        #expect(Result { try container.resolve(A.self) }.kind == .asynchronousFactory)
      }
      _ = try await product
    }
  }

  @Test func `a thread waits for a synchronous factory although a task of the factory suspends`() async throws {
    for _ in rounds(25) {
      let container = Container()
      let (suspended, asked, mayEnd) = (Gate(), Gate(), Gate())
      try container.register(B.self) {
        suspended.open()
        await mayEnd.pass()
        return B()
      }
      try container.register(A.self) { resolver in
        Task { try await resolver.resolve(B.self) }
        asked.wait()
        return A()
      }.asSingleton()
      let turn = Counter()
      let products = try await onThreads(2) { _ in
        if turn.increment() > 1 {
          suspended.wait()
          asked.open()
        }
        return try container.resolve(A.self)
      }
      mayEnd.open()
      #expect(products[0] === products[1])
    }
  }

  @Test func `a waiter gets an unfinished singleton whose afterInit needs the waiter's product`() async throws {
    for _ in rounds(50) {
      let (began, partBegan) = (Gate(), Gate())
      let container = Container()
      try container.register(Owner.self) {
        began.open()
        partBegan.wait()
        blockUntil("Part waits for Owner")
        return Owner()
      }.asSingleton().afterInit { resolver, owner in owner.part = try resolver.resolve(Part.self) }
      try container.register(Part.self) { resolver in
        partBegan.open()
        return Part(try resolver.resolve(Owner.self))
      }.asSingleton()
      let turn = Counter()
      let owners = try await onThreads(2) { _ in
        if turn.increment() == 1 { return try container.resolve(Owner.self) }
        began.wait()
        return try container.resolve(Part.self).owner
      }
      #expect(owners[0] === owners[1] && owners[0].part?.owner === owners[0])
    }
  }
}

extension DeadlockTests.Edge {
  fileprivate func source(_ resolver: Resolver, _ container: Container) -> any Resolving {
    self == .resolver ? resolver : container
  }
}
