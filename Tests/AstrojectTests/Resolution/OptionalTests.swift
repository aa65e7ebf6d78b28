import Astroject
import AstrojectTesting
import TestSupport
import Testing

private final class Thing {}

@Suite("An optional product")
struct OptionalTests {
  /// Both ways to ask for one.
  enum Form: CaseIterable { case resolveOptional, optionalType }

  private func ask<Product>(
    _ type: Product.Type, name: String? = nil, _ form: Form, _ call: Call, in resolving: some Resolving
  ) async throws -> Product? {
    switch form {
    case .resolveOptional: try await call.resolveOptional(type, name: name, in: resolving)
    case .optionalType: try await call.resolve(Product?.self, name: name, in: resolving)
    }
  }

  @Test("is nil where its type is not registered", arguments: Form.allCases, Call.allCases)
  func absent(form: Form, call: Call) async throws {
    let container = Container()
    try container.register(Int.self, name: "a") { 1 }
    #expect(try await ask(Int.self, form, call, in: container) == nil)
    #expect(try await ask(Int.self, name: "b", form, call, in: container) == nil)
    #expect(try await ask(Thing.self, form, call, in: container) == nil)
  }

  @Test("is the product where its type is registered", arguments: Form.allCases, Call.allCases)
  func present(form: Form, call: Call) async throws {
    let container = Container()
    try container.register(Int.self) { 1 }
    try container.register(Int.self, name: "a") { 2 }
    try container.register(Thing.self) { Thing() }.asSingleton()
    #expect(try await ask(Int.self, form, call, in: container) == 1)
    #expect(try await ask(Int.self, name: "a", form, call, in: container) == 2)
    let thing = try await call.resolve(Thing.self, in: container)
    #expect(try await ask(Thing.self, form, call, in: container) === thing)
  }

  @Test("that is registered and cannot be built throws", arguments: Form.allCases, Call.allCases)
  func failing(form: Form, call: Call) async throws {
    let container = Container()
    try container.register(Int.self) { throw Refusal() }
    let error = await call.error { try await ask(Int.self, form, $0, in: container) }
    #expect(error?.kind == .factoryFailed)
    #expect(error?.underlyingError is Refusal)
  }

  @Test(
    "whose dependency is missing throws: only the type itself may be missing", arguments: Form.allCases, Call.allCases)
  func missingDependency(form: Form, call: Call) async throws {
    let container = Container()
    try container.register(String.self) { resolver in "\(try resolver.resolve(Int.self))" }
    let error = await call.error { try await ask(String.self, form, $0, in: container) }
    #expect(error?.kind == .noRegistrationFound)
    #expect(error?.failure?.key.product is Int.Type)
  }

  @Test("with an asynchronous factory throws when it is asked for synchronously", arguments: Form.allCases)
  func asynchronous(form: Form) async throws {
    let container = Container()
    try container.register(Int.self) { await Task { 1 }.value }
    let error = await Call.synchronous.error { try await ask(Int.self, form, $0, in: container) }
    #expect(error?.kind == .asynchronousFactory)
    #expect(try await ask(Int.self, form, .asynchronous, in: container) == 1)
  }

  @Test("takes arguments", arguments: Call.allCases)
  func arguments(call: Call) async throws {
    let container = Container()
    try container.register(String.self, argument: Int.self) { _, count in "\(count)" }
    try container.register(String.self, arguments: Int.self, Bool.self) { _, count, flag in "\(count)\(flag)" }
    #expect(try await call.resolve(String?.self, argument: 3, in: container) == "3")
    #expect(try await call.resolve(String?.self, argument: "3", in: container) == nil)
    switch call {
    case .synchronous:
      let texts = try synchronously {
        [
          try container.resolveOptional(String.self, arguments: 3),
          try container.resolveOptional(String.self, arguments: "3"),
          try container.resolveOptional(String.self, arguments: 3, true),
          try container.resolveOptional(String.self, key: 1),
        ]
      }
      #expect(texts == ["3", nil, "3true", nil])
    case .asynchronous:
      #expect(try await container.resolveOptional(String.self, arguments: 3) == "3")
      #expect(try await container.resolveOptional(String.self, arguments: "3") == nil)
      #expect(try await container.resolveOptional(String.self, arguments: 3, true) == "3true")
      #expect(try await container.resolveOptional(String.self, key: 1) == nil)
    }
  }

  @Test("that is registered itself wins over the derived one", arguments: Call.allCases)
  func exact(call: Call) async throws {
    let container = Container()
    try container.register(Int.self) { 1 }
    try container.register(Int?.self) { 2 }
    #expect(try await call.resolve(Int?.self, in: container) == 2)
    #expect(try await call.resolve(Int.self, in: container) == 1)
  }

  @Test("that is registered itself and is nil wins, too", arguments: Call.allCases)
  func exactNil(call: Call) async throws {
    let container = Container()
    try container.register(Int.self) { 1 }
    try container.register(Int?.self) { nil }
    #expect(try await call.resolve(Int?.self, in: container) == nil)
  }

  @Test(
    "is what a factory that returns one registers; its type is not registered, and the error says so",
    arguments: Call.allCases)
  func factory(call: Call) async throws {
    let container = Container()
    try container.register(Int?.self) { Int("7") }
    #expect(try await call.resolve(Int?.self, in: container) == 7)
    expectNotRegistered(Int.self, in: container)
    let error = await call.expectResolveThrows(Int.self, in: container, .noRegistrationFound)
    withExtendedLifetime(container) {
      #expect(error?.failure?.nearMatches.map(\.difference) == [.optional])
      #expect(error?.description.contains("Optional<Int>") == true)
    }
  }

  @Test("of an optional is one inside the other", arguments: Call.allCases)
  func nested(call: Call) async throws {
    let container = Container()
    #expect(try await call.resolve(Int??.self, in: container) == .none)
    try container.register(Int.self) { 1 }
    #expect(try await call.resolve(Int??.self, in: container) == .some(.some(1)))
    #expect(try await call.resolveOptional(Int?.self, in: container) == .some(.some(1)))
    try container.register(Int?.self) { nil }
    #expect(try await call.resolve(Int??.self, in: container) == .some(.none))
    #expect(try await call.resolveOptional(Int?.self, in: container) == .some(.none))
    try container.register(Int??.self) { nil }
    #expect(try await call.resolve(Int??.self, in: container) == .none)
  }

  @Test("of an array is the collection, which is always there", arguments: Call.allCases)
  func ofArray(call: Call) async throws {
    let container = Container()
    try container.register(Int.self) { 1 }
    #expect(try await call.resolve([Int]?.self, in: container) == [1])
    #expect(try await call.resolve([Int?].self, in: container) == [])
  }

  @Test("can be asked of the resolver in a factory", arguments: Call.allCases)
  func inFactory(call: Call) async throws {
    let container = Container()
    try container.register(String.self) { resolver in
      let absent = try resolver.resolveOptional(Bool.self)
      let present: Int? = try resolver.resolve(Int?.self)
      return "\(absent as Any) \(present as Any)"
    }
    try container.register(Int.self) { 1 }
    #expect(try await call.resolve(String.self, in: container) == "nil Optional(1)")
  }

  @Test("shares the instance of its tree", arguments: Call.allCases)
  func graph(call: Call) async throws {
    let container = Container()
    try container.register(Thing.self) { Thing() }
    try container.register(Bool.self) { resolver in
      try resolver.resolve(Thing?.self) === resolver.resolve(Thing.self)
        && resolver.resolveOptional(Thing.self) === resolver.resolve(Thing.self)
    }
    #expect(try await call.resolve(Bool.self, in: container))
  }

  @Test("is found in a parent, and overridden by a child", arguments: Call.allCases)
  func parent(call: Call) async throws {
    let parent = Container()
    try parent.register(Int.self) { 1 }
    let child = parent.makeChild()
    #expect(try await call.resolve(Int?.self, in: child) == 1)
    try child.register(Int.self) { 2 }
    #expect(try await call.resolve(Int?.self, in: child) == 2)
  }
}
