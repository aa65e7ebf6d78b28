import Astroject

extension Container {
  /// Registers each discovered type that conforms to ``AutoInjectable``, unless its service is registered already.
  ///
  /// It finds the types in the loaded images that conform to the protocol, or to one that refines it, such as
  /// ``Injectable``.
  ///
  /// ```swift
  /// let found = try container.registerDiscovered()
  /// try container.registerDiscovered(in: ["Payments"]) { $0 != MockGateway.self }
  /// ```
  /// Each type is registered as by `register(injectable:)`. The order is that of the qualified names, and the same in
  /// every run. If anything throws, no type is registered. The cost grows with the number of conformances in the loaded
  /// images.
  ///
  /// The result lists every type that is skipped, with the reason. Besides the types that the caller excludes, these
  /// are skipped:
  /// - A type whose service is registered in this container or in a parent. So a registration made by hand stays, and a
  ///   child does not get its own singleton in place of one that its parent shares. A service that only a fallback
  ///   knows is registered all the same.
  /// - Several types with one service, because the choice would be arbitrary. Filter out all but one of them, or
  ///   register one by hand before.
  /// - A generic type.
  ///
  /// A type may call `implements` in its `configure`. Such a forwarding counts as registered now, so it takes
  /// precedence over an earlier registration that was made by hand for that type.
  ///
  /// Types are found by the records that the compiler writes for their conformances:
  /// - In an optimized build, Swift drops the record of an internal struct or enum that is used nowhere and conforms to
  ///   the protocol in its declaration. Declare the conformance in an extension. Classes, actors, and all types that
  ///   conform in an extension keep their records.
  /// - A subclass that inherits the conformance has no record, and is not found. Its superclass is found.
  /// - The linker may leave out code of a static library that nothing refers to.
  /// - The types of a library that is loaded later are found by the next call. No image with Swift code may be unloaded
  ///   during a call.
  /// - A record that is not as the compiler writes it is skipped.
  /// - Parameters:
  ///   - modules: The names of the modules to search; nil for all. A type belongs to the module that declares its
  ///     conformance.
  ///   - isIncluded: Returns true for a type to register.
  ///   - fileID: The file of the registrations, for error texts.
  ///   - line: The line of the registrations, for error texts.
  /// - Returns: The types that were registered, and those that were skipped and why.
  /// - Throws: ``Discovery/Error/unknownModules(_:)`` if a module does not exist;
  ///   ``Discovery/Error/unsupportedPlatform`` on Windows and WebAssembly; `AstrojectError.sealed` after `seal()`;
  ///   `AstrojectError.containerReleased` in a child whose work has ended; an error of the filter.
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
    search.skipRegistered { core.find(Key($0)) != nil }
    search.skipAmbiguous()
    let outdone = try transactionReplacingNothing {
      for candidate in search.candidates {
        try candidate.register(in: self, fileID: fileID, line: line)
      }
    }
    search.skipRegistered { outdone.contains(Key($0)) }
    return search.result
  }
}

/// The state of a search: first records, then candidates, and in the end some skipped types.
private struct Search {
  private var records: [ConformanceRecords.Record]
  private(set) var candidates: [Candidate] = []
  private var skipped: [Discovery.Skipped] = []

  /// Creates a search of records, in the order of their names; a type that has records in two images counts once.
  init(_ records: [ConformanceRecords.Record]) {
    self.records = records.withoutRepeats.ordered(by: \.name)
  }

  /// Throws if no conformance record, of any protocol, names a module.
  static func check(_ modules: [String], against records: [ConformanceRecords.Record]) throws {
    // Usually the given records name every module already.
    let named = Set(records.map(\.module))
    let unknown = modules.filter { !named.contains($0) }
    if unknown.isEmpty { return }
    let known = try ConformanceRecords.modules()
    let missing = unknown.filter { !known.contains($0) }
    if missing.isEmpty { return }
    throw Discovery.Error.unknownModules(
      missing.map { Discovery.UnknownModule(name: $0, nearMatches: Similarity.names(like: $0, among: Array(known))) })
  }

  /// Turns the wanted records into candidates, and skips the others.
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

  /// Skips the candidates whose service is registered already.
  mutating func skipRegistered(_ isRegistered: (Any.Type) -> Bool) {
    skip { isRegistered($0.service) ? .alreadyRegistered(service: $0.service) : nil }
  }

  /// Skips the candidates that share their service with another candidate.
  mutating func skipAmbiguous() {
    let rivals = Dictionary(grouping: candidates) { ObjectIdentifier($0.service) }
    skip { candidate in
      guard let group = rivals[ObjectIdentifier(candidate.service)], group.count > 1 else { return nil }
      let others = group.map(\.adopter).filter { $0 != candidate.adopter }
      return .ambiguous(service: candidate.service, others: others)
    }
  }

  var result: Discovery {
    Discovery(registered: candidates.map(\.result), skipped: skipped.ordered(by: \.name))
  }

  /// Skips the candidates for which there is a reason.
  @inline(never)
  private mutating func skip(for reason: (Candidate) -> Discovery.Reason?) {
    var left: [Candidate] = []
    for candidate in candidates {
      if let reason = reason(candidate) { skip(candidate.record, reason) } else { left.append(candidate) }
    }
    candidates = left
  }

  @inline(never)
  private mutating func skip(_ record: ConformanceRecords.Record, _ reason: Discovery.Reason) {
    skipped.append(Discovery.Skipped(name: record.name, type: record.type, module: record.module, reason: reason))
  }
}

/// A type to register.
private final class Candidate {
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
    // A registration that another thread makes meanwhile stays, because the transaction replaces nothing.
    let placement = Placement(nil, nil, fileID, line, true, .replace).written(as: .discovery)
    _ = try container.register(type, placement)
  }

  var result: Discovery.Registered {
    Discovery.Registered(name: record.name, type: adopter, service: service, module: record.module)
  }
}
