import TestSupport
import Testing

private protocol Service: AnyObject, Sendable { var name: String { get } }

private final class LiveService: Service {
  let name: String
  let size: Int
  init(name: String, size: Int) { (self.name, self.size) = (name, size) }
}

extension LiveService: AutoInjectable {
  static let injection = Injection<any Service>(LiveService.init(name:size:), with: .named("service"), .value(7))
  static func configure(_ registration: Registration<any Service>) {
    registration.asSingleton().implements(AnyObject.self) { $0 }
  }
}

private final class LateService: Service {
  let name: String
  init(name: String) async { self.name = name }
}

extension LateService: AutoInjectable { static let injection = Injection<any Service>(LateService.init(name:)) }

private struct Note: AutoInjectable {
  let text: String
  static let injection = Injection(Note.init(text:))
}

private enum Signal: AutoInjectable, Equatable {
  case sent(String)
  static let injection = Injection(Signal.sent)
}

/// Conforms to an Injectable protocol, but its injection registers it as a service.
private final class Quick: InjectableWithParameter, Service {
  static let injection = Injection<any Service>(Quick.init)
  let name: String
  init(_ name: String) { self.name = name }
}

extension Call {
  fileprivate func liveService() async throws -> any Service {
    try await run {
      try LiveService.resolve()
    } asynchronously: {
      try await LiveService.resolve()
    }
  }
}

struct AutoInjectableTests {
  private let container = Container()

  init() throws {
    try container.register(String.self) { "text" }
    try container.register(String.self, name: "service") { "live" }
  }

  @Test(arguments: Call.allCases)
  func `an AutoInjectable type is registered as its service with its rules and scope`(call: Call) async throws {
    try container.register(injectable: LiveService.self)
    let service = try await call.resolve((any Service).self, in: container)
    #expect(service.name == "live" && (service as? LiveService)?.size == 7)
    #expect(try await call.resolve((any Service).self, in: container) === service)
    #expect(try await call.resolve(AnyObject.self, in: container) === service)
    expectNotRegistered(LiveService.self, in: container)
  }

  @Test(arguments: Call.allCases)
  func `an AutoInjectable type is registered as itself if its injection names no service`(call: Call) async throws {
    try container.register(injectable: Note.self)
    try container.register(injectable: Signal.self)
    #expect(try await call.resolve(Note.self, in: container).text == "text")
    #expect(try await call.resolve(Signal.self, in: container) == .sent("text"))
  }

  @Test(arguments: Call.allCases)
  func `an InjectableWithParameter type is registered only as its injection's service`(call: Call) async throws {
    try container.register(injectable: Quick.self)
    #expect(try await call.resolve((any Service).self, in: container) is Quick)
    expectNotRegistered(Quick.self, in: container)
  }

  @Test(arguments: Call.allCases)
  func `a scope given at registration replaces the scope of an AutoInjectable type`(call: Call) async throws {
    try container.register(injectable: LiveService.self).asTransient()
    await call.expectNewInstance((any Service).self, in: container)
  }

  @Test(arguments: Call.allCases)
  func `a contributed AutoInjectable type is added to the collection with its own scope`(call: Call) async throws {
    try container.contribute(injectable: LiveService.self)
    try container.contribute(injectable: Quick.self)
    let first = try await call.resolveAll((any Service).self, in: container)
    let second = try await call.resolveAll((any Service).self, in: container)
    #expect(first.map(\.name) == ["live", "text"])
    #expect(zip(first, second).map { $0 === $1 } == [true, false])
    expectNotRegistered((any Service).self, in: container)
  }

  @Test(arguments: Call.allCases)
  func `the static resolve of an AutoInjectable type uses the current container`(call: Call) async throws {
    try container.register(injectable: LiveService.self)
    let child = container.makeChild()
    try child.register((any Service).self) { LiveService(name: "child's", size: 1) }
    let registered = try await call.resolve((any Service).self, in: container)
    for (current, name) in [(container, "live"), (child, "child's"), (container, "live")] {
      let service: any Service = try await Container.withCurrent(current) {
        try await call.liveService()
      }
      #expect(service.name == name && (service === registered) == (current === container))
    }
  }

  @Test(arguments: Call.allCases)
  func `the static resolve of an AutoInjectable type passes arguments to the initializer`(call: Call) async throws {
    try container.register(injectable: Note.self)
    try container.register(injectable: Quick.self)
    let (note, service) = try await Container.withCurrent(container) {
      try await call.run {
        (try Note.resolve(arguments: "given"), try Quick.resolve(arguments: "quick"))
      } asynchronously: {
        (try await Note.resolve(arguments: "given"), try await Quick.resolve(arguments: "quick"))
      }
    }
    #expect(note.text == "given")
    #expect(service is Quick && service.name == "quick")
  }

  @Test func `the static resolve of an asynchronous AutoInjectable type throws unless awaited`() async throws {
    try container.register(injectable: LateService.self)
    try await Container.withCurrent(container) {
      let (plain, given) = (try await LateService.resolve(), try await LateService.resolve(arguments: "given"))
      #expect(plain.name == "text" && given.name == "given")
      let errors = await [
        Call.synchronous.error { _ in try synchronously { try LateService.resolve() } },
        Call.synchronous.error { _ in try synchronously { try LateService.resolve(arguments: "given") } },
      ]
      #expect(errors.map { $0?.kind } == [.asynchronousFactory, .asynchronousFactory])
    }
  }

  @Test(arguments: Call.allCases)
  func `the static resolve of an AutoInjectable type throws if its service is missing`(call: Call) async {
    let error = await Container.withCurrent(container) { await call.error { try await $0.liveService() } }
    #expect(error?.kind == .noRegistrationFound && error?.failure?.key.product is (any Service).Type)
  }
}
