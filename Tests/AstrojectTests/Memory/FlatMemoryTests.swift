import Astroject
import Foundation
import Testing

/// How much memory the process holds, in bytes; nil where it cannot be read.
private func residentMemory() -> Int? {
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
  let fields = text.split(separator: " ")
  return fields.count > 1 ? Int(fields[1]).map { $0 * 4096 } : nil
}

// Other tests that run at the same time use memory, too: each of these allows for much less than what it would find if
// a single object stayed behind for each time round.
private let allowance = 12 << 20

@Suite("Memory stays flat", .serialized, .enabled(if: residentMemory() != nil, "It is read from a file of Linux."))
struct FlatMemoryTests {
  /// How much more memory is held after doing something many times: in five parts, of which the median counts, as other
  /// tests that run at the same time take memory and give it back.
  private func growth(times: Int, _ body: () throws -> Void) throws -> Int {
    // The first rounds fill the allocator's pools.
    for _ in 0..<(times / 20) { try body() }
    let parts = try (1...5).map { _ in
      let before = try #require(residentMemory())
      for _ in 0..<(times / 5) { try body() }
      return try #require(residentMemory()) - before
    }
    return parts.sorted()[2] * 5
  }

  /// Whether instances of a size that would be seen are left behind.
  private final class Heavy {
    let needs: AnyObject?
    private let ballast = [UInt8](repeating: 1, count: 1024)
    init(_ needs: AnyObject? = nil) { self.needs = needs }
  }

  private final class Light {}

  @Test("over 200 000 resolves of a graph")
  func graph() throws {
    let container = Container()
    try container.register(Heavy.self) { Heavy() }
    try container.register([Heavy].self) { resolver in
      [Heavy(try resolver.resolve(Heavy.self)), Heavy(try resolver.resolve(Heavy.self))]
    }
    let growth = try growth(times: 200_000) { _ = try container.resolve([Heavy].self) }
    #expect(growth < allowance)
  }

  @Test("over 100 000 resolves of a graph through a resolver that was stored in a child")
  func storedResolver() throws {
    let container = Container()
    try container.register(Heavy.self) { Heavy() }
    try container.register([Heavy].self) { resolver in [Heavy(try resolver.resolve(Heavy.self))] }
    try container.register(Resolver.self) { resolver in resolver }
    let child = container.makeChild()
    let resolver = try child.resolve(Resolver.self)
    let growth = try growth(times: 100_000) { _ = try resolver.resolve([Heavy].self) }
    #expect(growth < allowance)
    withExtendedLifetime(child) {}
  }

  @Test("over 100 000 asynchronous resolves of a graph")
  func asynchronous() async throws {
    let container = Container()
    try container.register(Heavy.self) { () async in Heavy() }
    try container.register([Heavy].self) { resolver in [Heavy(try await resolver.resolve(Heavy.self))] }
    for _ in 0..<10_000 { _ = try await container.resolve([Heavy].self) }
    var parts: [Int] = []
    for _ in 1...5 {
      let before = try #require(residentMemory())
      for _ in 0..<20_000 { _ = try await container.resolve([Heavy].self) }
      parts.append(try #require(residentMemory()) - before)
    }
    #expect(parts.sorted()[2] * 5 < allowance)
  }

  @Test("over 100 000 resolves with arguments that are never the same, graph-scoped and weak")
  func arguments() throws {
    let container = Container()
    try container.register(Heavy.self, argument: Int.self) { _, _ in Heavy() }
    try container.register(Light.self, argument: Int.self) { _, _ in Light() }.asWeak()
    var number = 0
    let growth = try growth(times: 100_000) {
      number += 1
      _ = try container.resolve(Heavy.self, argument: number)
      _ = try container.resolve(Light.self, argument: number)
    }
    #expect(growth < allowance)
  }

  @Test("over 20 000 resolves that fail")
  func failures() throws {
    let container = Container()
    try container.register([Heavy].self) { resolver in
      _ = Heavy()
      return [try resolver.resolve(Heavy.self)]
    }
    let growth = try growth(times: 20_000) {
      do { _ = try container.resolve([Heavy].self) } catch AstrojectError.noRegistrationFound {}
    }
    #expect(growth < allowance)
  }

  @Test(
    "over 100 000 registrations under one key, with resolves in between", arguments: [AnyScope.transient, .disposable])
  private func registering(scope: AnyScope) throws {
    let container = Container()
    let growth = try growth(times: 100_000) {
      let heavy = Recorder<Int>()
      scope.apply(
        to: try container.register(Heavy.self) {
          heavy.note(1)
          return Heavy()
        })
      _ = try container.resolve(Heavy.self)
    }
    #expect(growth < allowance)
  }

  @Test(
    "over 100 000 registrations with forwardings, with resolves in between",
    arguments: [AnyScope.transient, .disposable])
  private func forwarding(scope: AnyScope) throws {
    let container = Container()
    let growth = try growth(times: 100_000) {
      scope.apply(to: try container.register(Heavy.self) { Heavy() }).implements(AnyObject.self)
      _ = try container.resolve(AnyObject.self)
    }
    #expect(growth < allowance)
  }

  @Test("over 100 000 registrations that are taken out again")
  func unregistering() throws {
    let container = Container()
    let growth = try growth(times: 100_000) {
      try container.register(Heavy.self) { Heavy() }.asDisposableSingleton()
      _ = try container.resolve(Heavy.self)
      container.unregister(Heavy.self)
    }
    #expect(growth < allowance)
  }

  @Test("over 100 000 releases of a disposable singleton")
  func releasing() throws {
    let container = Container()
    try container.register(Heavy.self) { Heavy() }.asDisposableSingleton()
    let growth = try growth(times: 100_000) {
      _ = try container.resolve(Heavy.self)
      container.release(Heavy.self)
    }
    #expect(growth < allowance)
  }

  @Test("over 20 000 children, each with instances of its own")
  func children() throws {
    let parent = Container()
    try parent.register(Heavy.self) { Heavy() }.asContainer()
    let growth = try growth(times: 20_000) {
      let child = try parent.makeChild { try $0.register(Int.self) { 1 } }
      _ = try child.resolve(Heavy.self)
    }
    #expect(growth < allowance)
  }

  @Test("over 20 000 assemblies that fail")
  func rollbacks() throws {
    struct Failing: Assembly {
      func assemble(container: Container) throws {
        try container.register(Heavy.self) { Heavy() }.asSingleton()
        _ = try container.resolve(Heavy.self)
        throw Trouble("no")
      }
    }
    let container = Container()
    let growth = try growth(times: 20_000) {
      do { try Assembler(container: container, assemblies: [Failing()]) } catch is Trouble {}
    }
    #expect(growth < allowance)
  }

  @Test("over 20 000 assemblies that replace a disposable singleton")
  func commits() throws {
    struct Replacing: Assembly {
      func assemble(container: Container) throws {
        try container.register(Heavy.self) { Heavy() }.asDisposableSingleton()
      }
    }
    let container = Container()
    let growth = try growth(times: 20_000) {
      try Assembler(container: container, assemblies: [Replacing()])
      _ = try container.resolve(Heavy.self)
    }
    #expect(growth < allowance)
  }
}
