import AstrojectTesting

@testable import Astroject

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
        Expected the graph to be valid, but it threw.
          Found:
            No registration found for Container: there is no current container.
              Remedy: resolve the object that needs it, or say which container is current: \
        `Container.shared = container` in an app, `.container(…)` in a test. A queue, a callback and a detached task do \
        not know the container of a task: hand it on, `let container = Container.current` before, and \
        `Container.withCurrent(container) { … }` inside.
        """
      return Assertion(text) { expectValidGraph(Container.missing) }
    },
  ]
}
