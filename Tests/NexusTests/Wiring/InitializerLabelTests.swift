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

/// What may be said beside the initializer.
private struct Labels: Sendable {
  var name: String?
  var key: Int?
  var isOverridable = true
  var ifRegistered: DuplicatePolicy?
  var line: UInt = 7
}

/// One of the functions that take an initializer.
private struct Form: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let add: @Sendable (Container, Labels) throws -> Registration<any Numbered>

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
    Form(testDescription: "by rules, sync") { container, labels in
      try container.register(
        (any Numbered).self, name: labels.name, key: labels.key, isOverridable: labels.isOverridable,
        ifRegistered: labels.ifRegistered, line: labels.line, initializer: Plain.init, with: .value(2))
    },
    Form(testDescription: "by rules, async") { container, labels in
      try container.register(
        (any Numbered).self, name: labels.name, key: labels.key, isOverridable: labels.isOverridable,
        ifRegistered: labels.ifRegistered, line: labels.line, initializer: Awaited.init, with: .value(2))
    },
    Form(testDescription: "by rules, main actor") { container, labels in
      try container.register(
        (any Numbered).self, name: labels.name, key: labels.key, isOverridable: labels.isOverridable,
        ifRegistered: labels.ifRegistered, line: labels.line, initializer: Shown.init, with: .value(2))
    },
    Form(testDescription: "by rules, main actor async") { container, labels in
      try container.register(
        (any Numbered).self, name: labels.name, key: labels.key, isOverridable: labels.isOverridable,
        ifRegistered: labels.ifRegistered, line: labels.line, initializer: AwaitedShown.init, with: .value(2))
    },
    Form(testDescription: "of its own") { container, labels in
      try container.register(
        injectable: Itself.self, name: labels.name, key: labels.key, isOverridable: labels.isOverridable,
        ifRegistered: labels.ifRegistered, line: labels.line)
    },
  ]

  static let contributing = [
    Form(testDescription: "contributed, by types, sync") { container, labels in
      try container.contribute(
        (any Numbered).self, name: labels.name, key: labels.key, line: labels.line, initializer: Plain.init)
    },
    Form(testDescription: "contributed, by types, async") { container, labels in
      try container.contribute(
        (any Numbered).self, name: labels.name, key: labels.key, line: labels.line, initializer: Awaited.init)
    },
    Form(testDescription: "contributed, by types, main actor") { container, labels in
      try container.contribute(
        (any Numbered).self, name: labels.name, key: labels.key, line: labels.line, initializer: Shown.init)
    },
    Form(testDescription: "contributed, by types, main actor async") { container, labels in
      try container.contribute(
        (any Numbered).self, name: labels.name, key: labels.key, line: labels.line, initializer: AwaitedShown.init)
    },
    Form(testDescription: "contributed, by rules, sync") { container, labels in
      try container.contribute(
        (any Numbered).self, name: labels.name, key: labels.key, line: labels.line, initializer: Plain.init,
        with: .value(2))
    },
    Form(testDescription: "contributed, by rules, async") { container, labels in
      try container.contribute(
        (any Numbered).self, name: labels.name, key: labels.key, line: labels.line, initializer: Awaited.init,
        with: .value(2))
    },
    Form(testDescription: "contributed, by rules, main actor") { container, labels in
      try container.contribute(
        (any Numbered).self, name: labels.name, key: labels.key, line: labels.line, initializer: Shown.init,
        with: .value(2))
    },
    Form(testDescription: "contributed, by rules, main actor async") { container, labels in
      try container.contribute(
        (any Numbered).self, name: labels.name, key: labels.key, line: labels.line, initializer: AwaitedShown.init,
        with: .value(2))
    },
    Form(testDescription: "contributed, of its own") { container, labels in
      try container.contribute(injectable: Itself.self, name: labels.name, key: labels.key, line: labels.line)
    },
  ]
}

@Suite("Each form that takes an initializer")
struct InitializerLabelTests {
  private let container = Container()

  @Test("has the name, the key and the place that are said", arguments: Form.registering + Form.contributing)
  private func labels(form: Form) throws {
    let plain = try form.add(container, Labels())
    let named = try form.add(container, Labels(name: "n"))
    let keyed = try form.add(container, Labels(key: 7, line: 9))
    #expect([plain, named, keyed].map(\.key.description) == ["Numbered", "Numbered named \"n\"", "Numbered keyed 7"])
    #expect([plain, named, keyed].map(\.location.line) == [7, 7, 9])
    #expect(Set([plain, named, keyed].map(\.location.fileID)) == ["NexusTests/InitializerLabelTests.swift"])
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
      return text.firstMatch(of: /InitializerLabelTests.swift:(\d+)/).flatMap { UInt($0.1) }
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
