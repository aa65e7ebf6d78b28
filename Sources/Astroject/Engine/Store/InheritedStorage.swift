/// The storage in which a container caches instances of its parents' registrations, found by the registration.
///
/// Mostly few registrations have any, and searching them is faster than hashing. A copy has the same storage: only one
/// of the two may be used.
struct InheritedStorage {
  private var few = StorageChain()
  private var others = [ObjectIdentifier: InstanceStorage]()

  private static let mostOfFew = 8

  var isEmpty: Bool { few.isEmpty && others.isEmpty }

  var all: [InstanceStorage] { few.all + others.values }

  subscript(registration: ObjectIdentifier) -> InstanceStorage? { few[registration] ?? others[registration] }

  /// Adds the storage of a registration that has none here.
  mutating func add(_ storage: InstanceStorage) {
    if few.count < InheritedStorage.mostOfFew {
      few.push(storage)
    } else {
      others[storage.registration] = storage
    }
  }

  mutating func take(_ registration: ObjectIdentifier) -> InstanceStorage? {
    if let storage = few.take(registration) { return storage }
    return others.isEmpty ? nil : others.removeValue(forKey: registration)
  }

  /// Releases the cached instances, and those under construction when their builds end.
  mutating func vacate(_ batch: inout ReleaseBatch) {
    var old = self
    self = InheritedStorage()
    while let storage = old.few.pop() { if storage.vacate(&batch) { add(storage) } else { batch.hold(storage) } }
    if old.others.isEmpty { return }
    for storage in old.others.values { if storage.vacate(&batch) { add(storage) } }
    batch.add(Array(old.others.values))
  }

  /// Removes and returns all storage.
  mutating func takeAll() -> [InstanceStorage] {
    defer { self = InheritedStorage() }
    let others = others.values
    var all: [InstanceStorage] = []
    while let storage = few.pop() { all.append(storage) }
    return all + others
  }
}
