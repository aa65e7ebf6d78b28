import Testing

@testable import Astroject

struct RetiredQueueTests {
  private static let (reads, forReading, forEnd) = (Retired.reads, Retired.waitsForReading, Retired.waitsForEnd)

  /// Threads with these marks, and an object of each kind that has waited since each of these times.
  private final class Scene {
    var queue = RetiredQueue()

    init(marks: [UInt], waiting: [UInt] = []) {
      for _ in marks {
        let location = UnsafeMutablePointer<AtomicWord>.allocate(capacity: 1)
        location.initialize(to: AtomicWord(0))
        queue.marks.append(location)
      }
      for (number, time) in waiting.enumerated() {
        // A thread reads when the objects arrive.
        queue.marks[0].pointee.store(time | RetiredQueueTests.reads)
        #expect(queue.add(objects(number), until: time).isEmpty)
      }
      for (location, mark) in zip(queue.marks, marks) { location.pointee.store(mark) }
    }

    deinit {
      for location in queue.marks {
        location.deinitialize(count: 1)
        location.deallocate()
      }
    }

    /// Returns a leaf and a plan.
    private func objects(_ number: Int) -> [AnyObject] {
      [Numbered(number), Make(Blueprint(Recipe<Void, Int>.leaf { number }, Placement(at: .unknown)))]
    }

    /// Returns how many waiting leaves and plans are freed.
    func take(atMost most: Int = 100) -> [Int] { counts(queue.take(atMost: most)) }

    /// Returns how many of a new leaf and a new plan are freed at once.
    func add(at time: UInt) -> [Int] { counts(queue.add(objects(0), until: time)) }

    private func counts(_ objects: [AnyObject]) -> [Int] {
      let leaves = objects.compactMap { ($0 as? Numbered)?.number }
      #expect(leaves == leaves.sorted())
      return [leaves.count, objects.count - leaves.count]
    }

    var marks: [UInt] { queue.marks.map { $0.pointee.load() } }
  }

  @Test func `the retired queue frees all objects at once if no thread has a read hold`() {
    let scenes = [Scene(marks: [0, 0], waiting: [8, 24]), Scene(marks: [])]
    #expect([Scene(marks: [0, 0]).add(at: 8)] + scenes.map { $0.take() } == [[1, 1], [2, 2], [0, 0]])
  }

  @Test func `the retired queue marks a thread only for the kind of object that waits for it`() {
    // The thread has a hold but no longer reads, so only factories wait for it.
    let scene = Scene(marks: [24])
    #expect(scene.queue.add([Numbered(1)], until: 40).count == 1)
    #expect(scene.marks == [24])
    #expect(scene.add(at: 40) == [1, 0])
    #expect(scene.marks == [24 | Self.forEnd])
    let reading = Scene(marks: [24 | Self.reads])
    #expect(reading.queue.add([Numbered(1)], until: 40).isEmpty)
    #expect(reading.marks == [24 | Self.reads | Self.forReading])
  }

  @Test func `the retired queue holds back objects that a thread may read and marks this thread`() {
    let scene = Scene(marks: [24 | Self.reads, 0, 56 | Self.reads], waiting: [8, 24, 40])
    #expect(scene.take() == [1, 1])
    #expect(scene.marks == [24 | Self.reads | Self.forReading | Self.forEnd, 0, 56 | Self.reads])
    // The thread has stopped reading.
    scene.queue.marks[0].pointee.store(24)
    #expect(scene.take() == [2, 0])
    #expect(scene.marks[0] == 24 | Self.forEnd)
    scene.queue.marks[0].pointee.store(0)
    #expect([scene.take(), scene.take()] == [[0, 2], [0, 0]])
  }

  @Test func `the retired queue holds back only factories for a thread that has stopped reading`() {
    let scene = Scene(marks: [24], waiting: [8, 24, 40])
    #expect(scene.take() == [3, 1])
    #expect(scene.marks == [24 | Self.forEnd])
    #expect(scene.add(at: 56) == [1, 0])
    // Like a factory, an entry is in use until the end.
    #expect(scene.queue.add([Entry.make(for: Key(Int.self))], until: 56).isEmpty)
  }

  @Test func `the retired queue does not mark threads whose hold began after the object was retired`() {
    let scene = Scene(marks: [40 | Self.reads, 40], waiting: [8, 24])
    #expect(scene.take() == [2, 2])
    #expect(scene.marks == [40 | Self.reads, 40])
  }

  @Test func `the retired queue frees at most the requested number of objects at a time`() {
    let scene = Scene(marks: [0], waiting: [8, 8, 8, 8, 8])
    #expect([3, 3, 10].map { scene.take(atMost: $0) } == [[3, 0], [2, 1], [0, 4]])
  }

  @Test func `the retired queue frees the right objects after its clock has wrapped around`() {
    let (before, after) = (0 &- 8 as UInt, 8 as UInt)
    let marks = [[before | Self.reads], [after | Self.reads], [after | Self.reads, before]]
    #expect(marks.map { Scene(marks: $0, waiting: [before, after]).take() } == [[0, 0], [1, 1], [1, 0]])
  }
}
