import Foundation
import TestSupport
import Testing

/// Implements no function of the protocol.
private struct Deaf: Behavior {}

@Suite("Behaviors", .ownThreads)
struct BehaviorTests {
  private let container = Container()
  private let parent = Container()
  private let listener = Listener()

  @Test(arguments: Call.allCases)
  func `a behavior receives registrations, resolves and failures in order, not nil optionals`(call: Call) async throws {
    container.add(Deaf())
    container.add(listener)
    #expect(try await call.resolveOptional(Int.self, in: container) == nil)
    #expect(try await call.resolve(Int?.self, in: container) == nil)
    try container.register(Int.self) { 1 }
    try container.register(String.self, name: "text") { resolver in "\(try resolver.resolve(Int.self))" }
    #expect(try await call.resolve(String.self, name: "text", in: container) == "1")
    _ = await call.error(resolving: Double.self, in: container)
    listener.expectHeard(
      "registered Int", "registered String text", "resolved Int", "resolved String text",
      "failed Double noRegistrationFound")
  }

  /// The ways in which the registrations of a container change while a behavior listens.
  enum Change: CaseIterable, Sendable {
    case adding, removing, clearing, assembling

    /// Registers a number, and changes other registrations of the container, before each of some resolves.
    func apply(to container: Container, round: Int) throws {
      if self == .removing, round == 0 {
        for number in 0..<200 { try container.register(Int.self, name: "\(number)") { number } }
      }
      if self == .clearing { container.clear() }
      if self == .assembling {
        try container.transaction {
          try container.register(Double.self) { 1 }.asSingleton()
          try container.register(Int.self, name: "\(round)") { round }
        }
      }
      if self == .clearing || self != .assembling && round == 0 {
        try container.register(Double.self) { 1 }.asSingleton()
      }
      for number in 0..<10 {
        if self == .adding { try container.register(Int.self, name: "\(round * 10 + number)") { number } }
        if self == .removing { container.unregister(Int.self, name: "\(round * 10 + number)") }
      }
    }
  }

  @Test(arguments: Change.allCases, Call.allCases)
  func `a behavior receives each resolve of a singleton although other registrations change in between`(
    change: Change, call: Call
  ) async throws {
    for isOfParent in [false, true] {
      let listener = Listener()
      let parent = Container()
      let container = isOfParent ? parent.makeChild() : parent
      parent.add(listener)
      for round in 0..<11 {
        try change.apply(to: container, round: round)
        for _ in 0..<2 { _ = try await call.resolve(Double.self, in: container) }
      }
      #expect(listener.heard.events.count { $0 == "resolved Double" } == 22)
    }
  }

  @Test func `a behavior receives the registration with its key and location`() throws {
    struct Places: Behavior {
      let noted: Recorder<[String]>
      func didRegister<Product>(
        type: Product.Type, to container: Container, as registration: any Registrable<Product>, with name: String?
      ) { noted.note([registration.key.description, registration.location.description]) }
      func didResolve<Product>(
        type: Product.Type, to container: Container, as registration: any Registrable<Product>, with name: String?
      ) { noted.note([registration.key.description, registration.location.description]) }
    }
    let noted = Recorder<[String]>()
    container.add(Places(noted: noted))
    let registration = try container.register(Int.self, key: 7) { 1 }
    _ = try container.resolve(Int.self, key: 7)
    let expected = ["Int keyed 7", registration.location.description]
    #expect(noted.events == [expected, expected])
  }

  @Test func `a behavior receives each form of registration, but not one that is skipped or refused`() throws {
    container.add(listener)
    try container.register(instance: 1)
    try container.contribute(String.self) { "" }
    try container.register(Double.self, ifRegistered: .keep) { 1 }
    try container.register(Double.self, ifRegistered: .keep) { 2 }
    try container.register(Bool.self, argument: Int.self, isOverridable: false) { _, number in number > 0 }
    #expect(throws: AstrojectError.self) { try container.register(Bool.self, argument: Int.self) { _, _ in true } }
    try container.register(instance: 2)
    listener.expectHeard(
      "registered Int", "registered String", "registered Double", "registered Bool", "registered Int")
  }

  @Test func `a behavior receives a forwarding after its target, as a registration of the forwarded type`() throws {
    container.add(listener)
    let registration = try container.register(LiveService.self, name: "main") { LiveService() }
      .implements((any Service).self)
    registration.implements(AnyObject.self) { $0 }
    try container.contribute(LiveService.self) { LiveService() }.implements((any Service).self)
    try container.register(LiveService.self, name: "main") { LiveService() }
    // The forwarding of a replaced registration has no effect.
    registration.implements((any Service).self)
    listener.expectHeard(
      "registered LiveService main", "registered Service main", "registered AnyObject main", "registered LiveService",
      "registered Service", "registered LiveService main")
  }

  @Test func `a behavior receives an assembly's forwarding only when the assembly is committed`() throws {
    container.add(listener)
    for fails in [true, false] {
      try? container.assemble { container in
        try container.register(LiveService.self) { LiveService() }.implements((any Service).self)
        #expect(listener.heard.events.isEmpty)
        if fails { throw Trouble("no") }
      }
    }
    listener.expectHeard("registered LiveService", "registered Service")
  }

  @Test(arguments: Call.allCases)
  func `a forwarding still forwards after a behavior has called asSingleton() on it`(call: Call) async throws {
    struct Sharing: Behavior {
      func didRegister<Product>(
        type: Product.Type, to container: Container, as registration: any Registrable<Product>, with name: String?
      ) { registration.asSingleton() }
    }
    container.add(Sharing())
    try container.register(LiveService.self) { LiveService() }.implements((any Service).self)
    let service = try await call.resolve((any Service).self, in: container)
    #expect(try await call.resolve(LiveService.self, in: container) === service)
    container.unregister(LiveService.self)
    expectNotRegistered((any Service).self, in: container)
  }

  @Test(arguments: AnyScope.allCases, Call.allCases)
  private func `a behavior receives every resolve in every scope`(scope: AnyScope, call: Call) async throws {
    scope.apply(to: try container.register(LiveService.self) { LiveService() })
    container.add(listener)
    var services: [LiveService] = []
    for _ in 1...3 { services.append(try await call.resolve(LiveService.self, in: container)) }
    #expect(listener.heard.events == Array(repeating: "resolved LiveService", count: 3))
  }

  @Test(arguments: Call.allCases)
  func `a behavior receives resolves of instances that were cached before it was added`(call: Call) async throws {
    let child = container.makeChild(named: "child")
    try container.register(LiveService.self) { LiveService() }.asSingleton()
    try container.register(instance: 1)
    try child.register(String.self) { "" }.asSingleton()
    _ = try await call.resolve(LiveService.self, in: container)
    _ = try await call.resolve(String.self, in: child)
    container.add(listener)
    _ = try await call.resolve(LiveService.self, in: container)
    _ = try await call.resolve(Int.self, in: container)
    _ = try await call.resolve(String.self, in: child)
    _ = try await call.resolve(LiveService.self, in: child)
    listener.expectHeard(
      "resolved LiveService", "resolved Int", "resolved String in child", "resolved LiveService in child")
  }

  @Test(arguments: Call.allCases)
  func `a behavior receives resolves by a resolver whose factory has ended`(call: Call) async throws {
    try container.register(Resolver.self) { resolver in resolver }
    try container.register(Int.self) { 1 }.asSingleton()
    let resolver = try await call.resolve(Resolver.self, in: container)
    container.add(listener)
    for _ in 1...2 { _ = try await call.resolve(Int.self, in: resolver) }
    listener.expectHeard("resolved Int", "resolved Int")
  }

  @Test(arguments: Call.allCases)
  func `a behavior receives each element of a collection, and a forwarded resolve only once`(call: Call) async throws {
    try container.register(Int.self) { 1 }
    try container.register(Int.self, name: "two") { 2 }
    try container.register(LiveService.self) { LiveService() }.implements((any Service).self)
    container.add(listener)
    _ = try await call.resolveAll(Int.self, in: container)
    _ = try await call.resolve((any Service).self, in: container)
    listener.expectHeard("resolved Int", "resolved Int two", "resolved Service")
  }

  @Test(arguments: Call.allCases)
  func `a behavior receives a failure once for each level of the path, innermost first`(call: Call) async throws {
    try container.register(Int.self) { throw Trouble("no") }
    try container.register(String.self) { resolver in "\(try resolver.resolve(Int.self))" }
    container.add(listener)
    _ = await call.error(resolving: String.self, in: container)
    listener.expectHeard("failed Int factoryFailed", "failed String factoryFailed")
  }

  // MARK: Children

  @Test(arguments: Call.allCases)
  func `a behavior receives events of children made before and after it was added`(call: Call) async throws {
    let early = parent.makeChild(named: "early")
    parent.add(listener)
    let late = parent.makeChild(named: "late").makeChild(named: "grandchild")
    try parent.register(Int.self) { 1 }
    try early.register(String.self) { "" }
    _ = try await call.resolve(String.self, in: early)
    _ = try await call.resolve(Int.self, in: late)
    _ = await call.error(resolving: Double.self, in: late)
    listener.expectHeard(
      "registered Int", "registered String in early", "resolved String in early", "resolved Int in grandchild",
      "failed Double in grandchild noRegistrationFound")
  }

  @Test(arguments: Call.allCases)
  func `a behavior of a child receives no events of its parent and its siblings`(call: Call) async throws {
    let child = parent.makeChild(named: "child")
    child.add(listener)
    try parent.register(Int.self) { 1 }
    _ = try await call.resolve(Int.self, in: parent)
    _ = try await call.resolve(Int.self, in: parent.makeChild())
    #expect(listener.heard.events.isEmpty)
    _ = try await call.resolve(Int.self, in: child)
    listener.expectHeard("resolved Int in child")
  }

  @Test func `behaviors of a child and of its parent each receive an event of the child once`() throws {
    let child = parent.makeChild(named: "child")
    let (upper, lower, both) = (Listener(), Listener(), Listener())
    for listener in [listener, upper, both] { parent.add(listener) }
    for listener in [lower, both, both] { child.add(listener) }
    try child.register(Int.self) { 1 }
    _ = try child.resolve(Int.self)
    for listener in [listener, upper, lower, both] {
      listener.expectHeard("registered Int in child", "resolved Int in child")
    }
  }

  // MARK: Calls from a behavior

  @Test(arguments: Call.allCases)
  func `events that a behavior causes are delivered in order after the behavior has returned`(call: Call) async throws {
    let depth = Recorder<Int>()
    let order = Recorder<String>()
    let listener = Listener { event, container in
      order.note("begin \(event)")
      defer { order.note("end \(event)") }
      depth.note(1)
      guard event == "resolved Int" else { return }
      _ = try? container.resolve(String.self)
      _ = try? container.resolve(Double.self)
      _ = try? container.register(Bool.self) { true }
    }
    try container.register(Int.self) { 1 }.asSingleton()
    try container.register(String.self) { "" }
    container.add(listener)
    _ = try await call.resolve(Int.self, in: container)
    let events = ["resolved Int", "resolved String", "failed Double noRegistrationFound", "registered Bool"]
    #expect(order.events == events.flatMap { ["begin \($0)", "end \($0)"] })
  }

  @Test func `a behavior may release, clear, make children and add behaviors during an event`() throws {
    let second = Listener()
    let listener = Listener { event, container in
      guard event == "resolved LiveService" else { return }
      container.release(LiveService.self)
      container.releaseAll()
      _ = try? container.makeChild { try $0.register(Int.self) { 1 } }.resolve(Int.self)
      container.add(second)
      container.clear()
    }
    try container.register(LiveService.self) { LiveService() }.asDisposableSingleton()
    container.add(listener)
    _ = try container.resolve(LiveService.self)
    listener.expectHeard("resolved LiveService", "registered Int", "resolved Int")
    expectNotRegistered(LiveService.self, in: container)
    #expect(throws: AstrojectError.self) { try container.resolve(LiveService.self) }
    second.expectHeard("failed LiveService noRegistrationFound")
  }

  @Test func `a resolve does not wait for a behavior that is busy with another event`() throws {
    let listener = Listener { event, container in
      guard event == "resolved Int" else { return }
      // The other thread's resolve returns before this behavior receives its event.
      #expect(onOwnThread { try? container.resolve(String.self) } == "text")
    }
    try container.register(Int.self) { 1 }
    try container.register(String.self) { "text" }
    container.add(listener)
    _ = try container.resolve(Int.self)
    listener.expectHeard("resolved Int", "resolved String")
  }

  @Test func `a behavior is never called by two threads at the same time`() async throws {
    let isInside = Guarded(false)
    let (heard, isOver) = (Counter(), Gate())
    let listener = Listener { _, _ in
      #expect(!isInside.exchange(true))
      takeAWhile()
      _ = isInside.exchange(false)
      if heard.increment() == 80 { isOver.open() }
    }
    try container.register(Int.self) { 1 }
    container.add(listener)
    let results = await Crowd(threads: 4, tasks: 4).run {
      for _ in 1...10 { _ = try container.resolve(Int.self) }
    } asynchronous: {
      for _ in 1...10 { _ = try await container.resolve(Int.self) }
    }
    for result in results { try result.get() }
    await isOver.pass()
    #expect(listener.heard.events == Array(repeating: "resolved Int", count: 80))
  }

  @Test func `a thread delivers its event and at most 64 others, and a task the rest in order`() async throws {
    let count = 1000
    let (stop, isOver) = (Stop(), Gate())
    let own = Guarded<Thread?>(nil)
    let delivered = Recorder<(name: String, isOwn: Bool)>()
    for number in 0...count { try container.register(Int.self, name: "\(number)") { number } }
    container.add(
      Listener { event, _ in
        let name = String(event.dropFirst("resolved Int ".count))
        if name == "0" { stop.block() }
        delivered.note((name, Thread.current === own.now))
        if name == "\(count)" { isOver.open() }
      })
    async let first: Void = onThread { [container] in
      own.withLock { $0 = Thread.current }
      _ = try container.resolve(Int.self, name: "0")
    }
    await stop.begun.pass()
    for number in 1...count { _ = try synchronously { try container.resolve(Int.self, name: "\(number)") } }
    #expect(delivered.events.isEmpty)
    stop.mayEnd.open()
    try await first
    await isOver.pass()
    let (all, ofThread) = (delivered.events, delivered.events.filter(\.isOwn))
    #expect(all.map(\.name) == (0...count).map { number in "\(number)" })
    #expect(ofThread.map(\.name) == (0...64).map { number in "\(number)" })
  }

  @Test func `a resolve returns although a behavior causes endless events, which are all delivered`() async throws {
    let (heard, isOver) = (Counter(), Gate())
    let (own, delivered) = (Guarded<Thread?>(nil), Counter())
    let listener = Listener { _, container in
      if own.now === Thread.current { delivered.increment() }
      if heard.increment() == 1000 { return isOver.open() }
      _ = try? container.resolve(Int.self)
    }
    try container.register(Int.self) { 1 }
    container.add(listener)
    try await onThread {
      own.withLock { $0 = .current }
      _ = try container.resolve(Int.self)
      own.withLock { $0 = nil }
    }
    #expect(delivered.value <= 65)
    await isOver.pass()
  }

  @Test func `a behavior may resolve when it receives an event that occurred inside a custom scope`() async throws {
    let container = Container()
    let found = Recorder<Int?>()
    container.add(
      Listener { event, container in
        if event == "registered String" { found.note(try? container.resolve(Int.self, name: "answer")) }
      })
    try container.register(Int.self, name: "answer") { 42 }
    try container.register(Ending.self) { [unowned container] in
      Ending { _ = try? container.register(String.self) { "registered when it went" } }
    }.as(Keeping())
    synchronously {
      _ = try? container.resolve(Ending.self)
      container.release(Ending.self)
    }
    await until { !found.events.isEmpty }
    #expect(found.events == [42])
  }

  // MARK: Assemblies

  @Test func `a behavior resolves an assembly's other registrations when it receives the first one`() throws {
    let seen = Recorder<String?>()
    let listener = Listener { event, container in
      if event == "registered Int" { seen.note(try? container.resolve(String.self)) }
    }
    container.add(listener)
    try container.assemble { container in
      try container.register(Int.self) { 1 }
      try container.register(String.self) { "late" }
    }
    #expect(seen.events == ["late"])
  }

  @Test func `a parent's behavior receives registrations of the makeChild closure when it has ended`() throws {
    parent.add(listener)
    _ = try parent.makeChild(named: "child") { child in
      try child.register(Int.self) { 1 }
      #expect(listener.heard.events.isEmpty)
    }
    listener.expectHeard("registered Int in child")
  }

  // MARK: Lifetimes and failures of hooks

  @Test func `a container retains its behaviors and releases them when it is released`() throws {
    var container: Container? = Container()
    let trace: Trace
    do {
      let listener = Listener()
      trace = Trace(listener)
      container?.add(listener)
    }
    #expect(!trace.isGone)
    container = nil
    #expect(trace.isGone)
  }

  @Test(arguments: Call.allCases, [Occasion.release, .releaseAll, .clear, .unregister])
  func `a behavior receives an onRelease error that cannot be thrown`(call: Call, occasion: Occasion) async throws {
    // An asynchronous hook has ended only if the caller awaits it.
    for isAwaited in call.isAwaiting && occasion != .unregister ? [false, true] : [false] {
      let (container, listener) = (Container(), Listener())
      let registration = try container.register(LiveService.self) { LiveService() }.asDisposableSingleton()
      if isAwaited {
        registration.onRelease { _ async throws in
          await Task.yield()
          throw Trouble("no")
        }
      } else {
        registration.onRelease { _ in throw Trouble("no") }
      }
      _ = try await call.resolve(LiveService.self, in: container)
      container.add(listener)
      try await occasion.happen(to: LiveService.self, in: container, by: call)
      listener.expectHeard("failed LiveService shutdownFailed")
    }
  }

  @Test func `a behavior of two unrelated containers receives their events one after the other`() async throws {
    let stop = Stop()
    let listener = Listener { text, _ in if text == "resolved String" { stop.block() } }
    let (first, second) = (Container(), Container())
    try first.register(String.self) { "" }
    try second.register(Int.self) { 1 }
    for container in [first, second] { container.add(listener) }
    async let text = onThread { try first.resolve(String.self) }
    await stop.begun.pass()
    // The thread that is delivering an event also delivers this one.
    _ = try synchronously { try second.resolve(Int.self) }
    listener.expectHeard("resolved String")
    stop.mayEnd.open()
    _ = try await text
    listener.expectHeard("resolved String", "resolved Int")
  }
}
