import AstrojectTesting

extension AssertionExample {
  static let validating = [
    AssertionExample("the graph is valid") {
      let container = Container()
      try container.register(initializer: Model.init(store:))
      return Assertion(nil) {
        expectValidGraph(container, roots: Model.self, externals: (any Store).self)
        expectValidGraph(container, roots: [Model.self], externals: [(any Store).self])
      }
    }
  ]
}
