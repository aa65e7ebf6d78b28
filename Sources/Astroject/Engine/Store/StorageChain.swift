/// A short list of storages, each of which leads to the one before. It takes no memory but theirs.
///
/// Slots are in one chain at most, and only its owner may look along it. A copy is the same chain. It has to be short
/// because its storages are freed recursively.
struct StorageChain {
  private var last: InstanceStorage?
  private(set) var count = 0

  var isEmpty: Bool { last == nil }

  var all: [InstanceStorage] { last.map { Array(sequence(first: $0, next: \.previous)) } ?? [] }

  subscript(registration: ObjectIdentifier) -> InstanceStorage? {
    var next = last.map(Unmanaged.passUnretained)
    while let storage = next {
      if storage._withUnsafeGuaranteedRef({ $0.registration == registration }) { return storage.takeUnretainedValue() }
      next = storage._withUnsafeGuaranteedRef { $0.previous.map(Unmanaged.passUnretained) }
    }
    return nil
  }

  mutating func push(_ storage: InstanceStorage) {
    assert(storage.previous == nil)
    storage.previous = last
    last = storage
    count += 1
  }

  mutating func pop() -> InstanceStorage? {
    guard let storage = last else { return nil }
    last = storage.previous.take()
    count -= 1
    return storage
  }

  mutating func take(_ registration: ObjectIdentifier) -> InstanceStorage? {
    var following: InstanceStorage?
    var next = last
    while let storage = next {
      next = storage.previous
      guard storage.registration == registration else {
        following = storage
        continue
      }
      storage.previous = nil
      count -= 1
      if let following { following.previous = next } else { last = next }
      return storage
    }
    return nil
  }
}
