import Nexus
import NexusFixtures
import Synchronization

// The types that the tests of discovery look for are nested in `Found`, or have a name that begins with `Found`.
// Discovery also finds types of other tests.

protocol FoundService: Sendable {}
protocol FoundTwice {}

enum Found {
  final class InDeclaration: Injectable, Sendable { init() {} }

  struct InExtension {}

  enum Choice { case only }

  actor Worker: Injectable { init() {} }

  final class AsService: FoundService, AutoInjectable {
    static var injection: Injection<any FoundService> { Injection<any FoundService>(AsService.init) }
    static func configure(_ registration: Registration<any FoundService>) { registration.asSingleton() }
  }

  @MainActor final class Screen: AutoInjectable {
    nonisolated static let injection = Injection<Screen>(Screen.init)

    nonisolated init() {}
  }

  class Base: Injectable { required init() {} }

  final class Derived: Base {}

  struct Generic<Value: Sendable> { struct Nested {} }

  final class First: FoundTwice, AutoInjectable {
    static var injection: Injection<any FoundTwice> { Injection<any FoundTwice>(First.init) }
  }

  final class Second: FoundTwice, AutoInjectable {
    static var injection: Injection<any FoundTwice> { Injection<any FoundTwice>(Second.init) }
  }

  final class Configured: Injectable, Sendable {
    static let configurations = Atomic(0)

    static func configure(_ registration: Registration<Configured>) {
      configurations.add(1, ordering: .relaxed)
      registration.asSingleton()
    }
  }
}

extension Found.InExtension: Injectable {}

extension Found.Choice: Injectable { init() { self = .only } }

extension Found.Generic: Injectable {}
extension Found.Generic.Nested: Injectable {}

private final class FoundPrivateClass: Injectable {}

private actor FoundPrivateActor: Injectable { init() {} }

private struct FoundPrivateStruct {}

extension FoundPrivateStruct: Injectable {}

private enum FoundPrivateEnum { case only }

extension FoundPrivateEnum: Injectable { init() { self = .only } }

extension Garden: AutoInjectable {
  /// The initializer without parameters.
  public static var injection: Injection<Garden> { Injection<Garden>(Garden.init) }
}

/// Returns a local type, which no other code can name.
func foundLocalType() -> any AutoInjectable.Type {
  final class FoundLocal: Injectable {}
  return FoundLocal.self
}

extension Container {
  /// Discovers only the types of these tests that pass a filter.
  @discardableResult
  func registerFound(where isIncluded: (any AutoInjectable.Type) throws -> Bool = { _ in true }) throws -> Discovery {
    try registerDiscovered(in: ["NexusTests"]) { type in
      try String(describing: type).hasPrefix("Found") || String(reflecting: type).hasPrefix("NexusTests.Found.")
        ? isIncluded(type) : false
    }
  }
}

extension Discovery {
  /// The names of the registered types without their module.
  var names: [String] { registered.map { String($0.name.drop { $0 != "." }.dropFirst()) } }

  /// The text of the reason why a type was skipped.
  func reason(_ name: String) -> String? { skipped.first { $0.name == name }.map { "\($0.reason)" } }
}
