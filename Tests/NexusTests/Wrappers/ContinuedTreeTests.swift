import Astroject
import Nexus
import TestSupport
import Testing

private final class Leaf: Sendable {}

private final class Root: Sendable {
  let leaf: Provider<Leaf>
  init(leaf: Provider<Leaf>) { self.leaf = leaf }
}

@Suite("A tree that a provider continues")
struct ContinuedTreeTests {
  /// How the root of the tree is registered.
  enum Form: CaseIterable, Sendable { case initializer, closure }

  private func container(_ form: Form, _ scope: Scope) throws -> Container {
    let container = Container()
    try container.register(Leaf.self) { Leaf() }
    let root =
      switch form {
      case .initializer: try container.register(initializer: Root.init)
      case .closure: try container.register(Root.self) { Root(leaf: try $0.resolve()) }
      }
    if scope == .transient { root.asTransient() }
    return container
  }

  enum Scope: CaseIterable, Sendable { case transient, graph }

  // The first roots are made by steps, the later ones without.
  @Test(
    "keeps nothing that nobody else holds, however its root was made",
    arguments: Form.allCases, Scope.allCases)
  func lettingGo(form: Form, scope: Scope) throws {
    let container = try container(form, scope)
    for _ in 0..<4 {
      let root = try container.resolve(Root.self)
      weak var first: Leaf?
      do {
        let leaf = try root.leaf.get()
        first = leaf
        #expect(try root.leaf.get() === leaf)
      }
      #expect(first == nil)
      _ = try root.leaf.get()
    }
  }

  @Test("keeps nothing either where it is awaited", arguments: Form.allCases, Scope.allCases)
  func lettingGoAwaited(form: Form, scope: Scope) async throws {
    let container = try container(form, scope)
    for _ in 0..<4 {
      let root: Root = try await container.resolve()
      weak var first: Leaf?
      do {
        let leaf: Leaf = try await root.leaf.get()
        first = leaf
        #expect(try await root.leaf.get() === leaf)
      }
      #expect(first == nil)
    }
  }
}
