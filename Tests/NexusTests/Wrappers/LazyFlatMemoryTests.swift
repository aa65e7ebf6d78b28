import TestSupport
import Testing

// Each test runs in its own process, because other tests would allocate and free memory.
#if os(Linux)
  /// An instance that is large enough for a leak to show.
  private final class Heavy { private let ballast = [UInt8](repeating: 1, count: 1024) }

  private final class Owner {
    let heavy: Heavy
    let both: Both<Heavy>
    init(_ heavy: Heavy, _ both: Both<Heavy>) { (self.heavy, self.both) = (heavy, both) }
  }

  private final class Injected {
    @Inject var heavy: Heavy
    @Inject var lazy: Lazy<Heavy>
    @Inject(name: "red") var red: Heavy
  }

  private func makeContainer() throws -> Container {
    let container = Container()
    try container.register(initializer: Heavy.init)
    try container.register(Heavy.self, name: "red", initializer: Heavy.init)
    try container.register(initializer: Both<Heavy>.init)
    try container.register(initializer: Owner.init)
    try container.register(initializer: Injected.init)
    try container.register(Injected.self, name: "closure") { Injected() }
    return container
  }

  @Suite("Flat memory with Lazy, Provider and injected properties", .serialized)
  struct LazyFlatMemoryTests {
    @Test(arguments: [true, false])
    func `memory stays flat over repeated resolves of an owner with a Lazy and a Provider`(isBlocking: Bool) async {
      await #expect(processExitsWith: .success) { [isBlocking] in
        let call = isBlocking ? Call.synchronous : Call.asynchronous
        let container = try makeContainer()
        try await expectFlat {
          let owner = try await call.resolve(Owner.self, in: container)
          for deferral in Deferral.allCases {
            let isSame = try await owner.both.get(deferral, call) === owner.heavy
            guard isSame == (deferral == .lazy) else { throw CancellationError() }
          }
        }
      }
    }

    @Test func `memory stays flat over repeated calls of a Provider that start a tree or have new arguments`() async {
      await #expect(processExitsWith: .success) {
        let container = try makeContainer()
        try container.register(Heavy.self, argument: Int.self) { _, _ in Heavy() }
        let owner = try synchronously { try container.resolve(Owner.self) }
        try expectFlat { guard try owner.both.provider.get() !== owner.heavy else { throw CancellationError() } }
        var number = 0
        try expectFlat {
          number += 1
          _ = try synchronously { try owner.both.provider.get(arguments: number) }
        }
      }
    }

    @Test func `memory stays flat over repeated builds of an object with injected properties`() async {
      await #expect(processExitsWith: .success) {
        let container = try makeContainer()
        try expectFlat(times: 20_000) {
          _ = try synchronously { try container.resolve(Injected.self).lazy.value }
          _ = try synchronously { try container.resolve(Injected.self, name: "closure").lazy.value }
        }
        try expectFlat(times: 20_000) { Container.withCurrent(container) { _ = Injected() } }
      }
    }
  }
#endif
