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

struct ContinuedTreeTests {
  /// The recipe of the root.
  enum Form: CaseIterable, Sendable { case initializer, closure }

  private func container(_ form: Form, _ scope: AnyScope) throws -> Container {
    let container = Container()
    try container.register(Leaf.self) { Leaf() }
    try container.register(initializer: Twig.init).asTransient()
    let root =
      switch form {
      case .initializer: try container.register(initializer: Root.init)
      case .closure: try container.register(Root.self) { Root(try $0.resolve(), try $0.resolve(), try $0.resolve()) }
      }
    scope.apply(to: root)
    return container
  }

  // The first roots are built by the steps of a resolution, the later ones by a published factory.
  @Test(arguments: Form.allCases, [AnyScope.transient, .graph])
  func `a use of a Lazy does not keep instances of its tree alive`(form: Form, scope: AnyScope) async throws {
    for call in Call.allCases {
      let container = try container(form, scope)
      for _ in 0..<4 {
        let root = try await call.resolve(Root.self, in: container)
        weak var first: Leaf?
        do {
          let twigs = [try await call.value(of: root.twigs[0]), try await call.value(of: root.twigs[1])]
          first = twigs[0].leaf
          #expect(first != nil && twigs[1].leaf === first, "\(call)")
          for twig in twigs { twig.leaf = nil }
        }
        #expect(first == nil, "\(call)")
        #expect(try await call.value(of: root.twigs[2]).leaf != nil, "\(call)")
      }
    }
  }
}
