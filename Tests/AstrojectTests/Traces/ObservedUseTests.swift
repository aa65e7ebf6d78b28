import TestSupport
import Testing

@testable import Astroject

private protocol Plug: AnyObject {}
private final class Cable: Plug {}

/// Returns the observed uses as text, such as `Lamp → Cable`.
private func words(_ trace: ResolutionTrace, _ names: [UInt: String]) -> [String] {
  trace.observedUses.map { "\(names[$0.user] ?? "?") → \(names[$0.used] ?? "?")" }
}

extension Registration { fileprivate var id: UInt { blueprint.id } }

struct ObservedUseTests {
  private let container = Container()

  @Test(arguments: Call.allCases)
  func `a trace observes each direct use between registrations once and in order`(call: Call) async throws {
    let cable = try container.register(Cable.self) { Cable() }.asSingleton()
    let number = try container.register(Int.self) { try $0.need(Cable.self, before: 1) }.asTransient()
    let text = try container.register(String.self) { resolver in
      for _ in 1...2 { _ = try resolver.resolve(Int.self) }
      _ = try resolver.resolve(Cable.self)
      return ""
    }
    let trace = container.resolutionTrace()
    for _ in 1...2 { _ = try await call.resolve(String.self, in: container) }
    let names = [cable.id: "Cable", number.id: "Int", text.id: "String"]
    #expect(words(trace, names) == ["Int → Cable", "String → Int", "String → Cable"])
  }

  @Test(arguments: Call.allCases)
  func `a trace observes uses through optionals, collections, captures and forwardings`(call: Call) async throws {
    let cable = try container.register(Cable.self) { Cable() }.asSingleton().implements((any Plug).self)
    let number = try container.register(Int.self) { 1 }
    let other = try container.contribute(Int.self) { 2 }
    let double = try container.register(Double.self, argument: Int.self) { _, number in Double(number) }
    let text = try container.register(String.self) { [unowned container] resolver in
      _ = try resolver.resolve(Cable?.self)
      _ = try resolver.resolve(Bool?.self)
      _ = try resolver.resolve([Int].self)
      _ = try container.resolve(Double.self, argument: 1)
      _ = try resolver.resolve((any Plug).self)
      return ""
    }
    let trace = container.resolutionTrace()
    _ = try await call.resolve(String.self, in: container)
    let forwarding = try #require(trace.roots.first?.children.last?.registration)
    let names = [
      cable.id: "Cable", number.id: "1", other.id: "2", double.id: "Double", text.id: "String", forwarding: "Plug",
    ]
    #expect(
      words(trace, names) == [
        "String → Cable", "String → 1", "String → 2", "String → Double", "Plug → Cable", "String → Plug",
      ])
  }

  @Test func `a trace observes the use of a registration that fails, but not of one that is missing`() throws {
    let number = try container.register(Int.self) { throw Trouble("no") }
    let text = try container.register(String.self) { resolver in
      _ = try? resolver.resolve(Double.self)
      return "\(try resolver.resolve(Int.self))"
    }
    let trace = container.resolutionTrace()
    #expect(throws: AstrojectError.self) { try container.resolve(String.self) }
    #expect(words(trace, [number.id: "Int", text.id: "String"]) == ["String → Int"])
  }

  @Test func `an observed use names the container that was asked when the use was first observed`() throws {
    let parent = Container()
    try parent.register(Int.self) { 1 }
    try parent.register(String.self) { resolver in "\(try resolver.resolve(Int.self))" }
    try parent.register(Double.self) { resolver in Double(try resolver.resolve(Int.self)) }.asSingleton()
    let child = parent.makeChild()
    let trace = parent.resolutionTrace()
    _ = try child.resolve(String.self)
    _ = try parent.resolve(String.self)
    _ = try child.resolve(Double.self)
    #expect(trace.observedUses.map(\.core) == [child.core.id, parent.core.id])
  }

  @Test func `a trace does not attribute uses of an untraced build to the build above it`() throws {
    let parent = Container()
    let child = Guarded<Container?>(nil)
    try parent.register(Int.self) { Int(try #require(child.now).resolve(Double.self)) }
    try parent.register(String.self) { resolver in "\(try resolver.resolve(Int.self))" }.asSingleton()
    let own = parent.makeChild()
    child.withLock { $0 = own }
    try own.register(Double.self) { 1 }
    let trace = own.resolutionTrace()
    _ = try own.resolve(String.self)
    #expect(trace.roots.map(\.undated) == ["String  singleton  built\n└─ Double  graph  built"])
    #expect(trace.observedUses.isEmpty)
    child.withLock { $0 = nil }
  }

  @Test func `observed uses outlast the dropped roots of a trace and are removed by clear()`() throws {
    try container.register(Int.self) { 1 }
    try container.register(String.self) { resolver in "\(try resolver.resolve(Int.self))" }
    let trace = container.resolutionTrace(limit: 0)
    _ = try container.resolve(String.self)
    #expect(trace.roots.isEmpty)
    #expect(trace.observedUses.count == 1)
    trace.clear()
    #expect(trace.observedUses.isEmpty)
  }

  @Test func `observing uses takes less than quadratic time`() {
    func time(_ count: UInt) -> Duration {
      let trace = ResolutionTrace()
      return processorTime {
        for number in 1...count { trace.didObserve(ObservedUse(user: number, used: 0, core: 0)) }
      }
    }
    // Eight times as many take eight times as long, not 64 times.
    let (few, many) = (0..<7).reduce((Duration.seconds(60), Duration.seconds(60))) { best, _ in
      (min(best.0, time(1000)), min(best.1, time(8000)))
    }
    #expect(many < few * 32)
  }
}
