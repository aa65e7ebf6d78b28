import Astroject
import Nexus
import TestSupport
import Testing

private final class Leaf: Sendable {}

/// Holds a leaf until the test sets it to nil. Each test has one thread.
private final class Twig: @unchecked Sendable {
  var leaf: Leaf?
  init(leaf: Leaf) { self.leaf = leaf }
}

private final class Root: Sendable {
  let twigs: [Lazy<Twig>]
  init(_ first: Lazy<Twig>, _ second: Lazy<Twig>, _ third: Lazy<Twig>) { twigs = [first, second, third] }
}

@Suite("Trees that a Lazy continues")
struct ContinuedTreeTests {
  /// The recipe of the root.
  enum Form: CaseIterable, Sendable { case initializer, closure }

  private func container(_ form: Form, _ scope: Scope) throws -> Container {
    let container = Container()
    try container.register(Leaf.self) { Leaf() }
    try container.register(initializer: Twig.init).asTransient()
    let root =
      switch form {
      case .initializer: try container.register(initializer: Root.init)
      case .closure: try container.register(Root.self) { Root(try $0.resolve(), try $0.resolve(), try $0.resolve()) }
      }
    if scope == .transient { root.asTransient() }
    return container
  }

  enum Scope: CaseIterable, Sendable { case transient, graph }

  // The first roots are built by the steps of a resolution, the later ones by a published factory.
  @Test(arguments: Form.allCases, Scope.allCases)
  func `a blocking use of a Lazy does not keep instances of its tree alive`(form: Form, scope: Scope) throws {
    let container = try container(form, scope)
    for _ in 0..<4 {
      let root = try container.resolve(Root.self)
      weak var first: Leaf?
      do {
        let twigs = [try root.twigs[0].value, try root.twigs[1].value]
        first = twigs[0].leaf
        #expect(first != nil)
        #expect(twigs[1].leaf === first)
        for twig in twigs { twig.leaf = nil }
      }
      #expect(first == nil)
      #expect(try root.twigs[2].value.leaf != nil)
    }
  }

  @Test(arguments: Form.allCases, Scope.allCases)
  func `an awaiting use of a Lazy does not keep instances of its tree alive`(form: Form, scope: Scope) async throws {
    let container = try container(form, scope)
    for _ in 0..<4 {
      let root: Root = try await container.resolve()
      weak var first: Leaf?
      do {
        let twigs = [try await root.twigs[0].get(), try await root.twigs[1].get()]
        first = twigs[0].leaf
        #expect(first != nil)
        #expect(twigs[1].leaf === first)
        for twig in twigs { twig.leaf = nil }
      }
      #expect(first == nil)
    }
  }
}
