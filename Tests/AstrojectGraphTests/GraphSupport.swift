import TestSupport
import Testing

/// A type that tests only register.
protocol Blank: SendableMetatype { init() }

/// An asynchronous function, which makes closures that await it asynchronous.
func soon() async {}

/// Types without properties and functions.
enum Cast {
  final class A: Blank, Sendable, Face, Mask {}
  final class B: Blank, Sendable, Face {}
  final class C: Blank, Sendable, Face {}
  final class D: Blank, Sendable {}
  final class E: Blank, Sendable {}
  struct Size: Blank, Face {}
  protocol Face {}
  protocol Mask {}

  fileprivate static let products: [String: any Blank.Type] = [
    "A": A.self, "B": B.self, "C": C.self, "D": D.self, "E": E.self, "Size": Size.self,
  ]

  /// The types that parameters in texts may have.
  fileprivate static let needs: [String: Any.Type] = products.reduce(
    into: ["Container": Container.self, "Resolver": Resolver.self]
  ) { needs, product in
    func add<Product>(_ type: Product.Type) {
      needs[product.key] = type
      needs["\(product.key)?"] = Product?.self
      needs["Lazy<\(product.key)>"] = Lazy<Product>.self
      needs["Provider<\(product.key)>"] = Provider<Product>.self
    }
    let type = product.value
    add(type)
  }
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

  /// Registers types of ``Cast`` as texts say: `A → B, Lazy<C>: singleton` is an initializer with two parameters.
  ///
  /// The word after the colon is a ``ScopeCase``. All texts of a call have its line, so what is found at them is in the
  /// order of the rules.
  func wire(_ texts: String..., fileID: StaticString = #fileID, line: UInt = #line) throws {
    for text in texts {
      // A chain, `A → B → C`, and a list, `A, B`, are mistakes.
      try #require(text.wholeMatch(of: /[^ ,:]+( → [^ ,:]+(, [^ ,:]+)*)?(: \w+)?/) != nil, "\(text)")
      let parts = text.split(separator: ": ").map(String.init)
      let names = parts[0].split { ", →".contains($0) }.map(String.init)
      func wire<Product: Blank>(_ product: Product.Type) throws {
        func needing<each Need>(
          _ names: ArraySlice<String>, _ needs: repeat (each Need).Type
        ) throws -> Registration<Product> {
          guard let name = names.first else {
            return try self.wire(product, repeat each needs, fileID: fileID, line: line)
          }
          func adding<Next>(_ next: Next.Type) throws -> Registration<Product> {
            try needing(names.dropFirst(), repeat each needs, next)
          }
          let next = try #require(Cast.needs[name], "\(text)")
          return try adding(next)
        }
        let registration = try needing(names.dropFirst())
        if let scope = parts.dropFirst().first {
          try #require(ScopeCase.allCases.first { "\($0)" == scope }, "\(text)").apply(to: registration)
        }
      }
      let product = try #require(Cast.products[names[0]], "\(text)")
      try wire(product)
    }
  }

  /// The findings, each as its rule and registrations: `cycle: A → B → A`.
  func verdict<each Root, each External>(
    roots: repeat (each Root).Type, externals: repeat (each External).Type,
    at location: SourceLocation = #_sourceLocation
  ) -> [String] { findings(roots: repeat each roots, externals: repeat each externals, at: location).map(\.outline) }

  /// Expects the edges of the graph to be those of these texts.
  func expectEdges(_ expected: String..., at location: SourceLocation = #_sourceLocation) {
    #expect(graph.outline == expected, sourceLocation: location)
  }

  /// The node of a type.
  func node<Product>(_ type: Product.Type, at location: SourceLocation = #_sourceLocation) throws
    -> DependencyGraph.Node
  { try graph.only(type, at: location) }
}

extension DependencyGraph {
  /// The only node of a type that is not shadowed.
  func only<Product>(_ type: Product.Type, at location: SourceLocation = #_sourceLocation) throws -> Node {
    let found = nodes.filter { $0.key == name(type) && !$0.isShadowed }
    #expect(found.count == 1, sourceLocation: location)
    return try #require(found.first, sourceLocation: location)
  }

  /// The edges as text: `A → B required, parameter 1`.
  var outline: [String] { edges.map(\.outline) }
}

extension DependencyGraph.Node {
  /// The scope as texts name it.
  var scopeName: String { scope == .disposableSingleton ? "disposable singleton" : scope.rawValue }
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
  /// The differences of the near matches, as their lines say them.
  var differences: [String] { nearMatches.map { $0.split(separator: " (").last?.dropLast().description ?? "" } }

  var outline: String {
    let isShared = neededBy.count > 1 && rule != .splitInstance
    let owners = isShared ? [neededBy.map(\.key).joined(separator: ", ")] : nodes.map(\.key)
    let steps = nodes.isEmpty ? [node?.key].compactMap { $0 } : owners
    let end = need.map { [$0] } ?? []
    let text = (steps + (steps.last == end.first ? [] : end)).map(\.shortened)
    return rule.rawValue + ": " + text.joined(separator: " → ")
  }
}

extension String {
  /// The text without the module, and without the types that the types of these tests are nested in.
  var shortened: String { replacing("AstrojectGraphTests.", with: "").replacing("Cast.", with: "").withoutSuites }

  /// The text with a registration in place of each line, `File.swift:‹Store›`, so that edits do not change it.
  func withoutLines(_ graphs: DependencyGraph...) -> String {
    var text = self
    for node in graphs.flatMap(\.nodes) {
      text = text.replacing(/(\.swift:\d+)\b/) { match in
        text[..<match.range.upperBound].hasSuffix(node.location?.description ?? "")
          ? ".swift:‹\(node.key)›" : String(match.1)
      }
    }
    return text
  }
}

/// The name of a type in a key.
func name<Product>(_ type: Product.Type) -> String { TypeName(type).description }

/// Every scope, and a registration without one.
enum ScopeCase: CaseIterable, Sendable {
  case unsaid, graph, transient, singleton, disposable, weak, scoped, named, shared, perContainer

  @discardableResult
  func apply<Product>(to registration: Registration<Product>) -> Registration<Product> {
    if self == .named { return registration.asScoped(to: "request") }
    // All others but `unsaid` are named as in ``AnyScope``.
    return AnyScope.allCases.first { "\($0)" == "\(self)" }?.apply(to: registration) ?? registration
  }
}
