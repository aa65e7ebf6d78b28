import TestSupport
import Testing

@Suite("Discovery on several threads at the same time", .ownThreads)
struct DiscoveryConcurrencyTests {
  @Test func `one of 8 threads that discover a type registers it, and all share its singleton`() async throws {
    for _ in 0..<5 {
      let container = Container()
      let registered = Counter()
      let services = try await onThreads(8) { _ in
        let found = try container.registerFound { $0 is any FoundService.Type }
        for _ in found.registered { registered.increment() }
        return try container.resolve((any FoundService).self) as AnyObject
      }
      #expect(services.allSatisfy { $0 === services[0] })
      #expect(registered.value == 1)
    }
  }

  @Test func `a registration by hand wins over a discovery on other threads at the same time`() async throws {
    struct Other: FoundService {}
    for _ in 0..<5 {
      let container = Container()
      _ = try await onThreads(4) { number in
        if number == 0 {
          try container.register((any FoundService).self) { Other() }
        } else {
          try container.registerFound { $0 == Found.AsService.self }
        }
      }
      #expect(try await container.resolve((any FoundService).self) is Other)
    }
  }

  @Test func `a factory that 8 threads run at the same time discovers types without an error`() async throws {
    let container = Container()
    try container.register(Int.self) { [weak container] in
      try container?.registerFound()
      return 1
    }.asTransient()
    _ = try await onThreads(8) { _ in
      _ = try container.resolve(Int.self)
      _ = try container.resolve(Found.Configured.self)
    }
    #expect(try container.registerFound().registered.isEmpty)
  }
}
