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

// One type for each form of `Injection`: the parameter is filled by its type or by a rule.

private enum ByType: AutoInjectable { static let injection = Injection<any Numbered>(Plain.init) }
private enum ByTypeAwaited: AutoInjectable { static let injection = Injection<any Numbered>(Awaited.init) }
private enum ByTypeShown: AutoInjectable { static let injection = Injection<any Numbered>(Shown.init) }
private enum ByTypeAwaitedShown: AutoInjectable { static let injection = Injection<any Numbered>(AwaitedShown.init) }

private enum ByRule: AutoInjectable { static let injection = Injection<any Numbered>(Plain.init, with: .value(2)) }
private enum ByRuleAwaited: AutoInjectable {
  static let injection = Injection<any Numbered>(Awaited.init, with: .value(2))
}
private enum ByRuleShown: AutoInjectable {
  static let injection = Injection<any Numbered>(Shown.init, with: .value(2))
}
private enum ByRuleAwaitedShown: AutoInjectable {
  static let injection = Injection<any Numbered>(AwaitedShown.init, with: .value(2))
}

private struct Form: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let number: Int
  /// The error of a synchronous resolve off the main actor.
  let obstacle: AstrojectError.Kind?
  let register: @Sendable (Container) throws -> Void

  init<T: AutoInjectable>(_ type: T.Type, _ number: Int, obstacle: AstrojectError.Kind? = nil) {
    (testDescription, self.number, self.obstacle) = ("\(type)", number, obstacle)
    register = { try $0.register(injectable: type) }
  }

  static let all = [
    Form(ByType.self, 1), Form(ByRule.self, 2),
    Form(ByTypeAwaited.self, 1, obstacle: .asynchronousFactory),
    Form(ByRuleAwaited.self, 2, obstacle: .asynchronousFactory),
    Form(ByTypeShown.self, 1, obstacle: .isolationMismatch),
    Form(ByRuleShown.self, 2, obstacle: .isolationMismatch),
    Form(ByTypeAwaitedShown.self, 1, obstacle: .asynchronousFactory),
    Form(ByRuleAwaitedShown.self, 2, obstacle: .asynchronousFactory),
  ]
}

@Suite("Forms of an injection")
struct InjectionFormTests {
  @Test(arguments: Form.all)
  private func `each form of Injection fills its parameter or throws if it has to be awaited`(form: Form) async throws {
    let container = Container()
    try container.register(Int.self) { 1 }
    try form.register(container)
    #expect(try await container.resolve((any Numbered).self).number == form.number)
    guard let obstacle = form.obstacle else {
      #expect(try synchronously { try container.resolve((any Numbered).self) }.number == form.number)
      return
    }
    let error = await Call.synchronous.error { try await $0.resolve((any Numbered).self, in: container) }
    #expect(error?.kind == obstacle)
  }

  @Test(arguments: Form.all)
  private func `an Injection takes an argument for a parameter unless a value rule fills it`(form: Form) async throws {
    let container = Container()
    try form.register(container)
    if form.number == 1 {
      #expect(try await container.resolve((any Numbered).self, arguments: 5).number == 5)
    } else {
      await Call.asynchronous.expectResolveThrows(
        (any Numbered).self, arguments: 5, in: container, .noRegistrationFound)
    }
  }
}
