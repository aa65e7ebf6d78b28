import TestSupport
import Testing

private struct Plain { let liters: Int }

private protocol Tasting: Sendable {}

private struct Label { let title: String, subtitle: String }

private struct Fixed { let title: String, liters: Int }

private struct Given { let plain: Plain, liters: Int }

private actor Desk { init(number: Int) {} }
private final class Page { init(number: Int) {} }
private final class Sheet { init(number: Int, missing: Date) {} }
private struct Date {}
private struct Outer { let plain: Plain }
private struct Untitled { let title: String? }

/// Arguments that do not fit, and the first sentence of the error.
private struct Misfit: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let headline: String
  let resolve: @Sendable (Call, Container) async throws -> Any

  init(
    _ testDescription: String, _ headline: String, resolve: @escaping @Sendable (Call, Container) async throws -> Any
  ) { (self.testDescription, self.headline, self.resolve) = (testDescription, headline, resolve) }

  static let all = [
    Misfit("no parameter", "The initializer of Plain takes no argument of type String.") {
      try $1.register(initializer: Plain.init)
      return try await $0.resolve(Plain.self, arguments: "five", in: $1)
    },
    Misfit("more arguments than parameters", "The initializer of Plain takes no further argument of type Int.") {
      try $1.register(initializer: Plain.init)
      return try await $0.resolve(Plain.self, arguments: 5, 6, in: $1)
    },
    Misfit("more arguments than a class takes", "The initializer of Page takes no further argument of type Int.") {
      try $1.register(initializer: Page.init)
      return try await $0.resolve(Page.self, arguments: 5, 6, in: $1)
    },
    Misfit("more arguments than an actor takes", "The initializer of Desk takes no further argument of type Int.") {
      try $1.register(initializer: Desk.init)
      return try await $0.resolve(Desk.self, arguments: 5, 6, in: $1)
    },
    Misfit("one too many before a missing one", "The initializer of Sheet takes no further argument of type Int.") {
      try $1.register(initializer: Sheet.init)
      return try await $0.resolve(Sheet.self, arguments: 5, 6, in: $1)
    },
    Misfit("more arguments than marks", "The initializer of Fixed takes no further argument of type Int.") {
      try $1.register(initializer: Fixed.init, with: .argument, .argument)
      return try await $0.resolve(Fixed.self, arguments: "a", 5, 6, in: $1)
    },
    Misfit("more arguments than a class has marks", "The initializer of Page takes no further argument of type Int.") {
      try $1.register(initializer: Page.init, with: .argument)
      return try await $0.resolve(Page.self, arguments: 5, 6, in: $1)
    },
    Misfit("nil of another type", "The initializer of Untitled takes no argument of type Int?.") {
      try $1.register(initializer: Untitled.init)
      return try await $0.resolve(Untitled.self, arguments: Int?.none, in: $1)
    },
    Misfit("two parameters", "The initializer of Label has several parameters for an argument of type String.") {
      try $1.register(initializer: Label.init)
      return try await $0.resolve(Label.self, arguments: "a", in: $1)
    },
    Misfit("no argument for a mark", "The initializer of Label takes an argument of type String, and got none.") {
      try $1.register(initializer: Label.init, with: .argument, .auto)
      return try await $0.resolve(Label.self, in: $1)
    },
    Misfit("fewer arguments than marks", "The initializer of Fixed takes an argument of type Int, and got none.") {
      try $1.register(initializer: Fixed.init, with: .argument, .argument)
      return try await $0.resolve(Fixed.self, arguments: "a", in: $1)
    },
    Misfit("another order", "The initializer of Fixed takes an argument of type String, and got one of type Int.") {
      try $1.register(initializer: Fixed.init, with: .argument, .argument)
      return try await $0.resolve(Fixed.self, arguments: 5, "a", in: $1)
    },
    Misfit("a parameter with a value", "The initializer of Fixed takes no argument of type String.") {
      try $1.register(initializer: Fixed.init, with: .value("fixed"), .auto)
      return try await $0.resolve(Fixed.self, arguments: "a", in: $1)
    },
    Misfit("a parameter with a closure", "The initializer of Fixed takes no argument of type Int.") {
      try $1.register(initializer: Fixed.init, with: .auto, .resolving { @Sendable _ in 7 })
      return try await $0.resolve(Fixed.self, arguments: 5, in: $1)
    },
    Misfit("a parameter of a dependency", "The initializer of Outer takes no argument of type Int.") {
      try $1.register(initializer: Plain.init)
      try $1.register(initializer: Outer.init)
      return try await $0.resolve(Outer.self, arguments: 5, in: $1)
    },
  ]
}

struct ArgumentErrorTests {
  private let container = Container()

  init() throws {
    try container.register(Int.self) { 1 }
    try container.register(String.self) { "registered" }
  }

  @Test(arguments: Misfit.all, Call.allCases)
  private func `resolving throws if an argument does not fit`(misfit: Misfit, call: Call) async throws {
    let error = await call.expectError(.noRegistrationFound) { try await misfit.resolve($0, container) }
    #expect(error?.headline == misfit.headline)
  }

  @Test(arguments: Call.allCases)
  func `the remedy for an argument that nothing takes lists what is taken`(call: Call) async throws {
    final class Mixed {
      @Inject var size: UInt8
      init(
        _ any: any Tasting, _ list: [String], _ more: Int?, _ late: Lazy<Double>, _ fixed: Bool, _ again: any Tasting,
        _ resolver: Resolver
      ) {}
    }
    try container.register(
      initializer: Mixed.init, with: .auto, .auto, .auto, .auto, .value(true), .named("other"), .auto)
    let error = await call.expectResolveThrows(
      Mixed.self, arguments: Character("c"), in: container, .noRegistrationFound)
    let remedy = try #require(error?.remedy)
    #expect(
      remedy.hasPrefix(
        """
        pass only what it takes: any Tasting, [String], Int?, Double, UInt8 (a property only if it has no name or \
        key); `Argument<any Tasting>(…)` names the type of one. No dependency of ArgumentErrorTests.Mixed gets it: for
        """))
    try container.register(initializer: Fixed.init, with: .value(""), .value(1))
    let none = await call.expectResolveThrows(Fixed.self, arguments: 1, in: container, .noRegistrationFound)
    #expect(none?.remedy?.hasPrefix("pass none: it takes nothing from its caller. No dependency of Fixed") == true)
  }

  @Test(arguments: Call.allCases)
  func `the remedy for a typed argument of a closure casts it instead`(call: Call) async throws {
    struct Sip: Tasting {}
    try container.register(Plain.self, argument: (any Tasting).self) { _, _ in Plain(liters: 3) }
    let error = await call.expectResolveThrows(
      Plain.self, arguments: Argument<any Tasting>(Sip()), in: container, .noRegistrationFound)
    #expect(
      error?.remedy?.hasPrefix(
        "pass what it takes, (any Tasting): `container.resolve(Plain.self, argument: … as any Tasting)`; or") == true)
    #expect(try await call.resolve(Plain.self, argument: Sip() as any Tasting, in: container).liters == 3)
  }

  @Test func `a fitting argument does not hide the error of an asynchronous dependency`() async throws {
    try container.register(Plain.self) { await later(Plain(liters: 2)) }
    try container.register(initializer: Given.init)
    let error = await Call.synchronous.expectResolveThrows(
      Given.self, arguments: 5, in: container, .asynchronousFactory)
    #expect(error?.route == ["Given", "Plain"])
    let given = try await container.resolve(Given.self, arguments: 5)
    #expect(given.plain.liters == 2 && given.liters == 5)
  }
}
