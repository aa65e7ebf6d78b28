import Astroject
import AstrojectTesting
import TestSupport
import Testing

@Suite("Resolvers", .ownThreads)
struct ResolverTests {
  private let container = Container()

  private final class Keeper {
    let resolver: Resolver
    init(_ resolver: Resolver) { self.resolver = resolver }
  }

  @Test(arguments: Call.allCases)
  func `a stored resolver resolves after its factory has returned, while the container exists`(
    call: Call
  ) async throws {
    try container.register(Int.self) { 1 }
    try container.register(Keeper.self) { resolver in Keeper(resolver) }
    let resolver = try await call.resolve(Keeper.self, in: container).resolver
    #expect(try await call.resolve(Int.self, in: resolver) == 1)
    try container.register(Int.self) { 2 }
    #expect(try await call.resolve(Int.self, in: resolver) == 2)
    #expect(await call.error(resolving: String.self, in: resolver)?.kind == .noRegistrationFound)
  }

  @Test(arguments: Call.allCases)
  func `a resolver does not retain its container, and throws containerReleased after it ends`(call: Call) async throws {
    weak var reference: Container?
    let resolver: Resolver
    do {
      let container = Container()
      reference = container
      try container.register(Int.self) { 1 }.asSingleton()
      try container.register(String.self, argument: Int.self) { _, _ in "" }
      try container.register(Keeper.self) { resolver in Keeper(resolver) }
      resolver = try await call.resolve(Keeper.self, in: container).resolver
      let value = try await call.resolve(Int.self, in: resolver)
      #expect(value == 1)
    }
    #expect(reference == nil)
    let error = await call.error(resolving: Int.self, in: resolver)
    #expect(error?.kind == .containerReleased)
    #expect(error?.failure?.key.product is Int.Type)
    let argument = await call.error { try await $0.resolve(String.self, argument: 1, in: resolver) }
    #expect(argument?.kind == .containerReleased)
    let all = await call.error { try await $0.resolveAll(Int.self, in: resolver) }
    #expect(all?.kind == .containerReleased)
    #expect(!resolver.isRegistered(Int.self))
  }

  @Test(arguments: Call.allCases)
  func `a resolver throws containerReleased for an optional after its container ends`(call: Call) async throws {
    let resolver: Resolver
    do {
      let container = Container()
      try container.register(Int.self) { 1 }
      try container.register(Keeper.self) { resolver in Keeper(resolver) }
      resolver = try await call.resolve(Keeper.self, in: container).resolver
    }
    let type = await call.error { try await $0.resolve(Int?.self, in: resolver) }
    #expect(type?.kind == .containerReleased)
    let function = await call.error { try await $0.resolveOptional(Int.self, in: resolver) }
    #expect(function?.kind == .containerReleased)
  }

  @Test(arguments: Call.allCases)
  func `a resolver throws containerReleased for collections and labels after its container ends`(
    call: Call
  ) async throws {
    let resolver: Resolver
    do {
      let container = Container()
      try container.register(Int.self, name: "a") { 1 }
      try container.register(Keeper.self) { resolver in Keeper(resolver) }
      resolver = try await call.resolve(Keeper.self, in: container).resolver
      #expect(try await call.resolve([String: Int].self, in: resolver) == ["a": 1])
      #expect(try await call.resolve([Int].self, in: resolver) == [1])
    }
    let errors = await [
      call.error(resolving: [Int].self, in: resolver),
      call.error(resolving: [Int]?.self, in: resolver),
      call.error(resolving: [String: Int].self, in: resolver),
      call.error(resolving: Int.self, name: "a", in: resolver),
      call.error { try await $0.resolve(Int.self, key: 7, in: resolver) },
      call.error { try await $0.resolveOptional(Int.self, arguments: 7, in: resolver) },
      call.error { call in
        try await call.run {
          try resolver.resolveAll(Int.self, by: String.self)
        } asynchronously: {
          try await resolver.resolveAll(Int.self, by: String.self)
        }
      },
    ]
    #expect(errors.map { $0?.kind } == Array(repeating: .containerReleased, count: 7))
  }

  @Test(arguments: Call.allCases)
  func `a resolver stored in a singleton does not retain the container`(call: Call) async throws {
    weak var reference: Container?
    weak var keeper: Keeper?
    do {
      let container = Container()
      reference = container
      try container.register(Keeper.self) { resolver in Keeper(resolver) }.asSingleton()
      keeper = try await call.resolve(Keeper.self, in: container)
    }
    #expect(reference == nil)
    #expect(keeper == nil)
  }

  @Test func `a factory's resolver resolves on another thread`() throws {
    try container.register(Int.self) { 1 }
    try container.register(String.self) { resolver in "\(try onAnotherThread { try resolver.resolve(Int.self) })" }
    #expect(try container.resolve(String.self) == "1")
  }

  @Test(arguments: Call.allCases)
  func `a resolver of a parent's factory resolves from the child that was asked`(call: Call) async throws {
    let parent = Container()
    try parent.register(Int.self) { 1 }
    try parent.register(String.self) { resolver in "\(try resolver.resolve(Int.self))" }
    let child = parent.makeChild()
    try child.register(Int.self) { 2 }
    #expect(try await call.resolve(String.self, in: child) == "2")
    #expect(try await call.resolve(String.self, in: parent) == "1")
  }

  @Test(arguments: Call.allCases)
  func `a resolver resolves by type, name, key and arguments like a container`(call: Call) async throws {
    try container.register(Int.self) { 1 }
    try container.register(Int.self, name: "a") { 2 }
    try container.register(Int.self, key: 7) { 3 }
    try container.register(Int.self, argument: Int.self) { _, number in number }
    try container.register(Int.self, key: 7, arguments: Int.self, Int.self) { _, a, b in a * b }
    try container.register([Int].self, name: "sync") { resolver in
      [
        try resolver.resolve(), try resolver.resolve(Int.self), try resolver.resolve(name: "a"),
        try resolver.resolve(key: 7), try resolver.resolve(argument: 4), try resolver.resolve(key: 7, arguments: 2, 5),
      ]
    }
    try container.register([Int].self, name: "async") { resolver in
      [
        try await resolver.resolve(), try await resolver.resolve(Int.self), try await resolver.resolve(name: "a"),
        try await resolver.resolve(key: 7), try await resolver.resolve(argument: 4),
        try await resolver.resolve(key: 7, arguments: 2, 5),
      ]
    }
    let expected = [1, 1, 2, 3, 4, 10]
    #expect(try await call.resolve([Int].self, name: "sync", in: container) == expected)
    #expect(try await container.resolve([Int].self, name: "async") == expected)
  }
}
