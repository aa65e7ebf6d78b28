import TestSupport
import Testing

private final class Thing {}

struct OptionalTests {
  private let container = Container()

  /// The two forms that resolve an optional.
  enum Form: CaseIterable { case resolveOptional, optionalType }

  private func ask<Product>(
    _ type: Product.Type, name: String? = nil, _ form: Form, _ call: Call, in resolving: some Resolving
  ) async throws -> Product? {
    switch form {
    case .resolveOptional: try await call.resolveOptional(type, name: name, in: resolving)
    case .optionalType: try await call.resolve(Product?.self, name: name, in: resolving)
    }
  }

  @Test(arguments: Form.allCases, Call.allCases)
  func `an optional has the product if its type is registered, and is nil if not`(form: Form, call: Call) async throws {
    try container.register(Int.self, name: "a") { 2 }
    #expect(try await ask(Int.self, form, call, in: container) == nil)
    #expect(try await ask(Int.self, name: "b", form, call, in: container) == nil)
    #expect(try await ask(Thing.self, form, call, in: container) == nil)
    try container.register(Int.self) { 1 }
    try container.register(Thing.self) { Thing() }.asSingleton()
    #expect(try await ask(Int.self, form, call, in: container) == 1)
    #expect(try await ask(Int.self, name: "a", form, call, in: container) == 2)
    let thing = try await call.resolve(Thing.self, in: container)
    #expect(try await ask(Thing.self, form, call, in: container) === thing)
    let child = container.makeChild()
    #expect(try await ask(Int.self, form, call, in: child) == 1)
    try child.register(Int.self) { 3 }
    #expect(try await ask(Int.self, form, call, in: child) == 3)
  }

  @Test(arguments: Form.allCases, Call.allCases)
  func `resolving an optional throws if its factory throws or lacks a dependency`(form: Form, call: Call) async throws {
    try container.register(Int.self) { throw Refusal() }
    try container.register(String.self) { resolver in "\(try resolver.resolve(Double.self))" }
    let error = await call.expectError(.factoryFailed) { try await ask(Int.self, form, $0, in: container) }
    #expect(error?.underlyingError is Refusal)
    let missing = await call.expectError(.noRegistrationFound) { try await ask(String.self, form, $0, in: container) }
    #expect(missing?.failure?.key.product is Double.Type)
  }

  @Test(arguments: Form.allCases)
  func `resolving an optional synchronously throws if its factory is asynchronous`(form: Form) async throws {
    try container.register(Int.self) { await Task { 1 }.value }
    await Call.synchronous.expectError(.asynchronousFactory) { try await ask(Int.self, form, $0, in: container) }
    #expect(try await ask(Int.self, form, .asynchronous, in: container) == 1)
  }

  @Test(arguments: Call.allCases)
  func `an optional takes arguments, and is nil if their types are not registered`(call: Call) async throws {
    try container.register(String.self, argument: Int.self) { _, count in "\(count)" }
    try container.register(String.self, arguments: Int.self, Bool.self) { _, count, flag in "\(count)\(flag)" }
    #expect(try await call.resolve(String?.self, argument: 3, in: container) == "3")
    #expect(try await call.resolve(String?.self, argument: "3", in: container) == nil)
    #expect(try await call.resolveOptional(String.self, arguments: 3, in: container) == "3")
    #expect(try await call.resolveOptional(String.self, arguments: "3", in: container) == nil)
    #expect(try await call.resolveOptional(String.self, arguments: 3, true, in: container) == "3true")
  }

  @Test(arguments: Call.allCases, [2, nil])
  func `a registered optional takes precedence over the optional of a registered type, even if it is nil`(
    call: Call, number: Int?
  ) async throws {
    try container.register(Int.self) { 1 }
    try container.register(Int?.self) { number }
    #expect(try await call.resolve(Int?.self, in: container) == number)
    #expect(try await call.resolve(Int.self, in: container) == 1)
  }

  @Test(arguments: Call.allCases)
  func `a nested optional is built from the outermost of its types that is registered`(call: Call) async throws {
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

  @Test(arguments: Call.allCases)
  func `an optional array is nil or has all elements, and one of optionals is empty`(call: Call) async throws {
    #expect(try await call.resolve([Int]?.self, in: container) == nil)
    #expect(try await call.resolve([Int?].self, in: container) == [])
    try container.register(Int.self) { 1 }
    #expect(try await call.resolve([Int]?.self, in: container) == [1])
    #expect(try await call.resolve([Int?].self, in: container) == [])
  }

  @Test(arguments: Call.allCases)
  func `a factory's resolver resolves an optional, absent, present or shared in its tree`(call: Call) async throws {
    try container.register(Int.self) { 1 }
    try container.register(Thing.self) { Thing() }
    try container.register(String.self) { resolver in
      let absent = try resolver.resolveOptional(Bool.self)
      let present: Int? = try resolver.resolve(Int?.self)
      let isShared =
        try resolver.resolve(Thing?.self) === resolver.resolve(Thing.self)
        && resolver.resolveOptional(Thing.self) === resolver.resolve(Thing.self)
      return "\(absent as Any) \(present as Any) \(isShared)"
    }
    #expect(try await call.resolve(String.self, in: container) == "nil Optional(1) true")
  }
}
