import Nexus

/// The types that files may name, which discovery finds by the protocols that they conform to.
final class TypeCatalog: Sendable {
  typealias Record = ConformanceRecords.Record

  /// The types that can be registered.
  let injectables: Names
  /// The types that values can have, besides the built-in ones.
  let values: Names
  /// True if the platform has no records of conformances to read.
  let isUnsupported: Bool
  /// The modules of these types.
  private let discoveredModules: Set<String>
  private let images: (ever: Int, now: Int)
  /// True if the runtime has found each type that it can find.
  private let isComplete: Bool

  private static let last = Lock<TypeCatalog?>(nil)

  /// The catalog of the loaded images. It is kept until an image comes or goes.
  static var current: TypeCatalog {
    // Counted before the search, so what is loaded meanwhile is found by the next file.
    let images = ConformanceRecords.imageCounts
    if let known = last.withLock({ $0 }), known.images == images { return known }
    let catalog = TypeCatalog(of: images)
    // The runtime may not know the types of an image yet that is being loaded.
    if catalog.isComplete { last.withLock { $0 = catalog } }
    return catalog
  }

  /// Reads the records of the loaded images.
  private init(of images: (ever: Int, now: Int)) {
    self.images = images
    let (injectable, value) = ((any AutoInjectable).self as Any.Type, (any ResourceValue).self as Any.Type)
    let found = try? ConformanceRecords.all(of: [injectable, value])
    isUnsupported = found == nil
    injectables = Names(found?[ObjectIdentifier(injectable)] ?? [], adopting: "AutoInjectable")
    values = Names(found?[ObjectIdentifier(value)] ?? [], adopting: "ResourceValue")
    let records = injectables.records + values.records
    discoveredModules = Set(records.map(\.module))
    isComplete = records.allSatisfy { $0.isGeneric || $0.type != nil }
  }

  /// The types that conform to one protocol, by the names that a file may use.
  struct Names {
    let adopting: String
    private(set) var records: [Record] = []
    /// The indices of the types by qualified name, and by each suffix of that name.
    private var indices: [Substring: [Int]] = [:]

    init(_ found: [Record], adopting: String) {
      self.adopting = adopting
      for record in found.withoutRepeats {
        for name in Names.suffixes(of: record.name) { indices[name, default: []].append(records.count) }
        records.append(record)
      }
    }

    /// Returns a qualified name and its suffixes, such as `App.Outer.Inner`, `Outer.Inner` and `Inner`.
    static func suffixes(of name: String) -> [Substring] {
      var (rest, suffixes) = (name[...], [Substring]())
      while true {
        suffixes.append(rest)
        guard let dot = rest.firstIndex(of: ".") else { return suffixes }
        rest = rest[dot...].dropFirst()
      }
    }

    /// Returns the records of a name; if it is the qualified name of some, only those.
    func records(named name: String) -> [Record] {
      let found = (indices[name[...]] ?? []).map { records[$0] }
      let exact = found.filter { $0.name == name }
      return exact.isEmpty ? found : exact
    }

    /// Returns the possible names: for each type in some modules the shortest that no other type has.
    ///
    /// - Parameter service: The protocol that the types conform to, or are registered as; nil for all types.
    func possible(in modules: [String]?, for service: Any.Type? = nil) -> [String] {
      let isPossible = { (type: Any.Type) in
        guard let service else { return true }
        return TypeKind.isImplementation(type, of: service) || (type as? any AutoInjectable.Type)?.service == service
      }
      return records.filter { $0.isIn(modules) && $0.type.map(isPossible) ?? false }
        .compactMap { spellings(of: $0, in: modules).last }.map(String.init).sorted()
    }

    /// Returns the names that no other type has, from the qualified one to the shortest.
    func spellings(of record: Record, in modules: [String]? = nil) -> [Substring] {
      Names.suffixes(of: record.name).filter { name in
        records(named: String(name)).count { $0.isIn(modules) } == 1
      }
    }

    /// Returns the names of types with a spelling similar to an unknown one.
    func names(like name: String, in modules: [String]?) -> [String] {
      let known = records.filter { $0.isIn(modules) }
      let asked = name.split(separator: ".").last.map(String.init) ?? name
      let short = Dictionary(grouping: known) { $0.name.split(separator: ".").last.map(String.init) ?? $0.name }
      let near = Similarity.names(like: asked, among: Array(short.keys))
      return near.flatMap {
        short[$0]?.compactMap { spellings(of: $0, in: modules).last }.map(String.init).sorted() ?? []
      }
    }
  }
}

// MARK: - Finding

extension TypeCatalog {
  /// Finds the only type of a name.
  ///
  /// - Parameters:
  ///   - others: The names of other types that are possible.
  ///   - modules: The modules that the type may be in; nil for all.
  /// - Returns: The type; nil, after adding a finding about the value that names it, if there is not exactly one.
  func type(
    named name: String, among names: KeyPath<TypeCatalog, Names>, besides others: [String] = [], in modules: [String]?,
    at site: ResourceSite, _ findings: Findings
  ) -> Any.Type? {
    let names = self[keyPath: names]
    let all = names.records(named: name)
    let found = all.filter { $0.isIn(modules) }
    func lacking(_ reason: ResourceFinding.LackingType.Reason) -> ResourceFinding.Detail {
      .type(ResourceFinding.LackingType(name: name, adopting: names.adopting, reason: reason))
    }
    guard let record = found.first else {
      let near = Similarity.names(like: name, among: others)
      if isUnsupported, near.isEmpty {
        findings.add(.unknownType, at: site, lacking(.unsupportedPlatform))
      } else if !all.isEmpty {
        findings.add(.unknownType, at: site, lacking(.elsewhere(modules: Set(all.map(\.module)).sorted())))
      } else {
        let known = typeInProgram(name, modules, findings)
        let service = known.flatMap { TypeKind($0) == .existential ? $0 : nil }
        findings.add(
          .unknownType, at: site, possible: (service == nil ? others : []) + names.possible(in: modules, for: service),
          nearMatches: service == nil ? near + names.names(like: name, in: modules) : [],
          lacking(service != nil ? .protocol : known != nil ? .unrecorded : .unknown))
      }
      return nil
    }
    if found.count > 1 {
      let qualified = Set(found.map(\.name)).sorted()
      findings.add(
        .ambiguousType, at: site, possible: qualified.count > 1 ? qualified : [],
        qualified.count == found.count ? .text(name) : lacking(.twice))
      return nil
    }
    if record.type == nil {
      findings.add(.unusableType, at: site, lacking(record.isGeneric ? .generic : .withoutMetadata))
    }
    return record.type
  }

  /// Returns a type of a name, which is qualified or in one of the modules, if the runtime knows one.
  ///
  /// For an unknown name, the runtime searches all types. The number of look-ups is therefore limited. If the file
  /// names no modules, only those of discovered types are searched.
  private func typeInProgram(_ name: String, _ modules: [String]?, _ findings: Findings) -> Any.Type? {
    let words = name.split(separator: ".").map(String.init)
    guard let last = words.last, words.count <= 2, words.allSatisfy({ !$0.isEmpty && $0.utf8.count < 1000 }) else {
      return nil
    }
    let homes = words.count == 2 ? [words[0]] : modules ?? discoveredModules.sorted()
    // A struct, an enum, a class, a protocol (docs/ABI/Mangling.rst, "Types").
    let names = homes.flatMap { home in
      ["V", "O", "C", "_p"].map { "\(home.utf8.count)\(home)\(last.utf8.count)\(last)\($0)" }
    }
    guard findings.lookupsLeft >= names.count else { return nil }
    findings.lookupsLeft -= names.count
    return names.lazy.compactMap { _typeByName($0) }.first
  }

  /// Checks the names of modules.
  ///
  /// - Returns: The names; nil, which stands for all modules, if a module is not loaded, because its types are unknown.
  func modules(_ names: [(name: String, site: ResourceSite)], _ findings: Findings) -> [String]? {
    if isUnsupported { return names.map(\.name) }
    // The records that were already read usually name every module.
    let unknown = names.filter { !discoveredModules.contains($0.name) }
    let known = unknown.isEmpty ? [] : (try? ConformanceRecords.modules()) ?? []
    let missing = unknown.filter { !known.contains($0.name) }
    for (name, site) in missing {
      findings.add(
        .unknownModule, at: site, possible: discoveredModules.sorted(),
        nearMatches: Similarity.names(like: name, among: Array(known)), .text(name))
    }
    return missing.isEmpty ? names.map(\.name) : nil
  }
}

extension ConformanceRecords.Record {
  /// Returns true if the type is in one of the modules; nil stands for all modules.
  fileprivate func isIn(_ modules: [String]?) -> Bool { modules?.contains(module) ?? true }
}
