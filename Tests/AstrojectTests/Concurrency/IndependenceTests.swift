import TestSupport
import Testing

private final class A: Sendable {}
private final class B: Sendable {}

@Suite("User code runs without locks", .ownThreads)
struct IndependenceTests {
  private let container = Container()

  @Test func `a slow factory of one product does not delay the build of another`() async throws {
    let (stop, turn) = (Stop(), Counter())
    try container.register(A.self) { stop.block(before: A()) }.asSingleton()
    try container.register(B.self) { B() }.asSingleton()
    try await onThreads(2) { _ in
      if turn.increment() > 1 {
        // On the second thread, A is being built, and ends only when B has been resolved.
        stop.begun.wait()
        _ = try container.resolve(B.self)
        stop.mayEnd.open()
      } else {
        _ = try container.resolve(A.self)
      }
    }
  }

  @Test(arguments: Call.allCases)
  func `a factory or hook may register, resolve, release and make children in its container`(call: Call) async throws {
    try container.register(B.self) { B() }.asDisposableSingleton()
    try container.register(A.self) { [unowned container] in
      try container.register(Int.self) { 7 }.asSingleton()
      let child = try container.makeChild { try $0.register(String.self) { "child" } }
      let (seven, text) = (try child.resolve(Int.self), try child.resolve(String.self))
      #expect(seven == 7 && text == "child")
      let first = try container.resolve(B.self)
      container.release(B.self)
      #expect(try container.resolve(B.self) !== first)
      container.releaseAll()
      container.unregister(Int.self)
      return A()
    }.asSingleton().afterInit { [unowned container] resolver, product in
      let own = try resolver.resolve(A.self)
      let captured = try container.resolve(A.self)
      #expect(own === product && captured === product)
      _ = try container.resolve(B.self)
      try container.register(Double.self) { 1 }
    }
    await call.expectSameInstance(A.self, in: container)
    #expect(!container.isRegistered(Int.self))
    #expect(try await call.resolve(Double.self, in: container) == 1)
  }

  @Test func `two behaviors on two threads resolve the same singleton without a deadlock`() async throws {
    for _ in rounds(200) {
      let container = Container()
      let behaviors = (0..<2).map { _ in
        Listener { event, container in if !event.hasSuffix(" A") { _ = try? container.resolve(A.self) } }
      }
      try container.register(A.self) { slowly(A()) }.asSingleton()
      try container.register(B.self) { B() }
      for behavior in behaviors { container.add(behavior) }
      try await onThreads(2) { _ in _ = try container.resolve(B.self) }
      for behavior in behaviors { #expect(behavior.heard.events.count >= 2) }
    }
  }
}
