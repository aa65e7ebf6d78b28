import AstrojectTesting

extension AssertionExample {
  static let validating = [
    AssertionExample("the graph is valid") { container in
      try container.register(initializer: Model.init(store:))
      return Assertion(nil) {
        expectValidGraph(container, roots: Model.self, externals: (any Store).self)
        expectValidGraph(container, roots: [Model.self], externals: [(any Store).self])
      }
    }
  ]
}
