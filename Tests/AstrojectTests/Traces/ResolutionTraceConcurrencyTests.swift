import TestSupport
import Testing

@testable import Astroject

private final class Gnomon: Sendable {}
private final class Sundial: Sendable {
  let part: Gnomon
  init(_ part: Gnomon) { self.part = part }
}

@Suite("A trace of several threads and tasks", .ownThreads)
struct ResolutionTraceConcurrencyTests {
  private let container = Container()
  private let trace: ResolutionTrace

  init() { trace = container.resolutionTrace() }

  @Test(arguments: Crowd.all)
  func `a trace has one root with its own steps for each concurrent resolve`(crowd: Crowd) async throws {
    for number in 0..<8 {
      try container.register(Int.self, key: number) { number }
      try container.register(String.self, key: number) { resolver in
        try slowly("\(try resolver.resolve(Int.self, key: number))")
      }
    }
    let results = await crowd.run { number in
      try container.resolve(String.self, key: number)
    } asynchronous: { number in
      try await container.resolve(String.self, key: number)
    }
    for (number, result) in results.enumerated() { #expect(try result.get() == "\(number)") }
    let texts = trace.roots.map(\.undated).sorted()
    #expect(texts == (0..<8).map { "String keyed \($0)  graph  built\n└─ Int keyed \($0)  graph  built" })
  }

  @Test(arguments: Crowd.all)
  func `a trace of concurrent resolves marks one as built and others as waited or found`(crowd: Crowd) async throws {
    for _ in rounds(50) {
      let container = Container()
      try container.register(Gnomon.self) { Gnomon() }
      try container.register(Sundial.self) { resolver in try slowly(Sundial(try resolver.resolve(Gnomon.self))) }
        .asSingleton()
      let trace = container.resolutionTrace()
      let results = await crowd.resolve(Sundial.self, in: container)
      for result in results { _ = try result.get() }
      let outcomes = trace.roots.map(\.outcome)
      #expect(outcomes.count == 8)
      #expect(outcomes.filter { $0 == .built }.count == 1)
      #expect(outcomes.allSatisfy { [.built, .waited, .found].contains($0) })
      for root in trace.roots { #expect(root.children.count == (root.outcome == .built ? 1 : 0)) }
      #expect(trace.observedUses.count == 1)
    }
  }

  // One case after the other, because a case finds its wait by the names of the products.
  @Test(.serialized, arguments: Call.allCases)
  func `a trace marks a resolve as waited if another caller was building the instance`(call: Call) async throws {
    let isBuilding = Gate()
    try container.register(Gnomon.self) {
      isBuilding.open()
      blockUntil("Sundial waits for Gnomon")
      return Gnomon()
    }.asSingleton()
    if call.isAwaiting {
      try container.register(Sundial.self) { Sundial(try await $0.resolve(Gnomon.self)) }
    } else {
      try container.register(Sundial.self) { Sundial(try $0.resolve(Gnomon.self)) }
    }
    async let part = onThread { try container.resolve(Gnomon.self) }
    await isBuilding.pass()
    _ = try await call.resolve(Sundial.self, in: container)
    _ = try await part
    #expect(trace.roots.map(\.outcome) == [.built, .built])
    #expect(trace.roots.flatMap(\.children).map(\.outcome) == [.waited])
  }

  @Test func `a trace lists the concurrent resolves of a factory below it in the order of the requests`() async throws {
    let (first, second) = (Gate(), Gate())
    try container.register(Int.self) {
      first.open()
      await second.pass()
      return 1
    }
    try container.register(Double.self) { 2.5 }
    try container.register(String.self) { resolver in
      async let number = resolver.resolve(Int.self)
      await first.pass()
      async let other = resolver.resolve(Double.self)
      let double = try await other
      second.open()
      return "\(try await number) \(double)"
    }
    _ = try await container.resolve(String.self)
    #expect(trace.roots.map(\.undated) == ["String  graph  built\n├─ Int  graph  built\n└─ Double  graph  built"])
  }

  @Test func `a trace records a resolve that outlives its build below the step above that build`() async throws {
    let (stop, isOver) = (Stop(), Gate())
    try container.register(Int.self) { await stop.suspend(before: 1) }
    try container.register(Double.self) { resolver in
      Task {
        _ = try await resolver.resolve(Int.self)
        isOver.open()
      }
      await stop.begun.pass()
      return 2.5
    }
    try container.register(String.self) { resolver in
      let double = try await resolver.resolve(Double.self)
      if double == 2.5 {
        stop.mayEnd.open()
        await isOver.pass()
      }
      return ""
    }
    _ = try await container.resolve(String.self)
    #expect(trace.roots.map(\.undated) == ["String  graph  built\n├─ Double  graph  built\n└─ Int  graph  built"])
    // The observed user is the build that asked, although it has ended.
    #expect(trace.observedUses.count == 2)
    #expect(trace.observedUses.last?.user == trace.roots.first?.children.first?.registration)
  }

  @Test func `a trace records a resolve that outlives all builds above it as a root`() async throws {
    let stop = Stop()
    let late = Guarded<Task<Int, any Error>?>(nil)
    try container.register(Int.self) { await stop.suspend(before: 1) }
    try container.register(Double.self) { resolver in
      let task = Task { try await resolver.resolve(Int.self) }
      late.withLock { $0 = task }
      await stop.begun.pass()
      return 2.5
    }
    try container.register(String.self) { resolver in "\(try await resolver.resolve(Double.self))" }
    _ = try await container.resolve(String.self)
    #expect(trace.roots.map(\.undated) == ["String  graph  built\n└─ Double  graph  built"])
    stop.mayEnd.open()
    #expect(try await late.now?.value == 1)
    #expect(trace.roots.map(\.undated) == ["String  graph  built\n└─ Double  graph  built", "Int  graph  built"])
  }

  @Test(arguments: Crowd.all)
  func `a trace stays consistent while it is read and cleared during resolves`(crowd: Crowd) async throws {
    try container.register(Gnomon.self) { Gnomon() }
    try container.register(Sundial.self) { resolver in Sundial(try resolver.resolve(Gnomon.self)) }.asTransient()
    let trace = container.resolutionTrace(limit: 5)
    let body = { @Sendable (number: Int) in
      switch number % 4 {
      case 0: #expect(trace.roots.allSatisfy { $0.children.count == 1 })
      case 1: trace.clear()
      // The dependency of a resolve under way may be a root of a new trace, so a root has at most one child.
      case 2: #expect(container.resolutionTrace().roots.allSatisfy { $0.children.count <= 1 })
      default: #expect(trace.observedUses.count <= 1)
      }
    }
    let results = await crowd.run { number in
      for _ in 1...12 {
        _ = try container.resolve(Sundial.self)
        body(number)
      }
    } asynchronous: { number in
      for _ in 1...12 {
        _ = try await container.resolve(Sundial.self)
        body(number)
      }
    }
    for result in results { try result.get() }
    _ = try await container.resolve(Sundial.self)
    #expect(trace.roots.last.map(\.undated) == "Sundial  transient  built\n└─ Gnomon  graph  built")
  }
}
