import TestSupport
import Testing

/// A fallback that passes each question on to a container.
private final class Bridge: Resolving, Sendable {
  private let target = Guarded<Container?>(nil)
  /// True if it says that everything is registered.
  private let isSure: Bool
  let questions = Counter()

  init(isSure: Bool = false) { self.isSure = isSure }

  func lead(to container: Container?) { target.withLock { $0 = container } }

  private var container: Container { get throws { try #require(target.now) } }

  func isRegistered<Product>(_ type: Product.Type, name: String?) -> Bool {
    questions.count(isSure || target.now?.isRegistered(type, name: name) ?? false)
  }

  func resolve<Product>(_ type: Product.Type, name: String?) throws -> Product {
    try container.resolve(type, name: name)
  }

  func resolve<Product>(_ type: Product.Type, name: String?) async throws -> Product {
    try await container.resolve(type, name: name)
  }
}

/// Two containers that are each other's fallback.
private struct Couple: Sendable {
  let first: Container
  private let bridge: Bridge

  init(isSure: Bool = false) {
    bridge = Bridge(isSure: isSure)
    first = Container(fallback: bridge)
    bridge.lead(to: Container(fallback: first))
  }

  /// Lets go of the containers, which hold each other.
  func part() { bridge.lead(to: nil) }
}

private typealias Needing = Wrap

private final class Injected { var number: Int? }

/// A form of resolving a type that is not registered.
private enum Question: CaseIterable, Sendable {
  case plain, named, optional, optionalOfOptional, optionalForm, optionalRequest, all, array, byKey, dictionary
  case parameter, optionalParameter, arrayParameter, lazyParameter, property

  func ask(_ container: Container, _ call: Call) async throws {
    switch self {
    case .plain: _ = try await call.resolve(Int.self, in: container)
    case .named: _ = try await call.resolve(Int.self, name: "a", in: container)
    case .optional: _ = try await call.resolve(Int?.self, in: container)
    case .optionalOfOptional: _ = try await call.resolve(Int??.self, in: container)
    case .optionalForm: _ = try await call.resolveOptional(Int.self, in: container)
    case .optionalRequest: _ = try await call.resolveOptional(Int.self, name: "a", in: container)
    case .all: _ = try await call.resolveAll(Int.self, in: container)
    case .array: _ = try await call.resolve([Int].self, in: container)
    case .byKey: _ = try await call.resolveAll(Injected.self, by: String.self, in: container)
    case .dictionary: _ = try await call.resolve([String: Injected].self, in: container)
    case .parameter: _ = try await call.resolve(Needing<Int>.self, in: container)
    case .optionalParameter: _ = try await call.resolve(Needing<Int?>.self, in: container)
    case .arrayParameter: _ = try await call.resolve(Needing<[Int]>.self, in: container)
    case .lazyParameter:
      let lazy = try await call.resolve(Needing<Lazy<Int>>.self, in: container).inner
      _ = try await call.run {
        try lazy.get()
      } asynchronously: {
        try await lazy.get()
      }
    case .property: _ = try await call.resolve(Injected.self, in: container)
    }
  }
}

/// The product, or the kind of the error, as text.
private func outcome(_ body: () async throws -> some Any) async -> String {
  do { return "\(try await body())" } catch { return (error as? AstrojectError)?.kind.rawValue ?? "\(error)" }
}

@Suite("Chains and loops of fallbacks", .ownThreads)
struct FallbackChainTests {
  private let last = Container()

  // MARK: Fallbacks that ask each other

  /// All questions to fallbacks that ask each other, and one to fallbacks that answer each with yes.
  private static let questions = Question.allCases.map { ($0, false) } + [(.plain, true)]

  @Test(arguments: questions, Call.allCases)
  private func `a resolve throws tooDeep if fallbacks ask each other`(
    question: (Question, isSure: Bool), call: Call
  ) async throws {
    let couple = Couple(isSure: question.isSure)
    defer { couple.part() }
    try couple.first.register(initializer: Needing<Int>.init)
    try couple.first.register(initializer: Needing<Int?>.init)
    try couple.first.register(initializer: Needing<[Int]>.init)
    try couple.first.register(initializer: Needing<Lazy<Int>>.init)
    try couple.first.register(initializer: Injected.init).injecting(\.number, optional: true)
    await OwnThreads.run(stackSize: 512 << 10) {
      _ = await call.expectError(.tooDeep) { try await question.0.ask(couple.first, $0) }
    }
  }

  @Test func `isRegistered is false if fallbacks ask each other`() {
    let couple = Couple()
    defer { couple.part() }
    let answers = onOwnThread {
      let container = couple.first
      return [
        container.isRegistered(Int.self), container.isRegistered(Int.self, name: "a"),
        container.isRegistered(Int?.self), container.isRegistered(Int??.self), container.isRegistered([Int].self),
        container.isRegistered(Lazy<Int?>.self), container.isRegistered(Provider<[String: Int]>.self),
      ]
    }
    #expect(answers == Array(repeating: false, count: 7))
  }

  @Test(arguments: Call.allCases)
  func `a registration of containers that are each other's fallback is found`(call: Call) async throws {
    let couple = Couple()
    defer { couple.part() }
    try couple.first.register(Int.self) { 1 }
    #expect(try await call.resolve(Int.self, in: couple.first) == 1)
    #expect(try await call.resolve(Int?.self, in: couple.first) == 1)
  }

  @Test(arguments: Call.allCases)
  func `a custom Resolving type whose container asks it again throws tooDeep from the default forms`(call: Call) async {
    let bridge = Bridge()
    bridge.lead(to: Container(fallback: bridge))
    defer { bridge.lead(to: nil) }
    let errors = await OwnThreads.run(stackSize: 512 << 10) {
      [
        await call.error { _ = try await $0.resolveOptional(Int.self, in: bridge) },
        await call.error { _ = try await $0.resolveAll(Int.self, in: bridge) },
      ]
    }
    #expect(errors.map { $0?.kind } == [.tooDeep, .tooDeep])
  }

  // MARK: Chains of fallbacks

  /// A chain in which each container is the fallback of the next.
  private func chain(of length: Int, last: Container = Container()) -> Container {
    (1..<length).reduce(last) { fallback, _ in Container(fallback: fallback) }
  }

  @Test(arguments: [(3_000, 8 << 20), (100, 256 << 10), (10_000, 512 << 10)], Call.allCases)
  func `a long chain of fallbacks is asked to its end`(size: (length: Int, stack: Int), call: Call) async throws {
    try last.register(Int.self) { 1 }
    try last.register(String.self, name: "a") { "a" }
    let container = chain(of: size.length, last: last)
    let found = onOwnThread(stackSize: size.stack) {
      [
        container.isRegistered(Int.self), container.isRegistered(Int?.self), container.isRegistered([Int].self),
        !container.isRegistered(Bool.self),
      ]
    }
    #expect(found == [true, true, true, true])
    let outcomes = await OwnThreads.run(stackSize: size.stack) {
      [
        (await outcome { try await call.resolve(Int.self, in: container) }, "1"),
        (await outcome { try await call.resolve(String.self, name: "a", in: container) }, "a"),
        (await outcome { try await call.resolveOptional(Int.self, in: container) ?? 0 }, "1"),
        (await outcome { try await call.resolveAll(Int.self, in: container).count }, "1"),
        (await outcome { try await call.resolve(Bool.self, in: container) }, "noRegistrationFound"),
        (await outcome { try await call.resolveOptional(Bool.self, in: container) == nil }, "true"),
        (await outcome { try await call.resolveAll(Bool.self, in: container).count }, "0"),
      ]
    }
    // A caller that does not await may run out of stack.
    for (outcome, expected) in outcomes { #expect(outcome == expected || outcome == "tooDeep" && call == .synchronous) }
  }

  @Test(arguments: Call.allCases)
  func `a long chain of custom Resolving types is asked to its end, or throws tooDeep`(call: Call) async throws {
    try last.register(Int.self) { 1 }
    let bridges = (0..<300).map { _ in Bridge() }
    let container = bridges.reduce(last) { target, bridge in
      bridge.lead(to: target)
      return Container(fallback: bridge)
    }
    for stack in [256 << 10, 8 << 20] {
      let result = await OwnThreads.run(stackSize: stack) {
        await outcome { try await call.resolve(Int.self, in: container) }
      }
      #expect(["1", "tooDeep"].contains(result))
    }
  }

  @Test(arguments: Call.allCases)
  func `the end of a chain of fallbacks is asked once, however long the chain is`(call: Call) async throws {
    try last.register(Int.self) { 1 }
    let bridge = Bridge()
    bridge.lead(to: last)
    let container = chain(of: 20, last: Container(fallback: bridge))
    #expect(try await call.resolve(Int.self, in: container) == 1 && bridge.questions.value == 1)
    #expect(container.isRegistered(Int.self) && bridge.questions.value == 2)
    await call.expectResolveThrows(Bool.self, in: container, .noRegistrationFound)
    #expect(bridge.questions.value == 3)
  }

  @Test(arguments: Call.allCases)
  func `each container of a chain of fallbacks tells of a failure at the end, once`(call: Call) async throws {
    try last.register(Int.self) { throw Objection() }
    var containers = [last]
    for number in 0..<3 { containers.append(Container(fallback: containers[number])) }
    let failures = Recorder<ObjectIdentifier>()
    let log = Listener { _, container in failures.note(ObjectIdentifier(container)) }
    for container in containers { container.add(log) }
    await call.expectResolveThrows(Int.self, in: containers[3], .factoryFailed)
    #expect(failures.events == containers.map(ObjectIdentifier.init))
    #expect(log.heard.events == Array(repeating: "failed Int factoryFailed", count: 4))
  }

  @Test(arguments: Call.allCases)
  func `collections and optionals of a fallback are found through containers between`(call: Call) async throws {
    try last.register(Int.self, name: "a") { 1 }
    try last.register(Int.self, name: "b") { 2 }
    try last.register(Bool?.self) { true }
    let container = chain(of: 3, last: last)
    #expect(try await call.resolveAll(Int.self, in: container) == [1, 2])
    #expect(try await call.resolve([Int].self, in: container) == [1, 2])
    #expect(try await call.resolve([String: Int].self, in: container) == ["a": 1, "b": 2])
    #expect(try await call.resolve(Int?.self, name: "b", in: container) == 2)
    #expect(try await call.resolve(Bool?.self, in: container) == true)
    #expect(container.isRegistered([Int].self) && !container.isRegistered([Bool].self))
    #expect(container.isRegistered(Bool?.self) && !container.isRegistered(Bool.self))
    try container.register(Int.self) { 3 }
    #expect(try await call.resolveAll(Int.self, in: container) == [3])
    #expect(try await call.resolve([Int].self, in: container) == [3])
  }
}
