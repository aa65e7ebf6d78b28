import TestSupport
import Testing

private final class Shared: Sendable {
  static let made = Counter()
  init() { Shared.made.increment() }
}

private final class Leg: Sendable {
  let number: Int
  let shared: Shared

  init(_ number: Int, _ shared: Shared) { (self.number, self.shared) = (number, shared) }
}

private final class Millipede: Sendable {
  let legs: [Leg]
  let shared: Shared

  init(legs: [Leg], shared: Shared) { (self.legs, self.shared) = (legs, shared) }
}

private final class Request: Sendable {
  static let count = Counter()
  private static let gone = Counter()
  static var alive: Int { count.value - gone.value }

  let shared: Shared

  init(shared: Shared) {
    self.shared = shared
    Request.count.increment()
  }

  deinit { Request.gone.increment() }
}

@Suite("Wide graphs and large containers", .onDemand, .serialized)
struct WidthTests {
  @Test(arguments: Call.allCases, AnyScope.allCases)
  func `a product with 1000 dependencies gets all in order in any scope`(call: Call, scope: AnyScope) async throws {
    let container = Container()
    try container.register(initializer: Shared.init)
    for number in 0..<1000 {
      // Half of them have keys, and half are contributed.
      let registration =
        number.isMultiple(of: 2)
        ? try container.register(Leg.self, key: number) { Leg(number, try $0.resolve(Shared.self)) }
        : try container.contribute(Leg.self) { Leg(number, try $0.resolve(Shared.self)) }
      scope.apply(to: registration)
    }
    try container.register(initializer: Millipede.init(legs:shared:))
    let whole = try await call.resolve(Millipede.self, in: container)
    #expect(whole.legs.map(\.number) == Array(0..<1000))
    // In other scopes, the legs may get their dependency from another tree.
    if scope == .graph || scope == .transient { #expect(whole.legs.allSatisfy { $0.shared === whole.shared }) }
    let again = try await call.resolveAll(Leg.self, in: container)
    #expect(again.map(\.number) == Array(0..<1000))
    let areKept = AnyScope.keeping.contains(scope)
    #expect(zip(whole.legs, again).allSatisfy { ($0 === $1) == areKept })
  }

  #if os(Linux)
    @Test func `100 000 registrations can be found, replaced and removed, and leak nothing`() async {
      await #expect(processExitsWith: .success) {
        let count = 100_000
        try WidthTests.expectNothingLeft {
          let container = Container()
          for number in 0..<count { try container.register(Int.self, key: number) { number } }
          var wrong = 0
          for number in 0..<count where try container.resolve(Int.self, key: number) != number { wrong += 1 }
          let child = container.makeChild()
          for number in stride(from: 0, to: count, by: 3) {
            try container.register(Int.self, key: number) { -number }.asSingleton()
          }
          // Unregistering looks through all registrations, because they may take arguments.
          for number in stride(from: 0, to: count, by: 10_000) { container.unregister(Int.self, key: number) }
          for number in 0..<count {
            let found = try child.resolveOptional(Int.self, key: number)
            let wanted: Int? = number.isMultiple(of: 10_000) ? nil : number.isMultiple(of: 3) ? -number : number
            if found != wanted { wrong += 1 }
          }
          #expect(wrong == 0)
          #expect(try container.resolveAll(Int.self).count == count - count / 10_000)
        }
      }
    }

    @Test func `10 000 living children each cache their own instance and leak nothing`() async {
      await #expect(processExitsWith: .success) {
        let count = 10_000
        let parent = Container()
        try parent.register(initializer: Shared.init).asSingleton()
        try parent.register(initializer: Request.init(shared:)).asScoped()
        try WidthTests.expectNothingLeft {
          let children = try (0..<count).map { number in try parent.makeChild { try $0.register(Int.self) { number } } }
          let shared = try parent.resolve(Shared.self)
          for (number, child) in children.enumerated() {
            #expect(try child.resolve(Int.self) == number)
            let request = try child.resolve(Request.self)
            #expect(try request.shared === shared && child.resolve(Request.self) === request)
          }
          withExtendedLifetime(children) { #expect(Request.alive == count && Shared.made.value == 1) }
        }
        #expect(Request.alive == 0)
      }
    }

    /// Runs a closure twice, and expects that the second run leaks nothing.
    private static func expectNothingLeft(_ body: () throws -> Void) throws {
      // The first time fills caches and the allocator's pools.
      try body()
      let before = try #require(allocatedBytes())
      try body()
      let left = try #require(allocatedBytes()) - before
      if left > 1 << 16 { Issue.record("\(left) bytes were leaked") }
    }
  #endif
}
