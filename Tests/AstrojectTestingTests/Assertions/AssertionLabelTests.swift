import TestSupport
import Testing

/// A name or a key. Under it, `Farmer` is a singleton and `Int` throws. Without it, `Farmer` is transient and `Int`
/// resolves.
private struct Labels: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var name: String?
  var key: Int?

  static let all = [Labels(testDescription: "a name", name: "n"), Labels(testDescription: "a key", key: 7)]

  func makeContainer() throws -> Container {
    try Container { container in
      try container.register(Farmer.self) { Farmer() }.asTransient()
      try container.register(Farmer.self, argument: Bool.self) { _, _ in Farmer() }.asTransient()
      try container.register(Farmer.self, name: name, key: key) { Farmer() }.asSingleton()
      try container.register(Farmer.self, name: name, key: key, argument: Bool.self) { _, _ in Farmer() }.asSingleton()
      try container.register(Int.self) { 1 }
      try container.register(Int.self, argument: Bool.self) { _, _ in 1 }
      try container.register(Int.self, name: name, key: key) { throw CancellationError() }
      try container.register(Int.self, name: name, key: key, argument: Bool.self) { _, _ in throw CancellationError() }
    }
  }
}

@Suite("Names, keys and arguments of assertions", .ownThreads)
struct AssertionLabelTests {
  @Test(arguments: Labels.all, Call.allCases)
  private func `assertions that resolve take a name or key and arguments`(labels: Labels, call: Call) async throws {
    let container = try labels.makeContainer()
    /// Expects numbers of failures with the name or key, and without it.
    func expect(
      _ labelled: Int, _ plain: Int, sourceLocation: SourceLocation = #_sourceLocation,
      _ assert: (String?, Int?) async -> Void
    ) async {
      let counts = [
        await failures { await assert(labels.name, labels.key) }, await failures { await assert(nil, nil) },
      ]
      #expect(counts.map(\.count) == [labelled, plain], sourceLocation: sourceLocation)
    }
    await expect(0, 4) { name, key in
      await call.expectSameInstance(Farmer.self, name: name, key: key, in: container)
      await call.expectSameInstance(Farmer.self, name: name, key: key, arguments: true, in: container)
      await call.expectBuiltOnce(Farmer.self, name: name, key: key, in: container, concurrently: 2)
      await call.expectBuiltOnce(Farmer.self, name: name, key: key, arguments: true, in: container, concurrently: 2)
    }
    await expect(2, 0) { name, key in
      await call.expectNewInstance(Farmer.self, name: name, key: key, in: container)
      await call.expectNewInstance(Farmer.self, name: name, key: key, arguments: true, in: container)
    }
    await expect(2, 0) { name, key in
      await call.expectResolves(Int.self, name: name, key: key, in: container)
      await call.expectResolves(Int.self, name: name, key: key, arguments: true, in: container)
    }
    await expect(0, 2) { name, key in
      await call.expectResolveThrows(Int.self, name: name, key: key, in: container, .factoryFailed)
      await call.expectResolveThrows(Int.self, name: name, key: key, arguments: true, in: container, .factoryFailed)
    }
  }

  @Test(arguments: Labels.all)
  private func `assertions about registrations and records take a name or a key`(labels: Labels) throws {
    let container = Container()
    let (name, key) = (labels.name, labels.key)
    try container.register(Farmer.self, name: name, key: key) { Farmer() }
    try container.register(Farmer.self, name: name, key: key, argument: Bool.self) { _, _ in Farmer() }
    let recorder = container.resolutionRecorder()
    _ = try container.resolveOptional(Farmer.self, name: name, key: key)
    let rightly = failures {
      expectRegistered(Farmer.self, name: name, key: key, in: container)
      expectRegistered(Farmer.self, name: name, key: key, arguments: Bool.self, in: container)
      expectNotRegistered(Farmer.self, in: container)
      expectNotRegistered(Farmer.self, arguments: Bool.self, in: container)
      expectResolved(Farmer.self, name: name, key: key, times: 1, in: recorder)
      expectNoResolution(of: Farmer.self, in: recorder)
    }
    #expect(rightly == [])
    let wrongly = failures {
      expectRegistered(Farmer.self, in: container)
      expectRegistered(Farmer.self, arguments: Bool.self, in: container)
      expectNotRegistered(Farmer.self, name: name, key: key, in: container)
      expectNotRegistered(Farmer.self, name: name, key: key, arguments: Bool.self, in: container)
      expectResolved(Farmer.self, in: recorder)
      expectNoResolution(of: Farmer.self, name: name, key: key, in: recorder)
    }
    #expect(wrongly.count == 6)
  }
}
