import TestSupport
import Testing

private final class Engine: Sendable {}
private final class Wheel: Sendable {}
private final class Car: Sendable { init(wheel: Wheel) {} }
private struct Plate: Sendable {}
private final class Owner: Sendable { init(plate: Plate) {} }

/// Counts what it builds, and lacks a registration unless it is told otherwise.
private enum Garage: CompositionRoot {
  static let builds = Counter()
  static let isComplete = Guarded(false)

  static var discovers: Bool { false }
  static func register(in container: Container) throws {
    try container.register(Engine.self) { builds.count(Engine()) }.asSingleton().eager()
    try container.register(initializer: Car.init)
    try container.register(initializer: Owner.init)
    if isComplete.now { try container.register(initializer: Wheel.init) }
  }

  static func setUp(by call: Call, inLists: Bool) async throws {
    switch (call, inLists) {
    case (.synchronous, true): try synchronously { try setUp(validating: [Car.self], externals: [Plate.self]) }
    case (.synchronous, false): try synchronously { try setUp(validating: Car.self, externals: Plate.self) }
    case (.asynchronous, true): try await setUp(validating: [Car.self], externals: [Plate.self])
    case (.asynchronous, false): try await setUp(validating: Car.self, externals: Plate.self)
    }
  }
}

// The tests run in their own process, because the shared container belongs to the process.
@Suite("setUp with a validation", .ownThreads)
struct ValidatedSetUpTests {
  @Test func `a container that stands for a missing one is not valid`() async {
    await #expect(processExitsWith: .success) {
      let ended = try await Container().withChild { $0 }
      for (container, hint) in [
        (Container.current, "`Container.shared = container`"), (Garage.container, "`try Garage.setUp()`"),
        (ended, "or use the parent"),
      ] {
        let error = #expect(throws: AstrojectError.self) { try container.validate() }
        let report = container.graphReport(roots: Car.self)
        #expect(error?.description.contains(hint) ?? false)
        #expect(report.findings.map(\.rule) == [.missingContainer])
        #expect(report.description.contains(hint))
      }
    }
  }

  @Test func `a root with a finding throws before anything is built, and can be set up when it is mended`() async {
    await #expect(processExitsWith: .success) {
      for (call, inLists) in [
        (Call.synchronous, false), (.synchronous, true), (.asynchronous, false), (.asynchronous, true),
      ] {
        let before = Garage.builds.value
        Garage.isComplete.withLock { $0 = false }
        let error = await #expect(throws: GraphError.self) { try await Garage.setUp(by: call, inLists: inLists) }
        #expect(error?.findings.map(\.rule) == [.missingDependency])
        #expect(error?.report.unused.map(\.key) == ["Owner"])
        #expect(Garage.builds.value == before && Container.shared == nil)

        Garage.isComplete.withLock { $0 = true }
        try await Garage.setUp(by: call, inLists: inLists)
        #expect(Garage.builds.value == before + 1)
        #expect(Container.shared === Garage.container)
        #expect(throws: AstrojectError.self) { try Garage.container.register(Bool.self) { true } }
        let second = await #expect(throws: AstrojectError.self) { try await Garage.setUp(by: call, inLists: inLists) }
        #expect(
          second?.failure?.location?.description.hasPrefix("AstrojectGraphTests/ValidatedSetUpTests.swift:") == true)
        synchronously { Garage.tearDown() }
      }
    }
  }

  @Test func `setUp without types validates nothing`() async {
    await #expect(processExitsWith: .success) {
      try synchronously { try Garage.setUp() }
      #expect(Garage.builds.value == 1 && Container.shared === Garage.container)
    }
  }
}
