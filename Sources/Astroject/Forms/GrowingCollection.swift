/// The collection of all registrations of a type while its elements are resolved one by one.
///
/// An element, or another thread, may remove a registration whose turn has not come. Then the registrations at that
/// time count. Products that were resolved and are still registered stay as they are.
struct GrowingCollection<Element> {
  private let context: ResolutionContext
  private(set) var registrations: [Match]
  /// The type of the keys for each of which one registration counts; nil if all registrations count.
  private let keys: Any.Type?
  /// The products of the first registrations.
  private(set) var elements: [Element] = []
  /// The products of registrations that have moved further back, by registration.
  private var early: [UInt: Element] = [:]

  init(for context: ResolutionContext, keyedBy keys: Any.Type? = nil) {
    self.context = context
    self.keys = keys
    registrations = context.core.collection(of: Element.self).latest(by: keys)
    elements.reserveCapacity(registrations.count)
  }

  /// Returns the collection with all its elements resolved.
  consuming func resolved() throws -> GrowingCollection {
    while let found = next {
      do {
        elements.append(try context.core.resolve(found.blueprint.key, (), nil, for: context, by: found))
      } catch is Again { renew() }
    }
    return self
  }

  /// Returns the collection with all its elements resolved and awaited.
  consuming func resolved() async throws -> GrowingCollection {
    while let found = next {
      do {
        elements.append(try await context.core.resolve(found.blueprint.key, (), nil, for: context, by: found))
      } catch is Again { renew() }
    }
    return self
  }

  /// The registration whose turn it is; nil at the end.
  private var next: Match? {
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

  /// Goes on without the registration whose turn it is, which was removed, and with those that have come since.
  private mutating func renew() {
    for (found, element) in zip(registrations, elements) { early[found.blueprint.id] = element }
    elements = []
    registrations = context.core.collection(of: Element.self).latest(by: keys)
  }
}
