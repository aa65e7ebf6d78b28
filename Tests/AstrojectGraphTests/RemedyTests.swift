import AstrojectGraph
import TestSupport
import Testing

@Suite("Remedies in reports")
struct RemedyTests {
  static let all = Remedy.forMissing + Remedy.forCycles + Remedy.forKeeping + Remedy.forHints

  @Test(arguments: all)
  func `the graph is valid if the remedy of its finding is followed to the letter, or shows the next finding`(
    remedy: Remedy
  ) async {
    await remedy.expectToMend()
  }

  @Test func `each remedy of the rules is followed by a program`() async throws {
    var texts: [String] = []
    for remedy in RemedyTests.all { texts.append(await remedy.errorText() ?? "") }
    let report = "AstrojectGraph/Reports/FindingDraft+Text.swift"
    try SourceText(report, from: "// MARK: Remedies", to: "// MARK: - Parts").expectCovered(by: texts)
  }

  /// Expects one finding with these lines in its text, and no finding after the remedy.
  private func expect(
    _ rule: GraphRule, _ lines: String..., at location: SourceLocation = #_sourceLocation,
    _ fill: (Container) throws -> Void, remedy: (Container) throws -> Void
  ) throws {
    let container = Container()
    try fill(container)
    let findings = container.findings(at: location)
    #expect(findings.map(\.rule) == [rule], sourceLocation: location)
    for line in lines {
      #expect(findings.first?.description.contains(line) == true, "\(line)", sourceLocation: location)
    }
    try remedy(container)
    #expect(container.verdict(at: location) == [], sourceLocation: location)
  }

  @Test func `the remedy for a missing dependency proposes a registration or an existing name`() throws {
    try expect(.missingDependency, "`try container.register(initializer: Ink.init)`") { container in
      try container.register(initializer: Quill.init)
    } remedy: { container in
      try container.register(initializer: Ink.init)
    }
    try expect(.missingDependency, "`with: .named(\"blue\")`") { container in
      try container.register(initializer: Quill.init)
      try container.register(name: "blue", initializer: Ink.init)
    } remedy: { container in
      try container.register(initializer: Quill.init, with: .named("blue"))
    }
    try expect(.missingDependency, "`try container.register(name: \"red\", initializer: Ink.init)`") { container in
      try container.register(initializer: Quill.init, with: .named("red"))
    } remedy: { container in
      try container.register(name: "red", initializer: Ink.init)
    }
    try expect(
      .missingDependency, "`try container.register(Ink.self, name: \"red\", arguments: Int.self, String.self) { … }`"
    ) { container in
      try container.register(Quill.self) { Quill(ink: Ink()) }
        .depends(on: Ink.self, name: "red", arguments: Int.self, String.self)
    } remedy: { container in
      try container.register(Ink.self, name: "red", arguments: Int.self, String.self) { _, _, _ in Ink() }
    }
    let container = Container()
    try container.register(initializer: Quill.init)
    #expect(container.verdict(externals: Ink.self) == [])
  }

  @Test func `a remedy writes a numeric key with its type if a literal would have another type`() throws {
    try expect(.missingDependency, "`with: .keyed(UInt8(5))`", "Ink keyed UInt8(5)") { container in
      try container.register(initializer: Quill.init)
      try container.register(key: UInt8(5), initializer: Ink.init)
    } remedy: { container in
      try container.register(initializer: Quill.init, with: .keyed(UInt8(5)))
    }
    for (key, text) in [(-5, "-5"), (2.5, "2.5"), (Float(2.5), "Float(2.5)"), (Double.infinity, "…")]
      as [(
        any Hashable & Sendable, String
      )]
    {
      try expect(.missingDependency, "`try container.register(key: \(text), initializer: Ink.init)`") { container in
        try container.register(initializer: Quill.init, with: .keyed(key))
      } remedy: { container in
        try container.register(key: key, initializer: Ink.init)
      }
    }
  }

  @Test func `a remedy escapes quotes in a name as Swift source code does`() throws {
    try expect(.missingDependency, #"`try container.register(name: "a \"b\"", initializer: Ink.init)`"#) { container in
      try container.register(initializer: Quill.init, with: .named("a \"b\""))
    } remedy: { container in
      try container.register(name: "a \"b\"", initializer: Ink.init)
    }
    try expect(.missingDependency, #"`with: .named("a \"b\"")`"#) { container in
      try container.register(initializer: Quill.init)
      try container.register(name: "a \"b\"", initializer: Ink.init)
    } remedy: { container in
      try container.register(initializer: Quill.init, with: .named("a \"b\""))
    }
  }

  @Test func `the remedy for a missing metatype proposes a closure, because it has no initializer`() throws {
    try expect(.missingDependency, "`try container.register(Ink.Type.self) { … }`") { container in
      try container.register(initializer: { @Sendable (_: Ink.Type) in Pot() })
    } remedy: { container in
      try container.register(Ink.Type.self) { Ink.self }
    }
  }

  @Test func `the remedy for a cycle proposes a Lazy, which breaks the cycle`() throws {
    try expect(.cycle, "have the initializer of Sea take a `Lazy<River>`") { container in
      try container.register(initializer: River.init)
      try container.register(initializer: Sea.init(river:))
    } remedy: { container in
      try container.register(initializer: { @Sendable (_: Lazy<River>) in Sea() })
    }
  }

  @Test func `the remedy for a captive that can be released proposes a Provider, which holds nothing`() throws {
    try expect(.captiveDependency, "have the initializer of Quill take a `Provider<Ink>`") { container in
      try container.register(initializer: Ink.init).asDisposableSingleton()
      try container.register(initializer: Quill.init).asSingleton()
    } remedy: { container in
      try container.register(initializer: { @Sendable (_: Provider<Ink>) in Quill(ink: Ink()) }).asSingleton()
    }
  }

  @Test func `the remedy for an effect finding proposes an await or a closure on the main actor`() throws {
    try expect(.asyncDependency, "`try await resolver.resolve(Ink.self)`") { container in
      try container.register(Ink.self) {
        await soon()
        return Ink()
      }
      try container.register(Pot.self) { resolver in Pot() }.depends(on: Ink.self)
    } remedy: { container in
      try container.register(Pot.self) { resolver in
        _ = try await resolver.resolve(Ink.self)
        return Pot()
      }
      .depends(on: Ink.self)
    }
    try expect(.isolation, "`{ @MainActor resolver in … }`") { container in
      try container.register(Ink.self) { @MainActor in Ink() }
      try container.register(Pot.self) { resolver in Pot() }.depends(on: Ink.self)
    } remedy: { container in
      try container.register(Pot.self) { @MainActor resolver in
        _ = try resolver.resolve(Ink.self)
        return Pot()
      }
      .depends(on: Ink.self)
    }
  }

  @Test func `the remedy for a declared dependency repeats its derived form`() throws {
    try expect(.asyncDependency, "`try await resolver.resolve([any Vessel].self)`") { container in
      try container.register((any Vessel).self, name: "a") {
        await soon()
        return Pot()
      }
      try container.register(Shelfful.self) { Shelfful() }.depends(on: [any Vessel].self)
    } remedy: { container in
      try container.register(Shelfful.self) { resolver in
        _ = try await resolver.resolve([any Vessel].self)
        return Shelfful()
      }
      .depends(on: [any Vessel].self)
    }
    try expect(.asyncDependency, "`try await resolver.resolve((any Vessel)?.self, name: \"a\")`") { container in
      try container.register((any Vessel).self, name: "a") {
        await soon()
        return Pot()
      }
      try container.register(Shelfful.self) { Shelfful() }.depends(on: (any Vessel)?.self, name: "a")
    } remedy: { container in
      try container.register(Shelfful.self) { resolver in
        _ = try await resolver.resolve((any Vessel)?.self, name: "a")
        return Shelfful()
      }
      .depends(on: (any Vessel)?.self, name: "a")
    }
    try expect(.argument, "`.depends(on: Lazy<Bottle>.self, arguments: …)`") { container in
      try container.register(initializer: Ink.init)
      try container.register(initializer: Bottle.init, with: .auto, .argument)
      try container.register(Shelfful.self) { Shelfful() }.depends(on: Lazy<Bottle>.self)
    } remedy: { container in
      try container.register(Shelfful.self) { Shelfful() }.depends(on: Lazy<Bottle>.self, arguments: Int.self)
    }
  }

  @Test func `the remedy for a missing argument proposes a value, an argument mark or a Provider`() throws {
    for index in 0..<2 {
      try expect(.argument, "`with: .auto, .value(…)`", "`with: .auto, .argument`") { container in
        try container.register(initializer: Ink.init)
        try container.register(initializer: Bottle.init)
      } remedy: { container in
        if index == 0 {
          try container.register(initializer: Bottle.init, with: .auto, .value(3))
        } else {
          try container.register(initializer: Bottle.init, with: .auto, .argument)
        }
      }
    }
    try expect(.argument, "have Shelfful take a `Provider<Bottle>`", "`try provider.get(arguments: …)`") { container in
      try container.register(initializer: Ink.init)
      try container.register(initializer: Bottle.init, with: .auto, .argument)
      try container.register(initializer: { @Sendable (_: Bottle) in Shelfful() })
    } remedy: { container in
      try container.register(
        initializer: { @Sendable (provider: Provider<Bottle>) in
          _ = try provider.get(arguments: 3)
          return Shelfful()
        })
    }
    let container = Container()
    try container.register(initializer: { @Sendable (_: Int, _: Ink?, _: Int) in Shelfful() })
    let found = container.findings(externals: Int.self)
    #expect(found.first?.description.contains("`with: .argument, .auto, .argument`") == true)
    try container.register(
      initializer: { @Sendable (_: Int, _: Ink?, _: Int) in Shelfful() }, with: .argument, .auto, .argument)
    #expect(container.verdict(externals: Int.self) == [])
  }

  @Test func `the remedy for a weak registration proposes a root or another scope`() throws {
    try expect(.weakUnowned, "`roots: Ink.self`") { container in
      try container.register(initializer: Ink.init).asWeak()
    } remedy: { container in
      #expect(container.verdict(roots: Ink.self) == [])
      try container.register(initializer: Ink.init).asSingleton()
    }
    try expect(.weakValue, "`asSingleton()`", "`asTransient()`") { container in
      try container.register(initializer: Drop.init).asWeak()
      try container.register(initializer: { @Sendable (_: Drop) in Pot() })
    } remedy: { container in
      try container.register(initializer: Drop.init).asTransient()
    }
  }

  @Test func `the remedy for a container finding proposes a Resolver or a named child container`() throws {
    try expect(.containerKept, "`Resolver`") { container in
      try container.register(initializer: { @Sendable (_: Container) in Pot() }).asSingleton()
    } remedy: { container in
      try container.register(initializer: { @Sendable (_: Resolver) in Pot() }).asSingleton()
    }
    let app = Container()
    try app.register(initializer: Pot.init).asScoped(to: "request")
    #expect(app.findings().first?.description.contains("`makeChild(named: \"request\")`") == true)
    #expect(app.makeChild(named: "request").verdict() == [])
  }

  @Test func `applying the remedy for a shared or eager registration with arguments makes the graph valid`() throws {
    try expect(.sharedWithArguments, "`.as { … }`") { container in
      try container.register(Pot.self, argument: Int.self) { _, _ in Pot() }.as(AnyShelf())
    } remedy: { container in
      try container.register(Pot.self, argument: Int.self) { _, _ in Pot() }.as { AnyShelf() }
    }
    try expect(.eagerWithArguments, "`eager()`") { container in
      try container.register(Pot.self, argument: Int.self) { _, _ in Pot() }.eager()
    } remedy: { container in
      try container.register(Pot.self, argument: Int.self) { _, _ in Pot() }
    }
  }

  @Test func `a remedy names a generic type in full, and a keyed type without its key`() throws {
    let container = Container()
    try container.register(initializer: Pair<Int, String>.init).asWeak()
    try container.register(initializer: Quill.init, with: .keyed(42)).asSingleton()
    try container.register(key: 42, initializer: Ink.init).asDisposableSingleton()
    let texts = container.findings().map(\.description)
    #expect(texts.contains { $0.contains("`roots: Pair<Int, String>.self`") })
    #expect(texts.contains { $0.contains("`Provider<Ink>`") })
  }

  @Test func `the remedy for a missing Int does not propose its initializer, because it is ambiguous`() throws {
    let container = Container()
    try container.register(initializer: { @Sendable (_: Int) in Pot() }, with: .named("limit"))
    try container.register(initializer: Measured.init)
    let texts = container.findings().map(\.description)
    #expect(texts.count == 2)
    #expect(!texts.contains { $0.contains("Int.init") })
  }
}

private final class Ink: Sendable {}
private protocol Vessel: Sendable {}
private final class Pot: Vessel {}
private final class Quill { init(ink: Ink) {} }
private final class River { init(sea: Sea) {} }
private final class Sea {
  init() {}
  init(river: River) {}
}
private final class Bottle { init(ink: Ink, size: Int) {} }
private final class Shelfful {}
private struct Drop {}
private final class Pair<First, Second> {}
private final class Measured { @Inject var size: Int }
