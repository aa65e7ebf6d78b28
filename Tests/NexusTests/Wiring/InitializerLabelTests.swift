import AstrojectTesting
import Nexus
import TestSupport
import Testing

private protocol Numbered: Sendable {}

private struct Plain: Numbered {
  init(_ number: Int) {}
}

private struct Awaited: Numbered {
  init(_ number: Int) async {}
}

@MainActor private final class Shown: Numbered {
  init(_ number: Int) {}
}

@MainActor private final class AwaitedShown: Numbered {
  init(_ number: Int) async {}
}

private struct Itself: Numbered, AutoInjectable {
  static let injection = Injection<any Numbered>(Itself.init)
}

private typealias Form = RegisteringForm<any Numbered>

/// The functions that take an initializer.
private enum Forms {
  static let registering = [
    Form(testDescription: "by types, sync") { container, labels in
      try container.register(
        (any Numbered).self, name: labels.name, key: labels.key, isOverridable: labels.isOverridable,
        ifRegistered: labels.ifRegistered, line: labels.line, initializer: Plain.init)
    },
    Form(testDescription: "by types, async") { container, labels in
      try container.register(
        (any Numbered).self, name: labels.name, key: labels.key, isOverridable: labels.isOverridable,
        ifRegistered: labels.ifRegistered, line: labels.line, initializer: Awaited.init)
    },
    Form(testDescription: "by types, main actor") { container, labels in
      try container.register(
        (any Numbered).self, name: labels.name, key: labels.key, isOverridable: labels.isOverridable,
        ifRegistered: labels.ifRegistered, line: labels.line, initializer: Shown.init)
    },
    Form(testDescription: "by types, main actor async") { container, labels in
      try container.register(
        (any Numbered).self, name: labels.name, key: labels.key, isOverridable: labels.isOverridable,
        ifRegistered: labels.ifRegistered, line: labels.line, initializer: AwaitedShown.init)
    },
    Form(testDescription: "by rules") { container, labels in
      try container.register(
        (any Numbered).self, name: labels.name, key: labels.key, isOverridable: labels.isOverridable,
        ifRegistered: labels.ifRegistered, line: labels.line, initializer: Plain.init, with: .value(2))
    },
    Form(testDescription: "an injection") { container, labels in
      try container.register(
        (any Numbered).self, name: labels.name, key: labels.key, isOverridable: labels.isOverridable,
        ifRegistered: labels.ifRegistered, line: labels.line, initializer: Injection(Plain.init, with: .value(2)))
    },
    Form(testDescription: "of its own") { container, labels in
      try container.register(
        injectable: Itself.self, name: labels.name, key: labels.key, isOverridable: labels.isOverridable,
        ifRegistered: labels.ifRegistered, line: labels.line)
    },
  ]

  static let contributing = [
    Form(testDescription: "contributed, by types") { container, labels in
      try container.contribute(
        (any Numbered).self, name: labels.name, key: labels.key, line: labels.line, initializer: Plain.init)
    },
    Form(testDescription: "contributed, an injection") { container, labels in
      try container.contribute(
        (any Numbered).self, name: labels.name, key: labels.key, line: labels.line, initializer: Injection(Shown.init))
    },
    Form(testDescription: "contributed, of its own") { container, labels in
      try container.contribute(injectable: Itself.self, name: labels.name, key: labels.key, line: labels.line)
    },
  ]
}

@Suite("Labels of the forms that register an initializer")
struct InitializerLabelTests {
  @Test(arguments: Forms.registering + Forms.contributing)
  private func `each form that registers an initializer uses the given name, key and location`(form: Form) throws {
    try form.expectLabels(of: "Numbered")
  }

  @Test(arguments: Forms.registering)
  private func `each form that registers an initializer protects it only with isOverridable false`(form: Form) throws {
    try form.expectProtection()
  }

  @Test(arguments: Forms.registering)
  private func `each form that registers an initializer follows its own duplicate policy first`(form: Form) throws {
    try form.expectPolicies()
  }
}
