import AstrojectTesting
import Foundation
import TestSupport
import Testing

@testable import Astroject

private final class Thing {}

private struct Pair {
  /// True if all resolves returned the same instance.
  let isOne: Bool
  init(_ isOne: Bool) { self.isOne = isOne }
}

/// Caches products of any type by resolution tree, and records the calls.
private final class PerTree: Instance {
  let calls: Recorder<String>
  private var products: [Context: Any] = [:]

  init(_ calls: Recorder<String> = Recorder()) { self.calls = calls }

  func get(for context: Context) -> Any? {
    calls.note("get")
    return products[context]
  }
  func set(_ product: Any, for context: Context) {
    calls.note("set")
    products[context] = product
  }
  func release(for context: Context?) {
    calls.note(context == nil ? "release all" : "release tree")
    if let context { products[context] = nil } else { products = [:] }
  }
}

/// Runs a closure in `get`.
private final class Acting: Instance, @unchecked Sendable {
  private let act: @Sendable () -> Void
  private var thing: Thing?

  init(_ act: @escaping @Sendable () -> Void) { self.act = act }

  func get(for context: Context) -> Thing? {
    act()
    return thing
  }
  func set(_ product: Thing, for context: Context) { thing = product }
  func release(for context: Context?) { if context == nil { thing = nil } }
}

/// Caches one product for all contexts, and records releases and contexts.
private final class Single<Product>: Instance {
  let releases: Recorder<Context?>
  let contexts: Recorder<Context>
  private var product: Product?

  init(releases: Recorder<Context?> = Recorder(), contexts: Recorder<Context> = Recorder()) {
    (self.releases, self.contexts) = (releases, contexts)
  }

  func get(for context: Context) -> Product? {
    contexts.note(context)
    return product
  }
  func set(_ product: Product, for context: Context) { self.product = product }
  func release(for context: Context?) {
    releases.note(context)
    if context == nil { product = nil }
  }
}

/// Caches products by resolution tree, takes a while for each call, and counts the calls that overlap.
private final class Busy: Instance {
  private let overlaps: Counter
  private var isBusy = false
  private var products: [Context: Any] = [:]

  init(_ overlaps: Counter) { self.overlaps = overlaps }

  private func work() {
    if isBusy { overlaps.increment() }
    isBusy = true
    takeAWhile()
    isBusy = false
  }

  func get(for context: Context) -> Any? {
    work()
    return products[context]
  }
  func set(_ product: Any, for context: Context) {
    work()
    products[context] = product
  }
  func release(for context: Context?) {
    work()
    if let context { products[context] = nil } else { products = [:] }
  }
}

/// Expects that an instance built in a failed transaction is not returned afterwards.
private func expectNothingKept(
  ofFailedStepBy scope: some Instance<Thing>, sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  let container = Container()
  try container.register(Thing.self) { Thing() }.as(scope)
  var built: Thing?
  #expect(throws: Trouble("step"), sourceLocation: sourceLocation) {
    try container.transaction {
      built = try container.resolve(Thing.self)
      throw Trouble("step")
    }
  }
  #expect(built != nil, sourceLocation: sourceLocation)
  #expect(try container.resolve(Thing.self) !== built, sourceLocation: sourceLocation)
}

@Suite("A custom scope", .ownThreads)
struct CustomScopeTests {
  private let container = Container()
  private let builds = Counter()
  private let calls = Recorder<String>()
  private let releases = Recorder<Context?>()

  @Test(arguments: Call.allCases)
  func `a custom scope for one type and a custom scope for Any both cache their product`(call: Call) async throws {
    try container.register(Thing.self) {
      builds.increment()
      return Thing()
    }.as(Single<Thing>())
    try container.register(LiveService.self) {
      builds.increment()
      return LiveService()
    }.as(Single<Any>())
    try container.register(Any.self) {
      builds.increment()
      return 1
    }.as(Single<Any>())
    let thing = try await call.resolve(Thing.self, in: container)
    let service = try await call.resolve(LiveService.self, in: container)
    for _ in 0..<3 {
      #expect(try await call.resolve(Thing.self, in: container) === thing)
      #expect(try await call.resolve(LiveService.self, in: container) === service)
      #expect(try await call.resolve(Any.self, in: container) as? Int == 1)
    }
    #expect(builds.value == 3)
  }

  @Test(arguments: Call.allCases)
  func `a custom scope caches products that are structs`(call: Call) async throws {
    try container.register(Int.self) { builds.increment() }.as(Single<Int>())
    try container.register(String.self) { "\(builds.increment())" }.as { Single<Any>() }
    for _ in 0..<2 {
      #expect(try await call.resolve(Int.self, in: container) == 1)
      #expect(try await call.resolve(String.self, in: container) == "2")
    }
  }

  @Test(arguments: Call.allCases)
  func `all containers share the instance of one custom scope object`(call: Call) async throws {
    let instance = Single<Thing>()
    let first = Container()
    let second = Container()
    try first.register(Thing.self) { Thing() }.as(instance)
    try second.register(Thing.self) { Thing() }.as(instance)
    await call.expectSameInstance(Thing.self, in: first, and: second)
    await call.expectSameInstance(Thing.self, in: first, and: first.makeChild())
  }

  @Test(arguments: Call.allCases)
  func `a custom scope given as a closure caches one instance per container`(call: Call) async throws {
    let made = Counter()
    let parent = Container()
    try parent.register(Thing.self) { Thing() }.as {
      made.increment()
      return Single<Thing>()
    }
    let child = parent.makeChild()
    await call.expectNewInstance(Thing.self, in: parent, and: child)
    await call.expectSameInstance(Thing.self, in: parent)
    await call.expectSameInstance(Thing.self, in: child)
    #expect(made.value == 2)
  }

  @Test(arguments: Call.allCases)
  func `a custom scope given as a closure caches one instance per argument value`(call: Call) async throws {
    let made = Counter()
    try container.register(Thing.self, argument: Int.self) { _, _ in Thing() }.as {
      made.increment()
      return Single<Any>()
    }
    let one = try await call.resolve(Thing.self, argument: 1, in: container)
    let two = try await call.resolve(Thing.self, argument: 2, in: container)
    #expect(one !== two)
    #expect(try await call.resolve(Thing.self, argument: 1, in: container) === one)
    #expect(made.value == 2)
  }

  @Test(arguments: Call.allCases)
  func `resolving with an argument throws if the custom scope is given as an object`(call: Call) async throws {
    try container.register(Thing.self, argument: Int.self) { _, _ in Thing() }.as(Single<Thing>())
    await call.expectResolveThrows(Thing.self, arguments: 1, in: container, .invalidInstance)
  }

  @Test(arguments: Call.allCases)
  func `a custom scope caches one instance for each resolution tree by its context`(call: Call) async throws {
    try container.register(Thing.self) { Thing() }.as(PerTree())
    try container.register([Thing].self) { resolver in
      [try resolver.resolve(Thing.self), try resolver.resolve(Thing.self)]
    }
    let first = try await call.resolve([Thing].self, in: container)
    let second = try await call.resolve([Thing].self, in: container)
    #expect(first[0] === first[1])
    #expect(second[0] === second[1])
    #expect(first[0] !== second[0])
  }

  @Test(arguments: Call.allCases)
  func `a tree that asked a custom scope releases its context there at its end, even after an error`(call: Call)
    async throws
  {
    let contexts = Recorder<Context>()
    try container.register(Thing.self) { Thing() }.as(Single<Thing>(releases: releases, contexts: contexts))
    try container.register(Int.self) { resolver in
      _ = try resolver.resolve(Thing.self)
      #expect(releases.events.isEmpty, "the scope was released before the tree had ended")
      return 1
    }
    try container.register(String.self) { resolver in
      _ = try resolver.resolve(Thing.self)
      throw Refusal()
    }
    try container.register(Bool.self) { true }
    _ = try await call.resolve(Int.self, in: container)
    #expect(releases.events == [contexts.events.first])
    _ = try await call.resolve(Bool.self, in: container)
    #expect(releases.events.count == 1)
    await call.expectResolveThrows(String.self, in: container, .factoryFailed)
    #expect(releases.events.count == 2)
    _ = try await call.resolve(Thing.self, in: container)
    #expect(releases.events.count == 3)
    #expect(Set(releases.events).count == 3)
    #expect(Set(releases.events) == Set(contexts.events))
  }

  @Test(arguments: Call.allCases)
  func `a tree that asked a custom scope several times releases its context there once`(call: Call) async throws {
    try container.register(Thing.self) { Thing() }.as(Single<Thing>(releases: releases))
    try container.register([Thing].self) { resolver in try (0..<3).map { _ in try resolver.resolve(Thing.self) } }
    _ = try await call.resolve([Thing].self, in: container)
    #expect(releases.events.count == 1)
  }

  @Test(arguments: Call.allCases)
  func `a tree releases its context in a custom scope once per registration that asked it`(call: Call) async throws {
    let scope = PerTree(calls)
    try container.register(Thing.self) { Thing() }.as(scope)
    try container.register(Thing.self, name: "first") { resolver in try resolver.resolve(Thing.self) }.as(scope)
    try container.register(Thing.self, name: "second") { Thing() }.as(scope)
    _ = try await call.resolve(Thing.self, name: "first", in: container)
    #expect(calls.events.filter { $0 == "release tree" }.count == 2)
  }

  @Test(arguments: Call.allCases)
  func `release, releaseAll, clear, unregister and replacement release all in a custom scope`(call: Call) async throws {
    let occasions: [(Container) async throws -> Void] = [
      { container in await call.release(Thing.self, in: container) },
      { container in await call.releaseAll(in: container) },
      { container in await call.clear(container) },
      { container in try container.register(Thing.self) { Thing() } },
      { container in container.unregister(Thing.self) },
    ]
    for occasion in occasions {
      for isShared in [true, false] {
        let releases = Recorder<Context?>()
        let container = Container()
        let registration = try container.register(Thing.self) { Thing() }
        if isShared {
          registration.as(Single<Thing>(releases: releases))
        } else {
          registration.as { Single<Thing>(releases: releases) }
        }
        _ = try await call.resolve(Thing.self, in: container)
        #expect(releases.events.count == 1 && releases.events.last != .some(nil))
        try await occasion(container)
        #expect(releases.events.count == 2)
        #expect(releases.events.last == .some(nil))
      }
    }
  }

  @Test(arguments: Call.allCases)
  func `release, clear, replacement and shutdown reach a custom scope object that was never asked`(call: Call)
    async throws
  {
    let occasions: [(Container) async throws -> Void] = [
      { container in await call.release((any Service).self, in: container) },
      { container in await call.release(LiveService.self, in: container) },
      { container in await call.releaseAll(in: container) },
      { container in await call.clear(container) },
      { container in try container.register(LiveService.self) { LiveService() } },
      { container in container.unregister(LiveService.self) },
      { container in try container.transaction { container.unregister(LiveService.self) } },
      { container in try await container.shutdown() },
    ]
    for occasion in occasions {
      let (releases, others) = (Recorder<Context?>(), Recorder<Context?>())
      let container = Container()
      try container.register(LiveService.self) { LiveService() }.implements((any Service).self) { $0 }
        .as(Single<LiveService>(releases: releases))
      // A scope given as a closure does not exist before the first resolve.
      try container.register(Thing.self) { Thing() }.as { Single<Thing>(releases: others) }
      try await occasion(container)
      #expect(releases.events == [nil])
      #expect(others.events.isEmpty)
    }
    try container.register(Thing.self) { Thing() }.as(Single<Thing>(releases: releases))
    try container.contribute(Thing.self) { Thing() }.as(Single<Thing>(releases: releases))
    for _ in 0..<2 { await call.release(Thing.self, in: container) }
    _ = try await call.resolve(Thing.self, in: container)
    for _ in 0..<2 { await call.release(Thing.self, in: container) }
    #expect(releases.events.filter { $0 == nil }.count == 8)
    await call.clear(container)
    #expect(releases.events.filter { $0 == nil }.count == 10)
  }

  @Test(arguments: Call.allCases)
  func `shutdown releases a custom scope object again after an earlier release`(call: Call) async throws {
    try container.register(Thing.self) { Thing() }.as(Single<Thing>(releases: releases))
    _ = try await call.resolve(Thing.self, in: container)
    await call.release(Thing.self, in: container)
    let before = releases.events.filter { $0 == nil }.count
    try await container.shutdown()
    #expect(releases.events.filter { $0 == nil }.count == before + 1)
  }

  @Test(arguments: Call.allCases)
  func `a skipped or rolled-back registration and the container's end do not release a custom scope`(call: Call)
    async throws
  {
    let scope = Single<Thing>()
    do {
      let container = Container()
      try container.register(Thing.self) { Thing() }.as(scope)
      let thing = try await call.resolve(Thing.self, in: container)
      try container.register(Thing.self, ifRegistered: .keep) { Thing() }.as(scope)
      let outdone = try container.transactionReplacingNothing {
        try container.register(Thing.self) { Thing() }.as(scope)
      }
      #expect(outdone.count == 1)
      #expect(throws: Trouble("step")) {
        try container.transaction {
          try container.register(Int.self) { 1 }
          try container.register(Thing.self, name: "other") { Thing() }.as(scope)
          throw Trouble("step")
        }
      }
      #expect(try await call.resolve(Thing.self, in: container) === thing)
    }
    #expect(!scope.releases.events.contains(nil))
  }

  @Test(arguments: Call.allCases)
  func `a custom scope builds a new instance after release`(call: Call) async throws {
    try container.register(Thing.self) { Thing() }.as(Single<Thing>())
    let thing = try await call.resolve(Thing.self, in: container)
    await call.release(Thing.self, in: container)
    #expect(try await call.resolve(Thing.self, in: container) !== thing)
  }

  @Test(arguments: Call.allCases)
  func `a resolve calls get first, set once and release last on a custom scope`(call: Call) async throws {
    try container.register(Thing.self) { Thing() }.as(PerTree(calls))
    _ = try await call.resolve(Thing.self, in: container)
    #expect(calls.events.first == "get")
    #expect(calls.events.filter { $0 == "set" }.count == 1)
    #expect(calls.events.last == "release tree")
  }

  @Test(arguments: Call.allCases)
  func `a failed build stores nothing in a custom scope, and the next resolve builds again`(call: Call) async throws {
    try container.register(Thing.self) {
      if builds.increment() == 1 { throw Refusal() }
      return Thing()
    }.as(PerTree(calls))
    await call.expectResolveThrows(Thing.self, in: container, .factoryFailed)
    #expect(!calls.events.contains("set"))
    _ = try await call.resolve(Thing.self, in: container)
    #expect(builds.value == 2)
  }

  @Test(arguments: Crowd.all)
  func `waiters of a build each build their own instance if the custom scope caches per tree`(crowd: Crowd) async throws
  {
    try container.register(Thing.self) {
      builds.increment()
      takeAWhile()
      return Thing()
    }.as(PerTree())
    let results = await crowd.run {
      _ = try container.resolve(Thing.self)
    } asynchronous: {
      _ = try await container.resolve(Thing.self)
    }
    for result in results { #expect(throws: Never.self) { try result.get() } }
    // No caller gets an instance that is cached for another tree.
    #expect(builds.value == results.count)
  }

  @Test(arguments: [false, true])
  func `a custom scope returns a tree's cached instance while another tree builds`(isFresh: Bool) async throws {
    let (started, goOn) = (Gate(), Gate())
    let registration = try container.register(Thing.self) { () async in
      if builds.increment() == 2 {
        started.open()
        await goOn.pass()
      }
      return Thing()
    }
    if isFresh { registration.as { PerTree() } } else { registration.as(PerTree()) }
    try container.register(Pair.self) { [unowned container] resolver in
      let first = try await resolver.resolve(Thing.self)
      let other = Task.detached { _ = try await container.resolve(Thing.self) }
      await started.pass()
      // One synchronous and one awaiting caller.
      let second = try synchronously { try resolver.resolve(Thing.self) }
      let third = try await resolver.resolve(Thing.self)
      goOn.open()
      _ = try await other.value
      return Pair(first === second && first === third)
    }
    #expect(try await container.resolve(Pair.self).isOne)
  }

  @Test(arguments: [false, true])
  func `an instance that a custom scope drops can call release and releaseAll in its deinit`(isInSet: Bool) throws {
    final class Ending {
      let end: () -> Void
      init(_ end: @escaping () -> Void) { self.end = end }
      deinit { end() }
    }
    final class Latest: Instance {
      private var product: Ending?
      func get(for context: Context) -> Ending? { product }
      func set(_ product: Ending, for context: Context) { self.product = product }
      func release(for context: Context?) { if context == nil { product = nil } }
    }
    /// Returns nothing until `set`, so that each product replaces the previous one.
    final class Replacing: Instance {
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
      func release(for context: Context?) {}
    }
    let ends = Counter()
    let registration = try container.register(Ending.self) { [weak container] in
      Ending {
        ends.increment()
        container?.releaseAll()
        container?.release(Ending.self)
      }
    }
    if isInSet { registration.as(Replacing()) } else { registration.as(Latest()) }
    _ = try container.resolve(Ending.self)
    if isInSet { _ = try container.resolve(Ending.self) } else { container.release(Ending.self) }
    #expect(ends.value == 1)
  }

  @Test func `a custom scope with one instance drops an instance built in a failed transaction`() throws {
    try expectNothingKept(ofFailedStepBy: Single())
  }

  @Test(arguments: [false, true])
  func `a failed transaction does not release a custom scope's instances of other trees`(isFresh: Bool) throws {
    let registration = try container.register(Thing.self) { Thing() }
    if isFresh { registration.as { PerTree() } } else { registration.as(PerTree()) }
    try container.register(Pair.self) { [unowned container] resolver in
      let first = try resolver.resolve(Thing.self)
      #expect(throws: Trouble("step")) {
        try onAnotherThread {
          try container.transaction {
            _ = try container.resolve(Thing.self)
            throw Trouble("step")
          }
        }
      }
      return Pair(try resolver.resolve(Thing.self) === first)
    }
    #expect(try container.resolve(Pair.self).isOne)
  }

  @Test(arguments: Crowd.all)
  func `a custom scope builds one instance when many callers resolve it at the same time`(crowd: Crowd) async throws {
    try container.register(Thing.self) {
      builds.increment()
      takeAWhile()
      return Thing()
    }.as(Single<Thing>())
    let results = await crowd.run {
      try container.resolve(Thing.self)
    } asynchronous: {
      try await container.resolve(Thing.self)
    }
    #expect(Set(try results.map { ObjectIdentifier(try $0.get()) }).count == 1)
    #expect(builds.value == 1)
  }

  @Test(arguments: Crowd.all)
  func `calls into one custom scope never overlap when four containers share it`(crowd: Crowd) async throws {
    let overlaps = Counter()
    let turns = Counter()
    let instance = Busy(overlaps)
    let containers = try (0..<4).map { _ in
      try Container { container in
        try container.register(Thing.self) { Thing() }.as(instance)
      }
    }
    let results = await crowd.run {
      let container = containers[turns.increment() % containers.count]
      for _ in 0..<5 { _ = try container.resolve(Thing.self) }
    } asynchronous: {
      let container = containers[turns.increment() % containers.count]
      for _ in 0..<5 { _ = try await container.resolve(Thing.self) }
    }
    for result in results { #expect(throws: Never.self) { try result.get() } }
    #expect(overlaps.value == 0)
  }

  @Test(arguments: Call.allCases)
  func `a scope modifier in an extension of Registrable applies a custom scope`(call: Call) async throws {
    try container.register(Thing.self) { Thing() }.asExample().afterInit { _, _ in }
    let thing = try await call.resolve(Thing.self, in: container)
    #expect(try await call.resolve(Thing.self, in: container) === thing)
  }
}

private final class Forgetful: Instance {
  func get(for context: Context) -> Thing? { nil }
  func set(_ product: Thing, for context: Context) {}
  func release(for context: Context?) {}
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

private final class Swapping: Instance {
  private var thing: Thing?
  func get(for context: Context) -> Thing? { thing }
  func set(_ product: Thing, for context: Context) { thing = Thing() }
  func release(for context: Context?) { if context == nil { thing = nil } }
}

/// Caches one product for all registrations, although their types differ.
private final class MixingUp: Instance {
  private var product: Any?
  func get(for context: Context) -> Any? { product }
  func set(_ product: Any, for context: Context) { self.product = product }
  func release(for context: Context?) { if context == nil { product = nil } }
}

/// Resolves in one of its functions.
private final class Resolving: Instance {
  enum Function: CaseIterable { case get, set, release }

  let function: Function
  let container: Container
  let results: Recorder<AstrojectError.Kind?>
  private var thing: Thing?

  init(_ function: Function, _ container: Container, _ results: Recorder<AstrojectError.Kind?>) {
    (self.function, self.container, self.results) = (function, container, results)
  }

  private func resolve() {
    do {
      _ = try container.resolve(Int.self)
      results.note(nil)
    } catch {
      results.note((error as? AstrojectError)?.kind)
    }
  }

  func get(for context: Context) -> Thing? {
    if function == .get { resolve() }
    return thing
  }
  func set(_ product: Thing, for context: Context) {
    if function == .set { resolve() }
    thing = product
  }
  func release(for context: Context?) {
    if function == .release { resolve() }
    if context == nil { thing = nil }
  }
}

@Suite("A custom scope that declines products", .ownThreads)
struct DecliningScopeTests {
  private let container = Container()

  @Test(arguments: Call.allCases, [true, false])
  func `a product that a custom scope declines is returned, and the next resolve builds again`(
    call: Call, isFresh: Bool
  ) async throws {
    let (builds, hooks) = (Counter(), Counter())
    let registration = try container.register(Thing.self) {
      builds.increment()
      return Thing()
    }.afterInit { _, _ in hooks.increment() }
    if isFresh { registration.as { Forgetful() } } else { registration.as(Forgetful()) }
    var all: [Thing] = []
    for _ in 0..<3 { all.append(try await call.resolve(Thing.self, in: container)) }
    #expect(Set(all.map(ObjectIdentifier.init)).count == 3)
    #expect(builds.value == 3 && hooks.value == 3)
    // Nothing was cached, so the scope may still be changed.
    registration.asSingleton()
    await call.expectSameInstance(Thing.self, in: container)
  }

  @Test(arguments: Crowd.all)
  func `waiters build one after the other, one instance each, if the custom scope declines products`(crowd: Crowd)
    async throws
  {
    let (builds, overlaps, isBuilding) = (Counter(), Counter(), Guarded(false))
    try container.register(Thing.self) {
      builds.increment()
      if isBuilding.withLock({ isBuilding in
        defer { isBuilding = true }
        return isBuilding
      }) {
        overlaps.increment()
      }
      takeAWhile()
      isBuilding.withLock { $0 = false }
      return Thing()
    }.as(Forgetful())
    let results = await crowd.run {
      try container.resolve(Thing.self)
    } asynchronous: {
      try await container.resolve(Thing.self)
    }
    #expect(Set(try results.map { ObjectIdentifier(try $0.get()) }).count == results.count)
    #expect(builds.value == results.count)
    #expect(overlaps.value == 0)
  }

  @Test(arguments: Call.allCases)
  func `a custom scope can decline the first product and cache the second`(call: Call) async throws {
    try container.register(Thing.self) { Thing() }.as(Second())
    let first = try await call.resolve(Thing.self, in: container)
    let second = try await call.resolve(Thing.self, in: container)
    #expect(first !== second)
    #expect(try await call.resolve(Thing.self, in: container) === second)
  }

  @Test func `a resolve after a failed transaction builds again if the custom scope declines products`() throws {
    try expectNothingKept(ofFailedStepBy: Forgetful())
  }
}

@Suite("A custom scope that misbehaves")
struct MisbehavingInstanceTests {
  private let container = Container()


  @Test(arguments: Call.allCases)
  func `a resolve throws if the custom scope returns a product other than the one it was given`(call: Call) async throws
  {
    try container.register(Thing.self) { Thing() }.as(Swapping())
    await call.expectResolveThrows(Thing.self, in: container, .invalidInstance)
  }

  @Test(arguments: Call.allCases)
  func `a resolve throws if a shared custom scope returns another registration's product`(call: Call) async throws {
    let instance = MixingUp()
    try container.register(Thing.self) { Thing() }.as(instance)
    try container.register(LiveService.self) { LiveService() }.as(instance)
    _ = try await call.resolve(Thing.self, in: container)
    await call.expectResolveThrows(LiveService.self, in: container, .invalidInstance)
  }

  @Test(arguments: Resolving.Function.allCases, Call.allCases)
  private func `a resolve inside get, set or release of a custom scope throws invalidInstance`(
    function: Resolving.Function, call: Call
  ) async throws {
    let results = Recorder<AstrojectError.Kind?>()
    try container.register(Int.self) { 1 }.asTransient()
    try container.register(Thing.self) { Thing() }.as(Resolving(function, container, results))
    if function == .release {
      _ = try? await call.resolve(Thing.self, in: container)
    } else {
      await call.expectResolveThrows(Thing.self, in: container, .invalidInstance)
    }
    #expect(!results.events.isEmpty)
    #expect(results.events.allSatisfy { $0 == .invalidInstance })
    await container.clear()
  }

  @Test(arguments: Call.allCases)
  private func `resolving a cached singleton inside set of a custom scope throws invalidInstance`(call: Call)
    async throws
  {
    let results = Recorder<AstrojectError.Kind?>()
    try container.register(Int.self) { 1 }.asSingleton()
    _ = try await call.resolve(Int.self, in: container)
    try container.register(Thing.self) { Thing() }.as(Resolving(.set, container, results))
    await call.expectResolveThrows(Thing.self, in: container, .invalidInstance)
    #expect(results.events == [.invalidInstance])
    await container.clear()
  }

  @Test func `a resolve throws if the custom scope resolves in set by the resolver of the product's factory`() throws {
    final class Asking: Sendable {
      let resolver: Resolver
      init(_ resolver: Resolver) { self.resolver = resolver }
    }
    final class Scope: Instance {
      func get(for context: Context) -> Asking? { nil }
      func set(_ product: Asking, for context: Context) { _ = try? product.resolver.resolve(Int.self) }
      func release(for context: Context?) {}
    }
    try container.register(Int.self) { 1 }
    try container.register(Asking.self) { resolver in Asking(resolver) }.as(Scope())
    let error = #expect(throws: AstrojectError.self) { try container.resolve(Asking.self) }
    #expect(error?.kind == .invalidInstance)
  }

  @Test(arguments: Call.allCases)
  func `a resolve throws if the custom scope resolves its own product in get`(call: Call) async throws {
    final class Selfish: Instance {
      let container: Container
      init(_ container: Container) { self.container = container }
      func get(for context: Context) -> Thing? { try? container.resolve(Thing.self) }
      func set(_ product: Thing, for context: Context) {}
      func release(for context: Context?) {}
    }
    try container.register(Thing.self) { Thing() }.as(Selfish(container))
    await call.expectResolveThrows(Thing.self, in: container, .invalidInstance)
    await container.clear()
  }
}

@Suite("The context of a resolution tree", .ownThreads)
struct ContextTests {
  private let container = Container()
  private let contexts = Recorder<Context>()

  @Test(arguments: Call.allCases)
  func `a context stays equal within one resolution tree and differs in the next`(call: Call) async throws {
    try container.register(Thing.self) { Thing() }.as(Single<Thing>(contexts: contexts))
    try container.register(LiveService.self) { LiveService() }.as(Single<LiveService>(contexts: contexts))
    try container.register(Int.self) { resolver in
      _ = try resolver.resolve(LiveService.self)
      return 1
    }.asTransient()
    try container.register(String.self) { resolver in
      _ = try resolver.resolve(Thing.self)
      return "\(try resolver.resolve(Int.self))"
    }
    _ = try await call.resolve(String.self, in: container)
    let first = contexts.events
    #expect(first.count >= 2)
    #expect(Set(first).count == 1)
    #expect(Set(first.map(\.graphID)).count == 1)
    _ = try await call.resolve(String.self, in: container)
    let second = contexts.events.dropFirst(first.count)
    #expect(!second.isEmpty)
    #expect(Set(second).isDisjoint(with: first))
    #expect(Set(second.map(\.graphID)).isDisjoint(with: first.map(\.graphID)))
  }

  @Test(arguments: Call.allCases)
  func `a context reports the depth in the tree at which the scope is asked`(call: Call) async throws {
    let top = Recorder<Context>()
    let deep = Recorder<Context>()
    try container.register(Thing.self) { Thing() }.as(Single<Thing>(contexts: top))
    try container.register(LiveService.self) { LiveService() }.as(Single<LiveService>(contexts: deep))
    try container.register(Int.self) { resolver in
      _ = try resolver.resolve(LiveService.self)
      return 1
    }
    try container.register(String.self) { resolver in "\(try resolver.resolve(Int.self))" }
    _ = try await call.resolve(Thing.self, in: container)
    #expect(Set(top.events.map(\.depth)) == [0])
    _ = try await call.resolve(String.self, in: container)
    #expect(Set(deep.events.map(\.depth)) == [2])
  }

  @Test func `all tasks of an asynchronous resolution tree pass the same context to a custom scope`() async throws {
    try container.register(Thing.self) {
      await Task.yield()
      return Thing()
    }.as(Single<Thing>(contexts: contexts))
    try container.register(String.self) { resolver in
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<3 { group.addTask { _ = try? await resolver.resolve(Thing.self) } }
      }
      return ""
    }
    _ = try await container.resolve(String.self)
    #expect(Set(contexts.events).count == 1)
  }

  @Test(arguments: Call.allCases)
  func `a child's resolution tree passes one context to its own and its parent's custom scopes`(call: Call) async throws
  {
    let parent = Container()
    try parent.register(Thing.self) { Thing() }.as(Single<Thing>(contexts: contexts))
    let child = parent.makeChild()
    try child.register(LiveService.self) { LiveService() }.as { Single<LiveService>(contexts: contexts) }
    try child.register(String.self) { resolver in
      _ = try resolver.resolve(Thing.self)
      _ = try resolver.resolve(LiveService.self)
      return ""
    }
    _ = try await call.resolve(String.self, in: child)
    #expect(contexts.events.count >= 2)
    #expect(Set(contexts.events).count == 1)
  }

  @Test(arguments: Call.allCases)
  func `an instance built while its registration is cleared is not cached for the next registration`(call: Call)
    async throws
  {
    let scope = Single<Thing>()
    try container.register(Thing.self) { [weak container] in
      container?.clear()
      return Thing()
    }.as(scope)
    let old = try await call.resolve(Thing.self, in: container)
    try container.register(Thing.self) { Thing() }.as(scope)
    let new = try await call.resolve(Thing.self, in: container)
    #expect(old !== new)
    await call.expectSameInstance(Thing.self, in: container)
  }

  @Test func `a task started by a custom scope resolves normally after the scope's call has returned`() async throws {
    let (mayGo, isIn, mayReturn) = (Gate(), Gate(), Gate())
    try container.register(Int.self) { 7 }
    let started = Recorder<Task<Int, any Error>>()
    let starting = Acting {
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
    let busy = Acting {
      isIn.open()
      mayReturn.wait()
    }
    try elsewhere.register(Thing.self) { Thing() }.as(busy)
    Thread.detachNewThread { _ = try? elsewhere.resolve(Thing.self) }
    await isIn.pass()
    mayGo.open()
    let number = await started.events[0].result
    mayReturn.open()
    #expect(try number.get() == 7)
  }
}

extension Registrable {
  fileprivate func asExample() -> Self { self.as(Single<Product>()) }
}
