import TestSupport
import Testing

extension Registrable {
  /// A combination of modifiers, as an app may define it.
  fileprivate func asShared(_ log: Recorder<String>) -> Self {
    asSingleton().afterInit { _, product in log.note("\(product)") }
  }

  fileprivate func asText() -> Self { implements(String.self) { "\($0)" } }
}

struct RegistrableTests {
  private let container = Container()

  @Test(arguments: Call.allCases)
  func `an extension of Registrable chains with the modifiers of the library`(call: Call) async throws {
    let log = Recorder<String>()
    let registration: Registration<Int> = try container.register(Int.self) { 42 }.asShared(log).asText().eager()
    #expect(registration.key.product is Int.Type)
    #expect(try await call.resolve(String.self, in: container) == "42")
    #expect(try await call.resolve(Int.self, in: container) == 42)
    #expect(log.events == ["42"])
  }

  @Test(arguments: Call.allCases)
  func `a function configures registrations of different products as any Registrable`(call: Call) async throws {
    func share(_ registrations: [any Registrable]) {
      for registration in registrations { registration.asSingleton() }
    }
    let builds = Counter()
    share([
      try container.register(Int.self) { builds.increment() },
      try container.register(String.self) { "\(builds.increment())" },
    ])
    for _ in 0..<3 {
      _ = try await call.resolve(Int.self, in: container)
      _ = try await call.resolve(String.self, in: container)
    }
    #expect(builds.value == 2)
  }

  @Test(arguments: Call.allCases)
  func `a type that holds a registration gets its modifiers by conforming to Registrable`(call: Call) async throws {
    struct Handle: Registrable {
      let registration: Registration<LiveService>
      let note: String
    }
    let handle = Handle(registration: try container.register(LiveService.self) { LiveService() }, note: "a")
    #expect(handle.asSingleton().implements((any Service).self).note == "a")
    let service = try await call.resolve(LiveService.self, in: container)
    #expect(try await call.resolve((any Service).self, in: container) === service)
  }

  @Test(arguments: Call.allCases)
  func `a contribution takes modifiers for its scope and its hooks`(call: Call) async throws {
    let log = Recorder<String>()
    try container.contribute(Int.self) { 42 }.asShared(log).onRelease { log.note("released \($0)") }
    _ = try await call.resolveAll(Int.self, in: container)
    _ = try await call.resolveAll(Int.self, in: container)
    await call.clear(container)
    #expect(log.events == ["42", "released 42"])
  }
}
