import AstrojectTesting

/// Two classes that depend on each other.
final class Hen { init(_ egg: Egg) {} }
final class Egg { init(_ hen: Hen) {} }

extension AssertionExample {
  private static func farm() throws -> (container: Container, hen: CodeLocation, egg: CodeLocation) {
    let container = Container()
    let hen = try container.register(Hen.self) { resolver in Hen(try resolver.resolve(Egg.self)) }
    let egg = try container.register(Egg.self) { resolver in Egg(try resolver.resolve(Hen.self)) }
    return (container, hen.location, egg.location)
  }

  static let throwing = [
    AssertionExample("the resolve throws, and any error is expected") { container in
      try container.register(Int.self, name: "n", argument: Bool.self) { _, _ in throw Refusal() }
      return Assertion(nil) { await $0.expectResolveThrows(Int.self, name: "n", arguments: true, in: container) }
    },
    AssertionExample("the type resolves") { container in
      let client = try container.register((any Client).self) { MockClient() }
      let text = """
        Expected Client to throw an `AstrojectError`, but it resolved.
          Found: an instance of MockClient
          The container has: Client, registered at \(client.location) (graph)
        """
      return Assertion(text) { await $0.expectResolveThrows((any Client).self, in: container) }
    },
    AssertionExample("the resolve throws another error") { _ in
      let (container, hen, egg) = try farm()
      let text = """
        Expected Hen to throw `noRegistrationFound`, but it threw `circularDependency`.
          Found:
            Hen needs itself.
              Path: Hen → Egg → Hen
                Hen, registered at \(hen)
                Egg, registered at \(egg)
              Remedy: break the loop: set one of them in the other by `.injecting(\\.…)`, or resolve it when it is used.
          The container has:
            Hen, registered at \(hen) (graph)
            Egg, registered at \(egg) (graph)
        """
      return Assertion(text) { await $0.expectResolveThrows(Hen.self, in: container, .noRegistrationFound) }
    },
    AssertionExample("the resolve throws an error of another library") { _ in
      let text = """
        Expected Int named "known" to throw an `AstrojectError`, but it threw an error of type Refusal.
          Found: Refusal(reason: "closed")
          The container has: contents unknown, because it is not a `Container`
        """
      return Assertion(text) { await $0.expectResolveThrows(Int.self, name: "known", in: ForeignContainer()) }
    },
  ]
}
