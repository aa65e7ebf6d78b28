/// What a container keeps of its parents' registrations, found by the registration. They are few, most of the time, and
/// then the first ones are looked through faster than a hash is made.
struct AdoptedSlots {
  private var few: [(registration: ObjectIdentifier, slots: Slots)] = []
  private var others: [ObjectIdentifier: Slots] = [:]

  private static let mostOfFew = 8

  var isEmpty: Bool { few.isEmpty && others.isEmpty }

  var all: [Slots] { few.map(\.slots) + others.values }

  subscript(registration: ObjectIdentifier) -> Slots? {
    for known in few where known.registration == registration { return known.slots }
    return others.isEmpty ? nil : others[registration]
  }

  /// Puts something in the place of what is kept of its registration, if there is anything.
  mutating func put(_ slots: Slots) {
    let registration = slots.registration
    if let index = few.firstIndex(where: { $0.registration == registration }) {
      few[index].slots = slots
    } else if few.count < AdoptedSlots.mostOfFew, others[registration] == nil {
      few.append((registration, slots))
    } else {
      others[registration] = slots
    }
  }

  mutating func take(_ registration: ObjectIdentifier) -> Slots? {
    if let index = few.firstIndex(where: { $0.registration == registration }) { return few.remove(at: index).slots }
    return others.removeValue(forKey: registration)
  }

  mutating func takeAll() -> AdoptedSlots {
    defer { self = AdoptedSlots() }
    return self
  }

  func forEach(_ body: (Slots) -> Void) {
    for known in few { body(known.slots) }
    for slots in others.values { body(slots) }
  }
}
