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

private struct Itself: Numbered, AutoInjectable {
  static let injection = Injection<any Numbered>(Itself.init)
  let number: Int
}

/// A function that takes an initializer.
private struct Form: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The number that the parameter gets: 1 by its type, 2 by a rule.
  let number: Int
  /// The error of a synchronous resolve off the main actor.
  let obstacle: AstrojectError.Kind?
  let isContribution: Bool
  let labels: RegisteringForm<any Numbered>

  init(
    _ testDescription: String, contributing isContribution: Bool = false, giving number: Int = 1,
    obstacle: AstrojectError.Kind? = nil,
    add: @escaping @Sendable (Container, RegisteringForm<any Numbered>.Labels) throws -> Registration<any Numbered>
  ) {
    (self.testDescription, self.number, self.obstacle) = (testDescription, number, obstacle)
    self.isContribution = isContribution
    labels = RegisteringForm(testDescription: testDescription, add: add)
  }

  func makeContainer() throws -> Container {
    try Container { container in
      try container.register(Int.self) { 1 }
      try labels.register(in: container).asSingleton()
    }
  }

  static let registering =
    [
      Form("register, sync") { container, labels in
        try container.register(
          (any Numbered).self, name: labels.name, key: labels.key, isOverridable: labels.isOverridable,
          ifRegistered: labels.ifRegistered, line: labels.line, initializer: Plain.init)
      },
      Form("register, async", obstacle: .asynchronousFactory) { container, labels in
        try container.register(
          (any Numbered).self, name: labels.name, key: labels.key, isOverridable: labels.isOverridable,
          ifRegistered: labels.ifRegistered, line: labels.line, initializer: Awaited.init)
      },
      Form("register, main actor", obstacle: .isolationMismatch) { container, labels in
        try container.register(
          (any Numbered).self, name: labels.name, key: labels.key, isOverridable: labels.isOverridable,
          ifRegistered: labels.ifRegistered, line: labels.line, initializer: Shown.init)
      },
      Form("register, main actor async", obstacle: .asynchronousFactory) { container, labels in
        try container.register(
          (any Numbered).self, name: labels.name, key: labels.key, isOverridable: labels.isOverridable,
          ifRegistered: labels.ifRegistered, line: labels.line, initializer: AwaitedShown.init)
      },
      Form("register with a rule", giving: 2) { container, labels in
        try container.register(
          (any Numbered).self, name: labels.name, key: labels.key, isOverridable: labels.isOverridable,
          ifRegistered: labels.ifRegistered, line: labels.line, initializer: Plain.init, with: .value(2))
      },
      Form("register an injectable type") { container, labels in
        try container.register(
          injectable: Itself.self, name: labels.name, key: labels.key, isOverridable: labels.isOverridable,
          ifRegistered: labels.ifRegistered, line: labels.line)
      },
    ]
    + injections.map { effect, number, obstacle, injection in
      Form("register an injection, \(effect)", giving: number, obstacle: obstacle) { container, labels in
        try container.register(
          (any Numbered).self, name: labels.name, key: labels.key, isOverridable: labels.isOverridable,
          ifRegistered: labels.ifRegistered, line: labels.line, initializer: injection)
      }
    }

  static let contributing =
    [
      Form("contribute, sync", contributing: true) { container, labels in
        try container.contribute(
          (any Numbered).self, name: labels.name, key: labels.key, line: labels.line, initializer: Plain.init)
      },
      Form("contribute an injectable type", contributing: true) { container, labels in
        try container.contribute(injectable: Itself.self, name: labels.name, key: labels.key, line: labels.line)
      },
    ]
    + injections.map { effect, number, obstacle, injection in
      Form("contribute an injection, \(effect)", contributing: true, giving: number, obstacle: obstacle) {
        container, labels in
        try container.contribute(
          (any Numbered).self, name: labels.name, key: labels.key, line: labels.line, initializer: injection)
      }
    }

  private static let injections: [(String, Int, AstrojectError.Kind?, Injection<any Numbered>)] = [
    ("sync", 1, nil, Injection(Plain.init)),
    ("async", 1, .asynchronousFactory, Injection(Awaited.init)),
    ("main actor", 1, .isolationMismatch, Injection(Shown.init)),
    ("main actor async", 1, .asynchronousFactory, Injection(AwaitedShown.init)),
    ("sync with a rule", 2, nil, Injection(Plain.init, with: .value(2))),
    ("async with a rule", 2, .asynchronousFactory, Injection(Awaited.init, with: .value(2))),
    ("main actor with a rule", 2, .isolationMismatch, Injection(Shown.init, with: .value(2))),
    ("main actor async with a rule", 2, .asynchronousFactory, Injection(AwaitedShown.init, with: .value(2))),
  ]
}

struct InitializerFormTests {
  @Test(arguments: Form.registering + Form.contributing)
  private func `each form fills its parameter, and its cached product needs no await`(form: Form) async throws {
    let container = try form.makeContainer()
    #expect(try await container.resolveAll((any Numbered).self).map(\.number) == [form.number])
    #expect(try synchronously { try container.resolveAll((any Numbered).self) }.map(\.number) == [form.number])
    #expect(container.isRegistered((any Numbered).self) == !form.isContribution)
  }

  @Test(arguments: Form.registering + Form.contributing)
  private func `a synchronous resolve throws the error for the effect of an initializer`(form: Form) async throws {
    let container = try form.makeContainer()
    guard let obstacle = form.obstacle else {
      #expect(try synchronously { try container.resolveAll((any Numbered).self) }.map(\.number) == [form.number])
      return
    }
    let error = await Call.synchronous.error { try await $0.resolveAll((any Numbered).self, in: container) }
    #expect(error?.kind == obstacle && error?.failure?.key == Key((any Numbered).self))
  }

  @MainActor
  @Test(arguments: Form.registering + Form.contributing)
  private func `on the main actor, a synchronous resolve throws only for asynchronous initializers`(form: Form) throws {
    let container = try form.makeContainer()
    if form.obstacle == .asynchronousFactory {
      expectResolveThrows([any Numbered].self, in: container, .asynchronousFactory)
    } else {
      #expect(try container.resolveAll((any Numbered).self).map(\.number) == [form.number])
    }
  }

  @Test(arguments: Form.registering)
  private func `each form takes an argument for its parameter unless a value rule fills it`(form: Form) async throws {
    let container = try form.makeContainer()
    if form.number == 1 {
      #expect(try await container.resolve((any Numbered).self, arguments: 5).number == 5)
    } else {
      await Call.asynchronous.expectResolveThrows(
        (any Numbered).self, arguments: 5, in: container, .noRegistrationFound)
    }
  }

  // MARK: Labels

  @Test(arguments: Form.registering + Form.contributing)
  private func `each form that registers an initializer uses the given name, key and location`(form: Form) throws {
    try form.labels.expectLabels(of: "Numbered")
  }

  @Test(arguments: Form.registering)
  private func `each form that registers an initializer applies isOverridable and its duplicate policy`(
    form: Form
  ) throws {
    try form.labels.expectProtection()
    try form.labels.expectPolicies()
  }

  @Test func `each form that registers an initializer records the location of its call`() throws {
    let container = Container()
    let locations = [
      try container.register(initializer: Plain.init).location,
      try container.register(initializer: Plain.init, with: .value(2)).location,
      try container.register(initializer: Injection(Plain.init)).location,
      try container.register(injectable: Itself.self).location,
      try container.contribute(initializer: Plain.init).location,
      try container.contribute(initializer: Injection(Plain.init)).location,
      try container.contribute(injectable: Itself.self).location,
    ]
    #expect(Set(locations.map(\.fileID)) == ["NexusTests/InitializerFormTests.swift"])
    #expect(locations.map { $0.line - locations[0].line } == Array(0..<7))
  }
}
