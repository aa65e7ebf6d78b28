import AstrojectTesting

extension AssertionExample {
  static let validating = [
    AssertionExample("the graph is valid") { container in
      try container.register(initializer: Model.init(store:))
      return Assertion(nil) {
        expectValidGraph(container, roots: Model.self, externals: (any Store).self)
        expectValidGraph(container, roots: [Model.self], externals: [(any Store).self])
      }
    },
    AssertionExample("there is no current container") { _ in
      let text = """
        Expected the graph to be valid, but there is no current container.
          Remedy: give the test one, `.container(…)`, or pass the container.
        """
      return Assertion(text) { expectValidGraph(Container.missing) }
    },
  ]
}
