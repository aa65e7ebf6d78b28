import AstrojectTesting

extension AssertionExample {
  static let comparing = sharing + renewing

  private static let sharing = [
    AssertionExample("a parent's singleton is shared with a child, also as an optional") { parent in
      try parent.register(DiskStore.self, name: "disk", argument: Int.self) { _, _ in DiskStore(LiveClient()) }
        .asSingleton()
      try parent.register(DiskStore.self) { DiskStore(LiveClient()) }.asSingleton()
      let child = parent.makeChild()
      return Assertion(nil) {
        await $0.expectSameInstance(DiskStore?.self, in: parent, and: child)
        await $0.expectSameInstance(DiskStore.self, name: "disk", arguments: 1, in: parent, and: child)
      }
    },
    AssertionExample("a transient registration gives two instances") { container in
      let store = try container.register((any Store).self) { DiskStore(LiveClient()) }.asTransient()
      let text = """
        Expected Store to resolve to the same instance twice, but got two.
          Found: two instances of DiskStore
          The container has: Store, registered at \(store.location) (transient)
        """
      return Assertion(text) { await $0.expectSameInstance((any Store).self, in: container) }
    },
    AssertionExample("two containers have different instances") { parent in
      let first = parent.makeChild(named: "first")
      let second = parent.makeChild(named: "second")
      let object = try parent.register(AnyObject.self) { DiskStore(LiveClient()) }.asScoped()
      let other = try second.register(AnyObject.self) { Farmer() }
      let text = """
        Expected AnyObject to resolve to the same instance in both containers, but got two.
          Found: an instance of DiskStore, and one of Farmer
          The first container has: AnyObject, registered at \(object.location) (scoped, in a parent)
          The second container has: AnyObject, registered at \(other.location) (graph)
        """
      return Assertion(text) { await $0.expectSameInstance(AnyObject.self, in: first, and: second) }
    },
    AssertionExample("a value has no identity to be shared") { container in
      let client = try container.register((any Client).self) { LiveClient() }.asSingleton()
      let text = """
        Expected Client to resolve to the same instance twice, but it is not a class instance.
          Found: a value of type LiveClient, which has no identity
          The container has: Client, registered at \(client.location) (singleton)
        """
      return Assertion(text) { await $0.expectSameInstance((any Client).self, in: container) }
    },
    AssertionExample("an unregistered type throws") { container in
      let text = """
        Expected Model to resolve to the same instance twice, but it threw `noRegistrationFound`.
          Found:
            No registration found for Model.
              Remedy: register it: `container.register(initializer: Model.init)`.
          The container has: nothing
        """
      return Assertion(text) { await $0.expectSameInstance(Model.self, in: container) }
    },
  ]

  private static let renewing = [
    AssertionExample("a scoped registration gives each container its own instance") { parent in
      try parent.register((any Store).self) { DiskStore(LiveClient()) }.asScoped()
      let (first, second) = (parent.makeChild(), parent.makeChild())
      return Assertion(nil) { await $0.expectNewInstance((any Store).self, in: first, and: second) }
    },
    AssertionExample("a singleton is not a new instance") { container in
      let store = try container.register((any Store).self) { DiskStore(LiveClient()) }.asSingleton()
      let text = """
        Expected Store to resolve to a new instance each time, but got the same one twice.
          Found: one instance of DiskStore
          The container has: Store, registered at \(store.location) (singleton)
        """
      return Assertion(text) { await $0.expectNewInstance((any Store).self, in: container) }
    },
    AssertionExample("two containers share a singleton") { parent in
      let store = try parent.register((any Store).self) { DiskStore(LiveClient()) }.asSingleton()
      let child = parent.makeChild()
      let text = """
        Expected Store to resolve to a different instance in each container, but got the same one twice.
          Found: one instance of DiskStore
          The first container has: Store, registered at \(store.location) (singleton)
          The second container has: Store, registered at \(store.location) (singleton, in a parent)
        """
      return Assertion(text) { await $0.expectNewInstance((any Store).self, in: parent, and: child) }
    },
    AssertionExample("a value has no identity to be new") { container in
      let number = try container.register(Int?.self) { 1 }.asTransient()
      let text = """
        Expected Int? to resolve to a new instance each time, but it is not a class instance.
          Found: a value of type Int?, which has no identity
          The container has: Int?, registered at \(number.location) (transient)
        """
      return Assertion(text) { await $0.expectNewInstance(Int?.self, in: container) }
    },
  ]
}

final class Farmer {}
