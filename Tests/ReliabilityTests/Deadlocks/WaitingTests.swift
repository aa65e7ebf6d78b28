import Astroject
import Foundation
import TestSupport
import Testing

private final class Wanted: Sendable {}
private final class Asking: Sendable {}
private final class Outer: Sendable {}

@Suite("Who waits for whom", .onDemand)
struct WaitingTests {
  @Test("is told for builds that wait, with what they are a part of, and no longer when they have ended")
  func description() async throws {
    let line = "Outer → Asking waits for Wanted"
    let container = Container()
    let (begun, mayEnd) = (Gate(), Gate())
    try container.register(Wanted.self) { () -> Wanted in
      begun.open()
      mayEnd.wait()
      return Wanted()
    }.asSingleton()
    try container.register(Asking.self) { resolver in
      _ = try resolver.resolve(Wanted.self)
      return Asking()
    }
    try container.register(Outer.self) { resolver in
      _ = try resolver.resolve(Asking.self)
      return Outer()
    }
    let results = try await watching(Counter()) {
      await Crowd(threads: 3).run { number in
        switch number {
        case 0:
          _ = try container.resolve(Wanted.self)
        case 1:
          begun.wait()
          _ = try container.resolve(Outer.self)
        default:
          while !WaitGraph.description.contains(line) { takeAWhile() }
          mayEnd.open()
        }
      } asynchronous: { _ in
      }
    }
    for result in results { try result.get() }
    #expect(!WaitGraph.description.contains(line))
  }
}
