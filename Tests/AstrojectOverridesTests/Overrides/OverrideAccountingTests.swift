import TestSupport
import Testing

@testable import AstrojectOverrides
@testable import AstrojectTesting

struct OverrideAccountingTests {
  private func makeApp() throws -> Container {
    try Container { container in
      try container.register((any Part).self) { Plain("real") }.asSingleton().implements(Plain?.self) { $0 as? Plain }
      try container.register((any Part).self, name: "n") { Plain("real n") }
      try container.register(initializer: Whole.init).asSingleton()
      try container.register(Int.self) { 7 }
    }
  }

  /// Returns the failures that the account of a test reports at its end.
  private func settled(allowingUnused: Bool = false, _ body: () throws -> Void) throws -> [Failure] {
    let scope = TestScope(runner: .current, account: OverrideAccount(), held: HeldForks(), allowsUnused: allowingUnused)
    try scope.run { try body() }
    return failures { scope.account.settle() }
  }

  @Test func `an override counts as used by every kind of resolve, also if its factory throws`() async throws {
    let caught = try settled {
      let ways: [(Container) throws -> Void] = [
        { _ = try $0.resolve((any Part).self) },
        { _ = try $0.resolve(Whole.self) },
        { _ = try $0.resolveAll((any Part).self) },
        { _ = try $0.resolveOptional((any Part).self) },
        { _ = try $0.resolve(Lazy<any Part>.self).value },
        { _ = try $0.resolve(Provider<any Part>.self).get() },
        { _ = try $0.resolve(Plain?.self) },
        { _ = try $0.makeChild().resolve((any Part).self) },
        { _ = try $0.overriding { _ in }.resolve((any Part).self) },
      ]
      for way in ways {
        let replaced = try makeApp().overriding { try $0.replace((any Part).self) { Plain("mock") } }
        try way(replaced)
        expectAllOverridesUsed(replaced)
        let wrapped = try makeApp().overriding { try $0.wrap((any Part).self) { Around($0) } }
        try way(wrapped)
        expectAllOverridesUsed(wrapped)
      }
      let failing = try makeApp().overriding { overrides in
        try overrides.replace((any Part).self) { () throws -> any Part in throw Objection() }
      }
      _ = try? failing.resolve(Whole.self)
    }
    #expect(caught.isEmpty, "\(caught)")
    // So does an awaited resolve of a forwarding.
    let container = try makeApp().overriding { try $0.replace((any Part).self) { Plain("mock") } }
    _ = try await container.resolve(Plain?.self)
    expectAllOverridesUsed(container)
  }

  @Test func `an unused override is reported although a fork of its container failed or was cleared`() throws {
    let replace: (Overrides) throws -> Void = { try $0.replace((any Part).self) { Plain("mock") } }
    let forks: [(Container) throws -> Void] = [
      { container in
        _ = try container.overriding { overrides in
          try replace(overrides)
          throw CancellationError()
        }
      },
      { try $0.overriding { _ in }.clear() },
      { try $0.overriding { _ in }.unregister((any Part).self) },
    ]
    for fork in forks {
      let container = try makeApp().overriding(replace)
      try? fork(container)
      #expect(failures { expectAllOverridesUsed(container) }.count == 1)
    }
    let container = try makeApp().overriding(replace)
    _ = try container.overriding(replace).resolve((any Part).self)
    expectAllOverridesUsed(container)
  }

  @Test func `a test reports each unused override at the line of the override`() throws {
    let line = #line
    let caught = try settled {
      let container = try makeApp().overriding { overrides in
        try overrides.replace((any Part).self) { Plain("mock") }
        try overrides.wrap((any Part).self, name: "n") { Around($0) }
        try overrides.add(String.self) { "new" }
        try overrides.replace(instance: 8)
      }
      _ = try container.resolve(Int.self)
    }
    #expect(
      caught == [
        Failure(text: unusedText("Part"), line: line + 3),
        Failure(text: unusedText("Part named \"n\""), line: line + 4),
        Failure(text: unusedText("String"), line: line + 5),
      ])
  }

  @Test func `expectAllOverridesUsed lists the unused overrides at the line of its call`() throws {
    let line = #line + 1
    let container = try makeApp().overriding { overrides in
      try overrides.replace((any Part).self) { Plain("mock") }
      try overrides.add(String.self) { "new" }
    }
    let caught = failures { expectAllOverridesUsed(container) }
    let text = """
      Expected all overrides of the container to be used, but 2 were not.
        Never used:
          Part, overridden at AstrojectOverridesTests/OverrideAccountingTests.swift:\(line + 1)
          String, overridden at AstrojectOverridesTests/OverrideAccountingTests.swift:\(line + 2)
      """
    #expect(caught.map(\.line) == [line + 4])
    for found in caught + failures({ expectAllOverridesUsed(container.makeChild()) }) {
      #expect(found.text.hasPrefix(text + "\n  The container has:\n"), "\(found)")
    }
    _ = try container.resolve((any Part).self)
    _ = try container.resolve(String.self)
    #expect(failures { expectAllOverridesUsed(container) }.isEmpty)
  }

  @Test func `allowUnused of an override takes precedence over the default of the test`() throws {
    func make(_ allowUnused: Bool?) throws {
      _ = try makeApp().overriding(allowUnused: allowUnused) { try $0.replace((any Part).self) { Plain("mock") } }
    }
    #expect(try settled { try make(nil) }.count == 1)
    #expect(try settled { try make(true) }.isEmpty)
    #expect(try settled { try make(false) }.count == 1)
    #expect(try settled(allowingUnused: true) { try make(nil) }.isEmpty)
    #expect(try settled(allowingUnused: true) { try make(false) }.count == 1)
    #expect(try settled(allowingUnused: true) { try make(true) }.isEmpty)
    // Outside of a test there is no account.
    try make(nil)
  }

  @Test func `a test does not report an override that a later override replaces`() throws {
    let replace: (Overrides) throws -> Void = { try $0.replace((any Part).self) { Plain("mock") } }
    let wrap: (Overrides) throws -> Void = { try $0.wrap((any Part).self) { Around($0) } }
    let fail: (Overrides) throws -> Void = { try $0.failOnUse((any Part).self) }
    let orders = [
      [replace, replace], [wrap, replace], [replace, wrap, replace], [wrap, wrap, replace], [replace, wrap, fail],
    ]
    for (index, order) in orders.enumerated() {
      let caught = try settled {
        let container = try makeApp().overriding { overrides in for step in order { try step(overrides) } }
        _ = failures { _ = try? container.resolve((any Part).self) }
      }
      let unused = caught.filter { $0.text.hasPrefix("Expected the override") }
      #expect(unused.isEmpty, "\(index): \(unused)")
    }
  }

  @Test func `a fork's use of an inherited override counts for both forks, but not vice versa`() throws {
    var first = try makeApp().overriding { try $0.replace((any Part).self) { Plain("mock") } }
    var second = try first.overriding { try $0.replace(Int.self) { 8 } }
    // The account of the second fork has only its own overrides; the assertion covers all.
    #expect(failures { expectAllOverridesUsed(second) }.first?.text.contains("    Part, overridden") == true)
    _ = try second.resolve((any Part).self)
    #expect(failures { expectAllOverridesUsed(first) }.isEmpty)
    #expect(failures { expectAllOverridesUsed(second) }.first?.text.contains("Never used: Int") == true)
    first = try makeApp().overriding { try $0.replace((any Part).self) { Plain("mock") } }
    second = try first.overriding { try $0.replace(Int.self) { 8 } }
    _ = try first.resolve((any Part).self)
    _ = try second.resolve(Int.self)
    #expect(failures { expectAllOverridesUsed(first) }.isEmpty)
    #expect(failures { expectAllOverridesUsed(second) }.count == 1)
    let caught = try settled {
      let outer = try makeApp().overriding(allowUnused: true) { try $0.replace((any Part).self) { Plain("mock") } }
      _ = try outer.overriding { try $0.replace(Int.self) { 8 } }
    }
    #expect(caught.map(\.text) == [unusedText("Int")])
    // An override of the outer fork need not be used if the inner fork replaces it.
    let replaced = try settled {
      let outer = try makeApp().overriding { try $0.replace(Int.self) { 8 } }
      let inner = try outer.overriding { try $0.replace(Int.self) { 9 } }
      _ = try inner.resolve(Int.self)
    }
    #expect(replaced.isEmpty)
  }

  @Test func `a subject that lacks stand-ins does not report its unused stand-ins`() throws {
    let app = try makeApp()
    let caught = try settled {
      #expect(throws: OverrideError.self) {
        try app.solitary(Whole.self) { standIns in try standIns.add(String.self) { "in vain" } }
      }
    }
    #expect(caught.isEmpty, "\(caught)")
  }

  @Test func `a failure lists the shared instances and scope objects that were resolved`() throws {
    let app = try makeApp()
    let line = #line + 1
    try app.register(instance: Plain("mine"))
    try app.register(instance: Plain("other"), as: Plain.self, name: "other")
    try app.register(String.self) { "kept" }.as(Keeping())
    try app.register(String.self, name: "own") { "own" }.as { Keeping() }
    let override: (Overrides) throws -> Void = { try $0.replace(Int.self) { 8 } }
    let container = try app.overriding(override)
    let before = try #require(failures { expectAllOverridesUsed(container) }.first?.text)
    #expect(!before.contains("Shared"))
    _ = try container.resolve(Plain.self)
    _ = try container.resolve(String.self)
    _ = try container.resolve(String.self, name: "own")
    let text = try #require(failures { expectAllOverridesUsed(container) }.first?.text)
    let shared = [("Plain", line), ("String", line + 2)].map { type, line in
      "  Shared with the original: \(type), registered at AstrojectOverridesTests/OverrideAccountingTests.swift:\(line)"
    }
    #expect(text.hasSuffix("\n" + shared.joined(separator: "\n")))
    // The product of an override is not shared.
    let replaced = try app.overriding { overrides in
      try override(overrides)
      try overrides.replace(Plain.self) { Plain("mock") }
    }
    _ = try replaced.resolve(Plain.self)
    let without = try #require(failures { expectAllOverridesUsed(replaced) }.first?.text)
    #expect(!without.contains("Shared"))
  }

  @Test func `a failure lists the fallback's products that were resolved`() throws {
    let app = try Container(fallback: makeApp()) { container in try container.register(String.self) { "" } }
    let container = try app.overriding { overrides in
      try overrides.replace(String.self) { "mock" }
      _ = try overrides.container.resolve(Whole.self)
    }
    for _ in 1...2 { _ = try container.makeChild().resolve(Int.self) }
    _ = try container.resolve((any Part).self, name: "n")
    let text = try #require(failures { expectAllOverridesUsed(container) }.first?.text)
    #expect(
      text.split(separator: "\n").filter { $0.contains("Shared") } == [
        "  Shared with the original: Int, of the fallback",
        "  Shared with the original: Part named \"n\", of the fallback",
      ])
  }

  // MARK: Stand-ins that are resolved later

  private final class Now { init(part: any Part) {} }

  private final class Lately {
    let later: Lazy<any Part>
    init(later: Lazy<any Part>, again: Provider<Whole>, number: Int) { self.later = later }
  }

  private final class Behind {
    let provider: Provider<Whole>
    init(provider: Provider<Whole>, parts: Lazy<[any Part]>, none: Provider<Int?>) { self.provider = provider }
  }

  @Test func `a stand-in that only a Lazy or a Provider reaches may stay unused`() throws {
    let app = try Container { container in
      try container.register(initializer: Lately.init)
      try container.register(initializer: Behind.init)
      try container.register(String.self, name: "closure") { resolver in
        _ = try resolver.resolve(Provider<any Part>.self)
        return ""
      }
      try container.register(String.self, name: "declared") { _ in "" }.depends(on: Lazy<any Part>.self)
      try container.register(String.self, name: "behind") { resolver in
        _ = try resolver.resolve(Behind.self)
        return ""
      }
    }
    let caught = try settled {
      _ = try app.solitary(Lately.self) { standIns in
        try standIns.add((any Part).self) { Plain("stand-in") }
        try standIns.add(initializer: Whole.init)
        try standIns.add(Int.self) { 7 }
      }
      // A subject needs no stand-in for an optional or a collection.
      _ = try app.solitary(Behind.self) { standIns in
        try standIns.add(Whole.self) { Whole(part: Plain("stand-in")) }
        try standIns.add((any Part).self) { Plain("stand-in") }
      }
      for name in ["closure", "declared"] {
        _ = try app.solitary(String.self, name: name) { try $0.add((any Part).self) { Plain("stand-in") } }
      }
      _ = try app.solitary(String.self, name: "behind") { standIns in
        try standIns.add(initializer: Behind.init)
        try standIns.add(initializer: Whole.init)
        try standIns.add((any Part).self) { Plain("stand-in") }
      }
    }
    #expect(caught.isEmpty, "\(caught)")
  }

  @Test func `a test reports an unused stand-in that nothing leads to, with a remedy that solitary has`() throws {
    let app = try Container { container in
      try container.register(initializer: Lately.init)
      try container.register(initializer: Now.init)
      try container.register(Bool.self) { _ in true }
    }
    let caught = try settled {
      _ = try app.solitary(Lately.self) { standIns in
        try standIns.add((any Part).self) { Plain("stand-in") }
        try standIns.add(initializer: Whole.init)
        try standIns.add(Int.self) { 7 }
        try standIns.add(Double.self) { 7 }
      }
      _ = try app.solitary(Bool.self) { try $0.add((any Part).self) { Plain("stand-in") } }
    }
    #expect(caught.map(\.text) == ["Double", "Part"].map { unusedText($0, "remove it.") })
  }
}
