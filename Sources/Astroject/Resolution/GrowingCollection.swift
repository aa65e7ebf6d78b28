/// The collection of all that is registered for a type, while its elements are resolved one after the other.
///
/// What an element does, or another thread, may take away a registration whose turn has not come. Then what is
/// registered by that time counts; what has been resolved and is still registered stays as it is.
struct GrowingCollection<Element> {
  private let core: Core
  private(set) var registrations: [Match]
  /// Which of all that is registered for the type count.
  private let choose: ([Match]) -> [Match]
  /// What the first registrations have given.
  private(set) var elements: [Element] = []
  /// What others have given, by their registrations, whose place is further back.
  private var early: [UInt: Element] = [:]
  /// The registrations that were gone when it was their turn.
  private var gone: [Match] = []

  init(for context: ResolutionContext, choosing choose: @escaping ([Match]) -> [Match] = { $0 }) {
    core = context.core
    self.choose = choose
    registrations = choose(core.collection(of: Element.self))
    elements.reserveCapacity(registrations.count)
  }

  /// The registration whose turn it is; nil at the end.
  var next: Match? {
    mutating get {
      while elements.count < registrations.count {
        let found = registrations[elements.count]
        if !early.isEmpty, let element = early.removeValue(forKey: found.blueprint.id) {
          elements.append(element)
        } else if found.entry.holds(found.blueprint) {
          return found
        } else {
          renew()
        }
      }
      return nil
    }
  }

  /// Takes what the registration has given whose turn it is.
  mutating func append(_ product: AnyProduct) { elements.append(product.value(as: Element.self)) }

  /// Goes on without the registration whose turn it is, as it is gone, and with whatever has come since.
  mutating func renew() {
    gone.append(registrations[elements.count])
    for (found, element) in zip(registrations, elements) { early[found.blueprint.id] = element }
    elements = []
    let left = core.collection(of: Element.self).filter { found in
      !gone.contains { $0.blueprint === found.blueprint && $0.entry === found.entry }
    }
    registrations = choose(left)
  }
}
