import Astroject
import AstrojectTesting
import TestSupport
import Testing

/// What may be said beside the factory.
private struct Labels: Sendable {
  var name: String?
  var key: Int?
  var isOverridable = true
  var ifRegistered: DuplicatePolicy?
  var line: UInt = 7
}

@MainActor private func shown() -> String { "second" }
private func awaited() async -> String { "second" }

// An asynchronous closure of the main actor is taken by the form of no actor. These are taken by the main actor's form.
@MainActor private func awaitedShown() async -> String { "second" }
@MainActor private func awaitedShown(_ resolver: Resolver) async -> String { "second" }
@MainActor private func awaitedShown(_ resolver: Resolver, _ number: Int) async -> String { "second" }
@MainActor private func awaitedShown(_ resolver: Resolver, _ number: Int, _ flag: Bool) async -> String { "second" }

/// One of the functions that take a factory.
private struct Form: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// How the key ends.
  var arguments = ""
  let add: @Sendable (Container, Labels) throws -> Registration<String>

  static let registering = takingNothing + takingResolver + takingOne + takingSeveral

  private static let takingNothing = [
    Form(testDescription: "nothing, sync") { container, labels in
      try container.register(
        String.self, name: labels.name, key: labels.key, isOverridable: labels.isOverridable,
        ifRegistered: labels.ifRegistered, line: labels.line
      ) { "second" }
    },
    Form(testDescription: "nothing, async") { container, labels in
      try container.register(
        String.self, name: labels.name, key: labels.key, isOverridable: labels.isOverridable,
        ifRegistered: labels.ifRegistered, line: labels.line
      ) { await awaited() }
    },
    Form(testDescription: "nothing, main actor") { container, labels in
      try container.register(
        String.self, name: labels.name, key: labels.key, isOverridable: labels.isOverridable,
        ifRegistered: labels.ifRegistered, line: labels.line
      ) { @MainActor in shown() }
    },
    Form(testDescription: "nothing, main actor async") { container, labels in
      let make: @MainActor @Sendable () async throws -> String = awaitedShown
      return try container.register(
        String.self, name: labels.name, key: labels.key, isOverridable: labels.isOverridable,
        ifRegistered: labels.ifRegistered, line: labels.line, factory: make)
    },
  ]

  private static let takingResolver = [
    Form(testDescription: "a resolver, sync") { container, labels in
      try container.register(
        String.self, name: labels.name, key: labels.key, isOverridable: labels.isOverridable,
        ifRegistered: labels.ifRegistered, line: labels.line
      ) { _ in "second" }
    },
    Form(testDescription: "a resolver, async") { container, labels in
      try container.register(
        String.self, name: labels.name, key: labels.key, isOverridable: labels.isOverridable,
        ifRegistered: labels.ifRegistered, line: labels.line
      ) { _ in await awaited() }
    },
    Form(testDescription: "a resolver, main actor") { container, labels in
      try container.register(
        String.self, name: labels.name, key: labels.key, isOverridable: labels.isOverridable,
        ifRegistered: labels.ifRegistered, line: labels.line
      ) { @MainActor _ in shown() }
    },
    Form(testDescription: "a resolver, main actor async") { container, labels in
      let make: @MainActor @Sendable (Resolver) async throws -> String = awaitedShown
      return try container.register(
        String.self, name: labels.name, key: labels.key, isOverridable: labels.isOverridable,
        ifRegistered: labels.ifRegistered, line: labels.line, factory: make)
    },
  ]

  private static let takingOne = [
    Form(testDescription: "one argument, sync", arguments: " with (Int)") { container, labels in
      try container.register(
        String.self, name: labels.name, key: labels.key, argument: Int.self, isOverridable: labels.isOverridable,
        ifRegistered: labels.ifRegistered, line: labels.line
      ) { _, _ in "second" }
    },
    Form(testDescription: "one argument, async", arguments: " with (Int)") { container, labels in
      try container.register(
        String.self, name: labels.name, key: labels.key, argument: Int.self, isOverridable: labels.isOverridable,
        ifRegistered: labels.ifRegistered, line: labels.line
      ) { _, _ in await awaited() }
    },
    Form(testDescription: "one argument, main actor", arguments: " with (Int)") { container, labels in
      try container.register(
        String.self, name: labels.name, key: labels.key, argument: Int.self, isOverridable: labels.isOverridable,
        ifRegistered: labels.ifRegistered, line: labels.line
      ) { @MainActor _, _ in shown() }
    },
    Form(testDescription: "one argument, main actor async", arguments: " with (Int)") { container, labels in
      try container.register(
        String.self, name: labels.name, key: labels.key, argument: Int.self, isOverridable: labels.isOverridable,
        ifRegistered: labels.ifRegistered, line: labels.line, factory: awaitedShown)
    },
  ]

  private static let takingSeveral = [
    Form(testDescription: "two arguments, sync", arguments: " with (Int, Bool)") { container, labels in
      try container.register(
        String.self, name: labels.name, key: labels.key, arguments: Int.self, Bool.self,
        isOverridable: labels.isOverridable, ifRegistered: labels.ifRegistered, line: labels.line
      ) { _, _, _ in "second" }
    },
    Form(testDescription: "two arguments, async", arguments: " with (Int, Bool)") { container, labels in
      try container.register(
        String.self, name: labels.name, key: labels.key, arguments: Int.self, Bool.self,
        isOverridable: labels.isOverridable, ifRegistered: labels.ifRegistered, line: labels.line
      ) { _, _, _ in await awaited() }
    },
    Form(testDescription: "two arguments, main actor", arguments: " with (Int, Bool)") { container, labels in
      try container.register(
        String.self, name: labels.name, key: labels.key, arguments: Int.self, Bool.self,
        isOverridable: labels.isOverridable, ifRegistered: labels.ifRegistered, line: labels.line
      ) { @MainActor _, _, _ in shown() }
    },
    Form(testDescription: "two arguments, main actor async", arguments: " with (Int, Bool)") { container, labels in
      try container.register(
        String.self, name: labels.name, key: labels.key, arguments: Int.self, Bool.self,
        isOverridable: labels.isOverridable, ifRegistered: labels.ifRegistered, line: labels.line,
        factory: awaitedShown)
    },
  ]

  static let contributing = [
    Form(testDescription: "contributed, nothing, sync") { container, labels in
      try container.contribute(String.self, name: labels.name, key: labels.key, line: labels.line) { "second" }
    },
    Form(testDescription: "contributed, nothing, async") { container, labels in
      try container.contribute(String.self, name: labels.name, key: labels.key, line: labels.line) { await awaited() }
    },
    Form(testDescription: "contributed, nothing, main actor") { container, labels in
      try container.contribute(String.self, name: labels.name, key: labels.key, line: labels.line) { @MainActor in
        shown()
      }
    },
    Form(testDescription: "contributed, nothing, main actor async") { container, labels in
      let make: @MainActor @Sendable () async throws -> String = awaitedShown
      return try container.contribute(
        String.self, name: labels.name, key: labels.key, line: labels.line, factory: make)
    },
    Form(testDescription: "contributed, a resolver, sync") { container, labels in
      try container.contribute(String.self, name: labels.name, key: labels.key, line: labels.line) { _ in "second" }
    },
    Form(testDescription: "contributed, a resolver, async") { container, labels in
      try container.contribute(String.self, name: labels.name, key: labels.key, line: labels.line) { _ in
        await awaited()
      }
    },
    Form(testDescription: "contributed, a resolver, main actor") { container, labels in
      try container.contribute(String.self, name: labels.name, key: labels.key, line: labels.line) { @MainActor _ in
        shown()
      }
    },
    Form(testDescription: "contributed, a resolver, main actor async") { container, labels in
      let make: @MainActor @Sendable (Resolver) async throws -> String = awaitedShown
      return try container.contribute(
        String.self, name: labels.name, key: labels.key, line: labels.line, factory: make)
    },
  ]
}

@Suite("Each form that takes a factory")
struct FactoryLabelTests {
  private let container = Container()

  @Test("has the name, the key and the place that are said", arguments: Form.registering + Form.contributing)
  private func labels(form: Form) throws {
    let plain = try form.add(container, Labels())
    let named = try form.add(container, Labels(name: "n"))
    let keyed = try form.add(container, Labels(key: 7, line: 9))
    #expect(plain.key.description == "String" + form.arguments)
    #expect(named.key.description == "String named \"n\"" + form.arguments)
    #expect(keyed.key.description == "String keyed 7" + form.arguments)
    #expect([plain, named, keyed].map(\.location.line) == [7, 7, 9])
    #expect(Set([plain, named, keyed].map(\.location.fileID)) == ["AstrojectTests/FactoryLabelTests.swift"])
  }

  @Test("protects what it registers where that is said, and nothing else", arguments: Form.registering)
  private func protection(form: Form) throws {
    _ = try form.add(container, Labels(name: "n", isOverridable: false))
    let error = #expect(throws: AstrojectError.self) { _ = try form.add(container, Labels(name: "n")) }
    #expect(error?.kind == .alreadyRegistered)
    for _ in 0..<2 { _ = try form.add(container, Labels(key: 7)) }
  }

  @Test("does with a duplicate what is said, and else what the container says", arguments: Form.registering)
  private func duplicates(form: Form) throws {
    func expectDuplicate(in container: Container, _ labels: Labels) {
      let error = #expect(throws: AstrojectError.self) { _ = try form.add(container, labels) }
      #expect(error?.kind == .duplicateRegistration)
    }
    /// The line of what is registered.
    func line(in container: Container) -> UInt? {
      let text = String(reflecting: container)
      return text.firstMatch(of: /FactoryLabelTests.swift:(\d+)/).flatMap { UInt($0.1) }
    }
    _ = try form.add(container, Labels(line: 1))
    _ = try form.add(container, Labels(ifRegistered: .keep, line: 2))
    #expect(line(in: container) == 1)
    expectDuplicate(in: container, Labels(ifRegistered: .fail, line: 3))
    #expect(line(in: container) == 1)
    _ = try form.add(container, Labels(ifRegistered: .replace, line: 4))
    #expect(line(in: container) == 4)
    let strict = Container(ifRegistered: .fail)
    _ = try form.add(strict, Labels(line: 1))
    expectDuplicate(in: strict, Labels(line: 2))
    _ = try form.add(strict, Labels(ifRegistered: .replace, line: 3))
    #expect(line(in: strict) == 3)
  }
}
