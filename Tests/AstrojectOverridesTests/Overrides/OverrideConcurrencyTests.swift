import TestSupport
import Testing

@Suite("Overrides of a container that is in use", .ownThreads)
struct OverrideConcurrencyTests {
  private let end = EndOfForks()
  /// The rounds of each thread and task.
  private let all = rounds(20)

  private func makeApp() throws -> Container {
    try Container { container in
      try container.register((any Part).self) { Plain("real") }.asSingleton()
      try container.register(initializer: Whole.init).asSingleton()
      try container.register(Plain.self) { Plain("real") }.asSingleton().implements((any Part).self, { $0 })
      try container.register(Whole.self, name: "tree") { Whole(part: try $0.resolve((any Part).self)) }
    }
  }

  @Test(arguments: Crowd.all)
  func `parallel forks have their own overrides while the original is resolved and changed`(crowd: Crowd) async throws {
    let app = try makeApp()
    let original = try await app.resolve(Whole.self)
    let late = Counter()
    let results = await crowd.run { number -> [String] in
      var seen: Set<String> = []
      for round in all {
        if number % 2 == 0 {
          let container = try app.overriding { try $0.replace((any Part).self) { Plain("mock \(number)") } }
          seen.insert(try container.resolve(Whole.self).part.text)
          seen.insert(try container.makeChild().resolve(Whole.self, name: "tree").part.text)
        } else {
          guard try app.resolve(Whole.self) === original else { return ["another instance"] }
          seen.insert(try app.resolve(Whole.self, name: "tree").part.text)
          try app.register(Int.self, name: "\(number).\(round)") { late.increment() }
          _ = try app.resolve(Int.self, name: "\(number).\(round)")
        }
      }
      return seen.sorted()
    } asynchronous: { number in
      var seen: Set<String> = []
      for _ in all {
        let container = try await app.overriding { overrides in
          await Task.yield()
          try overrides.wrap((any Part).self) { real in Plain("\(real.text) \(number)") }
        }
        seen.insert(try await container.resolve(Whole.self).part.text)
        guard try await app.resolve(Whole.self) === original else { return ["another instance"] }
      }
      return seen.sorted()
    }
    for (number, result) in results.enumerated() {
      let seen = try result.get()
      if number >= crowd.threads {
        #expect(seen == ["real \(number)"])
      } else {
        #expect(seen == [number % 2 == 0 ? "mock \(number)" : "real"])
      }
    }
    #expect(try await app.resolve(Whole.self) === original)
  }

  @Test func `a fork copies a registration and its forwarding consistently while both are replaced`() async throws {
    let app = try makeApp()
    let results = await Crowd(threads: 8).run { number in
      for round in all {
        if number < 2 {
          try app.register(Plain.self) { Plain("\(number).\(round)") }.asSingleton().implements((any Part).self)
        } else {
          let container = try app.overriding { _ in }
          // The fork's `Part` is the same instance as its `Plain`, or comes from the registration behind.
          let (part, plain) = (try container.resolve((any Part).self), try container.resolve(Plain.self))
          guard part === plain || part.text == "real" else { return "\(part.text) is not \(plain.text)" }
        }
      }
      return ""
    } asynchronous: { _ in
      ""
    }
    for result in results { #expect(try result.get() == "") }
  }

  @Test(arguments: Crowd.all)
  func `an override is built once if many threads and tasks resolve it at the same time`(crowd: Crowd) async throws {
    let built = Counter()
    let container = try makeApp().overriding { overrides in
      try overrides.replace((any Part).self) { slowly(Plain("mock \(built.increment())")) }
      try overrides.wrap((any Part).self) { real in built.count(Around(real)) }
    }
    let results = await crowd.resolve(Whole.self, in: container)
    let wholes = try results.map { try $0.get() }
    #expect(Set(wholes.map(ObjectIdentifier.init)).count == 1)
    #expect(wholes.first?.part.text == "(mock 1)")
    #expect(built.value == 2)
  }

  @Test(arguments: Crowd.all)
  func `concurrent requests for a missing key receive the same product of fillMissing`(crowd: Crowd) async throws {
    let container = try Container().overriding { overrides in
      overrides.fillMissing { key in slowly(key.product == (any Part).self ? Plain("filled") : nil) }
    }
    let results = await crowd.resolve((any Part).self, in: container)
    let parts = try results.map { try $0.get() }
    #expect(Set(parts.map(ObjectIdentifier.init)).count == 1)
    #expect(container.filledKeys.count == 1)
  }
}
