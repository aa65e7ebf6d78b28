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
      // A registration that another thread makes meanwhile stays, because the transaction replaces nothing.
      let placement = Placement(nil, nil, fileID, line, true, .replace).written(as: .discovery)
      func register<Found: AutoInjectable>(_ type: Found.Type) throws { _ = try self.register(type, placement) }
      for candidate in search.candidates { try register(candidate.type) }
    }
    search.skipRegistered { outdone.contains(Key($0)) }
    return search.result
  }
}

/// The state of a search: first records, then candidates, and in the end some skipped types.
private struct Search {
  private var records: [ConformanceRecords.Record]
  private(set) var candidates: [Discovery.Registered] = []
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
      let reason: Discovery.Reason
      if let modules, !modules.contains(record.module) {
        reason = .otherModule
      } else if record.isGeneric {
        reason = .generic
      } else if let type = record.type as? any AutoInjectable.Type {
        if try isIncluded(type) {
          candidates.append(Search.candidate(type, record))
          continue
        }
        reason = .filteredOut
      } else {
        reason = .unreadable
      }
      skipped.append(Discovery.Skipped(name: record.name, type: record.type, module: record.module, reason: reason))
    }
    records = []
  }

  private static func candidate<Found: AutoInjectable>(
    _ type: Found.Type, _ record: ConformanceRecords.Record
  ) -> Discovery.Registered {
    Discovery.Registered(name: record.name, type: type, service: Found.Service.self, module: record.module)
  }

  /// Skips the candidates whose service is registered already.
  mutating func skipRegistered(_ isRegistered: (Any.Type) -> Bool) {
    skip { isRegistered($0.service) ? .alreadyRegistered(service: $0.service) : nil }
  }

  /// Skips the candidates that share their service with another candidate.
  mutating func skipAmbiguous() {
    let all = candidates
    skip { candidate in
      let others = all.filter { $0.service == candidate.service && $0.type != candidate.type }.map(\.type)
      return others.isEmpty ? nil : .ambiguous(service: candidate.service, others: others)
    }
  }

  var result: Discovery {
    Discovery(registered: candidates, skipped: skipped.ordered(by: \.name))
  }

  /// Skips the candidates for which there is a reason.
  @inline(never)
  private mutating func skip(for reason: (Discovery.Registered) -> Discovery.Reason?) {
    var left: [Discovery.Registered] = []
    for found in candidates {
      if let reason = reason(found) {
        skipped.append(Discovery.Skipped(name: found.name, type: found.type, module: found.module, reason: reason))
      } else {
        left.append(found)
      }
    }
    candidates = left
  }
}
