/// The slots in which a container caches instances of its parents' registrations, found by the registration.
///
/// Mostly they are few, and searching them is faster than hashing. A copy has the same slots: only one of the two may
/// be used.
struct InheritedInstances {
  private var few = StorageChain()
  private var others = [ObjectIdentifier: InstanceStorage]()

  private static let mostOfFew = 8

  var isEmpty: Bool { few.isEmpty && others.isEmpty }

  var all: [InstanceStorage] { few.all + others.values }

  subscript(registration: ObjectIdentifier) -> InstanceStorage? { few[registration] ?? others[registration] }

  /// Adds the slots of a registration that has none here.
  mutating func add(_ slots: InstanceStorage) {
    if few.count < InheritedInstances.mostOfFew {
      few.push(slots)
    } else {
      others[slots.registration] = slots
    }
  }

  mutating func take(_ registration: ObjectIdentifier) -> InstanceStorage? {
    if let slots = few.take(registration) { return slots }
    return others.isEmpty ? nil : others.removeValue(forKey: registration)
  }

  /// Releases the cached instances, and those under construction when their builds end.
  mutating func vacate(_ batch: inout ReleaseBatch) {
    var old = self
    self = InheritedInstances()
    while let slots = old.few.pop() { if slots.vacate(&batch) { add(slots) } else { batch.hold(slots) } }
    if old.others.isEmpty { return }
    for slots in old.others.values { if slots.vacate(&batch) { add(slots) } }
    batch.add(Array(old.others.values))
  }

  /// Removes and returns all slots.
  mutating func takeAll() -> [InstanceStorage] {
    defer { self = InheritedInstances() }
    let others = others.values
    var all: [InstanceStorage] = []
    while let slots = few.pop() { all.append(slots) }
    return all + others
  }
}
