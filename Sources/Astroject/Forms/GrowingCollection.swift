/// The collection of all registrations of a type while its elements are resolved one by one.
///
/// An element, or another thread, may remove a registration whose turn has not come. Then the registrations at that
/// time count. Products that were resolved and are still registered stay as they are.
struct GrowingCollection<Element> {
  private let core: Core
  private(set) var registrations: [Match]
  /// Chooses those of the type's registrations that count.
  private let choose: ([Match]) -> [Match]
  /// The products of the first registrations.
  private(set) var elements: [Element] = []
  /// The products of registrations that have moved further back, by registration.
  private var early: [UInt: Element] = [:]
  /// The registrations that were removed by the time of their turn.
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

  /// Adds the product of the registration whose turn it is.
  mutating func append(_ product: Element) { elements.append(product) }

  /// Goes on without the registration whose turn it is, which was removed, and with those that have come since.
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
