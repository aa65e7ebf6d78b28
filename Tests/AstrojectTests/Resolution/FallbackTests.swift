import Astroject
import AstrojectTesting
import TestSupport
import Testing

/// A container of somebody else's: it knows what is in its table, by type and name.
private final class Legacy: Resolving, Sendable {
  private let products: [String: Int]
  let asked = Recorder<String>()
  let resolved = Recorder<String>()
  private let failure: (any Error)?

  init(_ products: [String: Int] = [:], failure: (any Error)? = nil) {
    (self.products, self.failure) = (products, failure)
  }

  private func text(_ type: Any.Type, _ name: String?) -> String { "\(type) \(name ?? "-")" }

  func resolve<Product>(_ type: Product.Type, name: String?) throws -> Product {
    resolved.note(text(type, name))
    if let failure { throw failure }
    guard let product = products[name ?? ""] as? Product else { throw Refusal(reason: "unknown") }
    return product
  }

  func isRegistered<Product>(_ type: Product.Type, name: String?) -> Bool {
    asked.note(text(type, name))
    return type == Int.self && products[name ?? ""] != nil
  }
}

@Suite("A container of one's own")
struct ResolvingTests {
  @Test("has every form of resolving from the two that it writes", arguments: Call.allCases)
  func forms(call: Call) async throws {
    let legacy = Legacy(["": 1, "a": 2])
    #expect(try await call.resolve(Int.self, in: legacy) == 1)
    #expect(try await call.resolve(Int.self, name: "a", in: legacy) == 2)
    #expect(try await call.resolve(Int.self, key: "a", in: legacy) == 2)
    #expect(try await call.resolveOptional(Int.self, name: "a", in: legacy) == 2)
    #expect(try await call.resolveOptional(Int.self, name: "b", in: legacy) == nil)
    #expect(try await call.resolveAll(Int.self, in: legacy) == [1])
    #expect(try await call.resolveAll(String.self, in: legacy) == [])
    #expect(legacy.isRegistered(Int.self))
    #expect(legacy.isRegistered(Int.self, key: "a"))
    #expect(!legacy.isRegistered(Int.self, key: 7))
    #expect(!legacy.isRegistered(Int.self, arguments: Int.self))
    let inferred: Int = try await legacy.resolve()
    #expect(inferred == 1)
  }

  @Test("knows no keys but names, and no arguments, unless it says how", arguments: Call.allCases)
  func unknown(call: Call) async throws {
    let legacy = Legacy(["": 1])
    let key = await call.error { try await $0.resolve(Int.self, key: 7, in: legacy) }
    #expect(key?.kind == .noRegistrationFound)
    let argument = await call.error { try await $0.resolve(Int.self, argument: 7, in: legacy) }
    #expect(argument?.kind == .noRegistrationFound)
  }
}

@Suite("A fallback")
struct FallbackTests {
  @Test("is asked for what the container does not know itself", arguments: Call.allCases)
  func asked(call: Call) async throws {
    let container = Container(fallback: Legacy(["": 1, "a": 2]))
    try container.register(Int.self) { 42 }
    #expect(try await call.resolve(Int.self, in: container) == 42)
    #expect(try await call.resolve(Int.self, name: "a", in: container) == 2)
  }

  @Test("is asked only after its isRegistered says yes", arguments: Call.allCases)
  func afterIsRegistered(call: Call) async throws {
    let legacy = Legacy(["": 1])
    let container = Container(fallback: legacy)
    await call.expectResolveThrows(String.self, in: container, .noRegistrationFound)
    await call.expectResolveThrows(Int.self, name: "b", in: container, .noRegistrationFound)
    #expect(legacy.resolved.events == [])
    #expect(legacy.asked.events.contains("String -"))
    #expect(legacy.asked.events.contains("Int b"))
    _ = try await call.resolve(Int.self, in: container)
    #expect(legacy.resolved.events == ["Int -"])
  }

  @Test("is asked for nothing that the container knows", arguments: Call.allCases)
  func notAsked(call: Call) async throws {
    let legacy = Legacy(["": 1])
    let container = Container(fallback: legacy)
    try container.register(Int.self) { 42 }
    try container.register(String.self) { throw Refusal() }
    _ = try await call.resolve(Int.self, in: container)
    _ = await call.error(resolving: String.self, in: container)
    #expect(legacy.asked.events == [])
    #expect(legacy.resolved.events == [])
  }

  @Test("is asked after the parents", arguments: Call.allCases)
  func parentsFirst(call: Call) async throws {
    let legacy = Legacy(["": 1, "a": 2])
    let app = Container(fallback: legacy)
    try app.register(Int.self) { 42 }
    let child = app.makeChild()
    #expect(try await call.resolve(Int.self, in: child) == 42)
    #expect(legacy.resolved.events == [])
    #expect(try await call.resolve(Int.self, name: "a", in: child) == 2)
  }

  @Test("answers the resolvers of factories", arguments: Call.allCases)
  func inFactory(call: Call) async throws {
    let container = Container(fallback: Legacy(["": 1]))
    try container.register(String.self) { resolver in "\(try resolver.resolve(Int.self))" }
    #expect(try await call.resolve(String.self, in: container) == "1")
  }

  @Test("counts for isRegistered and for optionals", arguments: Call.allCases)
  func optional(call: Call) async throws {
    let container = Container(fallback: Legacy(["a": 2]))
    #expect(container.isRegistered(Int.self, name: "a"))
    #expect(!container.isRegistered(Int.self))
    #expect(try await call.resolve(Int?.self, name: "a", in: container) == 2)
    #expect(try await call.resolveOptional(Int.self, name: "a", in: container) == 2)
    #expect(try await call.resolve(Int?.self, in: container) == nil)
  }

  @Test("is not asked for keys that are no names, nor for arguments", arguments: Call.allCases)
  func keys(call: Call) async throws {
    let legacy = Legacy(["": 1])
    let container = Container(fallback: legacy)
    await call.expectResolveThrows(Int.self, key: 7, in: container, .noRegistrationFound)
    await call.expectResolveThrows(Int.self, arguments: 7, in: container, .noRegistrationFound)
    #expect(legacy.resolved.events == [])
  }

  @Test("that throws is reported with its error", arguments: Call.allCases)
  func failure(call: Call) async throws {
    let container = Container(fallback: Legacy(["": 1], failure: Refusal(reason: "legacy")))
    try container.register(String.self) { resolver in "\(try resolver.resolve(Int.self))" }
    let error = await call.expectResolveThrows(String.self, in: container, .factoryFailed)
    #expect(error?.underlyingError as? Refusal == Refusal(reason: "legacy"))
    #expect(error?.failure?.key.product is Int.Type)
    #expect(error?.failure?.path.map(\.key.description) == ["String", "Int"])
  }

  @Test("may be another container, whose errors pass unwrapped", arguments: Call.allCases)
  func container(call: Call) async throws {
    let old = Container()
    try old.register(Int.self) { 1 }.asSingleton()
    try old.register(String.self) { resolver in "\(try resolver.resolve(Bool.self))" }
    let container = Container(fallback: old)
    try container.register(Bool.self) { true }
    #expect(try await call.resolve(Int.self, in: container) == 1)
    // What is registered in the old one takes its dependencies there.
    let error = await call.expectResolveThrows(String.self, in: container, .noRegistrationFound)
    #expect(error?.failure?.key.product is Bool.Type)
  }

  @Test("that has an asynchronous form is awaited")
  func asynchronous() async throws {
    let old = Container()
    try old.register(Int.self) { await Task { 1 }.value }
    let container = Container(fallback: old)
    #expect(try await container.resolve(Int.self) == 1)
    await Call.synchronous.expectResolveThrows(Int.self, in: container, .asynchronousFactory)
  }

  @Test("can come with a closure that registers", arguments: Call.allCases)
  func closure(call: Call) async throws {
    let container = try Container(fallback: Legacy(["a": 2])) { container in
      try container.register(Int.self) { 42 }
    }
    #expect(try await call.resolve(Int.self, in: container) == 42)
    #expect(try await call.resolve(Int.self, name: "a", in: container) == 2)
  }
}
