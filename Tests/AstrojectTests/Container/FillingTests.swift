import Astroject
import AstrojectTesting
import TestSupport
import Testing

/// The closures in which registrations are made together.
private enum Step: CaseIterable, CustomTestStringConvertible {
  case container, containerWithFallback, child, namedChild

  var testDescription: String { "\(self)" }

  func run(_ register: (Container) throws -> Void) throws -> Container {
    switch self {
    case .container: try Container(register)
    case .containerWithFallback: try Container(fallback: Container(), register)
    case .child: try Container().makeChild(register)
    case .namedChild: try Container().makeChild(named: "child", register)
    }
  }
}

@Suite("A closure that fills a container")
struct FillingTests {
  @Test("registers, resolves and configures", arguments: Step.allCases)
  private func fills(step: Step) throws {
    let container = try step.run { container in
      try container.register(Int.self) { 1 }
      try container.register(String.self) { resolver in "\(try resolver.resolve(Int.self))" }.asSingleton()
      #expect(try container.resolve(String.self) == "1")
      try container.contribute(Bool.self) { true }
      try container.register(LiveService.self) { LiveService() }.asSingleton().implements((any Service).self)
      #expect(try container.resolve((any Service).self) === container.resolve(LiveService.self))
    }
    #expect(try container.resolve(String.self) == "1")
    #expect(try container.resolveAll(Bool.self) == [true])
    #expect(container.isRegistered((any Service).self))
  }

  @Test("keeps the instances that were made in it", arguments: Step.allCases)
  private func instances(step: Step) throws {
    var made: LiveService?
    let container = try step.run { container in
      try container.register(LiveService.self) { LiveService() }.asSingleton()
      made = try container.resolve(LiveService.self)
    }
    #expect(try container.resolve(LiveService.self) === made)
  }

  @Test("shows nothing to other threads before it has ended", arguments: Step.allCases)
  private func visibility(step: Step) throws {
    let container = try step.run { container in
      try container.register(Int.self) { 1 }.asSingleton()
      try container.register(Int.self, name: "a") { 2 }
      try container.contribute(Int.self) { 3 }
      _ = try container.resolve(Int.self)
      let (isRegistered, kind, all) = try onAnotherThread {
        var kind: AstrojectError.Kind?
        do { _ = try container.resolve(Int.self) } catch { kind = (error as? AstrojectError)?.kind }
        return (container.isRegistered(Int.self, name: "a"), kind, try container.resolveAll(Int.self))
      }
      #expect(!isRegistered)
      #expect(kind == .noRegistrationFound)
      #expect(all == [])
    }
    let all = try onAnotherThread { try container.resolveAll(Int.self) }
    #expect(all == [1, 2, 3])
  }

  @Test("shows nothing to a detached task before it has ended")
  func visibilityToTasks() async throws {
    let inside = Gate()
    let isAsked = Gate()
    let parent = Container()
    let containers = Recorder<Container>()
    let task = Task.detached {
      await inside.pass()
      let isRegistered = containers.events[0].isRegistered(Int.self)
      isAsked.open()
      return isRegistered
    }
    // On a thread, as a task must not be blocked by what waits for another one.
    let made = await withCheckedContinuation { continuation in
      detach {
        continuation.resume(
          returning: Result {
            try parent.makeChild { child in
              try child.register(Int.self) { 1 }
              containers.note(child)
              inside.open()
              isAsked.wait()
            }
          })
      }
    }
    let child = try made.get()
    #expect(await task.value == false)
    #expect(child.isRegistered(Int.self))
  }

  @Test("passes on what it throws", arguments: Step.allCases)
  private func failure(step: Step) {
    #expect(throws: Refusal(reason: "no")) {
      _ = try step.run { container in
        try container.register(Int.self) { 1 }
        throw Refusal(reason: "no")
      }
    }
  }

  @Test("frees what it had made when it throws")
  func failureFrees() {
    weak var container: Container?
    weak var service: LiveService?
    #expect(throws: Refusal.self) {
      _ = try Container { made in
        container = made
        try made.register(LiveService.self) { LiveService() }.asSingleton()
        service = try made.resolve(LiveService.self)
        throw Refusal()
      }
    }
    #expect(container == nil)
    #expect(service == nil)
  }

  @Test("runs the onRelease hooks of what it had made when it throws")
  func failureReleases() {
    let count = Counter()
    #expect(throws: Refusal.self) {
      _ = try Container { container in
        try container.register(Int.self) { 1 }.asSingleton().onRelease { _ in count.increment() }
        _ = try container.resolve(Int.self)
        throw Refusal()
      }
    }
    #expect(count.value == 1)
  }

  @Test("can nest: a child is filled while its parent is")
  func nested() throws {
    var child: Container?
    let parent = try Container { parent in
      try parent.register(Int.self) { 1 }
      child = try parent.makeChild { child in
        try child.register(String.self) { resolver in "\(try resolver.resolve(Int.self))" }
        #expect(try child.resolve(String.self) == "1")
        try parent.register(Bool.self) { true }
        #expect(child.isRegistered(Bool.self))
      }
      #expect(try child?.resolve(String.self) == "1")
    }
    #expect(parent.isRegistered(Bool.self))
    #expect(try child?.resolve(String.self) == "1")
  }

  @Test("holds protection, overriding, `ifRegistered: .keep` and taking out")
  func everything() throws {
    let container = try Container { container in
      try container.register(Int.self, isOverridable: false) { 1 }
      #expect(throws: AstrojectError.self) { try container.register(Int.self) { 2 } }
      try container.register(Int.self, ifRegistered: .keep) { 3 }
      try container.register(String.self) { "old" }
      try container.register(String.self) { "new" }
      try container.register(Bool.self) { true }
      container.unregister(Bool.self)
      #expect(!container.isRegistered(Bool.self))
      try container.register(instance: 1.5)
    }
    #expect(try container.resolve(Int.self) == 1)
    #expect(try container.resolve(String.self) == "new")
    #expect(!container.isRegistered(Bool.self))
    #expect(try container.resolve(Double.self) == 1.5)
    #expect(throws: AstrojectError.self) { try container.register(Int.self) { 2 } }
  }

  @Test("may register from a registration's closure, and the modifiers that follow it count afterwards, too")
  func modifiersAfterwards() throws {
    var registration: Registration<LiveService>?
    let container = try Container { container in
      registration = try container.register(LiveService.self) { LiveService() }
    }
    registration?.asSingleton().implements((any Service).self)
    #expect(try container.resolve((any Service).self) === container.resolve(LiveService.self))
  }
}
