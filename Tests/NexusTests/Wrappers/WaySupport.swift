@testable import Astroject
import Nexus
import Testing

/// How a test resolves and asks: what holds for both ways is written once and run for both.
enum Way: CaseIterable, Sendable, CustomTestStringConvertible {
  case blocking
  case awaiting

  var testDescription: String { self == .blocking ? "sync" : "async" }

  func resolve<Product>(
    _ type: Product.Type = Product.self, name: String? = nil, in resolving: some Resolving
  ) async throws -> Product {
    switch self {
    case .blocking: try plainly { try resolving.resolve(type, name: name) }
    case .awaiting: try await resolving.resolve(type, name: name)
    }
  }

  func resolve<Product, each Argument>(
    _ type: Product.Type = Product.self, name: String? = nil, arguments: repeat each Argument,
    in resolving: some Resolving
  ) async throws -> Product {
    switch self {
    case .blocking: try plainly { try resolving.resolve(type, name: name, arguments: repeat each arguments) }
    case .awaiting: try await resolving.resolve(type, name: name, arguments: repeat each arguments)
    }
  }

  func value<Value>(of lazy: Lazy<Value>) async throws -> Value {
    switch self {
    case .blocking: try lazy.value
    case .awaiting: try await lazy.resolve()
    }
  }

  func get<Value>(from provider: Provider<Value>) async throws -> Value {
    switch self {
    case .blocking: try plainly { try provider.get() }
    case .awaiting: try await provider.get()
    }
  }

  func get<Value, each Argument>(
    from provider: Provider<Value>, arguments: repeat each Argument
  ) async throws -> Value {
    switch self {
    case .blocking: try plainly { try provider.get(arguments: repeat each arguments) }
    case .awaiting: try await provider.get(arguments: repeat each arguments)
    }
  }

  /// The error that something throws; the test fails if it throws none, or one that is not the container's.
  func error<Result>(
    at place: Testing.SourceLocation = #_sourceLocation, _ body: (Way) async throws -> Result
  ) async -> AstrojectError? {
    do {
      _ = try await body(self)
      Issue.record("threw nothing", sourceLocation: place)
    } catch let error as AstrojectError {
      return error
    } catch {
      Issue.record("threw \(error), which is no AstrojectError", sourceLocation: place)
    }
    return nil
  }
}

/// Has the compiler take synchronous overloads inside an asynchronous test.
func plainly<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

/// A ``Lazy`` or a ``Provider``, where a test holds for both.
enum Deferral: CaseIterable, Sendable, CustomTestStringConvertible {
  case lazy, provider

  var testDescription: String { "\(self)" }
}

/// Both wrappers of one type, for an owner to store.
struct Both<Value> {
  let lazy: Lazy<Value>
  let provider: Provider<Value>

  func get(_ wrapper: Deferral, _ way: Way) async throws -> Value {
    switch wrapper {
    case .lazy: try await way.value(of: lazy)
    case .provider: try await way.get(from: provider)
    }
  }

  func get(_ wrapper: Deferral) throws -> Value {
    switch wrapper {
    case .lazy: try lazy.value
    case .provider: try provider.get()
    }
  }
}

/// Every scope there is, for a test that holds in each.
enum Span: CaseIterable, Sendable, CustomTestStringConvertible {
  case transient, graph, singleton, disposable, weak, container

  /// Those in which an object is the only one of its tree.
  static let sharing = allCases.filter { $0 != .transient }

  var testDescription: String { "\(self)" }

  @discardableResult
  func apply<Product>(to registration: Registration<Product>) -> Registration<Product> {
    switch self {
    case .transient: registration.asTransient()
    case .graph: registration.asGraph()
    case .singleton: registration.asSingleton()
    case .disposable: registration.asDisposableSingleton()
    case .weak: registration.asWeak()
    case .container: registration.asContainer()
    }
  }
}

extension AstrojectError {
  /// The name of the case, and the path where it has one: `noRegistrationFound: A → B`.
  var outline: String { caseName + ": " + pathNames.joined(separator: " → ") }

  /// What was asked for, from the root on.
  var pathNames: [String] {
    (Mirror(reflecting: self).children.first?.value as? Failure)?.path.map(\.key.description.withoutSuites) ?? []
  }

  var caseName: String { Mirror(reflecting: self).children.first?.label ?? "none" }
}

extension String {
  /// Without the suites that types are nested in.
  var withoutSuites: String { replacing(/\w+Tests\./, with: "") }
}

extension Registration {
  /// What is known of the recipe: `0: Apple required`, `egg: Egg lazy`.
  var outline: [String] {
    (blueprint.wiring?.dependencies ?? []).map { dependency in
      switch dependency.site {
      case .parameter(let position): "\(position): \(dependency.key) \(dependency.kind)".withoutSuites
      case .property(let name): "\(name ?? "?"): \(dependency.key) \(dependency.kind)".withoutSuites
      }
    }
  }
}
