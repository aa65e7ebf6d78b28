import Nexus
import TestSupport
import Testing

private final class Bread: Sendable {}
private final class Slow: Sendable {}

/// A key that nothing remembers.
private final class Mark: Hashable, Sendable {
  static let shared = Mark()
  static func == (left: Mark, right: Mark) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Has always what has to be awaited, by a key that is not remembered.
private final class Keyed {
  @Inject var bread: Bread
  @Inject(key: Mark.shared) var slow: Slow
  init(_ made: Counter) { made.increment() }
}

/// Has nothing injected, but makes something by hand that has.
private final class Host {
  private final class Part { @Inject(key: Mark.shared) var slow: Slow }
  private let part: Part
  var slow: Slow { part.slow }
  init(_ made: Counter) {
    made.increment()
    part = Part()
  }
}

/// Asks at times for what has to be awaited, though its kind has not yet.
private final class Moody {
  @Inject var bread: Bread
  @Inject var slow: Slow?

  init?(_ made: Counter, _ mood: Guarded<Mood>) {
    made.increment()
    if mood.now != .calm { _slow = Inject(name: "slow") }
    if mood.now == .gone { return nil }
  }

  enum Mood: Sendable { case calm, asking, gone }
}

@Suite("Objects whose injected properties are had without awaiting, by callers that could")
struct InjectAtHandTests {
  private let container = Container()
  private let made = Counter()
  private let mood = Guarded(Moody.Mood.calm)
  private let fails = Guarded(false)

  init() throws {
    try container.register(instance: made)
    try container.register(instance: mood)
    try container.register(initializer: Bread.init).asTransient()
    try container.register(Slow.self, key: Mark.shared) { () async in
      await Task.yield()
      return Slow()
    }
    .asTransient()
    try container.register(Slow?.self) { nil }.asTransient()
    try container.register(Slow?.self, name: "slow") { [fails] () async throws in
      await Task.yield()
      if fails.now { throw Objection() }
      return Slow()
    }
    .asTransient()
  }

  /// How many objects each of some resolves has made.
  private func count(_ times: Int, _ resolve: () async throws -> Void) async rethrows -> [Int] {
    var counts: [Int] = []
    for _ in 1...times {
      let before = made.value
      try await resolve()
      counts.append(made.value - before)
    }
    return counts
  }

  private struct First { let keyed: Keyed }
  private struct Second { let first: First }
  private struct Third { let second: Second }

  @Test("are each made once where something is always awaited, whoever needs them")
  func keyed() async throws {
    try container.register(initializer: Keyed.init).asTransient()
    try container.register(initializer: First.init).asTransient()
    try container.register(initializer: Second.init).asTransient()
    try container.register(initializer: Third.init).asTransient()
    let direct = try await count(12) { _ = try await container.resolve(Keyed.self).slow }
    #expect(direct == Array(repeating: 1, count: 12))
    let needed = try await count(12) { _ = try await container.resolve(Third.self).second.first.keyed.slow }
    #expect(needed == Array(repeating: 1, count: 12))
  }

  @Test(
    "are made once more the first time that one asks for something else, and never again", arguments: [false, true])
  func moody(isKept: Bool) async throws {
    let registration = try container.register(Moody?.self, initializer: Moody.init)
    if isKept { registration.asDisposableSingleton() } else { registration.asTransient() }
    func resolve() async throws -> Moody? {
      await container.release(Moody?.self)
      return try await container.resolve(Moody?.self)
    }
    func check(isAsking: Bool) async throws {
      let slow = try await resolve()?.slow
      #expect((slow != nil) == isAsking)
    }
    let calm = try await count(3) { try await check(isAsking: false) }
    #expect(calm == [1, 1, 1])
    mood.withLock { $0 = .asking }
    let asked = try await count(4) { try await check(isAsking: true) }
    #expect(asked == [isKept ? 1 : 2, 1, 1, 1])
  }

  @Test("are made once more the first time that one asks for what then cannot be had")
  func failing() async throws {
    try container.register(Moody?.self, initializer: Moody.init).asTransient()
    _ = try await count(3) { _ = try await container.resolve(Moody?.self) }
    fails.withLock { $0 = true }
    mood.withLock { $0 = .asking }
    let asked = await count(4) {
      await #expect(throws: AstrojectError.self) { _ = try await container.resolve(Moody?.self) }
    }
    #expect(asked == [2, 1, 1, 1])
  }

  @Test("are made no more than once more where there is none in the end")
  func gone() async throws {
    try container.register(Moody?.self, initializer: Moody.init).asTransient()
    _ = try await count(3) { _ = try await container.resolve(Moody?.self) }
    mood.withLock { $0 = .gone }
    let asked = try await count(4) {
      let moody = try await container.resolve(Moody?.self)
      #expect(moody == nil)
    }
    #expect(asked.allSatisfy { $0 <= 2 } && asked.dropFirst() == [1, 1, 1])
  }
}
