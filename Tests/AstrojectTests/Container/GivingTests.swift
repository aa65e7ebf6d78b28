import TestSupport
import Testing

@testable import Astroject

/// The user that sends a request.
private typealias User = Called

private protocol Visitor: Sendable { var name: String { get } }

extension User: Visitor {}

/// Built in a request's container from the instances that it was given.
private final class Greeting: Sendable {
  let user: User
  let number: Int
  init(_ user: User, _ number: Int) { (self.user, self.number) = (user, number) }
}

private func makeApp(_ scope: AnyScope = .transient) throws -> Container {
  let app = Container()
  try app.register(given: User.self, toChildrenNamed: "request")
  try app.register(given: Int.self, toChildrenNamed: "request")
  scope.apply(to: try app.register(Greeting.self) { Greeting(try $0.resolve(), try $0.resolve()) })
  return app
}

@Suite("Instances given to children")
struct GivingTests {
  @Test(arguments: Call.allCases)
  func `a given instance is resolved in its child, in the child's children and by factories`(call: Call) async throws {
    let app = try makeApp()
    let (ann, bob) = (User("Ann"), User("Bob"))
    let first = try app.makeChild(named: "request", given: ann, 1)
    let second = try app.makeChild(named: "request", given: bob, 2)
    for _ in 0..<3 {
      #expect(try await call.resolve(User.self, in: first) === ann)
      #expect(try await call.resolve(User.self, in: second) === bob)
      let greeting = try await call.resolve(Greeting.self, in: second.makeChild(named: "view"))
      #expect(greeting.user === bob && greeting.number == 2)
    }
    #expect(try await call.resolveAll(User.self, in: first).map(\.name) == ["Ann"])
    #expect(first.name == "request" && first.parent === app)
  }

  @Test(arguments: Call.allCases, [AnyScope.transient, .scoped])
  func `an instance is built from what was given to the nearest child container`(
    call: Call, scope: AnyScope
  ) async throws {
    let app = try makeApp(scope)
    let outer = try app.makeChild(named: "request", given: User("Ann"), 1)
    let sibling = try app.makeChild(named: "request", given: User("Bob"), 2)
    let inner = try outer.makeChild(named: "request", given: User("Cem"), 3)
    for (child, name) in [(inner, "Cem"), (sibling, "Bob"), (outer, "Ann")] {
      let greeting = try await call.resolve(Greeting.self, in: child)
      #expect(greeting.user.name == name)
      #expect(try await (call.resolve(Greeting.self, in: child) === greeting) == (scope == .scoped))
    }
  }

  @Test(arguments: Call.allCases)
  func `an instance given to a child container is found by its static type`(call: Call) async throws {
    let app = Container()
    try app.register(given: (any Visitor).self, toChildrenNamed: "request")
    try app.register(given: String?.self, toChildrenNamed: "request")
    let child = try app.makeChild(named: "request", given: User("Ann") as any Visitor, nil as String?)
    #expect(try await call.resolve((any Visitor).self, in: child).name == "Ann")
    #expect(try await call.resolve(String?.self, in: child) == nil)
    #expect(throws: AstrojectError.self) { try app.makeChild(named: "request", given: User("Ann")) }
  }

  @Test func `a closure that only calls a function registers in a child container, and is not given to it`() throws {
    func register(in child: Container) throws { try child.register(Int.self) { 3 } }
    #expect(try makeApp().makeChild(named: "request") { try register(in: $0) }.resolve(Int.self) == 3)
  }

  @Test(arguments: Call.allCases)
  func `resolving a given type throws in a container that was not given an instance`(call: Call) async throws {
    let app = try makeApp()
    await call.expectResolveThrows(User.self, in: app, .containerNotFound)
    await call.expectResolveThrows(User.self, in: app.makeChild(named: "job"), .containerNotFound)
    await call.expectResolveThrows(User.self, in: app.makeChild(named: "request"), .invalidInstance)
    let child = try app.makeChild(named: "request", given: User("Ann"))
    for _ in 0..<2 { await call.expectResolveThrows(Greeting.self, in: child, .invalidInstance) }
    #expect(try await call.resolve(User.self, in: child).name == "Ann")
  }

  @Test func `makeChild throws for a type that is not given to children of the name, or that is given twice`() throws {
    let app = try makeApp()
    expectThrows(.invalidInstance) { try app.makeChild(named: "request", given: User("Ann"), User("Bob")) }
    func expectRefusal(_ give: () throws -> Container) { expectThrows(.noRegistrationFound) { _ = try give() } }
    expectRefusal { try app.makeChild(named: "job", given: User("Ann")) }
    expectRefusal { try app.makeChild(named: "request", given: User("Ann"), "text") }
    try app.register(User.self) { User("made") }
    expectRefusal { try app.makeChild(named: "request", given: User("Ann")) }
    app.unregister(Int.self)
    expectRefusal { try app.makeChild(named: "request", given: 1) }
  }

  @Test func `makeChild with a misspelled name throws an error that suggests the registered name`() throws {
    let app = try makeApp()
    let error = #expect(throws: AstrojectError.self) { _ = try app.makeChild(named: "requst", given: User("Ann")) }
    #expect(error?.failure?.containerNames.first == "request")
    #expect(error?.description.contains("Did you mean:\n    the container \"request\"") == true)
    #expect(error?.remedy?.hasPrefix("use that name: `makeChild(named: \"request\", given: …)`; or ") == true)
  }

  @Test func `a debug description shows a registration of given instances with the children's name`() throws {
    let app = Container()
    let line = #line + 1
    try app.register(given: Int.self, toChildrenNamed: "request")
    #expect(
      app.debugDescription.contains(
        "Int, registered at AstrojectTests/GivingTests.swift:\(line) (given to children named \"request\")"))
  }

  @Test func `expectReleased ignores an instance given to a child even if a factory returns it`() throws {
    let user = User("Ann")
    try expectReleased(after: {
      let app = try makeApp()
      try app.register((any Visitor).self) { try $0.resolve(User.self) }
      let child = try app.makeChild(named: "request", given: user)
      _ = try child.resolve((any Visitor).self)
      return child
    })
  }

  @Test func `a given instance stays resolvable after release and shutdown and is freed with its child`() async throws {
    let app = try makeApp()
    weak var given: User?
    var child: Container? = try {
      let user = User("Ann")
      given = user
      return try app.makeChild(named: "request", given: user, 1)
    }()
    let held = try child?.register(String.self) { "" }
    synchronously {
      child?.releaseAll()
      child?.release(User.self)
    }
    await child?.releaseAll()
    try await child?.shutdown()
    #expect(try synchronously { try child?.resolve(User.self).name } == "Ann")
    child = nil
    #expect(given == nil)
    withExtendedLifetime(held) {}
  }

  @Test(arguments: Call.allCases)
  func `a child's registration shadows a given instance until it is removed`(call: Call) async throws {
    let child = try makeApp().makeChild(named: "request", given: User("Ann"), 1)
    try child.register(User.self) { User("own") }
    #expect(try await call.resolve(Greeting.self, in: child).user.name == "own")
    child.unregister(User.self)
    #expect(try await call.resolve(Greeting.self, in: child).user.name == "Ann")
  }

  @Test func `registering a type in a child throws if its given instance is protected`() throws {
    let app = Container()
    try app.register(given: User.self, toChildrenNamed: "request", isOverridable: false)
    let child = try app.makeChild(named: "request", given: User("Ann"))
    #expect(throws: AstrojectError.self) { try child.register(User.self) { User("own") } }
    #expect(try child.resolve(User.self).name == "Ann")
  }

  @Test(arguments: Call.allCases)
  func `a child loses its given instance for good when the registration is removed`(call: Call) async throws {
    let app = try makeApp()
    let child = try app.makeChild(named: "request", given: User("Ann"), 1)
    #expect(try await call.resolve(User.self, in: child).name == "Ann")
    app.unregister(User.self)
    await call.expectResolveThrows(User.self, in: child, .noRegistrationFound)
    try app.register(given: User.self, toChildrenNamed: "request")
    await call.expectResolveThrows(User.self, in: child, .invalidInstance)
  }

  @Test(arguments: Call.allCases)
  func `behaviors receive didResolve when a given instance is resolved`(call: Call) async throws {
    let app = try makeApp()
    let listener = Listener()
    app.add(listener)
    let child = try app.makeChild(named: "request", given: User("Ann"), 1)
    _ = try await call.resolve(Greeting.self, in: child)
    listener.expectHeard("resolved Called in request", "resolved Int in request", "resolved Greeting in request")
  }

  @Test func `a registration of a given type applies inside a transaction and is undone if it throws`() throws {
    let app = Container()
    app.failTransaction {
      try app.register(given: User.self, toChildrenNamed: "request")
      #expect(try app.makeChild(named: "request", given: User("Ann")).resolve(User.self).name == "Ann")
    }
    #expect(throws: AstrojectError.self) { try app.makeChild(named: "request", given: User("Ann")) }
    let error = #expect(throws: AstrojectError.self) { try app.makeChild(named: "job", given: User("Ann")) }
    #expect(error?.failure?.containerNames == [])
    try app.transaction { try app.register(given: User.self, toChildrenNamed: "request") }
    #expect(try app.makeChild(named: "request", given: User("Bob")).resolve(User.self).name == "Bob")
  }

  @Test(arguments: [false, true])
  func `withChild gives instances to its child and then releases the child's instances`(fails: Bool) async throws {
    let app = try makeApp()
    let released = Recorder<String>()
    try app.register(String.self) { try "for \($0.resolve(User.self).name)" }.asScoped(to: "request")
      .onRelease { text async in released.note(text) }
    do {
      let name = try await app.withChild(named: "request", given: User("Ann"), 1) { child in
        _ = try await child.resolve(String.self)
        if fails { throw Refusal() }
        return try await child.resolve(Greeting.self).user.name
      }
      #expect(name == "Ann" && !fails)
    } catch is Refusal {
      #expect(fails)
    }
    #expect(released.events == ["for Ann"])
  }

  @Test(arguments: Call.allCases)
  func `child containers made at the same time each have their own given instances`(call: Call) async throws {
    let app = try makeApp()
    await withTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          for round in rounds(200) {
            let user = User("\(task)")
            let greeting = try? await call.resolve(
              Greeting.self, in: app.makeChild(named: "request", given: user, round))
            #expect(greeting?.user === user && greeting?.number == round)
          }
        }
      }
    }
  }
}
