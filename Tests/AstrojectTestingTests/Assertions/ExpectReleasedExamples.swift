import TestSupport

private final class Leaf: Sendable {}
private final class Hoarder {
  var container: Container?
  init(_ container: Container) { self.container = container }
}

extension Call {
  /// Expects all that a closure builds to be released.
  fileprivate func expectReleased<Made>(after make: () throws -> Made, line: UInt = #line) async {
    switch self {
    case .synchronous: try? synchronously { try AstrojectTesting.expectReleased(after: make, line: line) }
    case .asynchronous: try? await AstrojectTesting.expectReleased(after: { () async throws in try make() }, line: line)
    }
  }
}

extension AssertionExample {
  static let releasing = [
    AssertionExample("another owner retains a product") { _ in
      let attic = Guarded<[Leaf]>([])
      let location = "AstrojectTestingTests/ExpectReleasedExamples.swift:\(#line + 2)"
      func make() throws -> Container {
        let container = try Container { try $0.register(Leaf.self) { Leaf() } }
        let leaf = try container.resolve(Leaf.self)
        attic.withLock { $0.append(leaf) }
        return container
      }
      let text = """
        Expected everything that was built to be released.
          Not released:
            Leaf, registered at \(location)
        """
      return Assertion(text) { await $0.expectReleased(after: make) }
    },
    AssertionExample("a singleton retains its container") { _ in
      // A weak reference, so that only the cycle retains the object. It serves to break the cycle.
      let hoarder = Guarded<Trace?>(nil)
      let location = "AstrojectTestingTests/ExpectReleasedExamples.swift:\(#line + 3)"
      func make() throws -> Container {
        let container = Container()
        try container.register(initializer: Hoarder.init).asSingleton()
        let made = try container.resolve(Hoarder.self)
        hoarder.withLock { $0 = Trace(made) }
        return container
      }
      func breakLoop() { (hoarder.now?.object as? Hoarder)?.container = nil }
      let text = """
        Expected everything that was built to be released.
          Not released:
            a container; an instance that it caches, or one of its closures, holds it
            Hoarder, registered at \(location); it takes the container: take a `Resolver` instead
        """
      return Assertion(text, at: #line + 1) {
        await $0.expectReleased(after: make)
        breakLoop()
      }
    },
    AssertionExample("the closure makes no container") { _ in
      let text = """
        Expected everything that was built to be released.
          Found: the closure has made no container, and only such note what they build.
          Remedy: make the container inside the closure.
        """
      return Assertion(text) { await $0.expectReleased(after: { 1 }) }
    },
  ]
}
