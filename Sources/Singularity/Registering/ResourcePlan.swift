import Foundation
import Nexus

/// The entries of a resource's files: those of the base, with those of an environment merged over them.
struct ResourcePlan {
  private let findings: Findings
  private var entries: [ResourceEntry] = []
  private var files: [String] = []

  /// Reads the base and merges the further files over it, one after the other.
  init(_ sources: [ResourceSource], for container: Container) {
    findings = Findings()
    let catalog = TypeCatalog.current
    var modules: [String]?
    for source in sources {
      // If a file is wrong, the later files may refer to entries that could not be read.
      let isBaseWhole = findings.isEmpty
      do throws(Refusal) {
        let file = try source.read()
        files.append(file.name)
        let reader = ResourceReader(file, catalog, modules: modules, findings) {
          ServiceCatalog(container, catalog.injectables, in: $0)
        }
        guard let document = reader.document() else { continue }
        modules = document.modules
        lay(document, overWhole: isBaseWhole)
      } catch {
        files.append(error.finding.file)
        findings.add(error.finding)
      }
    }
    check()
  }

  // MARK: Merging

  /// Merges the entries of a file: removes the entries that they replace, and appends them.
  ///
  /// - Parameter isBaseWhole: True if the earlier files have no findings, so that a removal must find its entry.
  private mutating func lay(_ document: ResourceDocument, overWhole isBaseWhole: Bool) {
    let identities = Set(entries.map(\.identity))
    var own: [ResourceEntry.Identity: ResourceEntry] = [:]
    var new: [ResourceEntry] = []
    var keys: Set<Key> = []
    for entry in document.entries {
      if let other = own[entry.identity] {
        let isRemoval = entry.isRemoval || other.isRemoval
        if isRemoval || entry.ifRegistered == nil {
          let (words, place) = (entry.words, "by \(other.site.words)")
          findings.add(
            .duplicate, at: entry.site, found: .nothing, isRemoval ? .repetition(words, place) : .texts(words, place))
          continue
        }
      }
      own[entry.identity] = entry
      if entry.isRemoval, isBaseWhole, !identities.contains(entry.identity) {
        let known = entries.map(\.words)
        findings.add(
          .idleRemoval, at: entry.site, found: .nothing, possible: known,
          nearMatches: Similarity.names(like: entry.words, among: known), .text(entry.words))
      }
      if entry.isRemoval { continue }
      new.append(entry)
      if entry.ifRegistered ?? .replace == .replace { keys.insert(entry.key) }
    }
    // An entry of another type also replaces the base's entry for the same service.
    entries.removeAll { own[$0.identity] != nil || keys.contains($0.key) }
    entries += new
  }

  // MARK: Checking

  /// Finds the loops among implemented types, and the keys that several entries of one file have.
  ///
  /// Of the entries with one key only the first stays, which alone can conflict with the container.
  private mutating func check() {
    var owners: [Key: ResourceEntry] = [:]
    for entry in entries where owners[entry.key] == nil { owners[entry.key] = entry }
    var loopOf: [ResourceEntry.Identity: Int] = [:]
    for (number, loop) in loops(owners).enumerated() {
      for entry in loop { loopOf[entry.identity] = number }
      let names = (loop + [loop[0]]).map { TypeName($0.key.product).description }
      findings.add(.implementsLoop, at: loop[0].site, found: .nothing, .text(names.joined(separator: " → ")))
    }
    // Only entries of one file conflict: an environment may register the keys of its base again.
    var answers: [String: [Key: ResourceEntry]] = [:]
    entries = entries.filter { entry in
      let file = entry.site.file.name
      var isFirst = true
      for (key, site) in entry.answers {
        guard let other = answers[file]?[key] else {
          answers[file, default: [:]][key] = entry
          continue
        }
        let isLoop = loopOf[entry.identity] != nil && loopOf[entry.identity] == loopOf[other.identity]
        let isOwn = key == entry.key
        if entry.ifRegistered == nil || entry.ifRegistered == .fail && isOwn, !isLoop {
          findings.add(.duplicate, at: site, found: .nothing, .texts(key.description, "by \(other.site.words)"))
          isFirst = isFirst && !isOwn
        }
      }
      return isFirst
    }
  }

  /// Returns each loop among the types that entries implement.
  private func loops(_ owners: [Key: ResourceEntry]) -> [[ResourceEntry]] {
    var done: Set<ResourceEntry.Identity> = []
    var loops: [[ResourceEntry]] = []
    for entry in entries where !entry.implements.isEmpty {
      var way: [ResourceEntry] = []
      visit(entry, owners, &way, &done, &loops)
    }
    return loops
  }

  private func visit(
    _ entry: ResourceEntry, _ owners: [Key: ResourceEntry], _ way: inout [ResourceEntry],
    _ done: inout Set<ResourceEntry.Identity>, _ loops: inout [[ResourceEntry]]
  ) {
    if let start = way.firstIndex(where: { $0.identity == entry.identity }) {
      loops.append(Array(way[start...]))
      return
    }
    guard done.insert(entry.identity).inserted else { return }
    way.append(entry)
    for (service, _) in entry.implements {
      if let next = owners[Key(service, label: entry.key.label)] { visit(next, owners, &way, &done, &loops) }
    }
    way.removeLast()
  }

  // MARK: Registering

  /// Registers all entries, or none.
  ///
  /// If the files have findings, the entries only claim their keys, so that all conflicts are reported as well.
  ///
  /// - Throws: ``ResourceError`` with all findings in the files and all conflicts with earlier registrations of the
  ///   container; `AstrojectError.sealed`; `AstrojectError.containerReleased`.
  func register(in container: Container) throws {
    let isSound = findings.isEmpty
    try container.transaction {
      for entry in entries {
        do {
          try isSound ? entry.register(container) : entry.claim(in: container)
        } catch AstrojectError.alreadyRegistered {
          findings.add(.protected, at: entry.site, found: .nothing, .text(entry.key.description))
        } catch AstrojectError.duplicateRegistration(let failure) {
          findings.add(
            .duplicate, at: entry.site, found: .nothing,
            .texts(entry.key.description, failure.earlierLocation.map { "at \($0)" } ?? "in code"))
        } catch {
          // The findings are reported even if the container is sealed.
          if isSound { throw error }
        }
      }
      try findings.throwIfAny(of: files)
    }
  }
}
