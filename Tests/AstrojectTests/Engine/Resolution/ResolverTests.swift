import TestSupport
import Testing

@Suite("Resolvers", .ownThreads)
struct ResolverTests {
  private let container = Container()

  @Test(arguments: Call.allCases)
  func `a stored resolver resolves in a new tree each time after its factory returned, while its container exists`(
    call: Call
  ) async throws {
    try container.register(Int.self) { 1 }
    try container.register(LiveService.self) { LiveService() }
    try container.register((Resolver, LiveService).self) { ($0, try $0.resolve(LiveService.self)) }
    let (resolver, service) = try await call.resolve((Resolver, LiveService).self, in: container)
    #expect(try await call.resolve(Int.self, in: resolver) == 1)
    try container.register(Int.self) { 2 }
    #expect(try await call.resolve(Int.self, in: resolver) == 2)
    #expect(await call.error(resolving: String.self, in: resolver)?.kind == .noRegistrationFound)
    let later = try await call.resolve(LiveService.self, in: resolver)
    #expect(later !== service)
    #expect(try await call.resolve(LiveService.self, in: resolver) !== later)
  }

  @Test(arguments: Call.allCases)
  func `a resolver retains no part of its container, and throws after its end`(call: Call) async throws {
    let traces: [Trace]
    let resolver: Resolver
    do {
      let container = Container()
      let captured = Counter()
      try container.register(LiveService.self) { withExtendedLifetime(captured) { LiveService() } }.asSingleton()
      try container.register(Int.self, name: "a") { 1 }.asSingleton()
      try container.register(Resolver.self) { resolver in resolver }
      resolver = try await call.resolve(Resolver.self, in: container)
      let service = try await call.resolve(LiveService.self, in: resolver)
      traces = [Trace(container), Trace(captured), Trace(service)]
      #expect(try await call.resolve([String: Int].self, in: resolver) == ["a": 1])
      #expect(try await call.resolve([Int].self, in: resolver) == [1])
    }
    #expect(traces.map(\.isGone) == [true, true, true])
    let error = await call.error(resolving: Int.self, in: resolver)
    #expect(error?.failure?.key.product is Int.Type)
    let errors = await [
      error, call.error(resolving: Int.self, name: "a", in: resolver), call.error(resolving: Int?.self, in: resolver),
      call.error(resolving: [Int].self, in: resolver), call.error(resolving: [Int]?.self, in: resolver),
      call.error(resolving: [String: Int].self, in: resolver),
      call.error { try await $0.resolve(Int.self, key: 7, in: resolver) },
      call.error { try await $0.resolve(Int.self, argument: 1, in: resolver) },
      call.error { try await $0.resolveOptional(Int.self, in: resolver) },
      call.error { try await $0.resolveOptional(Int.self, arguments: 7, in: resolver) },
      call.error { try await $0.resolveAll(Int.self, in: resolver) },
      call.error { try await $0.resolveAll(Int.self, by: String.self, in: resolver) },
    ]
    #expect(errors.map { $0?.kind } == Array(repeating: .containerReleased, count: 12))
    #expect(!resolver.isRegistered(Int.self, name: "a"))
  }
}
