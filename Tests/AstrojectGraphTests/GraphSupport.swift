import Foundation
import AstrojectGraph
import TestSupport
import Testing

/// A type of which a test wants only that it is registered.
protocol Blank: SendableMetatype { init() }

/// Has a closure await something.
func soon() async {}

/// Types that have nothing to them.
enum Cast {
  final class A: Blank, Sendable, Face, Mask {}
  final class B: Blank, Sendable, Face {}
  final class C: Blank, Sendable, Face {}
  final class D: Blank, Sendable {}
  final class E: Blank, Sendable {}
  struct Size: Blank, Face {}
  protocol Face {}
  protocol Mask {}
}

extension Container {
  /// Registers an initializer with parameters of these types.
  @discardableResult
  func wire<Product: Blank, each Need>(
    _ type: Product.Type, _ needs: repeat (each Need).Type, name: String? = nil, fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws -> Registration<Product> {
    try register(
      Product.self, name: name, fileID: fileID, line: line,
      initializer: { @Sendable (_: repeat each Need) -> Product in Product() })
  }

  /// The rules that are broken, each with where: `cycle: A → B → A`.
  func verdict<each Root, each External>(
    roots: repeat (each Root).Type, externals: repeat (each External).Type,
    at location: SourceLocation = #_sourceLocation
  ) -> [String] {
    findings(roots: repeat each roots, externals: repeat each externals, at: location).map(\.outline)
  }

  /// The registration of a type.
  func node<Product>(_ type: Product.Type, at location: SourceLocation = #_sourceLocation) throws
    -> DependencyGraph.Node
  {
    try graph.only(type, at: location)
  }
}

extension DependencyGraph {
  /// The one node of a type that counts.
  func only<Product>(_ type: Product.Type, at location: SourceLocation = #_sourceLocation) throws -> Node {
    let found = nodes.filter { $0.key == name(type) && !$0.isShadowed }
    #expect(found.count == 1, sourceLocation: location)
    return try #require(found.first, sourceLocation: location)
  }

  /// What there is of edges: `A → B required, parameter 1`.
  var outline: [String] { edges.map(\.outline) }
}

extension DependencyGraph.Edge {
  var outline: String {
    let site =
      switch site {
      case .parameter: "parameter \(position ?? 0)"
      case .property: "property \(property ?? "?")"
      case .declared, .forwarding, .decorator, .observed: site.rawValue
      }
    let end = to?.shortened ?? (isMissing ? "missing \(need.shortened)" : "nothing")
    return "\(from.shortened) → \(end) \(kind), \(site)\(container == 0 ? "" : ", in \(container)")"
  }
}

extension GraphFinding {
  var outline: String {
    let steps = nodes.isEmpty ? [node?.key].compactMap { $0 } : nodes.map(\.key)
    let end = need.map { [$0.description] } ?? []
    let text = (steps + (steps.last == end.first ? [] : end)).map(\.shortened)
    return rule.rawValue + ": " + text.joined(separator: " → ")
  }
}

extension String {
  /// Without the module, and without what the types of these tests are nested in.
  var shortened: String { replacing("AstrojectGraphTests.", with: "").replacing("Cast.", with: "").withoutSuites }

  /// With what is registered there in the place of each line: `File.swift:‹Store›`. So a text survives edits.
  func withoutLines(_ graphs: DependencyGraph...) -> String {
    var text = self
    for node in graphs.flatMap(\.nodes) {
      text = text.replacing(/(\.swift:\d+)\b/) { match in
        text[..<match.range.upperBound].hasSuffix(node.location) ? ".swift:‹\(node.key)›" : String(match.1)
      }
    }
    return text
  }
}

/// How a type is called in a key.
func name<Product>(_ type: Product.Type) -> String { TypeName(type).description }

/// Every scope that can be said, and none said.
enum ScopeCase: CaseIterable, Sendable, CustomTestStringConvertible {
  case unsaid, graph, transient, singleton, disposable, weak, scoped, named, shared, perContainer

  var testDescription: String { "\(self)" }

  @discardableResult
  func apply<Product>(to registration: Registration<Product>) -> Registration<Product> {
    switch self {
    case .unsaid: registration
    case .graph: registration.asGraph()
    case .transient: registration.asTransient()
    case .singleton: registration.asSingleton()
    case .disposable: registration.asDisposableSingleton()
    case .weak: registration.asWeak()
    case .scoped: registration.asScoped()
    case .named: registration.asScoped(to: "request")
    case .shared: registration.as(AnyShelf())
    case .perContainer: registration.as { AnyShelf() }
    }
  }
}

/// A custom scope that keeps anything.
final class AnyShelf: Nexus.Instance {
  private var product: Any?

  func get(for context: Context) -> Any? { product }
  func set(_ product: Any, for context: Context) { self.product = product }
  func release(for context: Context?) { if context == nil { product = nil } }
}
