import TestSupport
import Testing

@Suite("Concurrent bootstrap", .ownThreads)
struct ConcurrentBootstrapTests {
  private let container = Container()

  /// Registers an engine under each number as its key.
  private func register(_ numbers: Range<Int>, _ make: @escaping @Sendable (Int) async throws -> Void) throws {
    for number in numbers {
      try container.register(Numbered.self, key: number) { () async throws in
        try await make(number)
        return Numbered(number)
      }.asSingleton().eager()
    }
  }

  @Test func `a concurrent bootstrap builds independent registrations at the same time, each once`() async throws {
    let (begun, all) = (Counter(), Gate())
    try register(0..<8) { _ in
      // No build ends before all have begun.
      if begun.increment() == 8 { all.open() }
      await all.pass()
    }
    try await container.bootstrap(concurrently: 8)
    try await container.bootstrap(concurrently: 8)
    #expect(begun.value == 8)
    for number in 0..<8 { #expect(try await container.resolve(Numbered.self, key: number).number == number) }
  }

  @Test(arguments: [1, 2, 3])
  func `a concurrent bootstrap builds no more registrations at the same time than its limit`(limit: Int) async throws {
    let running = Guarded((now: 0, most: 0))
    let log = Recorder<Int>()
    try register(0..<9) { number in
      log.note(number)
      running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      for _ in 0..<10 { await Task.yield() }
      running.withLock { $0.now -= 1 }
    }
    try await container.bootstrap(concurrently: limit)
    #expect(running.now.most <= limit)
    #expect(limit > 1 ? Set(log.events) == Set(0..<9) : log.events == Array(0..<9))
  }

  @Test func `a concurrent bootstrap builds a dependency once while its dependents wait for it`() async throws {
    let builds = Counter()
    try container.register(String.self) { resolver in "\(try await resolver.resolve(Int.self))" }.asSingleton().eager()
    try container.register(Int.self) { resolver in Int(try await resolver.resolve(Double.self)) }.asSingleton().eager()
    try container.register(Double.self) { () async in await later(builds.count(7)) }.asSingleton().eager()
    try await container.bootstrap(concurrently: 3)
    #expect(builds.value == 1)
    #expect(try await container.resolve(String.self) == "7")
  }

  @Test func `a concurrent bootstrap reports all failures in order of registration and builds the rest`() async throws {
    let firstMayEnd = Gate()
    try register(0..<4) { number in
      if number == 0 { await firstMayEnd.pass() }
      if number == 2 { firstMayEnd.open() }
      if number.isMultiple(of: 2) { throw Refusal() }
    }
    let error = await Call.asynchronous.expectError(.bootstrapFailed) { _ in
      try await container.bootstrap(concurrently: 4)
    }
    #expect(error?.failures.map(\.key.description) == ["Numbered keyed 0", "Numbered keyed 2"])
    #expect(try await container.resolve(Numbered.self, key: 3).number == 3)
  }

  @Test func `cancelling a concurrent bootstrap cancels running builds and starts no others`() async throws {
    let (begun, hasBegun) = (Counter(), Gate())
    try register(0..<6) { _ in
      if begun.increment() == 2 { hasBegun.open() }
      try await sleepUntilCancelled()
    }
    let task = Task { try await container.bootstrap(concurrently: 2) }
    await hasBegun.pass()
    task.cancel()
    let error = await #expect(throws: AstrojectError.self) { try await task.value }
    #expect(error?.failures.count == 6)
    for failure in error?.failures ?? [] { #expect((failure.underlyingError as? AstrojectError)?.kind == .cancelled) }
    #expect(begun.value == 2)
  }

  @Test func `shutdown after a concurrent bootstrap releases instances in reverse order of completion`() async throws {
    let turns = (0..<4).map { _ in Gate() }
    let releases = Recorder<Int>()
    for number in 0..<4 {
      try container.register(Numbered.self, key: number) { () async in
        await turns[number].pass()
        return Numbered(number)
      }.asSingleton().eager().afterInit { [unowned container] _, _ in
        guard number > 0 else { return }
        // The engine that was registered before this one ends when this one has ended.
        Task.detached {
          _ = try await container.resolve(Numbered.self, key: number)
          turns[number - 1].open()
        }
      }.onRelease { service in releases.note(service.number) }
    }
    turns[3].open()
    try await container.bootstrap(concurrently: 4)
    try await container.shutdown()
    #expect(releases.events == [0, 1, 2, 3])
  }

  @Test func `a concurrent bootstrap builds an eager registration that an eager factory adds`() async throws {
    try container.register(Numbered.self) { [weak container] _ async throws in
      try container?.register(Int.self) { 7 }.asSingleton().eager().afterInit { _, _ in }
      return Numbered(0)
    }.asSingleton().eager()
    let trace = container.resolutionTrace()
    try await container.bootstrap(concurrently: 2)
    // The second one may be found, and end, while the first one is being built.
    #expect(trace.roots.map(\.key.description).sorted() == ["Int", "Numbered"])
  }

  @Test(arguments: [0, -3])
  func `a concurrent bootstrap throws and builds nothing if its limit is less than one`(limit: Int) async throws {
    try register(0..<1) { _ in Issue.record("the registration was built") }
    let error = await Call.asynchronous.expectError(.bootstrapFailed) { _ in
      try await container.bootstrap(concurrently: limit)
    }
    #expect(
      error?.description == """
        Nothing was built, because `bootstrap(concurrently:)` was given a limit of \(limit).
          Remedy: allow at least one: `try await container.bootstrap(concurrently: 1)`.
        """)
  }
}
