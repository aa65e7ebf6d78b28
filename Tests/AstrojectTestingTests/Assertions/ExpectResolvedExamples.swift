import AstrojectTesting

extension AssertionExample {
  /// Makes a container with a model, its recorder, and the descriptions of its registrations.
  private static func make() throws -> (container: Container, recorder: ResolutionRecorder, has: String) {
    let container = Container()
    let client = try container.register((any Client).self) { MockClient() }
    let store = try container.register((any Store).self, name: "disk") { DiskStore(try $0.resolve((any Client).self)) }
    let model = try container.register(Model.self) { resolver in
      _ = try resolver.resolve((any Client).self)
      return Model(store: try resolver.resolve((any Store).self, name: "disk"))
    }
    let has = """
      Client, registered at \(client.location) (graph)
          Store named "disk", registered at \(store.location) (graph)
          Model, registered at \(model.location) (graph)
      """
    return (container, container.resolutionRecorder(), has)
  }

  static let counting = [
    AssertionExample("types are resolved as many times as expected") { _ in
      let (container, recorder, _) = try make()
      _ = try container.resolve(Model.self)
      return Assertion(nil) {
        expectResolved((any Client).self, in: recorder)
        expectResolved((any Client).self, times: 2, in: recorder)
        expectResolved((any Store).self, name: "disk", times: 1, in: recorder)
        expectResolved((any Store).self, times: 0, in: recorder)
        expectNoResolution(of: (any Store).self, in: recorder)
        withExtendedLifetime(container) {}
      }
    },
    AssertionExample("the type was never resolved") { _ in
      let (container, recorder, has) = try make()
      let text = """
        Expected Client to be resolved, but it was never resolved.
          Recorded: nothing
          The container has:
            \(has)
        """
      return Assertion(text, at: #line + 1) {
        expectResolved((any Client).self, in: recorder)
        withExtendedLifetime(container) {}
      }
    },
    AssertionExample("the type was resolved more often than expected") { _ in
      let (container, recorder, has) = try make()
      _ = try container.resolve(Model.self)
      _ = try? container.resolve((any Client).self, name: "other")
      let text = """
        Expected Client to be resolved once, but it was resolved twice.
          Recorded:
            1. Client
            2. Client
            5. Client named "other" (threw `noRegistrationFound`)
            3. Store named "disk"
            4. Model
          The container has:
            \(has)
        """
      return Assertion(text, at: #line + 1) {
        expectResolved((any Client).self, times: 1, in: recorder)
        withExtendedLifetime(container) {}
      }
    },
    AssertionExample("failed resolves do not count, and the container is released") { _ in
      let recorder = Container().resolutionRecorder()
      let container = Container()
      container.add(recorder)
      let child = container.makeChild(named: "request")
      for number in 1...11 { _ = try? child.resolve(Int.self, key: number) }
      let records = (1...10).map { number in
        "\(number). Int keyed \(number) (in the container \"request\", threw `noRegistrationFound`)"
      }
      let text = """
        Expected Int keyed 3 to be resolved 3 times, but it was never resolved.
          Recorded:
            \(records.joined(separator: "\n    "))
            … 1 more
          The container has: nothing, because it was released
        """
      return Assertion(text) { expectResolved(Int.self, key: 3, times: 3, in: recorder) }
    },
    AssertionExample("the type was resolved against expectation") { _ in
      let recorder = ResolutionRecorder()
      let container = Container()
      container.add(recorder)
      try container.register(Int.self, argument: Int.self) { _, number in number }
      _ = try container.resolve(Int.self, argument: 1)
      _ = try? container.resolve(Int.self)
      let text = """
        Expected Int not to be resolved, but it was asked for twice.
          Recorded:
            1. Int with (Int)
            2. Int (threw `noRegistrationFound`)
        """
      return Assertion(text) { expectNoResolution(of: Int.self, in: recorder) }
    },
  ]
}
