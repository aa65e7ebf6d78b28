/// The storage in which a container caches instances of its parents' registrations, found by the registration.
///
/// Mostly few registrations have any, and searching them is faster than hashing.
struct InheritedStorage {
  private var few: [InstanceStorage] = []
  private var others = Dictionary<ObjectIdentifier, InstanceStorage>()

  private static let mostOfFew = 8

  var isEmpty: Bool { few.isEmpty && others.isEmpty }

  /// All storage, the newest first as far as the order is known: that is the order of releasing.
  var all: [InstanceStorage] { few.reversed() + others.values }

  subscript(blueprint: Blueprint) -> InstanceStorage? {
    few.first { $0.blueprint === blueprint } ?? others[ObjectIdentifier(blueprint)]
  }

  /// Adds the storage of a registration that has none here.
  mutating func add(_ storage: InstanceStorage) {
    if few.count < InheritedStorage.mostOfFew {
      few.append(storage)
    } else {
      others[ObjectIdentifier(storage.blueprint)] = storage
    }
  }

  mutating func take(_ blueprint: Blueprint) -> InstanceStorage? {
    if let index = few.firstIndex(where: { $0.blueprint === blueprint }) { return few.remove(at: index) }
    return others.isEmpty ? nil : others.removeValue(forKey: ObjectIdentifier(blueprint))
  }

  /// Removes and returns all storage.
  mutating func takeAll() -> [InstanceStorage] { isEmpty ? [] : exchange(&self, with: InheritedStorage()).all }
}
