import Nexus

/// The types that a registration of a file may be said to implement: those that the container has registrations of, and
/// those that discovered types are resolved by or need.
struct ServiceCatalog {
  private struct Service {
    let type: Any.Type
    /// True if the container, or a type of the file's modules, has it.
    var isNear: Bool
  }

  private var services: [Service] = []
  /// The services of each name: without modules and qualified, without `any`.
  private var indices: [String: [Int]] = [:]
  private var known: [ObjectIdentifier: Int] = [:]

  /// - Parameter modules: The modules whose types come first where a name is not unique; nil for all.
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

  /// The types of a name, which may be qualified, and may be without its `any`.
  func types(named name: String) -> [Any.Type] {
    let found = (indices[name.withoutAny] ?? []).map { services[$0] }
    let near = found.filter(\.isNear)
    return (near.isEmpty ? found : near).map(\.type)
  }

  /// The names to choose from: without modules, and of no plain value, which nothing adopts.
  var names: [String] {
    let near = services.filter { $0.isNear && !TypeKind.isPlainValue($0.type) }
    return Set(near.map { TypeName($0.type).description }).sorted()
  }

  /// All names, in each spelling.
  var spellings: [String] { indices.keys.flatMap { [$0, "any \($0)"] }.sorted() }

  /// The names that are spelt much like one that no type has.
  func names(like name: String) -> [String] { Similarity.names(like: name.withoutAny, among: indices.keys) }
}

extension String {
  fileprivate var withoutAny: String { hasPrefix("any ") ? String(dropFirst(4)) : self }
}

extension AutoInjectable {
  static var service: Any.Type { Service.self }
  static var parameterTypes: [(type: Any.Type, need: Any.Type)] { injection.parameterTypes }
}
