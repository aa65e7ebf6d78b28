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

/// A key that runs a closure when it is first compared.
private final class Curious: Hashable, Sendable {
  let onComparison = Guarded<(@Sendable () -> Void)?>(nil)

  static func == (one: Curious, other: Curious) -> Bool {
    one.onComparison.withLock { $0.take() }?()
    return one === other
  }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// An argument that runs a closure when it is first hashed.
private struct Sugar: Hashable, Sendable {
  let onHashing = Guarded<(@Sendable () -> Void)?>(nil)

  static func == (one: Sugar, other: Sugar) -> Bool { true }
  func hash(into hasher: inout Hasher) { onHashing.withLock { $0.take() }?() }
}

@Suite("Decorators with several threads and tasks", .ownThreads)
struct DecoratingConcurrencyTests {
  private func decorate(_ container: Container) throws {
    try container.decorate(Water.self) { _, water in Water(water.layers + 1) }
  }

  /// Expects that a crowd gets one instance, which is decorated once.
  private func expectOneLayer(
    for crowd: Crowd, at location: Testing.SourceLocation = #_sourceLocation,
    registering register: (Container) throws -> Void
  ) async throws {
    for _ in rounds(10) {
      let layers = Counter()
      let container = Container()
      try register(container)
      try container.decorate(Water.self) { _, water in slowly(layers.count(Water(water.layers + 1))) }
      let all = try await crowd.resolve(Water.self, in: container).map { try $0.get() }
      #expect(all.allSatisfy { $0 === all[0] && $0.layers == 1 }, sourceLocation: location)
      #expect(layers.value == 1, sourceLocation: location)
    }
  }

  @Test(arguments: Crowd.all, AnyScope.common)
  func `a decorator runs once when 8 callers resolve a shared instance`(crowd: Crowd, scope: AnyScope) async throws {
    try await expectOneLayer(for: crowd) { container in
      scope.apply(to: try container.register(Water.self) { Water(0) })
    }
  }

  @Test(arguments: Crowd.all)
  func `a decorator runs once when 8 threads or tasks resolve a forwarding concurrently`(crowd: Crowd) async throws {
    try await expectOneLayer(for: crowd) { container in
      try container.register(Tea.self) { Tea() }.asSingleton().implements(Water.self) { _ in Water(0) }
    }
  }

  @Test func `a decorator added during resolves applies to the singleton or changes nothing`() async throws {
    for _ in rounds(100) {
      let container = Container()
      try container.register(Water.self) { Water(0) }.asSingleton()
      let refusals = Counter()
      let results = try await Crowd(threads: 2, tasks: 2).run { number in
        if number == 0 { do { try decorate(container) } catch { refusals.increment() } }
        return try container.resolve(Water.self).layers
      } asynchronous: { _ in
        try await container.resolve(Water.self).layers
      }.map { try $0.get() }
      let last = try await container.resolve(Water.self).layers
      #expect(last == 1 - refusals.value)
      #expect(results.allSatisfy { $0 == last })
    }
  }

  @Test(arguments: AnyScope.stored, Call.allCases)
  func `a forwarding that a caller has found gets a decorator that comes before its target is built`(
    scope: AnyScope, call: Call
  ) async throws {
    let container = Container()
    scope.apply(to: try container.register(Tea.self, argument: Sugar.self) { _, _ in Tea() })
      .implements(Water.self) { _ in Water(0) }
    let sugar = Sugar()
    sugar.onHashing.withLock { $0 = { #expect(throws: Never.self) { try decorate(container) } } }
    let water = try await call.resolve(Water.self, argument: sugar, in: container)
    #expect(water.layers == 1)
  }

  @Test func `a decorator is refused if a child that is made while it looks for instances caches one`() throws {
    let container = Container()
    let key = Curious()
    try container.register(Water.self, key: key) { Water(0) }.asScoped()
    let children = Guarded<[Container]>([])
    key.onComparison.withLock { action in
      action = {
        let child = container.makeChild()
        children.withLock { $0.append(child) }
        #expect(throws: Never.self) { _ = try child.resolve(Water.self, key: key) }
      }
    }
    expectThrows(.invalidInstance) {
      try container.decorate(Water.self, key: key) { _, water in Water(water.layers + 1) }
    }
    let child = try #require(children.withLock { $0 }.first)
    #expect(try child.resolve(Water.self, key: key).layers == 0)
  }

  @Test func `a child's decorator added during resolves applies to all later uncached instances`() async throws {
    for scope in [AnyScope.transient, .graph] {
      for _ in rounds(50) {
        let parent = Container()
        scope.apply(to: try parent.register(Water.self) { Water(0) })
        let child = parent.makeChild()
        // From the third one on, instances are built without a lock.
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

  @Test func `a registration and its decorator from one assembly become visible at the same time`() async throws {
    for _ in rounds(100) {
      let container = Container()
      // The container is not empty, so the transaction is committed key by key.
      try container.register(Int.self) { 0 }
      let results = await Crowd(threads: 2, tasks: 2).run { number in
        if number == 0 {
          try container.assemble { container in
            try container.register(Water.self) { Water(0) }.asSingleton()
            try decorate(container)
          }
        }
        return try container.resolveOptional(Water.self)?.layers
      } asynchronous: { _ in
        try await container.resolveOptional(Water.self)?.layers
      }.map { try? $0.get() }
      #expect(results.allSatisfy { $0 == .some(nil) || $0 == .some(1) })
      #expect(try await container.resolve(Water.self).layers == 1)
    }
  }

  @Test func `a blocking resolve throws while an asynchronous decorator of its key is suspended`() async throws {
    let stop = Stop()
    let container = Container()
    try container.register(Water.self) { Water(0) }.asSingleton()
    try container.decorate(Water.self) { _, water in await stop.suspend(before: Water(water.layers + 1)) }
    async let first = container.resolve(Water.self).layers
    await stop.begun.pass()
    #expect(await Call.synchronous.error(resolving: Water.self, in: container)?.kind == .asynchronousFactory)
    stop.mayEnd.open()
    #expect(try await first == 1)
    #expect(try synchronously { try container.resolve(Water.self).layers } == 1)
  }

  @Test(arguments: Crowd.all)
  func `concurrent decorators that resolve each other's keys throw circularDependency`(crowd: Crowd) async throws {
    for _ in rounds(20) {
      let container = Container()
      try container.register(Water.self) { Water(0) }.asSingleton()
      try container.register(Tea.self) { Tea() }.asSingleton()
      try container.decorate(Water.self) { resolver, water in
        _ = try resolver.resolve(Tea.self)
        return water
      }
      try container.decorate(Tea.self) { resolver, _ in Tea(try resolver.resolve(Water.self)) }
      let results = await crowd.run { number -> AnyObject in
        try number.isMultiple(of: 2) ? container.resolve(Tea.self) : container.resolve(Water.self)
      } asynchronous: { number -> AnyObject in
        try await number.isMultiple(of: 2) ? container.resolve(Tea.self) : container.resolve(Water.self)
      }
      for result in results { #expect(result.kind == .circularDependency) }
    }
  }

  @Test func `cancelling a task inside a decorator throws cancelled, and the next resolve builds again`() async throws {
    let began = Gate()
    let isFirst = Guarded(true)
    let container = Container()
    try container.register(Water.self) { Water(0) }.asSingleton()
    try container.decorate(Water.self) { _, water in
      let waits = isFirst.exchange(false)
      began.open()
      if waits { try await sleepUntilCancelled() }
      return Water(water.layers + 1)
    }
    let task = Task { try await container.resolve(Water.self).layers }
    await began.pass()
    task.cancel()
    #expect(await task.result.kind == .cancelled)
    #expect(try await container.resolve(Water.self).layers == 1)
  }

  @Test
  func `a suspended decorator resolves if only its task holds the container, which is freed later`() async throws {
    let stop = Stop()
    let trace: Trace
    do {
      let task: Task<Int, any Error>
      do {
        let container = Container()
        trace = Trace(container)
        try container.register(String.self) { "late" }
        try container.register(Water.self) { Water(0) }.asSingleton()
        try container.decorate(Water.self) { resolver, water in
          await stop.suspend()
          _ = try await resolver.resolve(String.self)
          return Water(water.layers + 1)
        }
        task = Task { [container] in try await container.resolve(Water.self).layers }
        await stop.begun.pass()
      }
      #expect(!trace.isGone)
      stop.mayEnd.open()
      #expect(try await task.value == 1)
    }
    // The task may end a moment after it has returned its value.
    await until { trace.isGone }
  }
}
