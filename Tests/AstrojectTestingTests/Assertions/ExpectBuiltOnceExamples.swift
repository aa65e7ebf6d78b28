import TestSupport

extension AssertionExample {
  static let buildingOnce = [
    AssertionExample("a singleton is built once, also by a forwarded type") { container in
      try container.register(DiskStore.self) { slowly(DiskStore(LiveClient())) }.asSingleton()
        .implements((any Store).self)
      return Assertion(nil) { await $0.expectBuiltOnce((any Store).self, in: container, concurrently: 8) }
    },
    AssertionExample("each caller gets its own instance") { parent in
      let store = try parent.register((any Store).self) { resolver in DiskStore(try resolver.resolve(MockClient.self)) }
      let client = try parent.register(MockClient.self) { MockClient() }.asSingleton()
      let child = parent.makeChild(named: "child")
      let text = """
        Expected Store to be built once for 3 concurrent callers, but it was built 3 times.
          Found: the factory of Store, registered at \(store.location), ran 3 times
          The container "child" has:
            Store, registered at \(store.location) (graph, in a parent)
            MockClient, registered at \(client.location) (singleton, in a parent)
        """
      return Assertion(text) { await $0.expectBuiltOnce((any Store).self, in: child, concurrently: 3) }
    },
    AssertionExample("every caller gets an error") { container in
      let store = try container.register((any Store).self) { throw Refusal() }.asSingleton()
      let text = """
        Expected Store to be built once for 2 concurrent callers, but 2 of them got an error.
          Found:
            The factory of Store threw: Refusal(reason: "closed")
                Store, registered at \(store.location)
          The container has: Store, registered at \(store.location) (singleton)
        """
      return Assertion(text) { await $0.expectBuiltOnce((any Store).self, in: container, concurrently: 2) }
    },
    AssertionExample("the product is shared with the original and not built") { container in
      let store = try container.register((any Store).self) { DiskStore(LiveClient()) }.as(Keeping())
      _ = try container.resolve((any Store).self)
      let text = """
        Expected Store to be built once for 2 concurrent callers, but it was never built.
          Found: the factory of Store, registered at \(store.location), never ran
          The container has: Store, registered at \(store.location) (custom)
          Shared with the original: Store, registered at \(store.location)
        """
      return Assertion(text) { await $0.expectBuiltOnce((any Store).self, in: container, concurrently: 2) }
    },
    AssertionExample("a derived product is built by no registration") { container in
      let number = try container.register(Int.self) { 1 }
      let text = """
        Expected Int? to be built once for 2 concurrent callers, but no registration builds it.
          Found: it is made of other registrations, or comes from a fallback: use one of those
          The container has: Int, registered at \(number.location) (differs in an attribute, a label, an optional or a protocol)
        """
      return Assertion(text) { await $0.expectBuiltOnce(Int?.self, in: container, concurrently: 2) }
    },
  ]
}
