import Astroject

extension Container {
  /// Registers every type in the loaded images that adopts ``AutoInjectable`` or a protocol that refines it, such as
  /// ``Injectable``, unless its service is registered already.
  ///
  /// ```swift
  /// let found = try container.registerDiscovered()
  /// try container.registerDiscovered(in: ["Payments"]) { $0 != MockGateway.self }
  /// ```
  /// Each type is registered as by `register(injectable:)`, in the order of the qualified names, so that every run does
  /// the same. Either all are registered, or none if something is thrown.
  ///
  /// A service that this container or one of its parents has a registration for is left alone, so that what was
  /// registered by hand stays, and a child does not get a singleton of its own of what its parent shares; what only a
  /// fallback knows is registered. If several types have the same service, none of them is registered, as the choice
  /// would be arbitrary: filter out all but one, or register one by hand before. A generic type is never registered.
  /// All of these are listed in the result with the reason. What a type says that it implements besides, by
  /// `implements` in its `configure`, counts as registered now, and so stands before what was registered by hand for
  /// that.
  ///
  /// Types are found by the records that the compiler writes for their conformances:
  /// - In an optimized build, Swift drops the record of an internal struct or enum that is used nowhere and adopts the
  ///   protocol in its declaration. Let it adopt in an extension. Classes, actors, and all types that adopt in an
  ///   extension are kept.
  /// - A subclass that inherits the conformance has no record, and is not found; its superclass is.
  /// - The linker may leave out what nothing refers to in a static library.
  /// - The types of a library that is loaded later are found by the next call. Nothing of Swift's may be unloaded
  ///   meanwhile.
  /// - A record that is not as the compiler writes it is passed over.
  /// - Parameters:
  ///   - modules: The names of the modules whose types are wanted; nil for all. A type counts to the module in which it
  ///     adopts the protocol.
  ///   - isIncluded: Whether a type is wanted.
  ///   - fileID: Where they are registered, for error texts.
  ///   - line: Where they are registered, for error texts.
  /// - Returns: What was registered, and what was skipped and why.
  /// - Throws: ``Discovery/Error/unknownModules(_:)`` if a module is not there, ``Discovery/Error/unsupportedPlatform``
  ///   on Windows and WebAssembly, and what the filter throws.
  @discardableResult
  public func registerDiscovered(
    in modules: [String]? = nil, where isIncluded: (any AutoInjectable.Type) throws -> Bool = { _ in true },
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Discovery {
    try refuseIfEnded()
    let records = try ConformanceRecords.all(of: (any AutoInjectable).self)
    if let modules { try Search.check(modules, against: records) }
    var search = Search(records)
    try search.choose(in: modules, where: isIncluded)
    search.skip { core.hasRegistration(for: Key($0)) }
    search.skipAmbiguous()
    let outdone = try transactionReplacingNothing {
      for candidate in search.candidates {
        try candidate.register(in: self, fileID: fileID, line: line)
      }
    }
    search.skip { service in outdone.contains(Key(service)) }
    return search.result
  }
}

/// What is known of the types that were found: at first they are records, then candidates, in the end some are skipped.
private struct Search {
  private var records: [ConformanceRecords.Record]
  private(set) var candidates: [Candidate] = []
  private var skipped: [Discovery.Skipped] = []

  /// Takes the records in the order of their names; a type that two images have a record of counts once.
  init(_ records: [ConformanceRecords.Record]) {
    var seen: Set<ObjectIdentifier> = []
    self.records = records.filter { $0.type.map { seen.insert(ObjectIdentifier($0)).inserted } ?? true }
      .sorted { $0.name < $1.name }
  }

  /// Throws if a module is named by no record, of whatever protocol.
  static func check(_ modules: [String], against records: [ConformanceRecords.Record]) throws {
    // Most often the records that were read already name every module.
    let unknown = Set(modules).subtracting(records.map(\.module))
    if unknown.isEmpty { return }
    let known = try ConformanceRecords.modules()
    let missing = modules.filter { unknown.contains($0) && !known.contains($0) }
    if missing.isEmpty { return }
    throw Discovery.Error.unknownModules(
      missing.map { Discovery.UnknownModule(name: $0, nearMatches: Similarity.names(like: $0, among: known)) })
  }

  /// Makes candidates of the records that are wanted.
  mutating func choose(in modules: [String]?, where isIncluded: (any AutoInjectable.Type) throws -> Bool) throws {
    for record in records {
      if let modules, !modules.contains(record.module) {
        skip(record, .otherModule)
      } else if record.isGeneric {
        skip(record, .generic)
      } else if let type = record.type as? any AutoInjectable.Type {
        if try isIncluded(type) { candidates.append(Candidate(type, record)) } else { skip(record, .filteredOut) }
      } else {
        skip(record, .unreadable)
      }
    }
    records = []
  }

  /// Skips the candidates whose service is registered.
  mutating func skip(whereRegistered isRegistered: (Any.Type) -> Bool) {
    for candidate in candidates where isRegistered(candidate.service) {
      skip(candidate.record, .alreadyRegistered(service: candidate.service))
    }
    candidates.removeAll { isRegistered($0.service) }
  }

  /// Skips the candidates that have the same service as another one.
  mutating func skipAmbiguous() {
    let rivals = Dictionary(grouping: candidates) { ObjectIdentifier($0.service) }.filter { $0.value.count > 1 }
    for candidate in candidates {
      guard let group = rivals[ObjectIdentifier(candidate.service)] else { continue }
      let others = group.map(\.adopter).filter { $0 != candidate.adopter }
      skip(candidate.record, .ambiguous(service: candidate.service, others: others))
    }
    candidates.removeAll { rivals[ObjectIdentifier($0.service)] != nil }
  }

  var result: Discovery {
    Discovery(registered: candidates.map(\.result), skipped: skipped.sorted { $0.name < $1.name })
  }

  private mutating func skip(_ record: ConformanceRecords.Record, _ reason: Discovery.Reason) {
    skipped.append(Discovery.Skipped(name: record.name, type: record.type, module: record.module, reason: reason))
  }
}

/// A type that is to be registered.
private struct Candidate {
  let adopter: any AutoInjectable.Type
  let service: Any.Type
  let record: ConformanceRecords.Record

  init<Found: AutoInjectable>(_ type: Found.Type, _ record: ConformanceRecords.Record) {
    adopter = type
    service = Found.Service.self
    self.record = record
  }

  func register(in container: Container, fileID: StaticString, line: UInt) throws {
    try register(adopter, in: container, fileID: fileID, line: line)
  }

  private func register<Found: AutoInjectable>(
    _ type: Found.Type, in container: Container, fileID: StaticString, line: UInt
  ) throws {
    // What another thread registers meanwhile stays, as the step replaces nothing.
    try container.register(injectable: type, ifRegistered: .replace, fileID: fileID, line: line)
  }

  var result: Discovery.Registered {
    Discovery.Registered(name: record.name, type: adopter, service: service, module: record.module)
  }
}
