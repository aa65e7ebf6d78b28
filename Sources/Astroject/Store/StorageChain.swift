/// A short list of slots, each of which leads to the one before. It takes no memory but that of the slots.
///
/// Slots are in one chain at most, and only its owner may look along it. A copy is the same chain. It has to be short
/// because its slots are freed recursively.
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
