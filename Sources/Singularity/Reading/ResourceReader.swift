import Foundation
import Nexus

/// Reads the entries of a file, and collects all findings in it.
final class ResourceReader: @unchecked Sendable {
  // Unchecked, because a decoder passes the reader to the document only on the thread that created it.
  let file: ResourceFile
  let catalog: TypeCatalog
  let findings: Findings
  /// The modules in which types are looked up; nil for all.
  private(set) var modules: [String]?
  private let makeServices: ([String]?) -> ServiceCatalog
  /// The types that entries may implement, collected at the first look-up.
  private(set) lazy var services = makeServices(modules)

  init(
    _ file: ResourceFile, _ catalog: TypeCatalog, modules: [String]?, _ findings: Findings,
    services: @escaping ([String]?) -> ServiceCatalog
  ) {
    (self.file, self.catalog, self.modules, self.findings) = (file, catalog, modules, findings)
    makeServices = services
  }

  private static let key = CodingUserInfoKey(rawValue: "Astroject.ResourceReader")

  /// Reads the file; nil if it cannot be read.
  func document() -> ResourceDocument? {
    for value in file.outline.duplicates {
      let site = ResourceSite(file: file, value: value)
      findings.add(
        .duplicateField, at: site, isField: true, .text("\(file.outline.name(of: value) ?? "")".quoted))
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
      // The text has the right syntax, but the decoder refuses it.
      let site = ResourceSite(file: file, value: 0)
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
        Node(decoder: decoder, site: ResourceSite(file: reader.file, value: 0), findings: reader.findings))
    }
  }

  // MARK: The document

  static let documentFields = ["modules", "registrations", "values"]

  private func document(_ root: Node) -> ResourceDocument {
    var document = ResourceDocument()
    // Editors read the schema named by `$schema`.
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
    if type == nil { rules?.forEach { _ = rule($0, for: nil) } }
    let register = type.map { type in
      type.registering { parameters in rules.flatMap { self.rules($0, of: fields, for: type, parameters) } }
    }
    guard let type, let register, common.isIdentified else { return nil }
    let placement = common.placement(at: node.site)
    return ResourceEntry(
      section: .registrations, type: type, key: Key(type.service, label: common.label), site: node.site,
      isRemoval: common.isRemoval, ifRegistered: common.ifRegistered, placement: placement, implements: implements
    ) { try register($0, placement, modifiers) }
  }

  private func injectable(_ fields: Fields) -> (any AutoInjectable.Type)? {
    guard let node = fields.required("type"), let name = node.string("the name of a type") else { return nil }
    return catalog.type(named: name, among: \.injectables, in: modules, at: node.site, findings)
      as? any AutoInjectable.Type
  }

  private func value(_ node: Node) -> ResourceEntry? {
    guard let fields = node.fields(ResourceReader.valueFields) else { return nil }
    let common = common(fields, of: ResourceReader.valueFields)
    let typeNode = fields.required("type")
    let content = common.isRemoval ? nil : fields.required("value")
    guard let typeNode, let name = typeNode.string("the name of a type"),
      let type = ValueType(name, in: modules, of: catalog, at: typeNode.site, findings)?.type
    else { return nil }
    let placement = common.placement(at: node.site)
    var register: (Container) throws -> Void = { _ in }
    if let value = content.flatMap({ read(type, from: $0) }) {
      register = { try $0.register(value: value, placement) }
    }
    guard common.isIdentified else { return nil }
    return ResourceEntry(
      section: .values, type: type, key: Key(type, label: common.label), site: node.site,
      isRemoval: common.isRemoval, ifRegistered: common.ifRegistered, placement: placement, implements: [],
      register: register)
  }

  /// The fields that registrations and values share.
  private struct Common {
    var label: Label?
    /// False if the name, the key or `remove` cannot be read, so that the entry cannot be merged.
    var isIdentified = true
    var isRemoval = false
    var isOverridable = true
    var ifRegistered: DuplicatePolicy?

    func placement(at site: ResourceSite) -> Placement {
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
    common.ifRegistered = fields["ifRegistered"].map {
      // A policy that cannot be read conflicts with nothing.
      $0.word(DuplicatePolicy.names.map { ($0.name, $0.policy) }, "a policy for duplicates") ?? .keep
    }
    if let field = fields["remove"] {
      let isRemoval = field.boolean()
      // An entry that may be a removal needs no value.
      common.isRemoval = isRemoval ?? true
      common.isIdentified = common.isIdentified && isRemoval != nil
      if isRemoval ?? false {
        for other in known where !ResourceReader.identifyingFields.contains(other) { fields.conflict("remove", other) }
      }
    }
    return common
  }
}
