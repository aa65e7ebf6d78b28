import Nexus

/// The types that a registration of a file may be said to implement: those that the container has registrations of, and
/// those that discovered types are resolved by or need.
struct ServiceCatalog {
  private var types: [String: [Any.Type]] = [:]
  /// The names that are shown: without modules where that is unique.
  private(set) var names: [String] = []

  /// - Parameter modules: The modules whose types count; nil for all.
  init(_ container: Container, _ injectables: TypeCatalog.Names, in modules: [String]?) {
    var seen: Set<ObjectIdentifier> = []
    var all: [Any.Type] = container.core.registrations().map(\.blueprint.key.product)
    for record in injectables.records where modules?.contains(record.module) ?? true {
      guard let type = record.type as? any AutoInjectable.Type else { continue }
      all += [type.service] + type.parameterTypes.map(\.need)
    }
    var shown: Set<String> = []
    for type in all where seen.insert(ObjectIdentifier(type)).inserted {
      let name = TypeName(type)
      shown.insert(name.description)
      for text in [name.description, name.qualified] {
        types[text.withoutAny, default: []].append(type)
      }
    }
    names = shown.sorted()
  }

  /// The types of a name, which may be qualified, and may be without its `any`.
  func types(named name: String) -> [Any.Type] {
    var seen: Set<ObjectIdentifier> = []
    return (types[name.withoutAny] ?? []).filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  /// All names that only one type has.
  var spellings: [String] { types.keys.filter { types(named: $0).count == 1 }.sorted() }

  /// Names like one that no type has.
  func names(like name: String) -> [String] {
    let near = Similarity.names(like: name.withoutAny, among: types.keys)
    return names.filter { near.contains($0.withoutAny) }
  }
}

extension String {
  fileprivate var withoutAny: String { hasPrefix("any ") ? String(dropFirst(4)) : self }
}

extension AutoInjectable {
  static var service: Any.Type { Service.self }
  static var parameterTypes: [(type: Any.Type, need: Any.Type)] { injection.parameterTypes }
}
