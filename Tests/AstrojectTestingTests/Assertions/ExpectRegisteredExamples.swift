import AstrojectTesting

@testable import Astroject

extension AssertionExample {
  static let registering = [
    AssertionExample("a parent's registration and its optional are found in a child") { parent in
      try parent.register(Int.self) { 1 }
      let child = parent.makeChild()
      return Assertion(nil) {
        expectRegistered(Int.self, in: child)
        expectRegistered(Int?.self, in: child)
      }
    },
    AssertionExample("an unregistered key is not found") { container in
      try container.register(Int.self, name: "one") { 1 }
      return Assertion(nil) {
        expectNotRegistered(Int.self, in: container)
        expectNotRegistered(Int.self, name: "one", arguments: Bool.self, in: container)
      }
    },
    AssertionExample("the type is registered only under another name") { container in
      let number = try container.register(Int.self, name: "one") { 1 }.asWeak()
      let text = """
        Expected Int named "two" to be registered, but it is not.
          The container has: Int named "one", registered at \(number.location) (under another name or key)
        """
      return Assertion(text) { expectRegistered(Int.self, name: "two", in: container) }
    },
    AssertionExample("the type is registered only with other arguments, and a resolver is asked") { container in
      let number = try container.register(Int.self, argument: Bool.self) { _, _ in 1 }
      let resolver = try keptResolver(of: container)
      let kept = container.core.registrations(of: Resolver.self)[0].blueprint.location
      let text = """
        Expected Int with (Bool, String) to be registered, but it is not.
          The container has:
            Int with (Bool), registered at \(number.location) (with other arguments)
            Resolver, registered at \(kept) (graph)
        """
      return Assertion(text, at: #line + 1) {
        expectRegistered(Int.self, arguments: Bool.self, String.self, in: resolver)
        withExtendedLifetime(container) {}
      }
    },
    AssertionExample("a parent's registration is found against expectation") { parent in
      let number = try parent.register(Int.self) { 1 }
      let child = parent.makeChild()
      let text = """
        Expected Int not to be registered, but it is.
          Found: Int, registered at \(number.location) (graph, in a parent)
          The container has: Int, registered at \(number.location) (graph, in a parent)
        """
      return Assertion(text) { expectNotRegistered(Int.self, in: child) }
    },
    AssertionExample("a container that stands for a missing one says nothing about a type") { _ in
      let error = AstrojectError.noRegistrationFound(
        .init(key: Key(Container.self), path: [], cause: .noCurrentContainer))
      let text = """
        Expected Int not to be registered, but there is no container to ask.
          Found:
            \(error.description.replacing("\n", with: "\n    "))
        """
      return Assertion(text) { expectNotRegistered(Int.self, in: Container.standing(for: .noCurrentContainer)) }
    },
    AssertionExample("a derived type is found against expectation") { container in
      let number = try container.register(Int.self) { 1 }
      let text = """
        Expected Lazy<Int> not to be registered, but it is.
          Found: no registration for it: it is made of others, or comes from a fallback
          The container has: Int, registered at \(number.location) (graph)
        """
      return Assertion(text) { expectNotRegistered(Lazy<Int>.self, in: container) }
    },
  ]
}
