import Astroject
import AstrojectTesting
import TestSupport
import Testing

/// What a request might keep.
private final class Work: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

private struct Failure: Error {}

/// Hears what hooks threw where nobody can be thrown at.
private struct Listener: Behavior {
  let errors: Recorder<AstrojectError.Kind>

  func didFail<Product>(type: Product.Type, to container: Container, with name: String?, error: AstrojectError) {
    errors.note(error.kind)
  }
}

@Suite("Work in a child")
struct WorkInChildTests {
  @Test("is done in a child that has what was registered, and what it returns is returned")
  func result() async throws {
    let parent = Container()
    try parent.register(Work.self) { resolver in Work(try resolver.resolve(Int.self)) }
    let number = try await parent.withChild(named: "request") { child in
      try child.register(Int.self) { 7 }
    } perform: { child in
      #expect(child.name == "request")
      return try await child.resolve(Work.self).number
    }
    #expect(number == 7)
    expectNotRegistered(Int.self, in: parent)
  }

  @Test("is followed by the release of what the child keeps, in reverse order, awaited", arguments: [false, true])
  func release(fails: Bool) async throws {
    let events = Recorder<String>()
    let parent = Container()
    try parent.register(Work.self, name: "parent's") { Work(0) }.asSingleton().onRelease { _ in events.note("parent's")
    }
    for name in ["first", "second"] {
      try parent.register(Work.self, name: name) { Work(1) }.asContainer(named: "request")
        .onRelease { _ async in
          await Task.yield()
          events.note(name)
        }
    }
    do {
      try await parent.withChild(named: "request") { _ in
      } perform: { child in
        for name in ["parent's", "first", "second"] { _ = try await child.resolve(Work.self, name: name) }
        events.note("worked")
        if fails { throw Failure() }
      }
      #expect(!fails)
    } catch is Failure {
      #expect(fails)
    }
    #expect(events.events == ["worked", "second", "first"])
  }

  @Test("is followed by the release although its task was cancelled")
  func cancellation() async throws {
    let events = Recorder<String>()
    let parent = Container()
    try parent.register(Work.self) { Work(1) }.asContainer().onRelease { _ async in
      await Task.yield()
      events.note("released")
    }
    let task = Task {
      try await parent.withChild { _ in
      } perform: { child in
        _ = try await child.resolve(Work.self)
        withUnsafeCurrentTask { $0?.cancel() }
        try Task.checkCancellation()
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(events.events == ["released"])
  }

  @Test(
    "that succeeds throws what hooks throw; of work that fails the error is the work's, and behaviors hear of the hook's"
  )
  func failures() async throws {
    let errors = Recorder<AstrojectError.Kind>()
    let parent = Container()
    parent.add(Listener(errors: errors))
    try parent.register(Work.self) { Work(1) }.asContainer().onRelease { _ in throw Failure() }

    let error = await #expect(throws: AstrojectError.self) {
      try await parent.withChild { _ in
      } perform: { child in
        _ = try await child.resolve(Work.self)
      }
    }
    #expect(error?.kind == .shutdownFailed)
    #expect(errors.events.isEmpty)

    await #expect(throws: Failure.self) {
      try await parent.withChild { _ in
      } perform: { child in
        _ = try await child.resolve(Work.self)
        throw Failure()
      }
    }
    #expect(errors.events == [.shutdownFailed])
  }

  @Test("is not begun if the child cannot be filled")
  func filling() async throws {
    let parent = Container()
    await #expect(throws: Failure.self) {
      try await parent.withChild { _ in
        throw Failure()
      } perform: { _ in
        Issue.record("it was begun")
      }
    }
  }

  @Test("leaves nothing behind")
  func memory() async throws {
    try await expectReleased(after: {
      let parent = Container()
      try parent.register(Work.self) { Work(1) }.asContainer()
      for _ in 1...10 {
        try await parent.withChild { _ in
        } perform: { child in
          _ = try await child.resolve(Work.self)
        }
      }
      return parent
    })
  }
}
