/// What a container keeps of its parents' registrations, found by the registration. They are few, most of the time, and
/// then they are looked through faster than a hash is made.
///
/// A copy has the same slots: only one of the two may be used.
struct AdoptedSlots {
  private var few = SlotChain()
  private var count = 0
  private var others = [ObjectIdentifier: Slots]()

  private static let mostOfFew = 8

  var isEmpty: Bool { few.isEmpty && others.isEmpty }

  var all: [Slots] { few.all + others.values }

  subscript(registration: ObjectIdentifier) -> Slots? { few[registration] ?? others[registration] }

  /// Adds what is kept of a registration of which nothing is.
  mutating func add(_ slots: Slots) {
    if count < AdoptedSlots.mostOfFew {
      few.push(slots)
      count += 1
    } else {
      others[slots.registration] = slots
    }
  }

  mutating func take(_ registration: ObjectIdentifier) -> Slots? {
    if let slots = few.take(registration) {
      count -= 1
      return slots
    }
    return others.isEmpty ? nil : others.removeValue(forKey: registration)
  }

  /// Lets go of what is kept, and of what is being built when that is done.
  mutating func vacate(_ vacated: inout Vacated) {
    var old = self
    self = AdoptedSlots()
    while let slots = old.few.pop() { if slots.vacate(&vacated) { add(slots) } else { vacated.hold(slots) } }
    if old.others.isEmpty { return }
    for slots in old.others.values { if slots.vacate(&vacated) { add(slots) } }
    vacated.add(Array(old.others.values))
  }

  /// Takes away all.
  mutating func takeAll() -> [Slots] {
    defer { self = AdoptedSlots() }
    let others = others.values
    var all: [Slots] = []
    while let slots = few.pop() { all.append(slots) }
    return all + others
  }
}
