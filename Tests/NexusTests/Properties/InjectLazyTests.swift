import TestSupport
import Testing

private final class Screen: @unchecked Sendable {
  @InjectLazy var api: Berry
  @InjectLazy(name: "disk") var disk: Berry
  @InjectLazy(key: 7) private var seventh: Berry
  var keyed: Berry { seventh }
}
private struct Panel { @InjectLazy var api: Berry }
private actor Worker {
  @InjectLazy private var api: Berry
  var name: String { api.color }
}
private final class Hen: @unchecked Sendable { @InjectLazy var egg: Egg }
private final class Egg: Sendable {
  let hen: Hen
  init(hen: Hen) { self.hen = hen }
}
/// Not private, so that the runtime finds it by its name.
struct Booth {
  @InjectLazy private var number: Int
  func show() { print(number) }
}

@Suite("InjectLazy properties", .ownThreads)
struct InjectLazyTests {
  private let container = Container()

  private static func make(_ name: String = "plain", _ made: Counter = Counter()) throws -> Container {
    try Container { container in
      try container.register(Berry.self) { made.count(Berry(color: name)) }
      try container.register(Berry.self, name: "disk") { Berry(color: name + " disk") }
      try container.register(Berry.self, key: 7) { Berry(color: name + " 7") }
    }
  }

  /// The recipe that builds the object.
  private enum Way: CaseIterable { case initializer, superclass, closure }

  @Test(arguments: Way.allCases, Call.allCases)
  private func `an InjectLazy property resolves once, when read, in its container`(way: Way, call: Call) async throws {
    let made = Counter()
    let container = try InjectLazyTests.make("plain", made)
    switch way {
    case .initializer: try container.register(initializer: { () in Screen() })
    case .superclass: try container.register(AnyObject.self, initializer: { () in Screen() })
    case .closure: try container.register(Screen.self) { Screen() }
    }
    let object: AnyObject =
      way == .superclass
      ? try await call.resolve(AnyObject.self, in: container) : try await call.resolve(Screen.self, in: container)
    let screen = try #require(object as? Screen)
    #expect(made.value == 0)
    // The current container is not used, because a container built the object.
    let api = Container.withCurrent(Container()) { screen.api }
    #expect(api.color == "plain" && screen.api === api && made.value == 1)
    #expect(screen.disk.color == "plain disk" && screen.keyed.color == "plain 7")
    #expect(try await call.value(of: screen.$api) === api)
  }

  @Test func `in an object built by hand, InjectLazy uses the current container of the first read`() async throws {
    let (screen, panel) = (Screen(), Panel())
    let container = try InjectLazyTests.make("late")
    Container.withCurrent(container) {
      #expect(screen.api.color == "late" && screen.disk.color == "late disk" && panel.api.color == "late")
    }
    let worker = Worker()
    #expect(await Container.withCurrent(container) { await worker.name } == "late")
    // The value of the first read stays.
    Container.withCurrent(Container()) { #expect(screen.api.color == "late") }
  }

  @Test func `in an object built in withCurrent, InjectLazy uses that container wherever it is read`() async throws {
    let (container, other) = (try InjectLazyTests.make("first"), try InjectLazyTests.make("other"))
    let screen = Container.withCurrent(container) { Screen() }
    let names = await Task.detached {
      Container.withCurrent(other) { [screen.api.color, screen.disk.color, screen.keyed.color] }
    }.value
    #expect(names == ["first", "first disk", "first 7"])
  }

  @Test(arguments: Call.allCases)
  func `in an object built by hand, InjectLazy does not keep its container alive`(call: Call) async throws {
    var container: Container? = try InjectLazyTests.make("first")
    let trace = Trace(try #require(container))
    let screen = try Container.withCurrent(#require(container)) { Screen() }
    container = nil
    #expect(trace.isGone)
    let other = try InjectLazyTests.make("other")
    let error = await Container.withCurrent(other) { await call.error { try await $0.value(of: screen.$api) } }
    #expect(error?.kind == .containerReleased)
  }

  @Test func `an InjectLazy property with an asynchronous factory resolves by awaiting its Lazy`() async throws {
    try container.register(Berry.self) { () async in Berry(color: "awaited") }
    try container.register(initializer: { () in Screen() })
    let screen = try await container.resolve(Screen.self)
    #expect(throws: AstrojectError.self) { try synchronously { try screen.$api.get() } }
    #expect(try await screen.$api.get().color == "awaited")
    #expect(screen.api.color == "awaited")
    let other = Screen()
    #expect(try await Container.withCurrent(container) { try await other.$api.get() }.color == "awaited")
  }

  @Test(arguments: Crowd.all)
  func `InjectLazy resolves once when 8 threads and tasks read it at the same time`(crowd: Crowd) async throws {
    for _ in rounds(50) {
      let made = Counter()
      let container = try InjectLazyTests.make("plain", made)
      let (screen, own) = (Screen(), try container.register(initializer: { () in Screen() }).asSingleton())
      _ = own
      let results = await crowd.run { _ in
        Container.withCurrent(container) { [screen.api] }
      } asynchronous: { _ in
        [try await container.resolve(Screen.self).api]
      }
      let ids = try results.flatMap { try $0.get() }.map { ObjectIdentifier($0) }
      #expect(Set(ids).count == made.value && made.value <= 2)
    }
  }

  @Test(arguments: Call.allCases)
  func `an InjectLazy property breaks a cycle and is a lazy dependency in the graph`(call: Call) async throws {
    try container.register(initializer: { () in Hen() }).asSingleton()
    try container.register(initializer: Egg.init).asSingleton()
    expectValidGraph(container)
    let edge = container.graph.edges.first { $0.property == "egg" }
    #expect(edge?.kind == .lazy && edge?.to != nil)
    let egg = try await call.resolve(Egg.self, in: container)
    #expect(egg.hen.egg === egg)
  }

  @Test func `the Lazy and the graph report both report an unregistered InjectLazy property`() throws {
    try container.register(initializer: { () in Hen() })
    let hen = try container.resolve(Hen.self)
    expectThrows(.noRegistrationFound) { try hen.$egg.get() }
    #expect(container.graphReport().findings.map(\.rule) == [.missingDependency])
    expectThrows(.noRegistrationFound) { try Container.withCurrent(Container()) { try Hen().$egg.get() } }
  }

  @Test func `reading an unresolvable InjectLazy property stops the program with the error`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { Booth().show() }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("The injected property `number: Int` of Booth, at NexusTests/InjectLazyTests.swift:"))
    #expect(text.contains("No registration found for Int: there is no current container."))
  }
}
