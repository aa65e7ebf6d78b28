/// A dictionary collects the registrations of its values' type that have a key of its keys' type; `String` means names.
extension Dictionary: DerivedForm {
  package typealias Target = Value
  package static var dependencyKind: Dependency.Kind { .collection }
  package static var isOfOne: Bool { false }

  /// True unless the values are numbers or texts, or collections of those: a dictionary of those is more likely a value
  /// that is missing.
  package static var mayBeEmpty: Bool {
    var values: Any.Type = Value.self
    while TypeKind.isGeneric(values), let collection = values as? any Collecting.Type { values = collection.elements }
    return !TypeKind.isPlainValue(values)
  }

  package static func dependency(for key: Astroject.Key, at site: Dependency.Site) -> Dependency {
    let dependency = Dependency(key: key.asking(for: Value.self), kind: dependencyKind, site: site)
    dependency.keys = Key.self
    return dependency
  }

  package static func isKnown(in core: Core, for key: Astroject.Key) -> Bool {
    isAvailable(for: key)
      && core.collection(of: Value.self).contains { $0.blueprint.key.label?.isOf(Key.self) ?? false }
  }

  package static func derive(_ context: ResolutionContext, _ key: Astroject.Key, _ arguments: AnyArguments?) throws
    -> Self
  {
    Dictionary(try GrowingCollection(for: context, keyedBy: Key.self).resolved())
  }

  package static func derive(_ context: ResolutionContext, _ key: Astroject.Key, _ arguments: AnyArguments?)
    async throws -> Self
  {
    Dictionary(try await GrowingCollection(for: context, keyedBy: Key.self).resolved())
  }

  private init(_ collection: GrowingCollection<Value>) {
    self.init(minimumCapacity: collection.elements.count)
    for (found, element) in zip(collection.registrations, collection.elements) {
      if let key = found.blueprint.key.label?.base as? Key { self[key] = element }
    }
  }
}

/// A collection of the standard library that may be one of services.
private protocol Collecting { static var elements: Any.Type { get } }
extension Array: Collecting { fileprivate static var elements: Any.Type { Element.self } }
extension Set: Collecting { fileprivate static var elements: Any.Type { Element.self } }
extension Dictionary: Collecting { fileprivate static var elements: Any.Type { Value.self } }

extension [Match] {
  /// Chooses one registration for each key of a type: that of the nearest container, and there the latest.
  ///
  /// - Parameter keys: The type; nil to choose all registrations.
  package func latest(by keys: Any.Type?) -> [Match] {
    guard let keys else { return self }
    var places: [Label: Int] = [:]
    var chosen: [Match] = []
    for found in self {
      guard let label = found.blueprint.key.label, label.isOf(keys) else { continue }
      guard let place = places[label] else {
        places[label] = chosen.count
        chosen.append(found)
        continue
      }
      if chosen[place].owner === found.owner { chosen[place] = found }
    }
    return chosen
  }
}
