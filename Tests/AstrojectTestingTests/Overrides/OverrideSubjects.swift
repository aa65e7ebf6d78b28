import AstrojectTesting
import Nexus
import TestSupport
import Testing

// What the tests of overrides wire, and how they ask for it.

/// Something with a text that tells who has made it.
protocol Part: AnyObject, Sendable { var text: String { get } }

final class Plain: Part {
  let text: String
  init(_ text: String) { self.text = text }
}

/// Has another one in it.
final class Around: Part {
  let real: any Part
  var text: String { "(\(real.text))" }
  init(_ real: any Part) { self.real = real }
}

/// Depends on a part.
final class Whole: Sendable {
  let part: any Part
  init(part: any Part) { self.part = part }
}

/// How a test resolves: what holds for both ways is written once and run for both.
enum Call: CaseIterable, Sendable, CustomTestStringConvertible {
  case synchronous
  case asynchronous

  var testDescription: String { self == .synchronous ? "sync" : "async" }

  func resolve<Product, each Argument>(
    _ type: Product.Type = Product.self, name: String? = nil, arguments: repeat each Argument,
    in resolving: some Resolving
  ) async throws -> Product {
    switch self {
    case .synchronous: try synchronously { try resolving.resolve(type, name: name, arguments: repeat each arguments) }
    case .asynchronous: try await resolving.resolve(type, name: name, arguments: repeat each arguments)
    }
  }

  func resolveAll<Product>(_ type: Product.Type, in resolving: some Resolving) async throws -> [Product] {
    switch self {
    case .synchronous: try synchronously { try resolving.resolveAll(type) }
    case .asynchronous: try await resolving.resolveAll(type)
    }
  }
}

/// Has the compiler take synchronous overloads inside an asynchronous test.
func synchronously<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

/// A custom scope that keeps one product until it is let go of.
final class Holding: Instance {
  private var product: Any?

  func get(for context: Context) -> Any? { product }
  func set(_ product: Any, for context: Context) { self.product = product }
  func release(for context: Context?) { if context == nil { product = nil } }
}

/// Every scope there is.
enum EveryScope: CaseIterable, Codable, Sendable, CustomTestStringConvertible {
  case transient, graph, singleton, disposable, weak, container, shared, perContainer

  /// Those that keep one instance for whoever asks a container.
  static let keeping: [EveryScope] = [.singleton, .disposable, .weak, .container, .shared, .perContainer]

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
    case .shared: registration.as(Holding())
    case .perContainer: registration.as { Holding() }
    }
  }
}

/// Looks at an object without keeping it.
final class Glimpse: @unchecked Sendable {
  private(set) weak var object: AnyObject?

  init(_ object: AnyObject) { self.object = object }

  var isGone: Bool { object == nil }
}

/// The error of a type that a closure throws; the test fails if it throws none, or another one.
func error<Failure: Error>(
  _ type: Failure.Type = Failure.self, sourceLocation: Testing.SourceLocation = #_sourceLocation,
  _ body: () throws -> some Any
) -> Failure? {
  #expect(throws: type, sourceLocation: sourceLocation) { _ = try body() }
}
