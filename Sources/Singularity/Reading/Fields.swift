/// The fields of an object.
struct Fields {
  let node: Node
  fileprivate let container: KeyedDecodingContainer<FieldName>
  private let values: [String: Int]
  private let unknown: [String]

  fileprivate init(
    node: Node, container: KeyedDecodingContainer<FieldName>, values: [String: Int], unknown: [String]
  ) {
    (self.node, self.container, self.values, self.unknown) = (node, container, values, unknown)
  }

  subscript(name: String) -> Node? {
    guard let value = values[name], let decoder = try? container.superDecoder(forKey: FieldName(name)) else {
      return nil
    }
    return Node(decoder: decoder, site: ResourceSite(file: node.site.file, value: value), findings: node.findings)
  }

  /// Returns a field, which must be given.
  func required(_ name: String, possible: [String] = []) -> Node? {
    let field = self[name]
    if field == nil, !isMisspelt([name]) {
      node.refuse(.missingField, found: .nothing, possible: possible, .text("`\(name)`"))
    }
    return field
  }

  /// Returns true if an unknown field, which is a finding already, may be meant for one of these.
  func isMisspelt(_ names: [String]) -> Bool {
    unknown.contains { !Similarity.names(like: $0, among: names).isEmpty }
  }

  /// Refuses the second field, if it is given, because it excludes the first.
  func conflict(_ name: String, _ other: String) {
    guard let value = values[other] else { return }
    node.findings.add(
      .conflictingFields, at: ResourceSite(file: node.site.file, value: value), isField: true,
      .texts("`\(name)`", "`\(other)`")
    )
  }
}

extension Node {
  /// Returns the fields of an object; unknown fields become findings.
  func fields(_ known: [String], _ expected: String = "an object") -> Fields? {
    guard kind == .object, let container = try? decoder.container(keyedBy: FieldName.self) else {
      refuse(.wrongValue, .text(expected))
      return nil
    }
    var values: [String: Int] = [:]
    var unknown: [String] = []
    for child in outline.children(of: site.value) {
      guard let name = outline.name(of: child) else { continue }
      if values[name] == nil { values[name] = child }
      if !known.contains(name) {
        unknown.append(name)
        findings.add(
          .unknownField, at: ResourceSite(file: site.file, value: child), isField: true,
          possible: known, nearMatches: Similarity.names(like: name, among: known), .text(name.quoted))
      }
    }
    return Fields(node: self, container: container, values: values, unknown: unknown)
  }
}
