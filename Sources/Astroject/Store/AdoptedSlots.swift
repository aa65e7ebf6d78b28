/// What a container keeps of its parents' registrations, found by the registration. They are few, most of the time, and
/// then the first ones are looked through faster than a hash is made.
struct AdoptedSlots {
  private var few: [Slots] = []
  private var others = [ObjectIdentifier: Slots]()

  private static let mostOfFew = 8

  var isEmpty: Bool { few.isEmpty && others.isEmpty }

  var all: [Slots] { others.isEmpty ? few : few + others.values }

  subscript(registration: ObjectIdentifier) -> Slots? {
    few.first { $0.registration == registration } ?? others[registration]
  }

  /// Puts something in the place of what is kept of its registration, if there is anything.
  mutating func put(_ slots: Slots) {
    let registration = slots.registration
    if let index = few.firstIndex(where: { $0.registration == registration }) {
      few[index] = slots
    } else if few.count < AdoptedSlots.mostOfFew, others[registration] == nil {
      if few.isEmpty { few.reserveCapacity(4) }
      few.append(slots)
    } else {
      others[registration] = slots
    }
  }

  mutating func take(_ registration: ObjectIdentifier) -> Slots? {
    if let index = few.firstIndex(where: { $0.registration == registration }) { return few.remove(at: index) }
    return others.removeValue(forKey: registration)
  }

  /// Lets go of what is kept, and of what is being built when that is done.
  mutating func vacate(_ vacated: inout Vacated) {
    if isEmpty { return }
    let all = takeAll().all
    for slots in all {
      if slots.vacate(&vacated) { put(slots) }
    }
    vacated.add(all)
  }

  mutating func takeAll() -> AdoptedSlots {
    defer { self = AdoptedSlots() }
    return self
  }
}
