import Nexus
import AstrojectTesting
import TestSupport
import Testing

private protocol Numbered: Sendable { var number: Int { get } }

private struct Plain: Numbered {
  let number: Int
  init(_ number: Int) { self.number = number }
}

private struct Awaited: Numbered {
  let number: Int
  init(_ number: Int) async { self.number = number }
}

@MainActor private final class Shown: Numbered {
  nonisolated let number: Int
  init(_ number: Int) { self.number = number }
}

@MainActor private final class AwaitedShown: Numbered {
  nonisolated let number: Int
  init(_ number: Int) async { self.number = number }
}

/// A function that takes an initializer.
private struct Form: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The error of a synchronous resolve off the main actor.
  let obstacle: AstrojectError.Kind?
  let isContribution: Bool
  let register: @Sendable (Container) throws -> Registration<any Numbered>

  init(
    _ testDescription: String, contributing isContribution: Bool = false, obstacle: AstrojectError.Kind? = nil,
    _ register: @escaping @Sendable (Container) throws -> Registration<any Numbered>
  ) {
    (self.testDescription, self.obstacle, self.isContribution) = (testDescription, obstacle, isContribution)
    self.register = register
  }

  /// The forms that fill the parameter by its type.
  static let byType = [
    Form("register, sync") { try $0.register(initializer: Plain.init) },
    Form("register, async", obstacle: .asynchronousFactory) { try $0.register(initializer: Awaited.init) },
    Form("register, main actor", obstacle: .isolationMismatch) { try $0.register(initializer: Shown.init) },
    Form("register, main actor async", obstacle: .asynchronousFactory) {
      try $0.register(initializer: AwaitedShown.init)
    },
    Form("contribute, sync", contributing: true) { try $0.contribute(initializer: Plain.init) },
    Form("contribute an injection, async", contributing: true, obstacle: .asynchronousFactory) {
      try $0.contribute(initializer: Injection(Awaited.init))
    },
    Form("contribute an injection, main actor", contributing: true, obstacle: .isolationMismatch) {
      try $0.contribute(initializer: Injection(Shown.init))
    },
    Form("contribute an injection, main actor async", contributing: true, obstacle: .asynchronousFactory) {
      try $0.contribute(initializer: Injection(AwaitedShown.init))
    },
  ]

  /// The forms that fill the parameter by a rule.
  static let byRule = [
    Form("register with a rule") { try $0.register(initializer: Plain.init, with: .value(2)) },
    Form("register an injection with a rule, sync") {
      try $0.register(initializer: Injection(Plain.init, with: .value(2)))
    },
    Form("register an injection with a rule, async", obstacle: .asynchronousFactory) {
      try $0.register(initializer: Injection(Awaited.init, with: .value(2)))
    },
    Form("register an injection with a rule, main actor", obstacle: .isolationMismatch) {
      try $0.register(initializer: Injection(Shown.init, with: .value(2)))
    },
    Form("register an injection with a rule, main actor async", obstacle: .asynchronousFactory) {
      try $0.register(initializer: Injection(AwaitedShown.init, with: .value(2)))
    },
    Form("contribute an injection with a rule, sync", contributing: true) {
      try $0.contribute(initializer: Injection(Plain.init, with: .value(2)))
    },
  ]
}

@Suite("Forms that register an initializer")
struct InitializerFormTests {
  private func container() throws -> Container {
    try Container { container in try container.register(Int.self) { 1 } }
  }

  private func expect(_ form: Form, toGive number: Int) async throws {
    let container = try container()
    try form.register(container).asSingleton()
    let products = try await container.resolveAll((any Numbered).self)
    #expect(products.map(\.number) == [number])
    #expect(container.isRegistered((any Numbered).self) == !form.isContribution)
  }

  @Test(arguments: Form.byType)
  private func `each form that registers an initializer fills its parameter by type`(form: Form) async throws {
    try await expect(form, toGive: 1)
  }

  @Test(arguments: Form.byRule)
  private func `each form that registers an initializer fills its parameter by rule`(form: Form) async throws {
    try await expect(form, toGive: 2)
  }

  @Test(arguments: Form.byType + Form.byRule)
  private func `a synchronous resolve throws the error for the effect of an initializer`(form: Form) async throws {
    let container = try container()
    _ = try form.register(container)
    guard let obstacle = form.obstacle else {
      #expect(try synchronously { try container.resolveAll((any Numbered).self) }.count == 1)
      return
    }
    let error = await Call.synchronous.error { try await $0.resolveAll((any Numbered).self, in: container) }
    #expect(error?.kind == obstacle)
    #expect(error?.failure?.key == Key((any Numbered).self))
  }

  @Test func `each form that registers an initializer records the location of its call`() throws {
    let locations = try (Form.byType + Form.byRule).map { try $0.register(try container()).location }
    #expect(Set(locations.map(\.fileID)) == ["NexusTests/InitializerFormTests.swift"])
    #expect(Set(locations).count == locations.count)
  }
}
