import AstrojectTesting
import TestSupport
import Testing

@testable import Astroject

@Suite("An instance made elsewhere")
struct OwnedInstanceTests {
  @Test("is resolved as it is", arguments: Call.allCases)
  func same(call: Call) async throws {
    let service = LiveService()
    let container = Container()
    try container.register(instance: service)
    try container.register(instance: 42)
    #expect(try await call.resolve(LiveService.self, in: container) === service)
    #expect(try await call.resolve(Int.self, in: container) == 42)
    expectNotRegistered((any Service).self, in: container)
  }

  @Test("can be registered as another type, under a name or key, protected", arguments: Call.allCases)
  func options(call: Call) async throws {
    let service = LiveService()
    let container = Container()
    try container.register(instance: service, as: (any Service).self)
    try container.register(instance: service, as: (any Service).self, name: "a")
    try container.register(instance: 1, key: 7, isOverridable: false)
    #expect(try await call.resolve((any Service).self, in: container) === service)
    #expect(try await call.resolve((any Service).self, name: "a", in: container) === service)
    #expect(try await call.resolve(Int.self, key: 7, in: container) == 1)
    expectNotRegistered(LiveService.self, in: container)
    #expect(throws: AstrojectError.self) { try container.register(instance: 2, key: 7) }
  }

  @Test("can be forwarded", arguments: Call.allCases)
  func forwarded(call: Call) async throws {
    let service = LiveService()
    let container = Container()
    try container.register(instance: service).implements((any Service).self).implements(AnyObject.self) { $0 }
    #expect(try await call.resolve((any Service).self, in: container) === service)
    #expect(try await call.resolve(AnyObject.self, in: container) === service)
  }

  @Test("is kept by the container, by default and where it is said", arguments: [false, true])
  func ownedByContainer(isSaid: Bool) throws {
    weak var service: LiveService?
    var container: Container? = Container()
    try synchronously {
      let made = LiveService()
      service = made
      let instance = try container?.register(instance: made)
      if isSaid { instance?.ownedByContainer() }
    }
    #expect(service != nil)
    #expect(try container?.resolve(LiveService.self) === service)
    container = nil
    #expect(service == nil)
  }

  @Test("owned elsewhere is not retained, and resolving it throws when it is gone", arguments: Call.allCases)
  func ownedExternally(call: Call) async throws {
    let container = Container()
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

  @Test("owned elsewhere is resolved under a protocol, and under what it implements", arguments: Call.allCases)
  func ownedExternallyAsProtocol(call: Call) async throws {
    let container = Container()
    do {
      let service = LiveService()
      try container.register(instance: service, as: (any Service).self).ownedExternally().implements(AnyObject.self)
      let isSame = try await call.resolve((any Service).self, in: container) === service
      let isForwarded = try await call.resolve(AnyObject.self, in: container) === service
      #expect(isSame && isForwarded)
    }
    await call.expectResolveThrows(AnyObject.self, in: container, .invalidInstance)
  }

  @Test("owned elsewhere must be a class instance", arguments: Call.allCases)
  func structure(call: Call) async throws {
    let container = Container()
    try container.register(instance: 42).ownedExternally()
    await call.expectResolveThrows(Int.self, in: container, .invalidInstance)
  }

  @Test("can be given back to the container")
  func givenBack() throws {
    let container = Container()
    weak var service: LiveService?
    try synchronously {
      let made = LiveService()
      service = made
      try container.register(instance: made).ownedExternally().ownedByContainer()
    }
    #expect(service != nil)
    #expect(try container.resolve(LiveService.self) === service)
  }

  @Test("stays through release and releaseAll", arguments: Call.allCases)
  func release(call: Call) async throws {
    let service = LiveService()
    let container = Container()
    try container.register(instance: service)
    await call.release(LiveService.self, in: container)
    await call.releaseAll(in: container)
    #expect(try await call.resolve(LiveService.self, in: container) === service)
  }

  @Test("runs its onRelease once when the container lets go of it", arguments: Call.allCases)
  func onRelease(call: Call) async throws {
    let letGo: [(inout Container?) async throws -> Void] = [
      { container in if let container { await call.clear(container) } },
      { container in try container?.register(LiveService.self) { LiveService() } },
      { container in container?.unregister(LiveService.self) },
      { container in try await container?.shutdown() },
      { container in container = nil },
    ]
    for letGo in letGo {
      let count = Counter()
      var container: Container? = Container()
      try container?.register(instance: LiveService()).onRelease { _ in count.increment() }
      #expect(count.value == 0)
      try await letGo(&container)
      #expect(count.value == 1)
      container = nil
      #expect(count.value == 1)
    }
  }

  @Test("owned elsewhere runs no onRelease: the container does not own it")
  func onReleaseExternally() async throws {
    let count = Counter()
    let service = LiveService()
    let container = Container()
    try container.register(instance: service).ownedExternally().onRelease { _ in count.increment() }
    try await container.shutdown()
    await container.clear()
    #expect(count.value == 0)
  }

  @Test("is let go of when it is replaced")
  func replaced() throws {
    let container = Container()
    weak var service: LiveService?
    try synchronously {
      let made = LiveService()
      service = made
      try container.register(instance: made)
    }
    #expect(service != nil)
    try container.register(instance: LiveService())
    #expect(try container.resolve(LiveService.self) !== service)
  }

  @Test("may be said to be somebody else's while it is resolved")
  func meanwhile() throws {
    let container = Container()
    let page = LiveService()
    let instance = try container.register(instance: page)
    let found = try #require(container.core.find(Key(LiveService.self)))
    // What a cached slot does, in its order: the plan is made …
    let plan = found.plan
    // … another thread says whose it is …
    instance.ownedExternally()
    // … the slots are taken, and an instance is kept in them.
    let slot = try #require(found.cachedSlot(plan, for: container.core))
    let caller = ResolutionPlan.Caller(isSynchronous: true, isRoot: true)
    _ = try slot.take() ?? slot.make(for: ResolutionContext(core: container.core, for: nil), caller)
    #expect(try container.resolve(LiveService.self) === page)
  }

  @Test("is let go of by the container that owns it again")
  func again() throws {
    let releases = Counter()
    do {
      let container = Container()
      try container.register(instance: LiveService()).onRelease { _ throws in _ = releases.increment() }
        .ownedExternally().ownedByContainer()
    }
    #expect(releases.value == 1)
  }
}
