import Astroject
import TestSupport
import Testing

private final class Water: Sendable {
  let layers: Int
  init(_ layers: Int) { self.layers = layers }
}

private final class Tea: Sendable {
  let water: Water?
  init(_ water: Water? = nil) { self.water = water }
}

@Suite("A decorator, with several threads and tasks")
struct DecoratingConcurrencyTests {
  private func decorate(_ container: Container) throws {
    try container.decorate(Water.self) { _, water in Water(water.layers + 1) }
  }

  /// Expects all of a crowd to get one instance, which is surrounded once.
  private func expectOneLayer(
    for crowd: Crowd, at location: Testing.SourceLocation = #_sourceLocation,
    registering register: (Container) throws -> Void
  ) async throws {
    for _ in 0..<10 {
      let layers = Counter()
      let container = Container()
      try register(container)
      try container.decorate(Water.self) { _, water in
        layers.increment()
        takeAWhile()
        return Water(water.layers + 1)
      }
      let all = try await crowd.run {
        try container.resolve(Water.self)
      } asynchronous: {
        try await container.resolve(Water.self)
      }.map { try $0.get() }
      #expect(all.allSatisfy { $0 === all[0] && $0.layers == 1 }, sourceLocation: location)
      #expect(layers.value == 1, sourceLocation: location)
    }
  }

  @Test("runs once for each instance, however many ask at once", arguments: Crowd.all, AnyScope.common)
  func once(crowd: Crowd, scope: AnyScope) async throws {
    try await expectOneLayer(for: crowd) { container in
      scope.apply(to: try container.register(Water.self) { Water(0) })
    }
  }

  @Test("of a forwarding runs once for each instance, however many ask at once", arguments: Crowd.all)
  func forwardingOnce(crowd: Crowd) async throws {
    try await expectOneLayer(for: crowd) { container in
      try container.register(Tea.self) { Tea() }.asSingleton().implements(Water.self) { _ in Water(0) }
    }
  }

  @Test("that comes while others resolve is around all that is built from then on, or the resolve fails")
  func comesMeanwhile() async throws {
    for _ in 0..<100 {
      let container = Container()
      try container.register(Water.self) { Water(0) }.asSingleton()
      let results = await Crowd(threads: 2, tasks: 2).run { number in
        if number == 0 { try decorate(container) }
        return try container.resolve(Water.self).layers
      } asynchronous: { _ in
        try await container.resolve(Water.self).layers
      }.map { try? $0.get() }
      let last = try? await container.resolve(Water.self).layers
      // What was given away plain has spoiled the registration: nobody gets another instance after it.
      if results.contains(0) { #expect(last == nil) } else { #expect(last == 1) }
    }
  }

  @Test("that comes while others make what is made anew is around all that they ask for afterwards")
  func comesToFactories() async throws {
    for scope in [AnyScope.transient, .graph] {
      for _ in 0..<50 {
        let parent = Container()
        scope.apply(to: try parent.register(Water.self) { Water(0) })
        let child = parent.makeChild()
        // From the third one on they are made without a lock.
        try synchronously { for _ in 0..<4 { _ = try child.resolve(Water.self) } }
        _ = await Crowd(threads: 2, tasks: 2).run { number in
          if number == 0 { try decorate(child) } else { for _ in 0..<50 { _ = try child.resolve(Water.self) } }
        } asynchronous: { _ in
          for _ in 0..<50 { _ = try await child.resolve(Water.self) }
        }
        for _ in 0..<4 {
          let layers = try synchronously { try [child, parent].map { try $0.resolve(Water.self).layers } }
          #expect(layers == [1, 0])
        }
      }
    }
  }

  @Test("of one assembly comes to count with what it surrounds")
  func transaction() async throws {
    struct Kitchen: Assembly {
      func assemble(container: Container) throws {
        try container.register(Water.self) { Water(0) }.asSingleton()
        try container.decorate(Water.self) { _, water in Water(water.layers + 1) }
      }
    }
    for _ in 0..<100 {
      let container = Container()
      // Something is there, so that it is taken over key by key.
      try container.register(Int.self) { 0 }
      let results = await Crowd(threads: 2, tasks: 2).run { number in
        if number == 0 { try Assembler(container: container).apply(assembly: Kitchen()) }
        return try container.resolveOptional(Water.self)?.layers
      } asynchronous: { _ in
        try await container.resolveOptional(Water.self)?.layers
      }.map { try? $0.get() }
      #expect(results.allSatisfy { $0 == .some(nil) || $0 == .some(1) })
      #expect(try await container.resolve(Water.self).layers == 1)
    }
  }

  @Test("that suspends turns away who would block a thread")
  func suspension() async throws {
    let (began, mayEnd) = (Gate(), Gate())
    let container = Container()
    try container.register(Water.self) { Water(0) }.asSingleton()
    try container.decorate(Water.self) { _, water in
      began.open()
      await mayEnd.pass()
      return Water(water.layers + 1)
    }
    async let first = container.resolve(Water.self).layers
    await began.pass()
    let refused = await Call.synchronous.error(resolving: Water.self, in: container)
    guard case .asynchronousFactory = refused else { return #expect(Bool(false), "\(refused as Any)") }
    mayEnd.open()
    #expect(try await first == 1)
    #expect(try synchronously { try container.resolve(Water.self).layers } == 1)
  }

  @Test("and another one that need each other's products are a loop, and no deadlock", arguments: Crowd.all)
  func deadlock(crowd: Crowd) async throws {
    for _ in 0..<20 {
      let container = Container()
      try container.register(Water.self) { Water(0) }.asSingleton()
      try container.register(Tea.self) { Tea() }.asSingleton()
      try container.decorate(Water.self) { resolver, water in
        _ = try resolver.resolve(Tea.self)
        return water
      }
      try container.decorate(Tea.self) { resolver, _ in Tea(try resolver.resolve(Water.self)) }
      let results = await crowd.run { number in
        if number.isMultiple(of: 2) {
          _ = try container.resolve(Tea.self)
        } else {
          _ = try container.resolve(Water.self)
        }
      } asynchronous: { number in
        if number.isMultiple(of: 2) {
          _ = try await container.resolve(Tea.self)
        } else {
          _ = try await container.resolve(Water.self)
        }
      }
      for result in results {
        guard case .failure(let error) = result, case .circularDependency? = error as? AstrojectError else {
          return #expect(Bool(false), "\(result)")
        }
      }
    }
  }

  @Test("of a task that is cancelled ends with it, and the next one builds anew")
  func cancellation() async throws {
    let began = Gate()
    let isFirst = Guarded(true)
    let container = Container()
    try container.register(Water.self) { Water(0) }.asSingleton()
    try container.decorate(Water.self) { _, water in
      let waits = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      began.open()
      if waits {
        while !Task.isCancelled { await Task.yield() }
        try Task.checkCancellation()
      }
      return Water(water.layers + 1)
    }
    let task = Task { try await container.resolve(Water.self).layers }
    await began.pass()
    task.cancel()
    let result = await task.result
    guard case .failure(let error) = result, case .cancelled? = error as? AstrojectError else {
      return #expect(Bool(false), "\(result)")
    }
    #expect(try await container.resolve(Water.self).layers == 1)
  }

  @Test("keeps the container that it works for until it has ended, and nothing after that")
  func goingContainer() async throws {
    let (began, mayEnd) = (Gate(), Gate())
    weak var water: Water?
    let task: Task<Water, any Error>
    do {
      let container = Container()
      try container.register(String.self) { "late" }
      try container.register(Water.self) { Water(0) }.asSingleton()
      try container.decorate(Water.self) { resolver, water in
        began.open()
        await mayEnd.pass()
        _ = try await resolver.resolve(String.self)
        return Water(water.layers + 1)
      }
      task = Task { [container] in try await container.resolve(Water.self) }
      await began.pass()
    }
    mayEnd.open()
    let layers = try await { () async throws -> Int in
      let made = try await task.value
      water = made
      return made.layers
    }()
    #expect(layers == 1)
    withExtendedLifetime(task) { #expect(water != nil) }
  }
}
