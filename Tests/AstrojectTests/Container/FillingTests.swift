import TestSupport
import Testing

/// The functions that make a container and fill it by a closure.
private enum Step: CaseIterable {
  case container, containerWithFallback, child, namedChild

  func run(_ register: (Container) throws -> Void) throws -> Container {
    switch self {
    case .container: try Container(register)
    case .containerWithFallback: try Container(fallback: Container(), register)
    case .child: try Container().makeChild(register)
    case .namedChild: try Container().makeChild(named: "child", register)
    }
  }
}

@Suite("Filling closures", .ownThreads)
struct FillingTests {
  @Test(arguments: Step.allCases)
  private func `a filling closure registers and resolves in its container, which keeps all`(step: Step) throws {
    var made: LiveService?
    let container = try step.run { container in
      try container.register(Int.self) { 1 }
      try container.register(String.self) { resolver in "\(try resolver.resolve(Int.self))" }.asSingleton()
      #expect(try container.resolve(String.self) == "1")
      try container.contribute(Bool.self) { true }
      try container.register(LiveService.self) { LiveService() }.asSingleton().implements((any Service).self)
      made = try container.resolve(LiveService.self)
      #expect(try container.resolve((any Service).self) === made)
    }
    #expect(try container.resolve((any Service).self) === made)
    #expect(try container.resolve(String.self) == "1")
    #expect(try container.resolveAll(Bool.self) == [true])
  }

  @Test(arguments: Step.allCases)
  private func `other threads see no registrations of a container until its filling closure ends`(step: Step) throws {
    let container = try step.run { container in
      try container.register(Int.self) { 1 }.asSingleton()
      try container.register(Int.self, name: "a") { 2 }
      try container.contribute(Int.self) { 3 }
      _ = try container.resolve(Int.self)
      let (isRegistered, kind, all) = try onAnotherThread {
        let kind = Result { try container.resolve(Int.self) }.kind
        return (container.isRegistered(Int.self, name: "a"), kind, try container.resolveAll(Int.self))
      }
      #expect(!isRegistered)
      #expect(kind == .noRegistrationFound)
      #expect(all == [])
    }
    let all = try onAnotherThread { try container.resolveAll(Int.self) }
    #expect(all == [1, 2, 3])
  }

  @Test(arguments: Step.allCases)
  private func `the error of a filling closure is rethrown, and the container is freed with its instances`(step: Step) {
    let released = Counter()
    weak var container: Container?
    weak var service: LiveService?
    #expect(throws: Refusal(reason: "no")) {
      _ = try step.run { made in
        container = made
        try made.register(LiveService.self) { LiveService() }.asSingleton().countingReleases(by: released)
        service = try made.resolve(LiveService.self)
        throw Refusal(reason: "no")
      }
    }
    #expect(container == nil && service == nil)
    #expect(released.value == 1)
  }

  @Test func `a child container is filled inside the filling closure of its parent`() throws {
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

  @Test func `a filling closure supports protection, replacement, ifRegistered and unregister`() throws {
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

  @Test func `modifiers of a registration made in a filling closure take effect after the closure`() throws {
    var registration: Registration<LiveService>?
    let container = try Container { container in
      registration = try container.register(LiveService.self) { LiveService() }
    }
    registration?.asSingleton().implements((any Service).self)
    #expect(try container.resolve((any Service).self) === container.resolve(LiveService.self))
  }
}
