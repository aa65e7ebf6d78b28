import Foundation
import TestSupport
import Testing

@testable import Astroject

private final class Thing {}

private struct Shelving: Behavior {
  func didRegister<Product>(
    type: Product.Type, to container: Container, as registration: any Registrable<Product>, with name: String?
  ) { registration.as(Shelf<Product>()) }
}

@Suite("A custom scope", .ownThreads)
struct CustomScopeTests {
  private let container = Container()
  private let builds = Counter()
  private let calls = Recorder<String>()
  private let releases = Recorder<Context?>()

  @Test(arguments: Call.allCases)
  func `a custom scope for one type and a custom scope for Any both cache objects and values`(call: Call) async throws {
    try container.register(Thing.self) { [builds] in builds.count(Thing()) }.as(Shelf<Thing>())
    try container.register(LiveService.self) { [builds] in builds.count(LiveService()) }.as { Shelf<Any>() }
    try container.register(Any.self) { [builds] in builds.increment() }.as(Shelf<Any>())
    try container.register(Int.self) { [builds] in builds.increment() }.as(Shelf<Int>()).afterInit { _, _ in }
    let thing = try await call.resolve(Thing.self, in: container)
    let service = try await call.resolve(LiveService.self, in: container)
    for _ in 0..<3 {
      #expect(try await call.resolve(Thing.self, in: container) === thing)
      #expect(try await call.resolve(LiveService.self, in: container) === service)
      #expect(try await call.resolve(Any.self, in: container) as? Int == 3)
      #expect(try await call.resolve(Int.self, in: container) == 4)
    }
    #expect(builds.value == 4)
  }

  @Test(arguments: Call.allCases)
  func `all containers share the instance of one custom scope object`(call: Call) async throws {
    let (scope, other) = (Shelf<Thing>(), Container())
    for container in [container, other] { try container.register(Thing.self) { Thing() }.as(scope) }
    await call.expectSameInstance(Thing.self, in: container, and: other)
  }

  @Test(arguments: Call.allCases)
  func `a custom scope that a behavior chooses caches the decorated form of an instance`(call: Call) async throws {
    container.add(Shelving())
    try container.register(instance: Thing())
    try container.decorate(Thing.self) { [builds] _, _ in builds.count(Thing()) }
    await call.expectSameInstance(Thing.self, in: container)
    #expect(builds.value == 1)
  }

  @Test(arguments: Call.allCases)
  func `a tree that asked a custom scope releases its context once, even after an error`(call: Call) async throws {
    let scope = Shelf<Thing>(releases: releases)
    try container.register(Thing.self) { Thing() }.as(scope)
    try container.register(Int.self) { [releases] resolver in
      for _ in 0..<3 { _ = try resolver.resolve(Thing.self) }
      #expect(releases.events.isEmpty, "the scope was released before the tree had ended")
      return 1
    }
    try container.register(String.self) { resolver in
      _ = try resolver.resolve(Thing.self)
      throw Refusal()
    }
    try container.register(Bool.self) { true }
    _ = try await call.resolve(Int.self, in: container)
    #expect(releases.events == [scope.contexts.events.first])
    _ = try await call.resolve(Bool.self, in: container)
    #expect(releases.events.count == 1)
    await call.expectResolveThrows(String.self, in: container, .factoryFailed)
    #expect(releases.events.count == 2)
    _ = try await call.resolve(Thing.self, in: container)
    #expect(releases.events.count == 3 && Set(releases.events).count == 3)
    #expect(Set(releases.events) == Set(scope.contexts.events))
  }

  @Test(arguments: Call.allCases)
  func `a tree releases its context in a custom scope once per registration that asked it`(call: Call) async throws {
    let scope = PerTree(calls: calls)
    try container.register(Thing.self) { Thing() }.as(scope)
    try container.register(Thing.self, name: "first") { resolver in try resolver.resolve(Thing.self) }.as(scope)
    try container.register(Thing.self, name: "second") { Thing() }.as(scope)
    _ = try await call.resolve(Thing.self, name: "first", in: container)
    #expect(calls.events.filter { $0 == "end" }.count == 2)
  }

  @Test(arguments: Call.allCases, Occasion.allCases)
  func `each kind of release releases all in a custom scope`(call: Call, occasion: Occasion) async throws {
    for isShared in [true, false] {
      let releases = Recorder<Context?>()
      let container = Container()
      let registration = try container.register(Thing.self) { Thing() }
      let shelf = { @Sendable in Shelf<Thing>(releases: releases) }
      if isShared { registration.as(shelf()) } else { registration.as(shelf) }
      _ = try await call.resolve(Thing.self, in: container)
      #expect(releases.events.map { $0 == nil } == [false])
      try await occasion.happen(to: Thing.self, in: container, by: call)
      #expect(releases.events.map { $0 == nil } == [false, true])
    }
  }

  @Test(arguments: Call.allCases)
  func `each kind of release reaches a custom scope object that was never asked`(call: Call) async throws {
    let occasions: [(Container) async throws -> Void] = Occasion.allCases.map { occasion in
      { try await occasion.happen(to: LiveService.self, in: $0, by: call) }
    }
    let others: [(Container) async throws -> Void] = [
      { container in await call.release((any Service).self, in: container) },
      { container in try container.transaction { container.unregister(LiveService.self) } },
    ]
    for occasion in occasions + others {
      let (releases, others) = (Recorder<Context?>(), Recorder<Context?>())
      let container = Container()
      try container.register(LiveService.self) { LiveService() }.implements((any Service).self) { $0 }
        .as(Shelf<LiveService>(releases: releases))
      // A scope given as a closure does not exist before the first resolve.
      try container.register(Thing.self) { Thing() }.as { Shelf<Thing>(releases: others) }
      try await occasion(container)
      #expect(releases.events == [nil] && others.events.isEmpty)
    }
  }

  @Test(arguments: Call.allCases)
  func `each release reaches a custom scope object once for each registration with it`(call: Call) async throws {
    try container.register(Thing.self) { Thing() }.as(Shelf<Thing>(releases: releases))
    try container.contribute(Thing.self) { Thing() }.as(Shelf<Thing>(releases: releases))
    for _ in 0..<2 { await call.release(Thing.self, in: container) }
    _ = try await call.resolve(Thing.self, in: container)
    for _ in 0..<2 { await call.release(Thing.self, in: container) }
    #expect(releases.events.filter { $0 == nil }.count == 8)
    try await container.shutdown()
    #expect(releases.events.filter { $0 == nil }.count == 10)
    await call.clear(container)
    #expect(releases.events.filter { $0 == nil }.count == 12)
  }

  @Test(arguments: Call.allCases)
  func `a skipped or undone registration and the container's end leave a custom scope`(call: Call) async throws {
    let scope = Shelf<Thing>()
    do {
      let container = Container()
      try container.register(Thing.self) { Thing() }.as(scope)
      let thing = try await call.resolve(Thing.self, in: container)
      try container.register(Thing.self, ifRegistered: .keep) { Thing() }.as(scope)
      let outdone = try container.transactionReplacingNothing {
        try container.register(Thing.self) { Thing() }.as(scope)
      }
      #expect(outdone.count == 1)
      container.failTransaction {
        try container.register(Int.self) { 1 }
        try container.register(Thing.self, name: "other") { Thing() }.as(scope)
      }
      #expect(try await call.resolve(Thing.self, in: container) === thing)
    }
    #expect(!scope.releases.events.contains(nil))
  }

  @Test(arguments: Call.allCases)
  func `a resolve calls get first, set once and release last, but no set after a failure`(call: Call) async throws {
    try container.register(Thing.self) { [builds] in
      if builds.increment() == 1 { throw Refusal() }
      return Thing()
    }.as(PerTree(calls: calls))
    await call.expectResolveThrows(Thing.self, in: container, .factoryFailed)
    let failed = calls.events
    #expect(failed.first == "get" && !failed.contains("set") && failed.last == "end")
    _ = try await call.resolve(Thing.self, in: container)
    let succeeded = calls.events.dropFirst(failed.count)
    #expect(succeeded.first == "get" && succeeded.last == "end" && succeeded.count { $0 == "set" } == 1)
    #expect(builds.value == 2)
  }

  @Test(arguments: [false, true])
  func `a custom scope returns a tree's cached instance while another tree builds`(isFresh: Bool) async throws {
    let (builds, started, goOn) = (builds, Gate(), Gate())
    let registration = try container.register(Thing.self) { () async in
      if builds.increment() == 2 {
        started.open()
        await goOn.pass()
      }
      return Thing()
    }
    if isFresh { registration.as { PerTree() } } else { registration.as(PerTree()) }
    try container.register(Bool.self) { [unowned container] resolver in
      let first = try await resolver.resolve(Thing.self)
      let other = Task.detached { _ = try await container.resolve(Thing.self) }
      await started.pass()
      // One synchronous and one awaiting caller.
      let second = try synchronously { try resolver.resolve(Thing.self) }
      let third = try await resolver.resolve(Thing.self)
      goOn.open()
      _ = try await other.value
      return first === second && first === third
    }
    #expect(try await container.resolve(Bool.self))
  }

  @Test(arguments: [false, true])
  func `a failed transaction does not release a custom scope's instances of other trees`(isFresh: Bool) throws {
    let registration = try container.register(Thing.self) { Thing() }
    if isFresh { registration.as { PerTree() } } else { registration.as(PerTree()) }
    try container.register(Bool.self) { [unowned container] resolver in
      let first = try resolver.resolve(Thing.self)
      try onAnotherThread { container.failTransaction { _ = try container.resolve(Thing.self) } }
      return try resolver.resolve(Thing.self) === first
    }
    #expect(try container.resolve(Bool.self))
  }
}

/// Caches the second product and all later ones.
private final class Second: Instance {
  private var thing: Thing?
  private var count = 0
  func get(for context: Context) -> Thing? { thing }
  func set(_ product: Thing, for context: Context) {
    count += 1
    if count > 1 { thing = product }
  }
  func release(for context: Context?) { if context == nil { thing = nil } }
}

@Suite("A custom scope that declines products", .ownThreads)
struct DecliningScopeTests {
  private let container = Container()

  @Test(arguments: Call.allCases, [true, false])
  func `a product that a custom scope declines is returned and not kept`(call: Call, isFresh: Bool) async throws {
    let (builds, hooks) = (Counter(), Counter())
    let registration = try container.register(Thing.self) { builds.count(Thing()) }.afterInit { _, _ in
      hooks.increment()
    }
    if isFresh { registration.as { Forgetful() } } else { registration.as(Forgetful()) }
    var all: [Thing] = []
    container.failTransaction { all.append(try container.resolve(Thing.self)) }
    for _ in 0..<3 { all.append(try await call.resolve(Thing.self, in: container)) }
    #expect(Set(all.map(ObjectIdentifier.init)).count == 4)
    #expect(builds.value == 4 && hooks.value == 4)
    // Nothing was cached, so the scope may still be changed.
    registration.asSingleton()
    await call.expectSameInstance(Thing.self, in: container)
  }

  @Test(arguments: Crowd.all, [false, true])
  func `waiters build one after the other if the custom scope declines products, and each builds if it is per tree`(
    crowd: Crowd, isPerTree: Bool
  ) async throws {
    let (builds, overlaps, isBuilding) = (Counter(), Counter(), Guarded(false))
    let registration = try container.register(Thing.self) {
      builds.increment()
      if isBuilding.exchange(true) { overlaps.increment() }
      takeAWhile()
      _ = isBuilding.exchange(false)
      return Thing()
    }
    if isPerTree { registration.as(PerTree()) } else { registration.as(Forgetful()) }
    let things = try await crowd.resolve(Thing.self, in: container).map { try $0.get() }
    // No caller gets an instance that is cached for another tree.
    #expect(Set(things.map(ObjectIdentifier.init)).count == things.count)
    #expect(builds.value == things.count)
    if !isPerTree { #expect(overlaps.value == 0) }
  }

  @Test(arguments: Call.allCases)
  func `a custom scope can decline the first product and cache the second`(call: Call) async throws {
    try container.register(Thing.self) { Thing() }.as(Second())
    let first = try await call.resolve(Thing.self, in: container)
    let second = try await call.resolve(Thing.self, in: container)
    #expect(first !== second)
    #expect(try await call.resolve(Thing.self, in: container) === second)
  }
}

@Suite("A custom scope that misbehaves")
struct MisbehavingInstanceTests {
  private let container = Container()

  @Test(arguments: Call.allCases)
  func `a resolve throws if a shared custom scope returns another registration's product`(call: Call) async throws {
    let scope = Keeping()
    try container.register(Thing.self) { Thing() }.as(scope)
    try container.register(LiveService.self) { LiveService() }.as(scope)
    _ = try await call.resolve(Thing.self, in: container)
    await call.expectResolveThrows(LiveService.self, in: container, .invalidInstance)
  }

  @Test(arguments: ["get", "set", "end"], Call.allCases)
  func `any resolve inside get, set or release of a custom scope throws`(function: String, call: Call) async throws {
    let ways: [(isCached: Bool, isOwn: Bool)] = [(false, false), (true, false), (false, true)]
    for (isCached, isOwn) in function == "end" ? [ways[0]] : ways {
      let results = Recorder<AstrojectError.Kind?>()
      let container = Container()
      let number = try container.register(Int.self) { 1 }.asTransient()
      if isCached {
        number.asSingleton()
        _ = try await call.resolve(Int.self, in: container)
      }
      let scope = Shelf<Thing> { [unowned container] call in
        guard call == function else { return }
        let result = Result { () throws -> Any in
          try isOwn ? container.resolve(Thing.self) : container.resolve(Int.self)
        }
        results.note(result.kind)
      }
      try container.register(Thing.self) { Thing() }.as(scope)
      if function == "end" {
        _ = try? await call.resolve(Thing.self, in: container)
      } else {
        await call.expectResolveThrows(Thing.self, in: container, .invalidInstance)
      }
      #expect(Set(results.events) == [.invalidInstance])
    }
  }

  @Test(arguments: ["get", "set"], Call.allCases)
  func `a resolve throws if the custom scope asks another container for a custom scope's instance`(
    function: String, call: Call
  ) async throws {
    let (other, kinds) = (Container(), Recorder<AstrojectError.Kind?>())
    try other.register(Thing.self) { Thing() }.as(Shelf<Thing>())
    // From the second request on, a plan answers.
    for _ in 0..<3 { _ = try await call.resolve(Thing.self, in: other) }
    let scope = Shelf<Thing> { call in
      if call == function { kinds.note(Result { try synchronously { try other.resolve(Thing.self) } }.kind) }
    }
    try container.register(Thing.self) { Thing() }.as(scope)
    await call.expectResolveThrows(Thing.self, in: container, .invalidInstance)
    #expect(Set(kinds.events) == [.invalidInstance])
  }

  @Test func `a resolve throws if the custom scope resolves in set by the resolver of the product's factory`() throws {
    final class Scope: Instance {
      func get(for context: Context) -> Resolver? { nil }
      func set(_ product: Resolver, for context: Context) { _ = try? product.resolve(Int.self) }
      func release(for context: Context?) {}
    }
    try container.register(Int.self) { 1 }
    try container.register(Resolver.self) { resolver in resolver }.as(Scope())
    expectThrows(.invalidInstance) { try container.resolve(Resolver.self) }
  }
}

@Suite("The context of a resolution tree", .ownThreads)
struct ContextTests {
  private let container = Container()
  private let contexts = Recorder<Context>()

  @Test(arguments: Call.allCases, [false, true])
  func `a context stays equal within a tree, also in a child, knows its depth, and differs in the next tree`(
    call: Call, inChild: Bool
  ) async throws {
    try container.register(Thing.self) { Thing() }.as(Shelf<Thing>(contexts: contexts))
    let asker = inChild ? container.makeChild() : container
    try asker.register(LiveService.self) { LiveService() }.as { [contexts] in Shelf<LiveService>(contexts: contexts) }
    try asker.register(Int.self) { try $0.need(LiveService.self, before: 1) }.asTransient()
    try asker.register(String.self) { resolver in
      try resolver.need(Thing.self, before: "\(try resolver.resolve(Int.self))")
    }
    _ = try await call.resolve(String.self, in: asker)
    let first = contexts.events
    #expect(first.count >= 2)
    #expect(Set(first).count == 1 && Set(first.map(\.graphID)).count == 1)
    #expect(Set(first.map(\.depth)) == [1, 2])
    _ = try await call.resolve(String.self, in: asker)
    let second = contexts.events.dropFirst(first.count)
    #expect(!second.isEmpty && Set(second).isDisjoint(with: first))
    #expect(Set(second.map(\.graphID)).isDisjoint(with: first.map(\.graphID)))
    await call.release(Thing.self, in: container)
    let before = contexts.events.count
    _ = try await call.resolve(Thing.self, in: container)
    #expect(Set(contexts.events.dropFirst(before).map(\.depth)) == [0])
  }

  @Test func `all tasks of an asynchronous resolution tree pass the same context to a custom scope`() async throws {
    try container.register(Thing.self) { await later(Thing()) }.as(Shelf<Thing>(contexts: contexts))
    try container.register(String.self) { resolver in
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<3 { group.addTask { _ = try? await resolver.resolve(Thing.self) } }
      }
      return ""
    }
    _ = try await container.resolve(String.self)
    #expect(Set(contexts.events).count == 1)
  }

  @Test func `a task started by a custom scope resolves normally after the scope's call has returned`() async throws {
    let (mayGo, stop) = (Gate(), Stop())
    try container.register(Int.self) { 7 }
    let started = Recorder<Task<Int, any Error>>()
    let starting = Shelf<Thing> { [container] _ in
      guard started.events.isEmpty else { return }
      started.note(
        Task {
          await mayGo.pass()
          return try await container.resolve(Int.self)
        })
    }
    try container.register(Thing.self) { Thing() }.as(starting)
    _ = try await container.resolve(Thing.self)
    let elsewhere = Container()
    try elsewhere.register(Thing.self) { Thing() }.as(Shelf<Thing> { _ in stop.block() })
    Thread.detachNewThread { _ = try? elsewhere.resolve(Thing.self) }
    await stop.begun.pass()
    mayGo.open()
    let number = await started.events[0].result
    stop.mayEnd.open()
    #expect(try number.get() == 7)
    synchronously { container.clear() }
  }
}
