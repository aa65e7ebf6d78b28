import Astroject
import Foundation
import TestSupport
import Testing

private final class A: Sendable {}
private final class B: Sendable {}

private final class Owner: @unchecked Sendable { var part: Part? }
private final class Part: Sendable {
  let owner: Owner
  init(_ owner: Owner) { self.owner = owner }
}

@Suite("Waits that would never end", .timeLimit(.minutes(5)))
struct DeadlockTests {
  private func expectLoop(_ result: Result<Void, any Error>, round: Int) {
    guard case .failure(AstrojectError.circularDependency(let failure)) = result else {
      Issue.record("round \(round): \(result)")
      return
    }
    let names = failure.path.map(\.key.description)
    #expect(Set(names) == ["A", "B"], "round \(round)")
    #expect(names.count >= 3 && names.dropLast().contains(names[names.count - 1]), "round \(round): \(names)")
  }

  /// Expects that a loop is found as soon as it is closed.
  ///
  /// At most one round in a hundred may take longer than a second plus ten times the machine's pulse.
  private func expectPrompt(_ rounds: [(duration: Duration, pulse: Duration)]) {
    #expect(rounds.filter { $0.duration > .seconds(1) + $0.pulse * 10 }.count <= rounds.count / 100)
  }

  @Test func `two threads that resolve mutually dependent singletons get a circular dependency error`() async throws {
    var rounds: [(duration: Duration, pulse: Duration)] = []
    for round in 0..<25 {
      let container = Container()
      try container.register(A.self) { resolver in
        _ = try resolver.resolve(B.self)
        return A()
      }.asSingleton()
      try container.register(B.self) { resolver in
        _ = try resolver.resolve(A.self)
        return B()
      }.asSingleton()
      let turn = Counter()
      let start = ContinuousClock.now
      let results = await Crowd(threads: 2).run {
        if turn.increment() == 1 { _ = try container.resolve(A.self) } else { _ = try container.resolve(B.self) }
      } asynchronous: {
      }
      let duration = ContinuousClock.now - start
      rounds.append((duration, await Crowd.pulse()))
      for result in results { expectLoop(result, round: round) }
    }
    expectPrompt(rounds)
  }

  @Test func `two tasks that resolve mutually dependent singletons get a circular dependency error`() async throws {
    var rounds: [(duration: Duration, pulse: Duration)] = []
    for round in 0..<25 {
      let container = Container()
      try container.register(A.self) { resolver in
        await Task.yield()
        _ = try await resolver.resolve(B.self)
        return A()
      }.asSingleton()
      try container.register(B.self) { resolver in
        await Task.yield()
        _ = try await resolver.resolve(A.self)
        return B()
      }.asSingleton()
      let turn = Counter()
      let start = ContinuousClock.now
      let results = await Crowd(tasks: 2).run {
      } asynchronous: {
        if turn.increment() == 1 {
          _ = try await container.resolve(A.self)
        } else {
          _ = try await container.resolve(B.self)
        }
      }
      let duration = ContinuousClock.now - start
      rounds.append((duration, await Crowd.pulse()))
      for result in results { expectLoop(result, round: round) }
    }
    expectPrompt(rounds)
  }

  @Test func `two threads get an error if singletons need each other through a captured container`() async throws {
    for round in 0..<25 {
      let container = Container()
      try container.register(A.self) { [unowned container] in
        _ = try container.resolve(B.self)
        return A()
      }.asSingleton()
      try container.register(B.self) { [unowned container] in
        _ = try container.resolve(A.self)
        return B()
      }.asSingleton()
      let turn = Counter()
      let results = await Crowd(threads: 2).run {
        if turn.increment() == 1 { _ = try container.resolve(A.self) } else { _ = try container.resolve(B.self) }
      } asynchronous: {
      }
      for result in results { expectLoop(result, round: round) }
    }
  }

  @Test func `singletons that refer to each other in afterInit are wired when two threads resolve them`() async throws {
    final class Left: @unchecked Sendable { var right: Right? }
    final class Right: @unchecked Sendable { weak var left: Left? }
    for _ in 0..<25 {
      let container = Container()
      try container.register(Left.self) { Left() }.asSingleton()
        .afterInit { resolver, left in left.right = try resolver.resolve(Right.self) }
      try container.register(Right.self) { Right() }.asSingleton()
        .afterInit { resolver, right in right.left = try resolver.resolve(Left.self) }
      let turn = Counter()
      let results = await Crowd(threads: 2).run {
        if turn.increment() == 1 { _ = try container.resolve(Left.self) } else { _ = try container.resolve(Right.self) }
      } asynchronous: {
      }
      for result in results { try result.get() }
      let left = try synchronously { try container.resolve(Left.self) }
      #expect(left.right?.left === left)
    }
  }

  @Test func `one branch of an asynchronous factory waits for an instance that another branch builds`() async throws {
    let container = Container()
    let started = Gate()
    let mayEnd = Gate()
    try container.register(A.self) {
      started.open()
      await mayEnd.pass()
      return A()
    }.asSingleton()
    try container.register(B.self) { resolver in
      async let first = resolver.resolve(A.self)
      await started.pass()
      async let second = resolver.resolve(A.self)
      mayEnd.open()
      let (one, other) = (try await first, try await second)
      #expect(one === other)
      return B()
    }.asSingleton()
    _ = try await container.resolve(B.self)
  }

  @MainActor
  @Test func `the main thread gets an error for an instance whose build awaits the main actor`() async throws {
    let container = Container()
    let started = Gate()
    try container.register(A.self) {
      started.open()
      await MainActor.run {}
      return A()
    }.asSingleton()
    let task = Task.detached { try await container.resolve(A.self) }
    synchronously { started.wait() }
    let start = ContinuousClock.now
    do {
      _ = try synchronously { try container.resolve(A.self) }
      Issue.record("A was resolved")
    } catch AstrojectError.asynchronousFactory(let failure) {
      #expect(failure.key.description == "A")
    }
    #expect(ContinuousClock.now - start < .seconds(1) + (await Crowd.pulse()) * 10)
    task.cancel()
  }

  @Test func `a thread that waits for a build gets an error when the build suspends`() async throws {
    for _ in 0..<25 {
      let container = Container()
      let started = Gate()
      let mayGoOn = Gate()
      let isTurnedAway = Gate()
      try container.register(A.self) {
        started.open()
        mayGoOn.wait()
        return A()
      }.asSingleton().afterInit { _, _ in await isTurnedAway.pass() }
      async let product = container.resolve(A.self)
      let results = await Crowd(threads: 1).run {
        started.wait()
        mayGoOn.open()
        defer { isTurnedAway.open() }
        // The build ends only after this call, so the call gets an error before or after the build suspends.
        #expect {
          _ = try container.resolve(A.self)
        } throws: { error in
          if case AstrojectError.asynchronousFactory = error { true } else { false }
        }
      } asynchronous: {
      }
      for result in results { try result.get() }
      _ = try await product
    }
  }

  @Test func `a thread waits for a synchronous factory although a task of the factory suspends`() async throws {
    for _ in 0..<25 {
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
      let results = await Crowd(threads: 2).run {
        if turn.increment() == 1 { return try container.resolve(A.self) }
        suspended.wait()
        asked.open()
        return try container.resolve(A.self)
      } asynchronous: {
        A()
      }
      mayEnd.open()
      let products = try results.map { try $0.get() }
      #expect(products[0] === products[1])
    }
  }

  @Test func `a waiter gets an unfinished singleton whose afterInit needs the waiter's product`() async throws {
    for _ in 0..<50 {
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
      let results = await Crowd(threads: 2).run {
        if turn.increment() == 1 { return try container.resolve(Owner.self) }
        began.wait()
        return try container.resolve(Part.self).owner
      } asynchronous: {
        Owner()
      }
      let owners = try results.map { try $0.get() }
      #expect(owners[0] === owners[1] && owners[0].part?.owner === owners[0])
    }
  }
}
