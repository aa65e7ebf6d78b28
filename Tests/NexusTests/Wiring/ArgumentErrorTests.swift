import Nexus
import AstrojectTesting
import TestSupport
import Testing

private struct Plain { let liters: Int }

private protocol Tasting: Sendable {}

private struct Label {
  let title: String
  let subtitle: String
}

private struct Fixed {
  let title: String
  let liters: Int
}

private struct Given {
  let plain: Plain
  let liters: Int
}

@Suite("Errors for arguments that do not fit")
struct ArgumentErrorTests {
  private let container: Container

  init() throws {
    container = Container()
    try container.register(Int.self) { 1 }
    try container.register(String.self) { "registered" }
  }

  @Test(arguments: Call.allCases)
  func `resolving throws if an argument fits no parameter of the initializer`(call: Call) async throws {
    try container.register(initializer: Plain.init)
    let error = await call.expectResolveThrows(Plain.self, arguments: "five", in: container, .noRegistrationFound)
    #expect(error?.headline == "The initializer of Plain takes no argument of type String.")
    #expect(
      error?.remedy == """
        pass only what it takes: Int; `Argument<Int>(…)` names the type of one. No dependency of Plain gets it: for one \
        that takes it, register a closure that passes it on, `container.register(Plain.self, argument: String.self) \
        { resolver, value in … try resolver.resolve(….self, arguments: value) … }`; or resolve Plain in a child that has \
        the value, `container.makeChild { try $0.register(instance: value) }`.
        """)
    #expect(try await call.resolve(Plain.self, arguments: Argument<Int>(5), in: container).liters == 5)
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
        pass only what it takes: any Tasting, [String], Int?, Double, UInt8; `Argument<any Tasting>(…)` names the type \
        of one. No dependency of ArgumentErrorTests.Mixed gets it: for
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

  @Test(arguments: Call.allCases)
  func `resolving throws if there are more arguments of a type than parameters for them`(call: Call) async throws {
    try container.register(initializer: Plain.init)
    let error = await call.expectResolveThrows(Plain.self, arguments: 5, 6, in: container, .noRegistrationFound)
    #expect(error?.headline == "The initializer of Plain takes no further argument of type Int.")
  }

  @Test(arguments: Call.allCases)
  func `resolving throws if a nil argument has another type than the optional parameter`(call: Call) async throws {
    struct Untitled { let title: String? }
    try container.register(initializer: Untitled.init)
    #expect(try await call.resolve(Untitled.self, arguments: String?.none, in: container).title == nil)
    await call.expectResolveThrows(Untitled.self, arguments: Int?.none, in: container, .noRegistrationFound)
  }

  @Test(arguments: Call.allCases)
  func `resolving throws if one argument fits two parameters of its type`(call: Call) async throws {
    try container.register(initializer: Label.init)
    let error = await call.expectResolveThrows(Label.self, arguments: "a", in: container, .noRegistrationFound)
    #expect(error?.headline == "The initializer of Label has several parameters for an argument of type String.")
    #expect(error?.remedy == "mark the parameters: `with: .argument, …`; or pass one argument for each of them.")
  }

  @Test(arguments: Call.allCases)
  func `resolving throws if the argument for a marked parameter is missing`(call: Call) async throws {
    try container.register(initializer: Label.init, with: .argument, .auto)
    let error = await call.expectResolveThrows(Label.self, in: container, .noRegistrationFound)
    #expect(error?.headline == "The initializer of Label takes an argument of type String, and got none.")
    #expect(error?.remedy == "give it: `resolve(Label.self, arguments: …)`.")
  }

  @Test(arguments: Call.allCases)
  func `resolving throws if there are fewer arguments than marked parameters`(call: Call) async throws {
    try container.register(initializer: Fixed.init, with: .argument, .argument)
    let error = await call.expectResolveThrows(Fixed.self, arguments: "a", in: container, .noRegistrationFound)
    #expect(error?.headline == "The initializer of Fixed takes an argument of type Int, and got none.")
  }

  @Test(arguments: Call.allCases)
  func `resolving throws if arguments for marked parameters come in the wrong order`(call: Call) async throws {
    try container.register(initializer: Fixed.init, with: .argument, .argument)
    let error = await call.expectResolveThrows(Fixed.self, arguments: 5, "a", in: container, .noRegistrationFound)
    #expect(error?.headline == "The initializer of Fixed takes an argument of type String, and got one of type Int.")
  }

  @Test(arguments: Call.allCases)
  func `resolving throws if an argument fits only parameters with a value or a closure`(call: Call) async throws {
    try container.register(initializer: Fixed.init, with: .value("fixed"), .resolving { @Sendable _ in 7 })
    for error in [
      await call.error({ try await $0.resolve(Fixed.self, arguments: "a", in: container) }),
      await call.error({ try await $0.resolve(Fixed.self, arguments: 5, in: container) }),
    ] {
      #expect(error?.kind == .noRegistrationFound)
      #expect(error?.headline.hasPrefix("The initializer of Fixed takes no argument of type ") == true)
    }
  }

  @Test(arguments: Call.allCases)
  func `resolving throws if an argument fits only a parameter of a dependency`(call: Call) async throws {
    struct Outer { let plain: Plain }
    try container.register(initializer: Plain.init)
    try container.register(initializer: Outer.init)
    let error = await call.expectResolveThrows(Outer.self, arguments: 5, in: container, .noRegistrationFound)
    #expect(error?.headline.contains("takes no argument of type Int") == true)
  }

  @Test(arguments: Call.allCases)
  func `resolving throws if an argument is given to a closure factory that takes none`(call: Call) async throws {
    try container.register(Plain.self) { Plain(liters: 1) }
    let error = await call.expectResolveThrows(Plain.self, arguments: 5, in: container, .noRegistrationFound)
    #expect(error?.failure?.nearMatches.map(\.difference) == [.arguments])
  }

  @Test func `a fitting argument does not hide the error of an asynchronous dependency`() async throws {
    try container.register(Plain.self) {
      await Task.yield()
      return Plain(liters: 2)
    }
    try container.register(initializer: Given.init)
    let error = await Call.synchronous.expectResolveThrows(
      Given.self, arguments: 5, in: container, .asynchronousFactory)
    #expect(error?.route == ["Given", "Plain"])
    let given = try await container.resolve(Given.self, arguments: 5)
    #expect(given.plain.liters == 2)
    #expect(given.liters == 5)
  }
}
