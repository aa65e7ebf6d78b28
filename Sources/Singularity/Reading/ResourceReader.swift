import Foundation
import Nexus

/// Reads a file: each field of it, with everything that is wrong with it as a finding.
final class ResourceReader: @unchecked Sendable {
  // A decoder hands it to the document that it decodes, on the thread that has made it.
  let file: ResourceFile
  let catalog: TypeCatalog
  let findings: Findings
  /// The modules that types are looked for in; nil for all.
  private(set) var modules: [String]?
  private let makeServices: ([String]?) -> ServiceCatalog
  /// The types that may be implemented; gathered when the first one is looked for.
  private lazy var services = makeServices(modules)

  init(
    _ file: ResourceFile, _ catalog: TypeCatalog, modules: [String]?, _ findings: Findings,
    services: @escaping ([String]?) -> ServiceCatalog
  ) {
    (self.file, self.catalog, self.modules, self.findings) = (file, catalog, modules, findings)
    makeServices = services
  }

  private static let key = CodingUserInfoKey(rawValue: "Astroject.ResourceReader")

  /// Reads the file; nil where that is not possible.
  func document() -> ResourceDocument? {
    for value in file.outline.duplicates {
      let site = Site(file: file, value: value)
      findings.add(
        .duplicateField, at: site, isField: true, .text("\(file.outline.name(of: value) ?? "")".debugDescription))
    }
    do {
      switch file.format {
      case .json:
        let decoder = JSONDecoder()
        if let key = ResourceReader.key { decoder.userInfo[key] = self }
        return try decoder.decode(Root.self, from: file.data).document
      case .propertyList:
        let decoder = PropertyListDecoder()
        if let key = ResourceReader.key { decoder.userInfo[key] = self }
        return try decoder.decode(Root.self, from: file.data).document
      }
    } catch {
      // The text is right by its grammar, and refused all the same.
      let site = Site(file: file, value: 0)
      findings.add(.syntax, at: site, .texts(file.format.name, "what can be decoded (\(error.reason))"))
      return nil
    }
  }

  private struct Root: Decodable {
    let document: ResourceDocument

    init(from decoder: any Decoder) throws {
      guard let reader = ResourceReader.key.flatMap({ decoder.userInfo[$0] }) as? ResourceReader else {
        throw DecodingError.valueNotFound(
          ResourceReader.self, DecodingError.Context(codingPath: [], debugDescription: "no reader"))
      }
      document = reader.document(
        Node(decoder: decoder, site: Site(file: reader.file, value: 0), findings: reader.findings))
    }
  }

  // MARK: The document

  static let documentFields = ["modules", "registrations", "values"]

  private func document(_ root: Node) -> ResourceDocument {
    var document = ResourceDocument(file: file)
    // An editor finds the schema by the first.
    guard let fields = root.fields(["$schema"] + ResourceReader.documentFields) else { return document }
    _ = fields["$schema"]?.string()
    if let names = fields["modules"]?.elements("an array of the names of modules") {
      modules = catalog.modules(names.compactMap { node in node.string().map { ($0, node.site) } }, findings)
    }
    document.modules = modules
    document.entries += fields["values"]?.elements("an array of values")?.compactMap(value) ?? []
    document.entries += fields["registrations"]?.elements("an array of registrations")?.compactMap(registration) ?? []
    return document
  }

  // MARK: Entries

  static let registrationFields = [
    "type", "name", "key", "scope", "eager", "isOverridable", "ifRegistered", "with", "implements", "remove",
  ]
  static let valueFields = ["type", "name", "key", "value", "isOverridable", "ifRegistered", "remove"]
  private static let identifyingFields = ["type", "name", "key", "remove"]

  private func registration(_ node: Node) -> ResourceEntry? {
    guard let fields = node.fields(ResourceReader.registrationFields) else { return nil }
    let type = injectable(fields)
    let common = common(fields, of: ResourceReader.registrationFields)
    let scope = fields["scope"].flatMap(scope)
    let isEager = fields["eager"].flatMap { $0.boolean() }
    let implements = implemented(fields, by: type)
    let modifiers = ResourceModifiers(scope: scope, isEager: isEager, services: implements.map(\.service))
    let rules = fields["with"].flatMap { $0.elements("an array with one rule for each parameter") }
    let register = type.map { type in
      type.registering { parameters in rules.flatMap { self.rules($0, of: fields, for: type, parameters) } }
    }
    guard let type, let register, common.isIdentified else { return nil }
    return ResourceEntry(
      section: .registrations, type: type, key: Key(type.service, label: common.label), site: node.site,
      isRemoval: common.isRemoval, ifRegistered: common.ifRegistered, implements: implements
    ) { try register($0, common.placement(at: node.site), modifiers) }
  }

  private func injectable(_ fields: Fields) -> (any AutoInjectable.Type)? {
    guard let node = fields.required("type"), let name = node.string("the name of a type") else { return nil }
    return catalog.type(named: name, among: \.injectables, in: modules, at: node.site, findings)
      as? any AutoInjectable.Type
  }

  private func value(_ node: Node) -> ResourceEntry? {
    guard let fields = node.fields(ResourceReader.valueFields) else { return nil }
    let common = common(fields, of: ResourceReader.valueFields)
    guard let typeNode = fields.required("type"), let name = typeNode.string("the name of a type") else { return nil }
    guard let type = ValueType(name, in: modules, of: catalog, at: typeNode.site, findings)?.type else { return nil }
    var register: (Container) throws -> Void = { _ in }
    if !common.isRemoval, common.isIdentified, let value = fields.required("value").flatMap({ read(type, from: $0) }) {
      register = { try $0.register(value: value, common.placement(at: node.site)) }
    }
    guard common.isIdentified else { return nil }
    return ResourceEntry(
      section: .values, type: type, key: Key(type, label: common.label), site: node.site,
      isRemoval: common.isRemoval, ifRegistered: common.ifRegistered, implements: [], register: register)
  }

  /// The fields that all entries have.
  private struct Common {
    var label: Label?
    /// False if it is not known which entry this is, or whether it is to be removed.
    var isIdentified = true
    var isRemoval = false
    var isOverridable = true
    var ifRegistered: DuplicatePolicy?

    func placement(at site: Site) -> Placement {
      Placement(label, at: site.location, isOverridable: isOverridable, ifRegistered: ifRegistered)
    }
  }

  private func common(_ fields: Fields, of known: [String]) -> Common {
    var common = Common()
    if let name = fields["name"] {
      common.label = name.string().flatMap { Label(name: $0, key: nil) }
      common.isIdentified = common.label != nil
      fields.conflict("name", "key")
    } else if let field = fields["key"] {
      common.label = key(field)
      common.isIdentified = common.label != nil
    }
    common.isOverridable = fields["isOverridable"].flatMap { $0.boolean() } ?? true
    common.ifRegistered = fields["ifRegistered"].flatMap {
      $0.word(DuplicatePolicy.names.map { ($0.name, $0.policy) }, "a policy for duplicates")
    }
    if let field = fields["remove"] {
      let isRemoval = field.boolean()
      common.isRemoval = isRemoval ?? false
      common.isIdentified = common.isIdentified && isRemoval != nil
    }
    if common.isRemoval {
      for other in known where !ResourceReader.identifyingFields.contains(other) { fields.conflict("remove", other) }
    }
    return common
  }

  // MARK: Parts

  private func scope(_ node: Node) -> ResourceScope? {
    let expected = "a scope"
    guard node.kind == .object else { return node.word(ResourceScope.names.map { ($0.name, $0.scope) }, expected) }
    return node.fields(["scoped"], expected)?.required("scoped")?.string("the name of a container").map {
      .scopedTo($0)
    }
  }

  /// A key: a string, which is a name, a number, a Bool, or a value of a type that is Hashable.
  private func key(_ node: Node) -> Label? {
    switch node.kind {
    case .string: return node.string().flatMap { Label(name: $0, key: nil) }
    case .boolean: return node.boolean().flatMap { Label(name: nil, key: $0) }
    case .number:
      // A number with a point or an exponent is a Double, as in Swift; any other is an Int.
      let isInteger = !node.text.contains { ".eE".contains($0) } && node.text.last?.isNumber ?? false
      if isInteger { return read(Int.self, from: node).flatMap { Label(name: nil, key: $0) } }
      guard let number = read(Double.self, from: node) else { return nil }
      if number.isFinite { return Label(name: nil, key: number) }
      node.refuse(.wrongValue, .text("a finite number"))
      return nil
    case .object:
      guard let fields = node.fields(["type", "value"]), let typeNode = fields.required("type"),
        let name = typeNode.string("the name of a type"),
        let type = ValueType(name, in: modules, of: catalog, at: typeNode.site, findings)?.type
      else { return nil }
      guard let type = type as? any (Hashable & Decodable & Sendable).Type else {
        typeNode.refuse(.wrongValue, .text("a type that is Hashable"))
        return nil
      }
      guard let value = fields.required("value").flatMap({ read(type, from: $0) }) else { return nil }
      return Label(name: nil, key: value)
    case .array, .null, .date, .data:
      node.refuse(.wrongValue, .text("a key: a string, a number, true or false, or { \"type\": …, \"value\": … }"))
      return nil
    }
  }

  // MARK: Rules

  private func rules(
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
      return nil
    }
    return zip(rules, parameters).map { rule($0, for: $1) }
  }

  private func rule(_ node: Node, for type: Any.Type) -> AnyParameter? {
    let names = ["named", "keyed", "value"]
    let expected = "a rule for a parameter"
    guard node.kind == .object else {
      let words = [("auto", ())]
      if node.kind == .string { return node.word(words, expected).flatMap { nil } }
      node.refuse(
        .wrongValue, possible: ["\"auto\""] + names.map { "{ \"\($0)\": … }" }, .text(expected))
      return nil
    }
    guard let fields = node.fields(names, expected) else { return nil }
    let given = names.filter { fields[$0] != nil }
    guard let name = given.first, let argument = fields[name] else {
      node.refuse(.missingField, found: .nothing, possible: names, .text("`named`, `keyed` or `value`"))
      return nil
    }
    for other in given.dropFirst() { fields.conflict(name, other) }
    if name != "value", type == Resolver.self || type == Container.self {
      node.refuse(.wrongValue, possible: ["\"auto\""], .text("\"auto\", as a \(TypeName(type)) is not looked up"))
      return nil
    }
    switch name {
    case "named":
      return argument.string().flatMap { Label(name: $0, key: nil) }.map { .labelled($0, as: type) }
    case "keyed": return key(argument).map { .labelled($0, as: type) }
    default:
      guard let type = type as? any Decodable.Type else {
        argument.refuse(.notDecodable, .text(TypeName(type).description))
        return nil
      }
      return fixed(type, from: argument)
    }
  }

  private func fixed<Value: Decodable>(_ type: Value.Type, from node: Node) -> AnyParameter? {
    read(type, from: node).map { .value($0) }
  }

  // MARK: Implementing

  private func implemented(
    _ fields: Fields, by type: (any AutoInjectable.Type)?
  ) -> [(service: Any.Type, site: Site)] {
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
        node.refuse(.duplicate, .texts(TypeName(service).description, "by the same entry"))
        return nil
      }
      return (service, node.site)
    }
  }

  /// Returns false if a type certainly does not implement another one.
  private static func mayImplement(_ type: any AutoInjectable.Type, _ service: Any.Type) -> Bool {
    // That it implements what it is registered as is a loop, and reported as one.
    if service == type.service { return true }
    // Only a cast of an instance can tell of a protocol with constraints, such as `any Box<Int>`.
    if TypeKind(service) == .existential, TypeName(service).description.contains("<") { return true }
    return [type, type.service].contains { TypeKind.isImplementation($0, of: service) }
  }

  // MARK: Values

  /// Reads a value of a type, which has to know each field of the objects that it reads.
  private func read<Value: Decodable>(_ type: Value.Type, from node: Node) -> Value? {
    let fields = FieldUse()
    do {
      let decoder = ResourceDecoder(
        base: node.decoder, isPropertyList: file.format == .propertyList, fields: fields)
      let value = try decoder.decode(type)
      let unknown = fields.unknown.filter { !$0.value.isEmpty }
      if unknown.isEmpty { return value }
      for (path, names) in unknown { refuse(names, at: path.map(FieldName.init(anyOf:))) }
      return nil
    } catch {
      var site = node.site
      if !findings.isFull, let path = (error as? DecodingError)?.path {
        let index = file.outline.index(of: path)
        // An error of another decoder, which the type has asked, has a path that leads elsewhere.
        if file.outline.isValue(index, within: site.value) { site = Site(file: file, value: index) }
      }
      findings.add(
        .unreadableValue, at: site, possible: site.value == node.site.value ? Cases.words(of: type) : [],
        .texts(TypeName(type).description, error.reason))
      return nil
    }
  }

  private func refuse(_ names: [String], at path: [FieldName]) {
    for child in file.outline.children(of: file.outline.index(of: path)) {
      guard let name = file.outline.name(of: child), names.contains(name) else { continue }
      findings.add(.unknownField, at: Site(file: file, value: child), isField: true, .text(name.debugDescription))
    }
  }
}

// MARK: - Errors of decoders

extension DecodingError {
  fileprivate var path: [any CodingKey] {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context.codingPath
    @unknown default: []
    }
  }
}

extension DecodingError {
  /// Names a type as a file would: an array or an object, if a decoder asks for any collection.
  fileprivate static func word(for type: Any.Type) -> String {
    let name = TypeName(type).description
    if name.hasPrefix("Array<") { return "array" }
    return name.hasPrefix("Dictionary<") ? "object" : name
  }
}

extension Error {
  /// Why a value cannot be read, in a clause.
  fileprivate var reason: String {
    guard let error = self as? DecodingError else { return String(describing: self).withoutFullStop }
    switch error {
    case .typeMismatch(is Int.Type, let context) where context.debugDescription.contains("key"):
      // Of a dictionary by numbers.
      return "the name of a field is no number"
    case .typeMismatch(let type, _), .valueNotFound(let type, _): return "it is no \(DecodingError.word(for: type))"
    case .keyNotFound(let key, _): return "the field \(key.stringValue.debugDescription) is missing"
    case .dataCorrupted(let context):
      let text = context.debugDescription
      // Foundation says of a number what it has found, which stands beside it already.
      return text.hasPrefix("Parsed ") || text.hasPrefix("Invalid <") ? "the number does not fit" : text.withoutFullStop
    @unknown default: return String(describing: error).withoutFullStop
    }
  }
}
