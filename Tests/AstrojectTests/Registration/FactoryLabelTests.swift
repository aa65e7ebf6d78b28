import Astroject
import AstrojectTesting
import TestSupport
import Testing

@MainActor private func shown() -> String { "second" }
private func awaited() async -> String { "second" }

// An asynchronous closure of the main actor is taken by the form of no actor. These are taken by the main actor's form.
@MainActor private func awaitedShown() async -> String { "second" }
@MainActor private func awaitedShown(_ resolver: Resolver) async -> String { "second" }
@MainActor private func awaitedShown(_ resolver: Resolver, _ number: Int) async -> String { "second" }
@MainActor private func awaitedShown(_ resolver: Resolver, _ number: Int, _ flag: Bool) async -> String { "second" }

private typealias Form = RegisteringForm<String>

/// The functions that take a factory.
private enum Forms {
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
  @Test("has the name, the key and the place that are said", arguments: Forms.registering + Forms.contributing)
  private func labels(form: Form) throws { try form.expectLabels(of: "String") }

  @Test("protects what it registers where that is said, and nothing else", arguments: Forms.registering)
  private func protection(form: Form) throws { try form.expectProtection() }

  @Test("does with a duplicate what is said, and else what the container says", arguments: Forms.registering)
  private func duplicates(form: Form) throws { try form.expectPolicies() }
}
