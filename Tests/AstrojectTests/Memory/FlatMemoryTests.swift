import TestSupport
import Testing

// Each test has its own process, because other tests would allocate and free memory meanwhile.
#if os(Linux)
  /// An object large enough for a leak to show in resident memory.
  private final class Heavy {
    let needs: AnyObject?
    private let ballast = [UInt8](repeating: 1, count: 1024)
    init(_ needs: AnyObject? = nil) { self.needs = needs }
  }

  private final class Light {}

  /// A program that runs a closure many times.
  private enum Program: String, CaseIterable, Codable, CustomTestStringConvertible {
    case graph = "a graph is resolved"
    case storedResolver = "a child's stored resolver resolves a graph"
    case arguments = "each resolve has a new argument"
    case failures = "resolves fail"
    case replacedTransient = "a transient registration is replaced"
    case replacedDisposable = "a disposable registration is replaced"
    case replacedForwarding = "a transient registration with a forwarding is replaced"
    case replacedKeptForwarding = "a disposable registration with a forwarding is replaced"
    case removal = "a registration is added and removed"
    case release = "a disposable singleton is released"
    case children = "child containers with their own instances are released"
    case failingAssemblies = "assemblies throw and are rolled back"
    case assemblies = "assemblies replace a disposable singleton"

    var testDescription: String { rawValue }

    func run() throws {
      keepNoTraceOfErrors()
      let container = Container()
      switch self {
      case .graph:
        try container.register(Heavy.self) { Heavy() }
        try container.register([Heavy].self) { [Heavy(try $0.resolve(Heavy.self)), Heavy(try $0.resolve(Heavy.self))] }
        try expectFlat(times: 200_000) { _ = try container.resolve([Heavy].self) }
      case .storedResolver:
        try container.register(Heavy.self) { Heavy() }
        try container.register([Heavy].self) { resolver in [Heavy(try resolver.resolve(Heavy.self))] }
        try container.register(Resolver.self) { resolver in resolver }
        let child = container.makeChild()
        let resolver = try child.resolve(Resolver.self)
        try expectFlat(times: 100_000) { _ = try resolver.resolve([Heavy].self) }
        withExtendedLifetime(child) {}
      case .arguments:
        try container.register(Heavy.self, argument: Int.self) { _, _ in Heavy() }
        try container.register(Light.self, argument: Int.self) { _, _ in Light() }.asWeak()
        var number = 0
        try expectFlat(times: 100_000) {
          number += 1
          _ = try container.resolve(Heavy.self, argument: number)
          _ = try container.resolve(Light.self, argument: number)
        }
      case .failures:
        try container.register([Heavy].self) { resolver in
          _ = Heavy()
          return [try resolver.resolve(Heavy.self)]
        }
        try expectFlat(times: 40_000) {
          do { _ = try container.resolve([Heavy].self) } catch AstrojectError.noRegistrationFound {}
        }
      case .replacedTransient, .replacedDisposable:
        let scope: AnyScope = self == .replacedTransient ? .transient : .disposable
        try expectFlat(times: 100_000) {
          let heavy = Recorder<Int>()
          scope.apply(
            to: try container.register(Heavy.self) {
              heavy.note(1)
              return Heavy()
            })
          _ = try container.resolve(Heavy.self)
        }
      case .replacedForwarding, .replacedKeptForwarding:
        let scope: AnyScope = self == .replacedForwarding ? .transient : .disposable
        try expectFlat(times: 100_000) {
          scope.apply(to: try container.register(Heavy.self) { Heavy() }).implements(AnyObject.self)
          _ = try container.resolve(AnyObject.self)
        }
      case .removal:
        try expectFlat(times: 100_000) {
          try container.register(Heavy.self) { Heavy() }.asDisposableSingleton()
          _ = try container.resolve(Heavy.self)
          container.unregister(Heavy.self)
        }
      case .release:
        try container.register(Heavy.self) { Heavy() }.asDisposableSingleton()
        try expectFlat(times: 100_000) {
          _ = try container.resolve(Heavy.self)
          container.release(Heavy.self)
        }
      case .children:
        try container.register(Heavy.self) { Heavy() }.asScoped()
        try expectFlat(times: 40_000) {
          let child = try container.makeChild { try $0.register(Int.self) { 1 } }
          _ = try child.resolve(Heavy.self)
        }
      case .failingAssemblies:
        try expectFlat(times: 40_000) {
          do {
            try container.assemble { container in
              try container.register(Heavy.self) { Heavy() }.asSingleton()
              _ = try container.resolve(Heavy.self)
              throw Trouble("no")
            }
          } catch is Trouble {}
        }
      case .assemblies:
        try expectFlat(times: 40_000) {
          try container.assemble { try $0.register(Heavy.self) { Heavy() }.asDisposableSingleton() }
          _ = try container.resolve(Heavy.self)
        }
      }
    }
  }

  @Suite("Memory stays flat", .serialized)
  struct FlatMemoryTests {
    @Test(arguments: Program.allCases)
    fileprivate func `memory does not grow when something happens many times`(program: Program) async {
      await #expect(processExitsWith: .success) { [program] in try program.run() }
    }

    @Test func `memory does not grow when an asynchronous graph is resolved many times`() async {
      await #expect(processExitsWith: .success) {
        let container = Container()
        try container.register(Heavy.self) { () async in Heavy() }
        try container.register([Heavy].self) { resolver in [Heavy(try await resolver.resolve(Heavy.self))] }
        try await expectFlat(times: 100_000) { _ = try await container.resolve([Heavy].self) }
      }
    }
  }

  @Suite("A registration is small", .serialized)
  struct RegistrationSizeTests {
    /// An entry, a blueprint and a place in an array. A table takes about 26 bytes more for each registration, and is
    /// not measured here.
    @Test func `a contribution without a name takes less than 220 bytes`() async {
      await #expect(processExitsWith: .success) {
        let count = 100_000
        let container = Container()
        for _ in 0..<(count / 10) { try container.contribute(Light.self) { Light() } }
        let before = try residentBytes()
        for _ in 0..<count { try container.contribute(Light.self) { Light() } }
        let bytes = (try residentBytes() - before) / count
        #expect(bytes < 220)
        withExtendedLifetime(container) {}
      }
    }
  }
#endif
