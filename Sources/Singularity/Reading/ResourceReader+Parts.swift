import Nexus

// The parts of a registration: its scope, its key, and the types that it implements.

extension ResourceReader {
  func scope(_ node: Node) -> ResourceScope? {
    let expected = "a scope"
    guard node.kind == .object else { return node.word(ResourceScope.names.map { ($0.name, $0.scope) }, expected) }
    return node.fields(["scoped"], expected)?.required("scoped")?.string("the name of a container").map {
      .scopedTo($0)
    }
  }

  /// Reads a key: a number, a Bool, a value of a type that is `Hashable`, or a string, which is a name.
  func key(_ node: Node) -> Label? {
    switch node.kind {
    case .string: return node.string().flatMap { Label(name: $0, key: nil) }
    case .boolean: return node.boolean().flatMap { Label(name: nil, key: $0) }
    case .number:
      if !node.outline.isReal(node.site.value) {
        return read(Int.self, from: node).flatMap { Label(name: nil, key: $0) }
      }
      guard let number = read(Double.self, from: node) else { return nil }
      if number.isFinite { return Label(name: nil, key: number) }
      node.refuse(.wrongValue, .text("a finite number"))
      return nil
    case .object:
      guard let fields = node.fields(["type", "value"]) else { return nil }
      let (typeNode, content) = (fields.required("type"), fields.required("value"))
      guard let typeNode, let name = typeNode.string("the name of a type"),
        let type = ValueType(name, in: modules, of: catalog, at: typeNode.site, findings)?.type
      else { return nil }
      guard let type = type as? any (Hashable & Decodable & Sendable).Type else {
        typeNode.refuse(.wrongValue, .text("a type that is Hashable"))
        return nil
      }
      guard let value = content.flatMap({ read(type, from: $0) }) else { return nil }
      return Label(name: nil, key: value)
    case .array, .null, .date, .data:
      node.refuse(.wrongValue, .text("a key: a string, a number, true or false, or { \"type\": …, \"value\": … }"))
      return nil
    }
  }

  func implemented(
    _ fields: Fields, by type: (any AutoInjectable.Type)?
  ) -> [(service: Any.Type, site: ResourceSite)] {
    guard let nodes = fields["implements"]?.elements("an array of the names of types") else { return [] }
    var seen: Set<ObjectIdentifier> = []
    return nodes.compactMap { node in
      guard let name = node.string("the name of a type") else { return nil }
      let found = services.types(named: name)
      guard let service = found.first, found.count == 1 else {
        if found.isEmpty {
          node.refuse(
            .unknownService, possible: services.names, nearMatches: services.names(like: name), .text(name))
        } else {
          node.refuse(.ambiguousType, possible: found.map { TypeName($0).qualified }.sorted(), .text(name))
        }
        return nil
      }
      guard let type else { return nil }
      guard ResourceReader.mayImplement(type, service) else {
        node.refuse(.notImplemented, .texts(TypeName(type).description, TypeName(service).description))
        return nil
      }
      if !seen.insert(ObjectIdentifier(service)).inserted {
        node.refuse(.duplicate, .repetition(TypeName(service).description, "by the same entry"))
        return nil
      }
      return (service, node.site)
    }
  }

  /// Returns false if a type certainly does not implement another one.
  private static func mayImplement(_ type: any AutoInjectable.Type, _ service: Any.Type) -> Bool {
    // A type that implements its own service is a loop, and is reported as one.
    if service == type.service { return true }
    // Only a cast of an instance can check a constrained protocol, such as `any Box<Int>`.
    if TypeKind(service) == .existential, TypeName(service).description.contains("<") { return true }
    return [type, type.service].contains { TypeKind.isImplementation($0, of: service) }
  }
}
