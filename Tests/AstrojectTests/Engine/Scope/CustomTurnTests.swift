import Foundation
import TestSupport
import Testing

@testable import Astroject

/// Returns nothing until `set`, so that each product replaces the previous one.
private final class Replacing: Instance {
  private var product: Ending?
  private var isSet = false

  func get(for context: Context) -> Ending? {
    defer { isSet = false }
    return isSet ? product : nil
  }

  func set(_ product: Ending, for context: Context) {
    self.product = product
    isSet = true
  }

  func release(for context: Context?) { if context == nil { product = nil } }
}

private final class Slow: Sendable {}
private typealias Passing = Wrap<Slow>

@Suite("The turns of calls into a custom scope", .ownThreads)
struct CustomTurnTests {
  private let container = Container()

  @Test(arguments: [(400, false), (5, true)])
  func `a chain or ring of custom scopes that release each other ends, and does not overflow a 512 KiB stack`(
    count: Int, isRing: Bool
  ) async throws {
    let (calls, ended) = (Recorder<String>(), Counter())
    for number in 0..<count {
      try container.register(Ending.self, key: number) { [unowned container] in
        Ending {
          ended.increment()
          container.release(Ending.self, key: isRing ? (number + 1) % count : number + 1)
        }
      }.as(Shelf<Ending>(calls: calls))
      _ = try synchronously { try container.resolve(Ending.self, key: number) }
    }
    onOwnThread(stackSize: 512 << 10) { container.release(Ending.self, key: 0) }
    if isRing {
      #expect(ended.value == count)
      #expect(calls.events.filter { $0 == "release" }.count == count + 1)
    }
    await ended.reaches(count)
    withExtendedLifetime(container) {}
  }

  @Test func `two custom scopes may release each other from two threads, but not resolve each other`() async throws {
    for _ in rounds(20) {
      let container = Container()
      let (calls, ends) = ([Recorder<String>(), Recorder<String>()], Counter())
      let kinds = Recorder<AstrojectError.Kind?>()
      let meeting = Barrier(count: 2)
      for number in 0...1 {
        try container.register(Ending.self, key: number) { [unowned container] in
          Ending {
            // Each scope is inside a call when it has to release the other.
            meeting.wait()
            kinds.note(Result { try container.resolve(Ending.self, key: 1 - number) }.kind)
            container.release(Ending.self, key: 1 - number)
            ends.increment()
          }
        }.as(Shelf<Ending>(calls: calls[number]))
        _ = try synchronously { try container.resolve(Ending.self, key: number) }
      }
      try await onThreads(2) { number in container.release(Ending.self, key: number) }
      #expect(ends.value == 2)
      #expect(kinds.events == [.invalidInstance, .invalidInstance])
      for calls in calls { #expect(calls.events.filter { $0 == "release" }.count == 2) }
    }
  }

  @Test(arguments: Call.allCases)
  func `a product replaced in a scope's set may release others in deinit, not resolve`(call: Call) async throws {
    let (kinds, released) = (Recorder<AstrojectError.Kind?>(), Recorder<Int>())
    let (builds, others) = (Counter(), Counter())
    try container.register(Ending.self, name: "other") { Ending { others.increment() } }.as(Shelf<Ending>())
    try container.register(Ending.self) { [unowned container] in
      guard builds.increment() == 1 else { return Ending() }
      return Ending {
        container.release(Ending.self, name: "other")
        released.note(others.value)
        container.releaseAll()
        for name in ["other", nil] { kinds.note(Result { try container.resolve(Ending.self, name: name) }.kind) }
      }
    }.as(Replacing())
    _ = try await call.resolve(Ending.self, name: "other", in: container)
    _ = try await call.resolve(Ending.self, in: container)
    // The cached product resolves in its `deinit`, which runs in `set`.
    await call.expectResolveThrows(Ending.self, in: container, .invalidInstance)
    #expect(released.events == [1])
    #expect(kinds.events == [.invalidInstance, .invalidInstance])
    _ = try await call.resolve(Ending.self, in: container)
    #expect(builds.value == 3)
    _ = try await call.resolve(Ending.self, name: "other", in: container)
    #expect(others.value == 1)
  }

  @Test func `a thread inside a custom scope throws instead of waiting for a build on another thread`() async throws {
    let (began, asked) = (Gate(), Gate())
    let builds = Counter()
    let kinds = Recorder<AstrojectError.Kind?>()
    let parent = Container()
    try parent.register(Slow.self) { [unowned parent] in
      if builds.increment() == 3 {
        began.open()
        asked.wait()
        _ = try parent.resolve(Ending.self)
      }
      return Slow()
    }.asScoped()
    try parent.register(Passing.self) { resolver in Passing(try resolver.resolve()) }.asTransient()
    // A product that children have built twice may be built without steps.
    for _ in 0..<2 {
      let child = parent.makeChild()
      for _ in 0..<3 { _ = try synchronously { try child.resolve(Passing.self) } }
    }
    let second = parent.makeChild()
    let made = Counter()
    try parent.register(Ending.self) {
      guard made.increment() == 1 else { return Ending() }
      return Ending {
        began.wait()
        asked.open()
        kinds.note(Result { try second.resolve(Passing.self) }.kind)
      }
    }.as(Shelf<Ending>())
    _ = try synchronously { try parent.resolve(Ending.self) }
    try await onThreads(2) { number in
      if number == 0 { _ = try second.resolve(Slow.self) } else { parent.release(Ending.self) }
    }
    #expect(kinds.events == [.invalidInstance])
  }

  @Test func `a release during a call of a custom scope returns at once and runs afterwards`() async throws {
    let (stop, turn) = (Stop(), Counter())
    let scope = Shelf<Ending> { call in if call == "get", turn.increment() == 3 { stop.block() } }
    try container.register(Ending.self) { Ending() }.as(scope)
    // `get` is called before and after the build.
    let old = try synchronously { try container.resolve(Ending.self) }
    async let elsewhere: Void = onThread { [container] in _ = try container.resolve(Ending.self) }
    await stop.begun.pass()
    let before = scope.calls.events
    synchronously { container.release(Ending.self) }
    #expect(scope.calls.events == before)
    stop.mayEnd.open()
    let new = try synchronously { try container.resolve(Ending.self) }
    try await elsewhere
    #expect(new !== old)
    #expect(scope.calls.events.filter { $0 == "release" }.count == 1)
  }

  @Test(arguments: [("get", 0), ("set", 0), ("set", 1)])
  func `a call into a custom scope that waits for its turn runs after the releases that are queued meanwhile`(
    waiting: String, released: Int
  ) async throws {
    let (stop, building, gets) = (Stop(), Stop(), Counter())
    // The first call of the waiting thread is `get`, and `set` follows when it has built.
    let blocked = waiting == "get" ? 1 : 2
    let scope = Shelf<Ending> { call in if call == "get", gets.increment() == blocked { stop.block() } }
    let containers = try (0..<2).map { number in
      try Container { container in
        try container.register(Ending.self) {
          if number == 1 { building.block() }
          return Ending()
        }.as(scope)
      }
    }
    let resolve = { (number: Int) in
      Task { try await onThread { _ = try? containers[number].resolve(Ending.self) } }
    }
    var resolves: [Task<Void, any Error>] = []
    if waiting == "set" {
      resolves.append(resolve(1))
      await building.begun.pass()
    }
    resolves.append(resolve(0))
    await stop.begun.pass()
    if waiting == "get" { resolves.append(resolve(1)) }
    building.mayEnd.open()
    while !Turn.of(scope, .scope).isAwaited { await Task.yield() }
    let before = scope.calls.events
    synchronously { containers[released].release(Ending.self) }
    #expect(scope.calls.events == before)
    stop.mayEnd.open()
    for resolve in resolves { try await resolve.value }
    // The tree of a build that was released may end before the waiting call has its turn.
    let calls = scope.calls.events.dropFirst(before.count).filter { $0 != "end" }
    #expect(calls.prefix(3) == ["get", "release", waiting])
    // A product that was released while it waited to be cached is released again.
    if released == 1 { #expect(calls.filter { $0 == "release" }.count == 2) }
  }

  @Test func `one thread runs at most 64 of 1000 queued releases of a scope, and others the rest`() async throws {
    let count = 1000
    let (stop, isOver) = (Stop(), Gate())
    let releases = Recorder<Bool>()
    let owner = Guarded<Thread?>(nil)
    let scope = Shelf<Ending> { call in
      guard call == "release" else { return }
      releases.note(owner.now === Thread.current)
      if releases.events.count == 1 { stop.block() }
      if releases.events.count == count + 1 { isOver.open() }
    }
    try container.register(Ending.self) { Ending() }.as(scope)
    _ = try synchronously { try container.resolve(Ending.self) }
    detach {
      owner.withLock { $0 = .current }
      container.release(Ending.self)
      owner.withLock { $0 = nil }
    }
    await stop.begun.pass()
    synchronously { for _ in 0..<count { container.release(Ending.self) } }
    stop.mayEnd.open()
    await isOver.pass()
    #expect(releases.events.count { $0 } <= 65)
  }

  @Test(arguments: Crowd.all)
  func `calls of one custom scope never overlap when four containers share it`(crowd: Crowd) async throws {
    let (overlaps, inside) = (Counter(), Guarded(false))
    let scope = Shelf<Ending> { _ in
      if inside.exchange(true) { overlaps.increment() }
      takeAWhile()
      _ = inside.exchange(false)
    }
    let containers = try (0..<4).map { _ in
      try Container { container in try container.register(Ending.self) { Ending() }.as(scope) }
    }
    let results = await crowd.run { number in
      for _ in 0..<5 {
        _ = try containers[number % 4].resolve(Ending.self)
        containers[(number + 1) % 4].release(Ending.self)
      }
    } asynchronous: { number in
      for _ in 0..<5 {
        _ = try await containers[number % 4].resolve(Ending.self)
        await containers[(number + 1) % 4].release(Ending.self)
      }
    }
    for result in results { #expect(throws: Never.self) { try result.get() } }
    // A call made now comes after all queued releases.
    _ = try synchronously { try containers[0].resolve(Ending.self) }
    // The scope is told once more if an instance was released while it was being set.
    #expect(scope.calls.events.filter { $0 == "release" }.count >= results.count * 5)
    #expect(overlaps.value == 0)
  }

  @Test func `a task that a custom scope starts resolves while the scope's get waits for it`() async throws {
    try container.register(Int.self) { 7 }
    let tasks = Recorder<Task<Int, any Error>>()
    let (hasResolved, turn) = (Gate(), Counter())
    let scope = Shelf<Ending> { call in
      guard call == "get", turn.increment() == 1 else { return }
      tasks.note(
        Task.detached {
          defer { hasResolved.open() }
          return try await container.resolve(Int.self)
        })
      hasResolved.wait()
    }
    try container.register(Ending.self) { Ending() }.as(scope)
    // A thread of its own leaves a thread of the pool to the task.
    try await onThread { [container] in _ = try? container.resolve(Ending.self) }
    #expect(try await tasks.events[0].value == 7)
    #expect(scope.calls.events.contains("set"))
  }
}
