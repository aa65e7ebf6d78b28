import Astroject
import AstrojectTesting
import Testing

@Suite("A step of registrations that replaces nothing")
struct ReplacingNothingTests {
  private let container = Container()

  @Test("registers what is absent")
  func absent() throws {
    let outdone = try container.transactionReplacingNothing {
      try container.register(Int.self) { 1 }
    }
    #expect(outdone.isEmpty)
    #expect(try container.resolve(Int.self) == 1)
  }

  @Test("leaves what is registered meanwhile in its place, with what forwards to it and what it keeps")
  func outdone() throws {
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

  @Test("tells behaviors of what counts, and of nothing else")
  func events() throws {
    let names = Recorder<String>()
    container.add(Registrations(names: names))
    _ = try container.transactionReplacingNothing {
      try container.register(Int.self, name: "step") { 1 }
      try container.register(Int.self) { 1 }
      try onAnotherThread { [container] in
        _ = try container.register(Int.self, name: "step") { 2 }
      }
    }
    #expect(names.events == ["step", "none"])
    #expect(try container.resolve(Int.self, name: "step") == 2)
  }

  @Test("may take out a registration and put another in its place")
  func replacing() throws {
    try container.register(Int.self) { 1 }
    let outdone = try container.transactionReplacingNothing {
      container.unregister(Int.self)
      try container.register(Int.self) { 2 }
    }
    #expect(outdone.isEmpty)
    #expect(try container.resolve(Int.self) == 2)
  }
}

private struct Registrations: Behavior {
  let names: Recorder<String>

  func didRegister<Product>(
    type: Product.Type, to container: Container, as registration: any Registrable<Product>, with name: String?
  ) {
    names.note(name ?? "none")
  }
}
