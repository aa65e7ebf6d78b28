import Nexus

/// The types that an entry may implement.
///
/// They are the types registered in the container, and the services and parameters of discovered types.
struct ServiceCatalog {
  private struct Service {
    let type: Any.Type
    /// True if the container has a registration of the type, or if a type in the file's modules provides or needs it.
    var isNear: Bool
  }

  private var services: [Service] = []
  /// The indices of the services by name, both unqualified and qualified, without `any`.
  private var indices: [String: [Int]] = [:]
  private var known: [ObjectIdentifier: Int] = [:]

  /// Collects the types.
  ///
  /// - Parameter modules: The modules whose types are preferred if a name is not unique; nil for all.
  init(_ container: Container, _ injectables: TypeCatalog.Names, in modules: [String]?) {
    for registered in container.core.registrations() {
      add(registered.blueprint.key.product, isNear: true)
    }
    for record in injectables.records {
      guard let type = record.type as? any AutoInjectable.Type else { continue }
      let isNear = modules?.contains(record.module) ?? true
      for service in [type.service] + type.parameterTypes.map(\.need) {
        add(service, isNear: isNear)
      }
    }
  }

  private mutating func add(_ type: Any.Type, isNear: Bool) {
    if let index = known[ObjectIdentifier(type)] {
      services[index].isNear = services[index].isNear || isNear
      return
    }
    known[ObjectIdentifier(type)] = services.count
    let name = TypeName(type)
    for text in Set([name.description.withoutAny, name.qualified.withoutAny]) {
      indices[text, default: []].append(services.count)
    }
    services.append(Service(type: type, isNear: isNear))
  }

  /// Returns the types of a name, which may be qualified, and may omit `any`.
  func types(named name: String) -> [Any.Type] {
    let found = (indices[name.withoutAny] ?? []).map { services[$0] }
    let near = found.filter(\.isNear)
    return (near.isEmpty ? found : near).map(\.type)
  }

  /// The unqualified names to choose from, without those of plain values, to which no type conforms.
  var names: [String] {
    let near = services.filter { $0.isNear && !TypeKind.isPlainValue($0.type) }
    return Set(near.map { TypeName($0.type).description }).sorted()
  }

  /// All names: unqualified and qualified, with and without `any`.
  var spellings: [String] { indices.keys.flatMap { [$0, "any \($0)"] }.sorted() }

  /// Returns the names with a spelling similar to an unknown one.
  func names(like name: String) -> [String] { Similarity.names(like: name.withoutAny, among: Array(indices.keys)) }
}

extension String {
  fileprivate var withoutAny: String { hasPrefix("any ") ? String(dropFirst(4)) : self }
}

extension AutoInjectable {
  static var service: Any.Type { Service.self }
  static var parameterTypes: [(type: Any.Type, need: Any.Type)] { injection.parameterTypes }
}
