import Nexus

// The rules of a registration for the parameters of its initializer.

extension ResourceReader {
  func rules(
    _ rules: [Node], of fields: Fields, for type: any AutoInjectable.Type, _ parameters: [Any.Type]
  ) -> [AnyParameter?]? {
    guard parameters.count == rules.count else {
      let list = parameters.map { TypeName($0).description }.joined(separator: ", ")
      let words =
        parameters.isEmpty
        ? "no parameters" : "\(parameters.count) parameter\(parameters.count == 1 ? "" : "s"): \(list)"
      fields["with"]?.refuse(
        .ruleCount, found: .text("\(rules.count) rule\(rules.count == 1 ? "" : "s")"),
        .texts(TypeName(type).description, words))
      for rule in rules { _ = self.rule(rule, for: nil) }
      return nil
    }
    return zip(rules, parameters).map { rule($0, for: $1) }
  }

  /// Reads a rule.
  ///
  /// - Parameter type: The type of the parameter; nil if it is not known, so that only the form of the rule is checked.
  func rule(_ node: Node, for type: Any.Type?) -> AnyParameter? {
    let names = ["named", "keyed", "value"]
    let expected = "a rule for a parameter"
    if node.kind == .string {
      // `auto` leaves the parameter to the rule of the type's injection.
      _ = node.word([("auto", ())], expected)
      return nil
    }
    guard node.kind == .object else {
      node.refuse(
        .wrongValue, possible: ["\"auto\""] + names.map { "{ \"\($0)\": … }" }, .text(expected))
      return nil
    }
    guard let fields = node.fields(names, expected) else { return nil }
    let given = names.filter { fields[$0] != nil }
    guard let name = given.first, let argument = fields[name] else {
      if !fields.isMisspelt(names) {
        node.refuse(.missingField, found: .nothing, possible: names, .text("`named`, `keyed` or `value`"))
      }
      return nil
    }
    for other in given.dropFirst() { fields.conflict(name, other) }
    if name != "value" {
      if let type, ResourceReader.isContext(type) {
        node.refuse(.wrongValue, possible: ["\"auto\""], .text("\"auto\", as a \(TypeName(type)) is not looked up"))
        return nil
      }
      let label = name == "keyed" ? key(argument) : argument.string().flatMap { Label(name: $0, key: nil) }
      guard let label, let type else { return nil }
      return .labelled(label, as: type)
    }
    guard let type else { return nil }
    guard let readable = type as? any Decodable.Type else {
      argument.refuse(.notDecodable, .text(TypeName(type).description))
      return nil
    }
    return fixed(readable, from: argument)
  }

  /// Returns true for a type that is given by the container and not looked up.
  static func isContext(_ type: Any.Type) -> Bool { type == Resolver.self || type == Container.self }

  private func fixed<Value: Decodable>(_ type: Value.Type, from node: Node) -> AnyParameter? {
    read(type, from: node).map { .value($0) }
  }
}
