import TestSupport
import Testing

@testable import Astroject

@Suite("Registered instances", .ownThreads)
struct OwnedInstanceTests {
  private let container = Container()

  @Test(arguments: Call.allCases)
  func `resolve returns a registered instance by its type and forwardings only`(call: Call) async throws {
    let service = LiveService()
    try container.register(instance: service).implements(AnyObject.self) { $0 }
    try container.register(instance: 42)
    #expect(try await call.resolve(LiveService.self, in: container) === service)
    #expect(try await call.resolve(AnyObject.self, in: container) === service)
    #expect(try await call.resolve(Int.self, in: container) == 42)
    expectNotRegistered((any Service).self, in: container)
  }

  @Test(arguments: Call.allCases)
  func `resolve returns a registered instance by another type, a name or a protected key`(call: Call) async throws {
    let service = LiveService()
    try container.register(instance: service, as: (any Service).self)
    try container.register(instance: service, as: (any Service).self, name: "a")
    try container.register(instance: 1, key: 7, isOverridable: false)
    #expect(try await call.resolve((any Service).self, in: container) === service)
    #expect(try await call.resolve((any Service).self, name: "a", in: container) === service)
    #expect(try await call.resolve(Int.self, key: 7, in: container) == 1)
    expectNotRegistered(LiveService.self, in: container)
    #expect(throws: AstrojectError.self) { try container.register(instance: 2, key: 7) }
  }

  /// The ways to say that the container owns an instance.
  enum Ownership: CaseIterable { case unsaid, said, givenBack }

  @Test(arguments: Ownership.allCases)
  func `a container retains an instance that it owns, and runs onRelease once`(ownership: Ownership) throws {
    let releases = Counter()
    weak var service: LiveService?
    var container: Container? = Container()
    try synchronously {
      let made = LiveService()
      service = made
      let instance = try container?.register(instance: made).onRelease { _ throws in _ = releases.increment() }
      switch ownership {
      case .unsaid: break
      case .said: instance?.ownedByContainer()
      case .givenBack: instance?.ownedExternally().ownedByContainer()
      }
    }
    #expect(service != nil)
    #expect(try container?.resolve(LiveService.self) === service)
    container = nil
    #expect(service == nil)
    #expect(releases.value == 1)
  }

  @Test func `onRelease does not run for a decorated form that is released while it is made`() throws {
    let released = Recorder<Int>()
    let instance = try container.register(instance: 1)
    try container.decorate(Int.self) { [core = container.core] _, number in
      core.run(core.releaseEverything())
      instance.onRelease { number throws in _ = released.note(number) }
      return number + 1
    }
    #expect(try container.resolve(Int.self) == 2)
    #expect(released.events.isEmpty)
    container.core.run(container.core.releaseEverything())
    #expect(released.events == [1])
  }

  @Test(arguments: Call.allCases)
  func `an instance that its owner has freed, or that is no object, makes resolve throw`(call: Call) async throws {
    try container.register(instance: 42).ownedExternally()
    await call.expectResolveThrows(Int.self, in: container, .invalidInstance)
    weak var reference: LiveService?
    do {
      let service = LiveService()
      reference = service
      try container.register(instance: service).ownedExternally()
      let isSame = try await call.resolve(LiveService.self, in: container) === service
      #expect(isSame)
    }
    #expect(reference == nil)
    await call.expectResolveThrows(LiveService.self, in: container, .invalidInstance)
    expectRegistered(LiveService.self, in: container)
  }

  @Test(arguments: Call.allCases)
  func `an externally owned instance is resolved by a protocol and through a forwarding`(call: Call) async throws {
    do {
      let service = LiveService()
      try container.register(instance: service, as: (any Service).self).ownedExternally().implements(AnyObject.self)
      let isSame = try await call.resolve((any Service).self, in: container) === service
      let isForwarded = try await call.resolve(AnyObject.self, in: container) === service
      #expect(isSame && isForwarded)
    }
    await call.expectResolveThrows(AnyObject.self, in: container, .invalidInstance)
  }

  @Test(arguments: Call.allCases, Occasion.allCases)
  func `release and releaseAll keep a registered instance, and all else runs its onRelease once`(
    call: Call, occasion: Occasion
  ) async throws {
    let (service, count) = (LiveService(), Counter())
    do {
      let container = Container()
      try container.register(instance: service).onRelease { _ in count.increment() }
      #expect(count.value == 0)
      try await occasion.happen(to: LiveService.self, in: container, by: call)
      let isKept = occasion == .release || occasion == .releaseAll
      #expect(count.value == (isKept ? 0 : 1))
      if isKept || occasion == .shutdown {
        #expect(try await call.resolve(LiveService.self, in: container) === service)
      }
      if occasion == .shutdown { try await container.shutdown() }
    }
    #expect(count.value == 1)
  }

  @Test func `onRelease does not run for an externally owned instance`() async throws {
    let count = Counter()
    let service = LiveService()
    try container.register(instance: service).ownedExternally().onRelease { _ in count.increment() }
    try await container.shutdown()
    await container.clear()
    #expect(count.value == 0)
  }

  @Test(arguments: Call.allCases)
  func `a later registered instance replaces an earlier one, which the container releases`(call: Call) async throws {
    let first: Trace
    do {
      let service = LiveService()
      first = Trace(service)
      try container.register(instance: service)
      let isFirst = try await call.resolve(LiveService.self, in: container) === service
      #expect(isFirst)
    }
    #expect(!first.isGone)
    let second = LiveService()
    try container.register(instance: second)
    #expect(try await call.resolve(LiveService.self, in: container) === second)
    // A thread of another test that reads a store may delay the release for a moment.
    await until { first.isGone }
  }

  @Test func `resolve returns a registered instance if ownedExternally is called during another resolve`() throws {
    let page = LiveService()
    let instance = try container.register(instance: page)
    let found = try #require(container.core.find(Key(LiveService.self)))
    // The plan is compiled,
    let plan = found.plan(for: container.core)
    // another thread calls `ownedExternally`,
    instance.ownedExternally()
    // and the plan is run, and keeps the instance.
    let ask = Ask(Borrowed(container.core), for: nil, at: Borrowed(found.entry), of: Borrowed(found.owner))
    _ = try plan.answer((), for: ask) as LiveService
    #expect(try container.resolve(LiveService.self) === page)
  }
}
