import AstrojectTesting
import Nexus
import TestSupport
import Testing

private typealias Service = any Part

@MainActor private func shown() -> Plain { Plain("new") }
private func awaited() async -> Plain { Plain("new") }

// A literal asynchronous main-actor closure takes the nonisolated overload. These constants take the main-actor one.
private let make: @MainActor @Sendable () async throws -> Service = { Plain("new") }
private let makeOfOne: @MainActor @Sendable (Resolver, Int) async throws -> Service = { _, _ in Plain("new") }
private let decorate: @MainActor @Sendable (Service) async throws -> Service = { _ in Plain("new") }
private let decorateResolving: @MainActor @Sendable (Resolver, Service) async throws -> Service = { _, _ in
  Plain("new")
}

/// One of the functions that override a registration under a name or a key.
private struct Form: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let takesArgument: Bool
  let override: @Sendable (Overrides, _ name: String?, _ key: Int?) throws -> Void

  init(
    _ testDescription: String, takingArgument takesArgument: Bool = false,
    _ override: @escaping @Sendable (Overrides, _ name: String?, _ key: Int?) throws -> Void
  ) { (self.testDescription, self.takesArgument, self.override) = (testDescription, takesArgument, override) }

  static let replacing = [
    Form("replace, sync") { try $0.replace(Service.self, name: $1, key: $2) { Plain("new") } },
    Form("replace, async") { try $0.replace(Service.self, name: $1, key: $2) { await awaited() } },
    Form("replace, main actor") { try $0.replace(Service.self, name: $1, key: $2) { @MainActor in shown() } },
    Form("replace, main actor async") { try $0.replace(Service.self, name: $1, key: $2, factory: make) },
    Form("replace with an argument, sync", takingArgument: true) {
      try $0.replace(Service.self, name: $1, key: $2, arguments: Int.self) { _, _ in Plain("new") }
    },
    Form("replace with an argument, async", takingArgument: true) {
      try $0.replace(Service.self, name: $1, key: $2, arguments: Int.self) { _, _ in await awaited() }
    },
    Form("replace with an argument, main actor", takingArgument: true) {
      try $0.replace(Service.self, name: $1, key: $2, arguments: Int.self) { @MainActor _, _ in shown() }
    },
    Form("replace with an argument, main actor async", takingArgument: true) {
      try $0.replace(Service.self, name: $1, key: $2, arguments: Int.self, factory: makeOfOne)
    },
    Form("replace by types, sync") {
      try $0.replace(Service.self, name: $1, key: $2, initializer: Counted.init(number:))
    },
    Form("replace by types, async") {
      try $0.replace(Service.self, name: $1, key: $2, initializer: Counted.init(later:))
    },
    Form("replace by types, main actor") {
      try $0.replace(Service.self, name: $1, key: $2, initializer: Drawn.init(number:))
    },
    Form("replace by types, main actor async") {
      try $0.replace(Service.self, name: $1, key: $2, initializer: Drawn.init(later:))
    },
    Form("replace by rules, sync") {
      try $0.replace(Service.self, name: $1, key: $2, initializer: Counted.init(number:), with: .value(9))
    },
    Form("replace by rules, async") {
      try $0.replace(Service.self, name: $1, key: $2, initializer: Counted.init(later:), with: .value(9))
    },
    Form("replace by rules, main actor") {
      try $0.replace(Service.self, name: $1, key: $2, initializer: Drawn.init(number:), with: .value(9))
    },
    Form("replace by rules, main actor async") {
      try $0.replace(Service.self, name: $1, key: $2, initializer: Drawn.init(later:), with: .value(9))
    },
    Form("replace by an instance") { try $0.replace(instance: Plain("new"), as: Service.self, name: $1, key: $2) },
  ]

  static let wrapping = [
    Form("wrap, sync") { try $0.wrap(Service.self, name: $1, key: $2) { _ in Plain("new") } },
    Form("wrap, async") { try $0.wrap(Service.self, name: $1, key: $2) { _ in await awaited() } },
    Form("wrap, main actor") { try $0.wrap(Service.self, name: $1, key: $2) { @MainActor _ in shown() } },
    Form("wrap, main actor async") { try $0.wrap(Service.self, name: $1, key: $2, body: decorate) },
    Form("wrap with a resolver, sync") { try $0.wrap(Service.self, name: $1, key: $2) { _, _ in Plain("new") } },
    Form("wrap with a resolver, async") { try $0.wrap(Service.self, name: $1, key: $2) { _, _ in await awaited() } },
    Form("wrap with a resolver, main actor") {
      try $0.wrap(Service.self, name: $1, key: $2) { @MainActor _, _ in shown() }
    },
    Form("wrap with a resolver, main actor async") {
      try $0.wrap(Service.self, name: $1, key: $2, body: decorateResolving)
    },
    Form("wrap by types, sync") {
      try $0.wrap(Service.self, name: $1, key: $2, initializer: Counted.init(real:number:))
    },
    Form("wrap by types, async") {
      try $0.wrap(Service.self, name: $1, key: $2, initializer: Counted.init(later:number:))
    },
    Form("wrap by types, main actor") {
      try $0.wrap(Service.self, name: $1, key: $2, initializer: Drawn.init(real:number:))
    },
    Form("wrap by types, main actor async") {
      try $0.wrap(Service.self, name: $1, key: $2, initializer: Drawn.init(later:number:))
    },
    Form("wrap by rules, sync") {
      try $0.wrap(Service.self, name: $1, key: $2, initializer: Counted.init(real:number:), with: .auto, .value(9))
    },
    Form("wrap by rules, async") {
      try $0.wrap(Service.self, name: $1, key: $2, initializer: Counted.init(later:number:), with: .auto, .value(9))
    },
    Form("wrap by rules, main actor") {
      try $0.wrap(Service.self, name: $1, key: $2, initializer: Drawn.init(real:number:), with: .auto, .value(9))
    },
    Form("wrap by rules, main actor async") {
      try $0.wrap(Service.self, name: $1, key: $2, initializer: Drawn.init(later:number:), with: .auto, .value(9))
    },
  ]

  static let adding = [
    Form("add, sync") { try $0.add(Service.self, name: $1, key: $2) { Plain("new") } },
    Form("add, async") { try $0.add(Service.self, name: $1, key: $2) { await awaited() } },
    Form("add, main actor") { try $0.add(Service.self, name: $1, key: $2) { @MainActor in shown() } },
    Form("add, main actor async") { try $0.add(Service.self, name: $1, key: $2, factory: make) },
    Form("add with an argument, sync", takingArgument: true) {
      try $0.add(Service.self, name: $1, key: $2, arguments: Int.self) { _, _ in Plain("new") }
    },
    Form("add with an argument, async", takingArgument: true) {
      try $0.add(Service.self, name: $1, key: $2, arguments: Int.self) { _, _ in await awaited() }
    },
    Form("add with an argument, main actor", takingArgument: true) {
      try $0.add(Service.self, name: $1, key: $2, arguments: Int.self) { @MainActor _, _ in shown() }
    },
    Form("add with an argument, main actor async", takingArgument: true) {
      try $0.add(Service.self, name: $1, key: $2, arguments: Int.self, factory: makeOfOne)
    },
    Form("add by types, sync") { try $0.add(Service.self, name: $1, key: $2, initializer: Counted.init(number:)) },
    Form("add by types, async") { try $0.add(Service.self, name: $1, key: $2, initializer: Counted.init(later:)) },
    Form("add by types, main actor") { try $0.add(Service.self, name: $1, key: $2, initializer: Drawn.init(number:)) },
    Form("add by types, main actor async") {
      try $0.add(Service.self, name: $1, key: $2, initializer: Drawn.init(later:))
    },
    Form("add by rules, sync") {
      try $0.add(Service.self, name: $1, key: $2, initializer: Counted.init(number:), with: .value(9))
    },
    Form("add by rules, async") {
      try $0.add(Service.self, name: $1, key: $2, initializer: Counted.init(later:), with: .value(9))
    },
    Form("add by rules, main actor") {
      try $0.add(Service.self, name: $1, key: $2, initializer: Drawn.init(number:), with: .value(9))
    },
    Form("add by rules, main actor async") {
      try $0.add(Service.self, name: $1, key: $2, initializer: Drawn.init(later:), with: .value(9))
    },
    Form("add an instance") { try $0.add(instance: Plain("new"), as: Service.self, name: $1, key: $2) },
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
