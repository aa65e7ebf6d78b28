import TestSupport
import Testing

/// A third-party container, which finds integers by name in its table.
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

struct FallbackTests {
  // MARK: Custom Resolving types

  @Test(arguments: Call.allCases)
  func `a custom Resolving type derives all forms of resolve from its two own functions`(call: Call) async throws {
    let legacy = Legacy(["": 1, "a": 2])
    let found: [Int?] = [
      try await call.resolve(Int.self, in: legacy), try await call.resolve(Int.self, name: "a", in: legacy),
      try await call.resolve(Int.self, key: "a", in: legacy), try await legacy.resolve(),
      try await call.resolveOptional(Int.self, name: "a", in: legacy),
      try await call.resolveOptional(Int.self, name: "b", in: legacy),
    ]
    #expect(found == [1, 2, 2, 1, 2, nil])
    #expect(try await call.resolveAll(Int.self, in: legacy) == [1])
    #expect(try await call.resolveAll(String.self, in: legacy) == [])
    #expect(try await call.resolveAll(Int.self, by: String.self, in: legacy).isEmpty)
    let isFound = [
      legacy.isRegistered(Int.self), legacy.isRegistered(Int.self, key: "a"), legacy.isRegistered(Int.self, key: 7),
      legacy.isRegistered(Int.self, arguments: Int.self),
    ]
    #expect(isFound == [true, true, false, false])
    // Keys that are not strings, and arguments, are never found.
    await call.expectError(.noRegistrationFound) { try await $0.resolve(Int.self, key: 7, in: legacy) }
    await call.expectError(.noRegistrationFound) { try await $0.resolve(Int.self, argument: 7, in: legacy) }
  }

  // MARK: Fallbacks

  @Test(arguments: Call.allCases)
  func `a container asks its fallback for a missing product, but not for collections`(call: Call) async throws {
    let container = Container(fallback: Legacy(["": 1, "a": 2]))
    #expect(try await call.resolveAll(Int.self, in: container) == [])
    try container.register(Int.self) { 42 }
    #expect(try await call.resolve(Int.self, in: container) == 42)
    #expect(try await call.resolve(Int.self, name: "a", in: container) == 2)
    #expect(try await call.resolveAll(Int.self, in: container) == [42])
  }

  @Test(arguments: Call.allCases)
  func `a fallback is asked to resolve only by a name that it says is registered`(call: Call) async throws {
    let legacy = Legacy(["": 1])
    let container = Container(fallback: legacy)
    await call.expectResolveThrows(String.self, in: container, .noRegistrationFound)
    await call.expectResolveThrows(Int.self, name: "b", in: container, .noRegistrationFound)
    await call.expectResolveThrows(Int.self, key: 7, in: container, .noRegistrationFound)
    await call.expectResolveThrows(Int.self, arguments: 7, in: container, .noRegistrationFound)
    #expect(legacy.resolved.events == [])
    #expect(Set(legacy.asked.events).isSuperset(of: ["String -", "Int b"]))
    _ = try await call.resolve(Int.self, in: container)
    #expect(legacy.resolved.events == ["Int -"])
  }

  @Test(arguments: Call.allCases)
  func `a container and its child do not ask the fallback for the container's registrations`(call: Call) async throws {
    let legacy = Legacy(["": 1, "a": 2])
    let container = Container(fallback: legacy)
    try container.register(Int.self) { 42 }
    try container.register(String.self) { throw Refusal() }
    _ = try await call.resolve(Int.self, in: container)
    _ = await call.error(resolving: String.self, in: container)
    #expect(legacy.asked.events + legacy.resolved.events == [])
    let child = container.makeChild()
    #expect(try await call.resolve(Int.self, in: child) == 42)
    #expect(legacy.resolved.events == [])
    #expect(try await call.resolve(Int.self, name: "a", in: child) == 2)
  }

  @Test(arguments: Call.allCases)
  func `isRegistered and optionals include the registrations of a fallback`(call: Call) async throws {
    let container = Container(fallback: Legacy(["a": 2]))
    #expect(container.isRegistered(Int.self, name: "a") && !container.isRegistered(Int.self))
    let found = [
      try await call.resolve(Int?.self, name: "a", in: container), try await call.resolve(Int?.self, in: container),
      try await call.resolveOptional(Int.self, name: "a", in: container),
    ]
    #expect(found == [2, nil, 2])
  }

  @Test(arguments: Call.allCases)
  func `the error of a throwing fallback is reported as factoryFailed with the path`(call: Call) async throws {
    let container = Container(fallback: Legacy(["": 1], failure: Refusal(reason: "legacy")))
    try container.register(String.self) { resolver in "\(try resolver.resolve(Int.self))" }
    let error = await call.expectResolveThrows(String.self, in: container, .factoryFailed)
    #expect(error?.underlyingError as? Refusal == Refusal(reason: "legacy"))
    #expect(error?.failure?.key.product is Int.Type)
    #expect(error?.failure?.path.map(\.key.description) == ["String", "Int"])
  }

  @Test(arguments: Call.allCases)
  func `a fallback container uses its own dependencies, and its errors are not wrapped`(call: Call) async throws {
    let old = Container()
    try old.register(Int.self) { 1 }.asSingleton()
    try old.register(String.self) { resolver in "\(try resolver.resolve(Bool.self))" }
    let container = Container(fallback: old)
    try container.register(Bool.self) { true }
    #expect(try await call.resolve(Int.self, in: container) == 1)
    // A registration of the fallback resolves its dependencies in the fallback.
    let error = await call.expectResolveThrows(String.self, in: container, .noRegistrationFound)
    #expect(error?.failure?.key.product is Bool.Type)
  }

  @Test func `a fallback container that has ended knows no registration`() async throws {
    let container = try await Container().withChild { child in
      try child.register(Int.self) { 1 }
      return Container(fallback: child)
    }
    #expect(!container.isRegistered(Int.self))
    await Call.synchronous.expectResolveThrows(Int.self, in: container, .noRegistrationFound)
  }

  @Test func `an asynchronous registration of a fallback container must be awaited`() async throws {
    let old = Container()
    try old.register(Int.self) { await Task { 1 }.value }
    let container = Container(fallback: old)
    #expect(try await container.resolve(Int.self) == 1)
    await Call.synchronous.expectResolveThrows(Int.self, in: container, .asynchronousFactory)
  }
}
