/// A few slots, each of which leads on to the one before: they take no memory but their own. They are in one chain at
/// most, whose owner alone may look along it, and a copy of which is the same chain. It is to be short, as it is freed
/// from one to the next.
struct StorageChain {
  private var last: InstanceStorage?
  private(set) var count = 0

  var isEmpty: Bool { last == nil }

  var all: [InstanceStorage] { last.map { Array(sequence(first: $0, next: \.previous)) } ?? [] }

  subscript(registration: ObjectIdentifier) -> InstanceStorage? {
    var next = last.map(Unmanaged.passUnretained)
    while let slots = next {
      if slots._withUnsafeGuaranteedRef({ $0.registration == registration }) { return slots.takeUnretainedValue() }
      next = slots._withUnsafeGuaranteedRef { $0.previous.map(Unmanaged.passUnretained) }
    }
    return nil
  }

  mutating func push(_ slots: InstanceStorage) {
    assert(slots.previous == nil)
    slots.previous = last
    last = slots
    count += 1
  }

  mutating func pop() -> InstanceStorage? {
    guard let slots = last else { return nil }
    last = slots.previous.take()
    count -= 1
    return slots
  }

  mutating func take(_ registration: ObjectIdentifier) -> InstanceStorage? {
    var following: InstanceStorage?
    var next = last
    while let slots = next {
      next = slots.previous
      guard slots.registration == registration else {
        following = slots
        continue
      }
      slots.previous = nil
      count -= 1
      if let following { following.previous = next } else { last = next }
      return slots
    }
    return nil
  }
}
