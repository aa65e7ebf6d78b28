import Astroject
import TestSupport
import Testing

// What the process holds is read from a file of Linux. Every test has a process of its own, as others that ran beside
// it would take memory and give it back. With `ASTROJECT_LONG` set, each does what it does as often as it says;
// otherwise a twentieth of that, as the processes are in the way of other tests.
#if os(Linux)
  import Foundation

  private let share = ProcessInfo.processInfo.environment["ASTROJECT_LONG"] == nil ? 20 : 1

  private func residentBytes() throws -> Int {
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[1]
    return try #require(Int(pages)) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// What the pools of an allocator may take; objects that stayed behind would soon be more.
  private let allowance = 1 << 20

  /// Does something many times, and expects that nothing stays behind.
  private func expectFlat(times: Int, at location: SourceLocation = #_sourceLocation, _ body: () throws -> Void) throws
  {
    // The first rounds fill caches and the allocator's pools, and let tables grow to their size.
    for _ in 0..<(times / share / 10) { try body() }
    let before = try residentBytes()
    for _ in 0..<(times / share) { try body() }
    let growth = try residentBytes() - before
    #expect(growth < allowance, sourceLocation: location)
  }

  private func expectFlat(
    times: Int, at location: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
  ) async throws {
    for _ in 0..<(times / share / 10) { try await body() }
    let before = try residentBytes()
    for _ in 0..<(times / share) { try await body() }
    let growth = try residentBytes() - before
    #expect(growth < allowance, sourceLocation: location)
  }

  /// Whether instances of a size that would be seen are left behind.
  private final class Heavy {
    let needs: AnyObject?
    private let ballast = [UInt8](repeating: 1, count: 1024)
    init(_ needs: AnyObject? = nil) { self.needs = needs }
  }

  private final class Light {}

  @Suite("Memory stays flat", .serialized)
  struct FlatMemoryTests {
    @Test("over 200 000 resolves of a graph")
    func graph() async {
      await #expect(processExitsWith: .success) {
        let container = Container()
        try container.register(Heavy.self) { Heavy() }
        try container.register([Heavy].self) { resolver in
          [Heavy(try resolver.resolve(Heavy.self)), Heavy(try resolver.resolve(Heavy.self))]
        }
        try expectFlat(times: 200_000) { _ = try container.resolve([Heavy].self) }
      }
    }

    @Test("over 100 000 resolves of a graph through a resolver that was stored in a child")
    func storedResolver() async {
      await #expect(processExitsWith: .success) {
        let container = Container()
        try container.register(Heavy.self) { Heavy() }
        try container.register([Heavy].self) { resolver in [Heavy(try resolver.resolve(Heavy.self))] }
        try container.register(Resolver.self) { resolver in resolver }
        let child = container.makeChild()
        let resolver = try child.resolve(Resolver.self)
        try expectFlat(times: 100_000) { _ = try resolver.resolve([Heavy].self) }
        withExtendedLifetime(child) {}
      }
    }

    @Test("over 100 000 asynchronous resolves of a graph")
    func asynchronous() async {
      await #expect(processExitsWith: .success) {
        let container = Container()
        try container.register(Heavy.self) { () async in Heavy() }
        try container.register([Heavy].self) { resolver in [Heavy(try await resolver.resolve(Heavy.self))] }
        try await expectFlat(times: 100_000) { _ = try await container.resolve([Heavy].self) }
      }
    }

    @Test("over 100 000 resolves with arguments that are never the same, graph-scoped and weak")
    func arguments() async {
      await #expect(processExitsWith: .success) {
        let container = Container()
        try container.register(Heavy.self, argument: Int.self) { _, _ in Heavy() }
        try container.register(Light.self, argument: Int.self) { _, _ in Light() }.asWeak()
        var number = 0
        try expectFlat(times: 100_000) {
          number += 1
          _ = try container.resolve(Heavy.self, argument: number)
          _ = try container.resolve(Light.self, argument: number)
        }
      }
    }

    @Test("over 40 000 resolves that fail")
    func failures() async {
      await #expect(processExitsWith: .success) {
        let container = Container()
        try container.register([Heavy].self) { resolver in
          _ = Heavy()
          return [try resolver.resolve(Heavy.self)]
        }
        try expectFlat(times: 40_000) {
          do { _ = try container.resolve([Heavy].self) } catch AstrojectError.noRegistrationFound {}
        }
      }
    }

    @Test(
      "over 100 000 registrations under one key, with resolves in between",
      arguments: [AnyScope.transient, .disposable])
    func registering(scope: AnyScope) async {
      await #expect(processExitsWith: .success) { [scope] in
        let container = Container()
        try expectFlat(times: 100_000) {
          let heavy = Recorder<Int>()
          scope.apply(
            to: try container.register(Heavy.self) {
              heavy.note(1)
              return Heavy()
            })
          _ = try container.resolve(Heavy.self)
        }
      }
    }

    @Test(
      "over 100 000 registrations with forwardings, with resolves in between",
      arguments: [AnyScope.transient, .disposable])
    func forwarding(scope: AnyScope) async {
      await #expect(processExitsWith: .success) { [scope] in
        let container = Container()
        try expectFlat(times: 100_000) {
          scope.apply(to: try container.register(Heavy.self) { Heavy() }).implements(AnyObject.self)
          _ = try container.resolve(AnyObject.self)
        }
      }
    }

    @Test("over 100 000 registrations that are taken out again")
    func unregistering() async {
      await #expect(processExitsWith: .success) {
        let container = Container()
        try expectFlat(times: 100_000) {
          try container.register(Heavy.self) { Heavy() }.asDisposableSingleton()
          _ = try container.resolve(Heavy.self)
          container.unregister(Heavy.self)
        }
      }
    }

    @Test("over 100 000 releases of a disposable singleton")
    func releasing() async {
      await #expect(processExitsWith: .success) {
        let container = Container()
        try container.register(Heavy.self) { Heavy() }.asDisposableSingleton()
        try expectFlat(times: 100_000) {
          _ = try container.resolve(Heavy.self)
          container.release(Heavy.self)
        }
      }
    }

    @Test("over 40 000 children, each with instances of its own")
    func children() async {
      await #expect(processExitsWith: .success) {
        let parent = Container()
        try parent.register(Heavy.self) { Heavy() }.asScoped()
        try expectFlat(times: 40_000) {
          let child = try parent.makeChild { try $0.register(Int.self) { 1 } }
          _ = try child.resolve(Heavy.self)
        }
      }
    }

    @Test("over 40 000 assemblies that fail")
    func rollbacks() async {
      await #expect(processExitsWith: .success) {
        struct Failing: Assembly {
          func assemble(container: Container) throws {
            try container.register(Heavy.self) { Heavy() }.asSingleton()
            _ = try container.resolve(Heavy.self)
            throw Trouble("no")
          }
        }
        let container = Container()
        try expectFlat(times: 40_000) {
          do { try Assembler(container: container, assemblies: [Failing()]) } catch is Trouble {}
        }
      }
    }

    @Test("over 40 000 assemblies that replace a disposable singleton")
    func commits() async {
      await #expect(processExitsWith: .success) {
        struct Replacing: Assembly {
          func assemble(container: Container) throws {
            try container.register(Heavy.self) { Heavy() }.asDisposableSingleton()
          }
        }
        let container = Container()
        try expectFlat(times: 40_000) {
          try Assembler(container: container, assemblies: [Replacing()])
          _ = try container.resolve(Heavy.self)
        }
      }
    }
  }

  @Suite("A registration is small", .serialized)
  struct RegistrationSizeTests {
    /// An entry, a blueprint and a place in an array; a table, which is 26 bytes or so for each, is not among it.
    @Test("it takes less than 200 bytes without a name")
    func bytes() async {
      await #expect(processExitsWith: .success) {
        let count = 100_000
        let container = Container()
        for _ in 0..<(count / 10) { try container.contribute(Light.self) { Light() } }
        let before = try residentBytes()
        for _ in 0..<count { try container.contribute(Light.self) { Light() } }
        let bytes = (try residentBytes() - before) / count
        #expect(bytes < 200)
        withExtendedLifetime(container) {}
      }
    }
  }
#endif
