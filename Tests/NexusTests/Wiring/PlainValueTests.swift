import Foundation
import TestSupport
import Testing

@testable import Astroject

private struct Depot: Sendable {}

private struct Repository: Sendable {
  let limit: Int
  init(depot: Depot, limit: Int = 10) { self.limit = limit }
}

private struct Taker<Value: Sendable>: Sendable { init(value: Value) {} }

extension Call {
  /// The description of the error that a resolve throws.
  fileprivate func text<Product>(resolving type: Product.Type, in container: Container) async -> String? {
    let error = await expectResolveThrows(type, in: container, .noRegistrationFound)
    return withExtendedLifetime(container) { error?.description }
  }
}

struct PlainValueTests {
  private let container = Container()

  @Test(arguments: Call.allCases)
  func `the error for a plain value suggests a registration under a name`(call: Call) async throws {
    try container.register(initializer: Depot.init)
    let limit = try container.register(Int.self, name: "limit") { 5 }
    let repository = try container.register(initializer: Repository.init(depot:limit:))
    #expect(
      await call.text(resolving: Repository.self, in: container) == """
        No registration found for Int, a plain value, for parameter 2 of 2 of the initializer of Repository.
          Path: Repository → Int
            Repository, registered at \(repository.location)
          Did you mean:
            Int named "limit", registered at \(limit.location) (under another name or key)
          Remedy: ask for that one, `with: .auto, .named("limit")`; give it by a rule, `with: .auto, .value(…)`; have the \
        caller give it, `with: .auto, .argument`; or register another initializer or a closure, because a reference \
        to an initializer has no default arguments.
        """)
    #expect(
      container.findings().map(\.description) == [
        """
        argument: Int is a plain value, and nothing supplies it.
        Needed by: Repository, registered at \(repository.location), as parameter 2 of 2
        Did you mean:
          Int named "limit", registered at \(limit.location) (under another name or key)
        Remedy: ask for that one, `with: .auto, .named("limit")`; give it by a rule, `with: .auto, .value(…)`; have the \
        caller give it, `with: .auto, .argument`; register another initializer or a closure, because a reference \
        to an initializer has no default arguments; or name it in `externals:`.
        """
      ])
    try container.register(initializer: Repository.init(depot:limit:), with: .auto, .named("limit"))
    #expect(try await call.resolve(Repository.self, in: container).limit == 5)
  }

  private static let plainTypes: [any Sendable.Type] = [
    Int.self, Double.self, String.self, Bool.self, Swift.Duration.self, Date.self, URL.self, Data.self,
    (@Sendable () -> Void).self, (Int, String).self, [String: Int].self,
  ]

  @Test(arguments: plainTypes)
  func `numbers, texts, dates, closures and dictionaries are reported as plain values`(type: any Sendable.Type) throws {
    func errorText<Value: Sendable>(of type: Value.Type) throws -> String? {
      try container.register(initializer: Taker<Value>.init)
      let error = #expect(throws: AstrojectError.self) { try container.resolve(Taker<Value>.self) }
      return withExtendedLifetime(container) { error?.description }
    }
    let text = try errorText(of: type)
    #expect(
      text?.contains("Remedy: give it by a rule, `with: .value(…)`; have the caller give it") == true, "\(text ?? "")")
    #expect(text?.contains("register it") == false)
    #expect(container.findings().map(\.rule) == [.argument])
  }

  private struct Postponed: Sendable { init(later: Lazy<Int>, again: Provider<Int>, limit: Int) {} }

  @Test(arguments: Call.allCases)
  func `a missing plain value is reported for the parameter that is no Lazy or Provider`(call: Call) async throws {
    try container.register(initializer: Postponed.init(later:again:limit:))
    let text = await call.text(resolving: Postponed.self, in: container)
    #expect(text?.contains("for parameter 3 of 3 of the initializer of ") == true)
    #expect(text?.contains("`with: .auto, .auto, .value(…)`") == true)
  }

  @Test(arguments: Call.allCases)
  func `the error for a missing service suggests a registration under a name`(call: Call) async throws {
    try container.register(Depot.self, name: "main") { Depot() }
    try container.register(initializer: Repository.init(depot:limit:), with: .auto, .value(1))
    let error = await call.expectResolveThrows(Repository.self, in: container, .noRegistrationFound)
    #expect(
      error?.remedy == """
        ask for that one: `with: .named("main"), .value(…)`; or register it: \
        `container.register(initializer: Depot.init)`.
        """)
  }

  @Test func `the error for a plain value in a closure or under a name suggests registering it`() throws {
    try container.register(Depot.self) { resolver in
      _ = try resolver.resolve(Int.self)
      return Depot()
    }
    let inClosure = #expect(throws: AstrojectError.self) { try container.resolve(Depot.self) }
    try container.register(initializer: Taker<Int>.init, with: .named("limit"))
    let named = #expect(throws: AstrojectError.self) { try container.resolve(Taker<Int>.self) }
    withExtendedLifetime(container) {
      #expect(inClosure?.description.hasSuffix("Remedy: register it: `container.register(Int.self) { … }`.") == true)
      #expect(
        named?.description.hasSuffix("Remedy: register it: `container.register(Int.self, name: \"limit\") { … }`.")
          == true)
    }
  }

  @Test func `the core finds the Nexus module by the mangled name of its GraphRule type`() {
    #expect(_mangledTypeName(GraphRule.self) == "5Nexus9GraphRuleO")
    #expect(Spelling.hasInitializers)
  }
}
