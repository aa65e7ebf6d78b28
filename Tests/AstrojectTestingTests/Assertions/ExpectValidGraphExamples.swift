import AstrojectTesting
import Nexus

extension AssertionExample {
  static let validating = [
    AssertionExample("the graph is valid") {
      let container = Container()
      try container.register(initializer: Model.init(store:))
      return Assertion(nil) {
        expectValidGraph(container, roots: Model.self, externals: (any Store).self)
        expectValidGraph(container, roots: [Model.self], externals: [(any Store).self])
        return #line - 1
      }
    },
    AssertionExample("the graph lacks a registration") {
      let container = Container()
      let model = try container.register(initializer: Model.init(store:))
      let text = """
        Expected the graph to be valid, but it has 1 problem.
          Found:
            1 problem in 1 registration:

            1. missing-dependency: No registration found for Store.
               Needed by: Model, registered at \(model.location), as parameter 1 of 1
               Path: Model → Store
               Remedy: register it: `try container.register((any Store).self, initializer: ….init)`; or name it in `externals:` if it comes from elsewhere.
          Graph: attached as graph.mmd
          The container has: Model, registered at \(model.location) (graph)
        """
      return Assertion(text) {
        expectValidGraph(container)
        return #line - 1
      }
    },
    AssertionExample("the graph lacks two registrations, and one registration is unused") {
      let container = Container()
      let model = try container.register(initializer: Model.init(store:))
      let store = try container.register(DiskStore.self, initializer: DiskStore.init)
      let text = """
        Expected the graph to be valid, but it has 2 problems.
          Found:
            2 problems in 2 registrations:

            1. missing-dependency: No registration found for Store.
               Needed by: Model, registered at \(model.location), as parameter 1 of 1
               Path: Model → Store
               Did you mean:
                 DiskStore, registered at \(store.location) (an implementation of it)
               Remedy: forward it where DiskStore is registered: `.implements((any Store).self)`; or register it: `try container.register((any Store).self, initializer: ….init)`; or name it in `externals:` if it comes from elsewhere.

            2. missing-dependency: No registration found for Client.
               Needed by: DiskStore, registered at \(store.location), as parameter 1 of 1
               Path: DiskStore → Client
               Remedy: register it: `try container.register((any Client).self, initializer: ….init)`; or name it in `externals:` if it comes from elsewhere.

            Unused: 1 registration, which no root reaches.
              DiskStore, registered at \(store.location)
          Graph: attached as graph.mmd
          The container has:
            Model, registered at \(model.location) (graph)
            DiskStore, registered at \(store.location) (graph)
        """
      return Assertion(text) {
        expectValidGraph(container, roots: [Model.self])
        return #line - 1
      }
    },
  ]
}
