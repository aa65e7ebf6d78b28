import AstrojectTesting

/// A root that nothing sets up.
enum Unready: CompositionRoot {
  static func register(in container: Container) {}
}

extension AssertionExample {
  static let validating = [
    AssertionExample("the graph is valid") { container in
      try container.register(initializer: Model.init(store:))
      return Assertion(nil) {
        expectValidGraph(container, roots: Model.self, externals: (any Store).self)
        expectValidGraph(container, roots: [Model.self], externals: [(any Store).self])
      }
    },
    AssertionExample("the composition root is not set up") { _ in
      let text = """
        Expected the graph to be valid, but it threw.
          Found:
            No registration found for Container: Unready is not set up.
              Remedy: set it up when the program starts: `try Unready.setUp()`.
        """
      return Assertion(text) { expectValidGraph(Unready.container) }
    },
  ]
}
