import TestSupport
import Testing

@testable import Astroject

@Suite("A shutdown while others resolve", .ownThreads, .serialized)
struct ShutdownRaceTests {
  @Test func `nobody gets a former singleton after the next one`() async throws {
    let container = Container()
    let numbers = Counter()
    try container.register(Numbered.self) { Numbered(numbers.increment()) }.asSingleton()
    // What is released beside it leaves time for the others.
    for number in 0..<100 { try container.register(Int.self, key: number) { number }.asSingleton() }
    let isOver = Gate()
    let results = try await onThreads(2) { number in
      guard number == 0 else {
        for _ in rounds(2000) { _ = container.core.releaseEverything() }
        isOver.open()
        return 0
      }
      var late = 0
      while !isOver.isOpen {
        // A collection asks for the slot, and a single resolve reads what is published.
        let next = try container.resolve([Numbered].self).map(\.number).max() ?? 0
        if try container.resolve(Numbered.self).number < next { late += 1 }
      }
      return late
    }
    #expect(results == [0, 0])
  }

  @Test(arguments: [false, true])
  func `a custom scope that is reached meanwhile is told, or keeps its product`(isChild: Bool) async throws {
    for _ in rounds(2000) {
      let parent = Container()
      let shelves = Recorder<Shelf<Numbered>>()
      try parent.register(Numbered.self) { Numbered(1) }.as {
        let shelf = Shelf<Numbered>()
        shelves.note(shelf)
        return shelf
      }
      let container = isChild ? parent.makeChild() : parent
      for number in 0..<20 { try container.register(Int.self, key: number) { number }.asSingleton() }
      try await onThreads(2) { number in
        if number == 0 { _ = try container.resolve(Numbered.self) } else { _ = container.core.releaseEverything() }
      }
      let next: Numbered = try await container.resolve(Numbered.self)
      #expect(shelves.events.compactMap(\.now).allSatisfy { $0 === next })
    }
  }

  @Test func `an object that is freed meanwhile gets the next singleton, and none that is being released`() throws {
    /// Resolves when it is freed.
    final class Asker: Sendable {
      let container: Container
      let answer: Guarded<Int?>
      init(_ container: Container, _ answer: Guarded<Int?>) { (self.container, self.answer) = (container, answer) }
      deinit { _ = answer.exchange(try? container.resolve(Numbered.self).number) }
    }
    let container = Container()
    let (numbers, answer) = (Counter(), Guarded<Int?>(nil))
    // It is released first. What is published may be freed later, so it is no plain singleton.
    try container.register(Asker.self) { [unowned container] in Asker(container, answer) }.asDisposableSingleton()
    try container.register(Numbered.self) { Numbered(numbers.increment()) }.asSingleton()
    _ = try container.resolve(Asker.self)
    #expect(try container.resolve(Numbered.self).number == 1)
    _ = container.core.releaseEverything()
    #expect(answer.now == 2)
  }
}
