import Testing

@testable import Astroject

private final class Leaf: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

@Suite("Of what was taken out of view,")
struct RetiredQueueTests {
  private static let (reads, waits) = (Retired.reads, Retired.waits)

  /// Some threads with these marks, and what was retired at these times, of both kinds.
  private final class Scene {
    var queue = RetiredQueue()

    init(marks: [UInt], retired: [UInt]) {
      for mark in marks {
        let place = UnsafeMutablePointer<AtomicWord>.allocate(capacity: 1)
        place.initialize(to: AtomicWord(mark))
        queue.marks.append(place)
      }
      for (number, time) in retired.enumerated() {
        queue.append(Leaf(number), until: time)
        queue.append(AnyMaker(Blueprint(Recipe<Void, Int>.leaf { number }, place: .unknown)), until: time)
      }
    }

    deinit {
      for place in queue.marks {
        place.deinitialize(count: 1)
        place.deallocate()
      }
    }

    /// How many of each kind are freed.
    func take(atMost most: Int = 100) -> (leaves: Int, makers: Int, isMore: Bool) {
      let (objects, isMore) = queue.take(atMost: most)
      let leaves = objects.compactMap { ($0 as? Leaf)?.number }
      #expect(leaves == leaves.sorted())
      return (leaves.count, objects.count - leaves.count, isMore)
    }

    var marks: [UInt] { queue.marks.map { $0.pointee.load() } }
  }

  @Test("all may be freed where no thread has a hold")
  func none() {
    #expect(Scene(marks: [0, 0], retired: [4, 12]).take() == (2, 2, false))
    #expect(Scene(marks: [], retired: []).take() == (0, 0, false))
  }

  @Test("nothing is that a thread may read, which is told to come for it")
  func reading() {
    let scene = Scene(marks: [12 | Self.reads, 0, 28 | Self.reads], retired: [4, 12, 20])
    #expect(scene.take() == (1, 1, false))
    #expect(scene.marks == [12 | Self.reads | Self.waits, 0, 28 | Self.reads])
    // It has stopped reading.
    scene.queue.marks[0].pointee.store(12)
    #expect(scene.take() == (2, 0, false))
    #expect(scene.marks[0] == 12 | Self.waits)
    scene.queue.marks[0].pointee.store(0)
    #expect(scene.take() == (0, 2, false))
    #expect(scene.take() == (0, 0, false))
  }

  @Test("what makes instances is kept for a thread that stays, and nothing else")
  func staying() {
    let scene = Scene(marks: [12], retired: [4, 12, 20])
    #expect(scene.take() == (3, 1, false))
    #expect(scene.marks == [12 | Self.waits])
  }

  @Test("a thread that has come later is not told")
  func later() {
    let scene = Scene(marks: [20 | Self.reads, 20], retired: [4, 12])
    #expect(scene.take() == (2, 2, false))
    #expect(scene.marks == [20 | Self.reads, 20])
  }

  @Test("a share is freed at once")
  func share() {
    let scene = Scene(marks: [0], retired: [4, 4, 4, 4, 4])
    #expect(scene.take(atMost: 3) == (3, 0, true))
    #expect(scene.take(atMost: 3) == (2, 1, true))
    #expect(scene.take(atMost: 10) == (0, 4, false))
  }

  @Test("the right things are freed when the time has gone past the largest number")
  func wrapping() {
    let (before, after) = (0 &- 4 as UInt, 4 as UInt)
    var scene = Scene(marks: [before | Self.reads], retired: [before, after])
    #expect(scene.take() == (0, 0, false))
    scene = Scene(marks: [after | Self.reads], retired: [before, after])
    #expect(scene.take() == (1, 1, false))
    scene = Scene(marks: [after | Self.reads, before], retired: [before, after])
    #expect(scene.take() == (1, 0, false))
  }
}
