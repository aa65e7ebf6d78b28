import TestSupport
import Testing

private final class Storage: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}
/// A type that discovery finds.
private final class Boathouse: Injectable, Sendable { init() {} }

/// Registers a storage, and runs the closure that a test sets.
private protocol Root: CompositionRoot { static var more: Guarded<@Sendable (Container) throws -> Void> { get } }
extension Root {
  static var discovers: Bool { false }
  static func register(in container: Container) throws {
    try container.register(Storage.self) { Storage("own") }.asSingleton()
    try more.now(container)
  }
  static var storage: Storage { get throws { try resolve() } }

  /// Runs a closure at the next registrations.
  static func then(_ body: @escaping @Sendable (Container) throws -> Void) { more.withLock { $0 = body } }
}

private enum Plain: Root { static let more = Guarded<@Sendable (Container) throws -> Void> { _ in } }
private enum Open: Root {
  static let more = Guarded<@Sendable (Container) throws -> Void> { _ in }
  static var seals: Bool { false }
}
private enum Thorough: Root {
  static let more = Guarded<@Sendable (Container) throws -> Void> { _ in }
  static var discovers: Bool { true }
}
/// Counts its builds.
private enum Counting: CompositionRoot {
  static let builds = Counter()
  static func register(in container: Container) throws {
    try container.register(Int.self) { builds.increment() }.asSingleton().eager()
  }
}
private enum Discovering: CompositionRoot { static func register(in container: Container) throws {} }

extension Call {
  fileprivate func setUp(_ root: any CompositionRoot.Type, line: UInt = #line) async throws {
    try await run {
      try root.setUp(line: line)
    } asynchronously: {
      try await root.setUp(line: line)
    }
  }

  fileprivate func tearDown(_ root: any CompositionRoot.Type) async throws {
    try await run {
      root.tearDown()
    } asynchronously: {
      try await root.tearDown()
    }
  }
}

// Tests that call `setUp` run in their own process, because the shared container belongs to the process.
@Suite("A composition root", .ownThreads)
struct CompositionRootTests {
  @Test func `a composition root shares a sealed container between setUp and tearDown`() async {
    await #expect(processExitsWith: .success) {
      for call in Call.allCases {
        let early = #expect(throws: AstrojectError.self) { try Plain.storage }
        #expect(
          early?.description == """
            No registration found for Storage: Plain is not set up.
              Remedy: set it up when the program starts: `try Plain.setUp()`.
            """)
        let builds = Counter()
        let releases = Counter()
        Plain.then { container in
          try container.register(Int.self) { builds.increment() }.asSingleton().eager()
            .onRelease { _ in _ = releases.increment() }
        }
        try await call.setUp(Plain.self)
        #expect(builds.value == 1)
        #expect(Container.shared === Plain.container && Container.current === Plain.container)
        let storage = try synchronously { try Plain.container.resolve(Storage.self) }
        #expect(try Plain.storage.name == "own" && Plain.storage === storage)
        #expect(throws: AstrojectError.self) { try Plain.container.register(Bool.self) { true } }
        try await call.tearDown(Plain.self)
        #expect(Container.shared == nil)
        #expect(releases.value == 1)
        #expect(throws: AstrojectError.self) { try Plain.storage }
      }
    }
  }

  @Test func `a root that is not there yet says so, to those who add something too`() async {
    await #expect(processExitsWith: .success) {
      let early = #expect(throws: AstrojectError.self) { try Plain.container.register(Int.self, line: 7) { 1 } }
      #expect(
        early?.description == """
          Int cannot be added at NexusTests/CompositionRootTests.swift:7, because Plain is not set up.
            Remedy: add it in `register(in:)`, to the container that is given there.
          """)
      Plain.then { try $0.register(Int.self) { try Plain.storage.name.count }.eager() }
      let failed = #expect(throws: AstrojectError.self) { try Plain.setUp() }
      #expect(failed?.description.contains("No registration found for Storage: Plain is being set up.") ?? false)
      #expect(
        failed?.description.contains(
          """
          Remedy: take it from the resolver of the factory, `{ resolver in … try resolver.resolve(Storage.self) … }`; or \
          resolve it when `setUp()` has returned.
          """) ?? false)
      Plain.then { container in
        try container.register(Int.self) { try $0.resolve(Storage.self).name.count }.eager()
        try container.register(String.self) { try Plain.storage.name }
      }
      try Plain.setUp()
      #expect(try Plain.container.resolve(String.self) == "own")
    }
  }

  @Test func `a second setUp of a composition root reports the location of the first, even during it`() async {
    await #expect(processExitsWith: .success) {
      for call in Call.allCases {
        let during = Guarded<AstrojectError?>(nil)
        Plain.then { _ in
          let error = #expect(throws: AstrojectError.self) { try Plain.setUp() }
          during.withLock { $0 = error }
        }
        try await call.setUp(Plain.self, line: 7)
        let after = await call.error { try await $0.setUp(Plain.self) }
        for error in [during.now, after] {
          #expect(
            error?.description == """
              Plain is set up already, at NexusTests/CompositionRootTests.swift:7.
                Remedy: call `setUp()` once, or `tearDown()` before the second time.
              """)
          #expect(error?.kind == .sealed)
        }
        try await call.tearDown(Plain.self)
      }
    }
  }

  @Test func `exactly one of several concurrent setUp calls of a composition root succeeds`() async {
    await #expect(processExitsWith: .success) {
      for _ in 0..<20 {
        let results = await Crowd(threads: 4, tasks: 4).run { _ in
          try Plain.setUp()
        } asynchronous: { _ in
          try await Plain.setUp()
        }
        #expect(results.count { if case .success = $0 { true } else { false } } == 1)
        #expect(Container.shared === Plain.container)
        synchronously { Plain.tearDown() }
      }
    }
  }

  /// The step at which a set-up fails.
  enum Failure: CaseIterable, Codable, Sendable { case registering, building, registeringAfterTearDown }

  @Test(arguments: Failure.allCases)
  func `a failed setUp throws its own error, keeps Container.shared and can be retried`(failure: Failure) async {
    await #expect(processExitsWith: .success) { [failure] in
      for call in Call.allCases {
        let before = Container()
        Container.shared = before
        Plain.then { container in
          if failure == .registeringAfterTearDown { Plain.tearDown() }
          if failure != .building { throw Objection() }
          try container.register(Int.self) { throw Objection() }.asSingleton().eager()
        }
        let error = await #expect(throws: (any Error).self) { try await call.setUp(Plain.self) }
        #expect(failure == .building ? (error as? AstrojectError)?.kind == .bootstrapFailed : error is Objection)
        #expect(Container.shared === before)
        Plain.then { _ in }
        try await call.setUp(Plain.self)
        #expect(Container.shared === Plain.container)
        try await call.tearDown(Plain.self)
      }
    }
  }

  @Test(arguments: Call.allCases)
  func `a composition root resolves in the container that is current for the task`(call: Call) async throws {
    let container = try Plain.make().overriding { try $0.replace(Storage.self) { Storage("mock") } }
    try await Container.withCurrent(container) {
      #expect(try Plain.storage.name == "mock")
      let storage = try await call.run {
        try Plain.resolve(Storage.self)
      } asynchronously: {
        try await Plain.resolve(Storage.self)
      }
      #expect(storage.name == "mock")
    }
    let named = try Open.make()
    try named.register(Storage.self, name: "a") { Storage("a") }
    try named.register(Storage.self, key: 1) { Storage("1") }
    let names = try await Container.withCurrent(named) {
      try await call.run {
        [try Open.resolve(Storage.self, name: "a").name, try Open.resolve(Storage.self, key: 1).name]
      } asynchronously: {
        [try await Open.resolve(Storage.self, name: "a").name, try await Open.resolve(Storage.self, key: 1).name]
      }
    }
    #expect(names == ["a", "1"])
  }

  @Test func `each container made by a composition root has its own instances and is valid`() throws {
    let (first, second) = (try Plain.make(), try Plain.make())
    #expect(try first.resolve(Storage.self) !== second.resolve(Storage.self))
    try first.validate()
    expectValidGraph(Plain.self, roots: Storage.self)
  }

  @Test func `a container made by a composition root has no instances, not even eager ones`() throws {
    let container = try Counting.make()
    #expect(Counting.builds.value == 0)
    #expect(try container.resolve(Int.self) == 1)
  }

  @Test func `a composition root discovers types, and may opt out of that and of sealing`() async {
    await #expect(processExitsWith: .success) {
      try synchronously { try Discovering.setUp() }
      #expect(throws: Never.self) { try Discovering.resolve(Boathouse.self) }
      synchronously { Discovering.tearDown() }
      try synchronously { try Open.setUp() }
      #expect(!Open.container.isRegistered(Boathouse.self))
      try Open.container.register(Bool.self) { true }
      #expect(try await Open.resolve(Bool.self))
    }
  }

  @Test func `tearDown of a composition root awaits release hooks and throws their errors`() async {
    await #expect(processExitsWith: .success) {
      let releases = Counter()
      Plain.then { container in
        try container.register(Int.self) { 1 }.asSingleton().eager().onRelease { _ async throws in
          await Task.yield()
          releases.increment()
          throw Objection()
        }
      }
      try await Plain.setUp()
      let container = Plain.container
      let error = await Call.asynchronous.error { try await $0.tearDown(Plain.self) }
      #expect(error?.kind == .shutdownFailed && error?.underlyingError is Objection)
      #expect(releases.value == 1)
      #expect(Container.shared == nil && Plain.container !== container)
    }
  }

  @Test func `a composition root registers, discovers, seals and builds eagerly, in this order`() async {
    await #expect(processExitsWith: .success) {
      for call in Call.allCases {
        let builds = Counter()
        Thorough.then { container in
          // This throws if discovery has registered the type before.
          try container.register(Boathouse.self, ifRegistered: .fail) { Boathouse() }.asSingleton()
            .afterInit { _, _ in _ = builds.increment() }
          try container.register(Int.self) { [weak container] in
            expectThrows(.sealed) { try container?.register(Bool.self) { true } }
            return 1
          }.asSingleton().eager()
        }
        try await call.setUp(Thorough.self)
        let house = try await Thorough.resolve(Boathouse.self)
        #expect(try await Thorough.resolve(Boathouse.self) === house && builds.value == 1)
        #expect(try await Thorough.container.resolveAll(Boathouse.self).count == 1)
        try await call.tearDown(Thorough.self)
      }
    }
  }

  @Test func `a composition root that is torn down during setUp is not shared, and setUp throws cancelled`() async {
    await #expect(processExitsWith: .success) {
      for (call, tearingDown) in Call.allCases.flatMap({ call in Call.allCases.map { (call, $0) } }) {
        let before = Container()
        Container.shared = before
        let (isBuilding, mayGoOn) = (Gate(), Gate())
        let releases = Counter()
        Plain.then { container in
          try container.register(Int.self) {
            isBuilding.open()
            mayGoOn.wait()
            return 1
          }.asSingleton().eager().onRelease { _ in _ = releases.increment() }
        }
        let thread = OwnThreads(stackSize: 1 << 20)
        let setUp = Task(executorPreference: thread) { await call.error { try await $0.setUp(Plain.self, line: 7) } }
        await isBuilding.pass()
        try await tearingDown.tearDown(Plain.self)
        mayGoOn.open()
        let error = await setUp.value
        thread.end()
        #expect(error?.kind == .cancelled)
        #expect(
          error?.description == """
            Plain was torn down while it was set up, at NexusTests/CompositionRootTests.swift:7.
              Remedy: call `tearDown()` when `setUp()` has returned, or set it up again.
            """)
        #expect(Container.shared === before)
        #expect(throws: AstrojectError.self) { try Plain.storage }
        // Otherwise the container is shut down in a task, or released.
        if call == .asynchronous { #expect(releases.value == 1) }
        while releases.value == 0 { await Task.yield() }
        // It can be set up again.
        Plain.then { _ in }
        try await call.setUp(Plain.self)
        #expect(Container.shared === Plain.container)
        try await call.tearDown(Plain.self)
        #expect(Container.shared == nil && releases.value == 1)
      }
    }
  }

  @Test func `an eager registration of a composition root may tear it down`() async {
    await #expect(processExitsWith: .success) {
      for call in Call.allCases {
        Plain.then { container in
          switch call {
          case .synchronous:
            try container.register(Int.self) {
              Plain.tearDown()
              return 1
            }.asSingleton().eager()
          case .asynchronous:
            try container.register(Int.self) {
              try await Plain.tearDown()
              return 1
            }.asSingleton().eager()
          }
        }
        #expect(await call.error { try await $0.setUp(Plain.self) }?.kind == .cancelled)
        #expect(Container.shared == nil)
      }
    }
  }

  @Test func `the shared container is never that of a composition root that has been torn down`() async {
    await #expect(processExitsWith: .success) {
      for _ in 0..<200 {
        let isSetUp = Guarded(0)
        _ = await Crowd(threads: 4).run { number in
          if number % 2 == 0 {
            do {
              try Plain.setUp()
              isSetUp.withLock { $0 += 1 }
            } catch let error as AstrojectError where [.cancelled, .sealed].contains(error.kind) {}
          } else {
            Plain.tearDown()
          }
        }
        // Nothing is under way any more, so both agree.
        #expect(Container.shared == nil || Container.shared === Plain.container)
        synchronously { Plain.tearDown() }
        #expect(Container.shared == nil)
      }
    }
  }
}
