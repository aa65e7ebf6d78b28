import TestSupport
import Testing

@testable import Astroject
@testable import AstrojectTesting

@Suite("Release of overriding instances")
struct OverridingInstanceTests {
  @Test(arguments: [1, 2])
  func `a test holds the container whose end would release an instance that a fork shares`(depth: Int) throws {
    let (releases, held) = (Counter(), HeldForks())
    let scope = TestScope(runner: .swiftTesting, account: OverrideAccount(), held: held, allowsUnused: true)
    let fork = try scope.run {
      var app = try Container {
        try $0.register(instance: File("shared")).onRelease { _ throws in _ = releases.increment() }
      }
      for depth in 0..<depth { app = try app.makeChild().overriding { try $0.add(Int.self, key: depth) { 1 } } }
      return app
    }
    #expect(try fork.resolve(File.self).text == "shared")
    #expect(releases.value == 0)
    held.end()
    #expect(releases.value == 1)
  }

  @Test(arguments: [false, true])
  func `an instance behind an overridden forwarding is released once, at shutdown`(isWrapped: Bool) async throws {
    let releases = Counter()
    let container = try Container().overriding { overrides in
      try overrides.container.register(instance: File("own"), as: (any Reader).self)
        .onRelease { _ throws in _ = releases.increment() }
      try overrides.container.register(File.self) { File("real") }.implements((any Reader).self)
      if isWrapped {
        try overrides.wrap((any Reader).self) { File("(" + $0.text + ")") }
      } else {
        try overrides.replace((any Reader).self) { File("mock") }
      }
    }
    let expected = isWrapped ? ["(own)", "(real)"] : ["own", "mock"]
    #expect(try await container.resolve((any Reader).self).text == expected[1])
    #expect(try await container.resolveAll((any Reader).self).map(\.text) == expected)
    #expect(releases.value == 0)
    try await container.shutdown()
    #expect(releases.value == 1)
  }

  @Test func `a replaced instance is released when it is replaced, and a wrapped one at shutdown`() async throws {
    let releases = Guarded<[String]>([])
    let app = try Container { try $0.register((any Reader).self) { File("real") } }
    let container = try app.overriding { overrides in
      try overrides.replace(instance: File("a"), as: (any Reader).self)
        .onRelease { file throws in releases.withLock { $0.append(file.text) } }
      #expect(releases.now == [])
      try overrides.replace(instance: File("b"), as: (any Reader).self)
        .onRelease { file throws in releases.withLock { $0.append(file.text) } }
      #expect(releases.now == ["a"])
      try overrides.wrap((any Reader).self) { File("(" + $0.text + ")") }
      try overrides.wrap((any Reader).self) { File("[" + $0.text + "]") }
      // The wrapped form that is kept now goes at the end of the closure, and not the instance.
      #expect(try overrides.container.resolve((any Reader).self).text == "[(b)]")
    }
    #expect(try await container.resolve((any Reader).self).text == "[(b)]")
    #expect(releases.now == ["a"])
    try await container.shutdown()
    #expect(releases.now == ["a", "b"])
  }

  @Test func `a wrapped instance is released when its registration is removed or replaced`() async throws {
    for unregisters in [true, false] {
      let releases = Counter()
      let container = try Container { try $0.register((any Reader).self) { File("real") } }.overriding { overrides in
        try overrides.replace(instance: File("a"), as: (any Reader).self)
          .onRelease { _ throws in _ = releases.increment() }
        try overrides.wrap((any Reader).self) { File("(" + $0.text + ")") }
      }
      _ = try synchronously { try container.resolve((any Reader).self) }
      if unregisters {
        try container.transaction { container.unregister((any Reader).self) }
      } else {
        try container.transaction { _ = try container.register((any Reader).self) { File("new") } }
      }
      #expect(releases.value == 1)
      #expect(container.core.ownRegistrations.count == (unregisters ? 0 : 1))
    }
  }
}

struct OverriddenCornerTests {
  @Test func `a replacing module that implements a type retains the original's forwardings`() throws {
    let app = try Container {
      try $0.register((any Reader).self) { File("real") }.implements((any Writer).self) {
        try #require($0 as? any Writer)
      }
    }
    let mocks = Filled { try $0.register(File.self) { File("mock") }.implements((any Reader).self) }
    let container = try app.overriding { try $0.replace(module: mocks) }
    #expect(try container.resolve((any Reader).self).text == "mock")
    #expect(container.isRegistered((any Writer).self))
    #expect(try (container.resolve((any Writer).self) as? File)?.text == "mock")
  }

  @Test func `a key added after fillMissing supplied it is not listed as filled`() throws {
    let container = try Container().overriding { overrides in
      overrides.fillMissing { $0.product == File.self ? File("filled") : nil }
      _ = try overrides.container.resolve(File.self)
      try overrides.add(File.self) { File("real") }
    }
    _ = try container.resolve(File.self)
    #expect(container.filledKeys.isEmpty)
  }

  @Test func `a failed transaction restores an unregistered original and its wrapper`() throws {
    let container = try Container { try $0.register((any Reader).self) { File("real") }.asSingleton() }.overriding {
      overrides in
      try overrides.wrap((any Reader).self) { File("(" + $0.text + ")") }
    }
    let before = try container.resolve((any Reader).self)
    #expect(throws: Objection.self) {
      try container.transaction {
        container.unregister((any Reader).self)
        #expect(!container.isRegistered((any Reader).self))
        #expect(try container.resolveAll((any Reader).self).isEmpty)
        throw Objection()
      }
    }
    #expect(try container.resolve((any Reader).self) === before)
  }

  @Test func `bootstrap inside a transaction builds a wrapped eager singleton once`() throws {
    let builds = Counter()
    let app = try Container { container in
      try container.register((any Reader).self) { builds.count(File("real")) }.asSingleton().eager()
    }
    let container = try app.overriding { try $0.wrap((any Reader).self) { File("(" + $0.text + ")") } }
    try container.transaction { try container.bootstrap() }
    #expect(builds.value == 1)
    #expect(try container.resolve((any Reader).self).text == "(real)")
    #expect(builds.value == 1)
  }

  @Test(arguments: [true, false])
  func `releasing a forwarded type releases the wrapped instance`(inChild: Bool) throws {
    let (builds, releases) = (Counter(), Counter())
    let app = try Container { container in
      try container.register(File.self) { builds.count(File("real")) }.asScoped()
        .onRelease { _ throws in _ = releases.increment() }.implements((any Reader).self)
    }
    let container = try (inChild ? app.makeChild() : app).overriding {
      try $0.wrap(File.self) { File("(" + $0.text + ")") }
    }
    _ = try container.resolve(File.self)
    container.release(File.self)
    #expect(releases.value == 1)
    _ = try container.resolve(File.self)
    #expect(builds.value == 2)
    container.release((any Reader).self)
    #expect(releases.value == 2)
  }
}
