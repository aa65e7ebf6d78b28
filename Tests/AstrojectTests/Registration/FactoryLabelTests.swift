import TestSupport
import Testing

@MainActor private func shown() -> String { "second" }
private func awaited() async -> String { "second" }

private typealias Form = RegisteringForm<String>

/// The forms of `register` and `contribute` that take a factory.
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
  ]

  static let contributing = [
    Form(testDescription: "contributed, nothing, sync") { container, labels in
      try container.contribute(String.self, name: labels.name, key: labels.key, line: labels.line) { "second" }
    },
    Form(testDescription: "contributed, nothing, async") { container, labels in
      try container.contribute(String.self, name: labels.name, key: labels.key, line: labels.line) { await awaited() }
    },
    Form(testDescription: "contributed, a resolver, sync") { container, labels in
      try container.contribute(String.self, name: labels.name, key: labels.key, line: labels.line) { _ in "second" }
    },
    Form(testDescription: "contributed, a resolver, async") { container, labels in
      try container.contribute(String.self, name: labels.name, key: labels.key, line: labels.line) { _ in
        await awaited()
      }
    },
  ]
}

struct FactoryLabelTests {
  @Test(arguments: Forms.registering + Forms.contributing)
  private func `each form of register and contribute uses the given name, key and source location`(form: Form) throws {
    try form.expectLabels(of: "String")
  }

  @Test(arguments: Forms.registering)
  private func `each form of register protects only a key with isOverridable: false`(form: Form) throws {
    try form.expectProtection()
  }

  @Test(arguments: Forms.registering)
  private func `each form of register applies its ifRegistered, or else its container's`(form: Form) throws {
    try form.expectPolicies()
  }
}
