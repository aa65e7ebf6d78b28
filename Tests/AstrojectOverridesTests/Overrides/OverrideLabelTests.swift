import AstrojectTesting
import Nexus
import TestSupport
import Testing

private typealias Service = any Part

private func awaited() async -> Plain { Plain("new") }

/// One of the functions that override a registration under a name or a key.
private struct Form: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let takesArgument: Bool
  let override: @Sendable (Overrides, _ name: String?, _ key: Int?) throws -> Void

  init(
    _ testDescription: String, takingArgument takesArgument: Bool = false,
    _ override: @escaping @Sendable (Overrides, _ name: String?, _ key: Int?) throws -> Void
  ) { (self.testDescription, self.takesArgument, self.override) = (testDescription, takesArgument, override) }

  static let replacing =
    [
      Form("replace, sync") { try $0.replace(Service.self, name: $1, key: $2) { Plain("new") } },
      Form("replace, async") { try $0.replace(Service.self, name: $1, key: $2) { await awaited() } },
      Form("replace with an argument, sync", takingArgument: true) {
        try $0.replace(Service.self, name: $1, key: $2, arguments: Int.self) { _, _ in Plain("new") }
      },
      Form("replace with an argument, async", takingArgument: true) {
        try $0.replace(Service.self, name: $1, key: $2, arguments: Int.self) { _, _ in await awaited() }
      },
      Form("replace by an initializer") {
        try $0.replace(Service.self, name: $1, key: $2, initializer: Counted.init(number:))
      },
      Form("replace by an instance") { try $0.replace(instance: Plain("new"), as: Service.self, name: $1, key: $2) },
    ]
    + makers.map { effect, injection in
      Form("replace by an injection, \(effect)") {
        try $0.replace(Service.self, name: $1, key: $2, initializer: injection)
      }
    }

  static let wrapping =
    [
      Form("wrap, sync") { try $0.wrap(Service.self, name: $1, key: $2) { _ in Plain("new") } },
      Form("wrap, async") { try $0.wrap(Service.self, name: $1, key: $2) { _ in await awaited() } },
      Form("wrap with a resolver, sync") { try $0.wrap(Service.self, name: $1, key: $2) { _, _ in Plain("new") } },
      Form("wrap with a resolver, async") { try $0.wrap(Service.self, name: $1, key: $2) { _, _ in await awaited() } },
      Form("wrap by an initializer") {
        try $0.wrap(Service.self, name: $1, key: $2, initializer: Counted.init(real:number:))
      },
    ]
    + decorators.map { effect, injection in
      Form("wrap by an injection, \(effect)") {
        try $0.wrap(Service.self, name: $1, key: $2, initializer: injection)
      }
    }

  static let adding =
    [
      Form("add, sync") { try $0.add(Service.self, name: $1, key: $2) { Plain("new") } },
      Form("add, async") { try $0.add(Service.self, name: $1, key: $2) { await awaited() } },
      Form("add with an argument, sync", takingArgument: true) {
        try $0.add(Service.self, name: $1, key: $2, arguments: Int.self) { _, _ in Plain("new") }
      },
      Form("add with an argument, async", takingArgument: true) {
        try $0.add(Service.self, name: $1, key: $2, arguments: Int.self) { _, _ in await awaited() }
      },
      Form("add by an initializer") {
        try $0.add(Service.self, name: $1, key: $2, initializer: Counted.init(number:))
      },
      Form("add an instance") { try $0.add(instance: Plain("new"), as: Service.self, name: $1, key: $2) },
    ]
    + makers.map { effect, injection in
      Form("add by an injection, \(effect)") {
        try $0.add(Service.self, name: $1, key: $2, initializer: injection)
      }
    }

  private static let makers: [(effect: String, injection: Injection<Service>)] = [
    ("sync with a rule", Injection(Counted.init(number:), with: .value(9))),
    ("async", Injection(Counted.init(later:))),
    ("main actor", Injection(Drawn.init(number:))),
    ("main actor async", Injection(Drawn.init(later:))),
  ]

  private static let decorators: [(effect: String, injection: Injection<Service>)] = [
    ("sync with rules", Injection(Counted.init(real:number:), with: .auto, .value(9))),
    ("async", Injection(Counted.init(later:number:))),
    ("main actor", Injection(Drawn.init(real:number:))),
    ("main actor async", Injection(Drawn.init(later:number:))),
  ]
}

@Suite("Names and keys of overrides")
struct OverrideLabelTests {
  private static let labels: [(name: String?, key: Int?)] = [(nil, nil), ("n", nil), (nil, 7)]

  /// Returns the text of the product under each label; nil if there is none.
  private func texts(_ form: Form, in container: Container) async throws -> [String?] {
    var texts: [String?] = []
    for (name, key) in Self.labels {
      let part =
        form.takesArgument
        ? try await container.resolveOptional(Service.self, name: name, key: key, arguments: 1)
        : try await container.resolveOptional(Service.self, name: name, key: key)
      texts.append(part?.text)
    }
    return texts
  }

  @Test(arguments: Form.replacing + Form.wrapping)
  private func `replace and wrap override only the registration with the given name or key`(form: Form) async throws {
    let app = try Container { container in
      try container.register(Int.self) { 7 }
      for (name, key) in Self.labels {
        try container.register(Service.self, name: name, key: key) { Plain("real") }
        try container.register(Service.self, name: name, key: key, argument: Int.self) { _, _ in Plain("real") }
      }
    }
    for (index, label) in Self.labels.enumerated() {
      let texts = try await texts(form, in: app.overriding { try form.override($0, label.name, label.key) })
      #expect(texts.map { $0 != "real" } == Self.labels.indices.map { $0 == index })
    }
  }

  @Test(arguments: Form.adding)
  private func `add registers only under the given name or key`(form: Form) async throws {
    let app = try Container { try $0.register(Int.self) { 7 } }
    for (index, label) in Self.labels.enumerated() {
      let texts = try await texts(form, in: app.overriding { try form.override($0, label.name, label.key) })
      #expect(texts.map { $0 != nil } == Self.labels.indices.map { $0 == index })
    }
  }
}
