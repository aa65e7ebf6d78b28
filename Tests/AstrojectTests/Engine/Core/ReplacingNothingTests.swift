import TestSupport
import Testing

@Suite("A transaction that replaces nothing", .ownThreads)
struct ReplacingNothingTests {
  private let container = Container()

  @Test func `a transaction that replaces nothing leaves a registration that another thread made meanwhile`() throws {
    let releases = Recorder<String>()
    let kept = Recorder<ObjectIdentifier>()
    let outdone = try container.transactionReplacingNothing {
      try container.register(LiveService.self) { LiveService() }.asSingleton().implements((any Service).self)
        .onRelease { _ in releases.note("the step's") }
      _ = try container.resolve((any Service).self)
      try container.register(Int.self) { 1 }
      try onAnotherThread { [container] in
        try container.register(LiveService.self) { LiveService() }.asSingleton()
        kept.note(ObjectIdentifier(try container.resolve(LiveService.self)))
      }
    }
    #expect(outdone.map(\.description) == ["LiveService"])
    #expect(kept.events == [ObjectIdentifier(try container.resolve(LiveService.self))])
    expectNotRegistered((any Service).self, in: container)
    #expect(releases.events == ["the step's"])
    #expect(try container.resolve(Int.self) == 1)
  }

  @Test func `a transaction that replaces nothing reports only what counts, and its forwardings`() throws {
    let listener = Listener()
    container.add(listener)
    _ = try container.transactionReplacingNothing {
      try container.register(LiveService.self, name: "step") { LiveService() }.implements((any Service).self)
      try container.register(LiveService.self) { LiveService() }.implements((any Service).self)
      try onAnotherThread { [container] in
        _ = try container.register(LiveService.self, name: "step") { LiveService() }
      }
    }
    listener.expectHeard("registered LiveService step", "registered LiveService", "registered Service")
  }

  @Test func `a transaction that replaces nothing may register a type that it has unregistered`() throws {
    try container.register(Int.self) { 1 }
    let outdone = try container.transactionReplacingNothing {
      container.unregister(Int.self)
      try container.register(Int.self) { 2 }
    }
    #expect(outdone.isEmpty)
    #expect(try container.resolve(Int.self) == 2)
  }
}
