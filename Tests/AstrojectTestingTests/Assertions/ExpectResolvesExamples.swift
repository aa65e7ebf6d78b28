import AstrojectTesting

@testable import Astroject
@testable import AstrojectOverrides

/// An error of the app.
struct Refusal: Error { var reason = "closed" }

/// A container of another library, which throws.
struct ForeignContainer: Resolving {
  func resolve<Product>(_ type: Product.Type, name: String?) throws -> Product { throw Refusal() }
  func isRegistered<Product>(_ type: Product.Type, name: String?) -> Bool { name == "known" }
}

/// Returns a resolver that outlives its factory.
func keptResolver(of container: Container) throws -> Resolver {
  try container.register(Resolver.self) { resolver in resolver }
  return try container.resolve(Resolver.self)
}

extension AssertionExample {
  static let resolving = [
    AssertionExample("a registration with a name and arguments resolves") { container in
      try container.register(String.self, name: "sum", arguments: Int.self, Int.self) { _, left, right in
        "\(left + right)"
      }
      return Assertion(nil) { await $0.expectResolves(String.self, name: "sum", arguments: 1, 2, in: container) }
    },
    AssertionExample("nothing is registered") { container in
      let text = """
        Expected Client to resolve, but it threw `noRegistrationFound`.
          Found:
            No registration found for Client.
              Remedy: register it: `container.register((any Client).self, initializer: ….init)`.
          The container has: nothing
        """
      return Assertion(text) { await $0.expectResolves((any Client).self, in: container) }
    },
    AssertionExample("near matches and many other keys are registered") { parent in
      let model = try parent.register(Model.self) { resolver in Model(store: try resolver.resolve((any Store).self)) }
        .asSingleton()
      let store = try parent.register((any Store).self) { DiskStore(MockClient()) }.asScoped(to: "app")
      let child = parent.makeChild(named: "request")
      let service = try child.register(MockClient.self) { MockClient() }.asTransient().implements((any Client).self)
      let grandchild = child.makeChild()
      let named = try grandchild.register(Int.self, name: "answer") { 42 }
      let contributed = try grandchild.contribute(Int.self) { 43 }
      let texts = try (1...6).map { key in
        let text = try grandchild.register(String.self, key: key) { "" }
        return "String keyed \(key), registered at \(text.location) (graph)"
      }
      let text = """
        Expected Int to resolve, but it threw `noRegistrationFound`.
          Found:
            No registration found for Int.
              Did you mean:
                Int, registered at \(contributed.location) (contributed: `resolveAll` returns it)
                Int named "answer", registered at \(named.location) (under another name or key)
              Remedy: ask for that one: `name: "answer"`; or register it: `container.register(Int.self) { … }`.
          The container has:
            Int, registered at \(contributed.location) (contributed: `resolveAll` returns it)
            Int named "answer", registered at \(named.location) (under another name or key)
            \(texts.joined(separator: "\n    "))
            MockClient, registered at \(service.location) (transient, in the parent "request")
            Client, registered at \(service.location) (an instance of MockClient, in the parent "request")
            … 2 more
        """
      _ = (model, store)
      return Assertion(text) { await $0.expectResolves(Int.self, in: grandchild) }
    },
    AssertionExample("the factory throws in a container with a fallback") { _ in
      let container = Container(fallback: ForeignContainer())
      let store = try container.register((any Store).self, name: "disk") { throw Refusal() }.asDisposableSingleton()
      let text = """
        Expected Store named "disk" to resolve, but it threw `factoryFailed`.
          Found:
            The factory of Store named "disk" threw: Refusal(reason: "closed")
                Store named "disk", registered at \(store.location)
          The container has:
            Store named "disk", registered at \(store.location) (disposable singleton)
            and a fallback, which may have more
        """
      return Assertion(text) { await $0.expectResolves((any Store).self, name: "disk", in: container) }
    },
    AssertionExample("the container is released") { _ in
      let resolver = try keptResolver(of: Container())
      let text = """
        Expected Int to resolve, but it threw `containerReleased`.
          Found:
            Int was resolved after its container was released.
              Remedy: keep a reference to the container for as long as something resolves from it.
          The container has: nothing, because it was released
        """
      return Assertion(text) { await $0.expectResolves(Int.self, in: resolver) }
    },
    AssertionExample("the container belongs to another library") { _ in
      let text = """
        Expected Int named "known" to resolve, but it threw an error of type Refusal.
          Found: Refusal(reason: "closed")
          The container has: contents unknown, because it is not a `Container`
        """
      return Assertion(text) { await $0.expectResolves(Int.self, name: "known", in: ForeignContainer()) }
    },
    AssertionExample("a fork resolves a shared instance, and its factory asks the original") { app in
      try app.register(instance: "https://example.org")
      let client = try app.register(Int.self) { [weak app] in app.map { (try? $0.resolve(String.self).count) ?? 0 } ?? 0
      }
      let copy = app.fork()
      _ = try copy.resolve(Int.self)
      _ = try copy.resolve(String.self)
      let location = copy.core.registrations(of: String.self)[0].blueprint.location
      let text = """
        Expected Bool to resolve, but it threw `noRegistrationFound`.
          Found:
            No registration found for Bool.
              Remedy: register it: `container.register(Bool.self) { … }`.
          The container has:
            String, registered at \(location) (instance)
            Int, registered at \(client.location) (graph)
          Shared with the original: String, registered at \(location)
          Int, registered at \(client.location) resolved String from the original container: use the resolver that the factory gets
        """
      return Assertion(text, at: #line + 1) {
        await $0.expectResolves(Bool.self, in: copy)
        // The original must live for as long as the factory asks it.
        withExtendedLifetime(app) {}
      }
    },
  ]
}
