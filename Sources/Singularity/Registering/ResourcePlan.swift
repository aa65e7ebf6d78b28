import Foundation
import Nexus

/// The entries of a resource's files, merged: an environment's go over those of the base.
struct ResourcePlan {
  private let findings: Findings
  private var entries: [ResourceEntry] = []
  private var files: [String] = []

  /// Reads files: a base, and those that go over it, one after the other.
  ///
  /// - Throws: ``ResourceError`` with everything that is wrong with them.
  init(_ sources: [ResourceSource], for container: Container) throws(ResourceError) {
    findings = Findings()
    let catalog = TypeCatalog()
    var modules: [String]?
    for source in sources {
      do throws(Refusal) {
        let file = try source.read()
        files.append(file.name)
        let reader = ResourceReader(file, catalog, modules: modules, findings) {
          ServiceCatalog(container, catalog.injectables, in: $0)
        }
        guard let document = reader.document() else { continue }
        modules = document.modules
        lay(document)
      } catch {
        files.append(error.finding.file)
        findings.add(error.finding)
      }
    }
    try findings.throwIfAny(of: files)
  }

  // MARK: Merging

  /// Lays the entries of a file over those that there are.
  private mutating func lay(_ document: ResourceDocument) {
    var earlier: [ResourceEntry.Identity: Int] = [:]
    for (index, entry) in entries.enumerated() { earlier[entry.identity] = index }
    var removed: Set<Int> = []
    var own: [ResourceEntry] = []
    var seen: [ResourceEntry.Identity: ResourceEntry] = [:]
    for entry in document.entries {
      if let other = seen[entry.identity] {
        findings.add(.duplicate, at: entry.site, found: .nothing, .texts(entry.key.description, other.site.words))
        continue
      }
      seen[entry.identity] = entry
      let index = earlier[entry.identity]
      switch (index, entry.isRemoval) {
      case (let index?, true): removed.insert(index)
      case (nil, true): findings.add(.idleRemoval, at: entry.site, found: .nothing, .text(entry.key.description))
      case (let index?, false): entries[index] = entry
      case (nil, false): own.append(entry)
      }
    }
    check(document.entries.filter { !$0.isRemoval })
    entries = entries.enumerated().filter { !removed.contains($0.offset) }.map(\.element) + own
  }

  /// Checks which keys the entries of one file answer to.
  private func check(_ entries: [ResourceEntry]) {
    var owners: [Key: ResourceEntry] = [:]
    for entry in entries where owners[entry.key] == nil { owners[entry.key] = entry }
    let loops = loops(entries, owners)
    for loop in loops {
      let names = (loop + [loop[0]]).map { TypeName($0.key.product).description }
      findings.add(.implementsLoop, at: loop[0].site, found: .nothing, .text(names.joined(separator: " → ")))
    }
    let looping = Set(loops.flatMap { $0.map(\.identity) })
    var answers: [Key: ResourceEntry] = [:]
    for entry in entries {
      for key in Set(entry.keys) {
        if let other = answers[key], other.identity != entry.identity, entry.ifRegistered == nil,
          !looping.contains(entry.identity)
        {
          findings.add(.duplicate, at: entry.site, found: .nothing, .texts(key.description, other.site.words))
        }
        answers[key] = answers[key] ?? entry
      }
    }
  }

  /// The loops among what entries implement, each once.
  private func loops(_ entries: [ResourceEntry], _ owners: [Key: ResourceEntry]) -> [[ResourceEntry]] {
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

  /// Registers the entries: all, or none.
  ///
  /// - Throws: ``ResourceError`` where registrations of the container are in the way; `AstrojectError.sealed`,
  ///   `AstrojectError.containerReleased`.
  func register(in container: Container) throws {
    try container.transaction {
      for entry in entries {
        do { try entry.register(container) } catch AstrojectError.alreadyRegistered {
          findings.add(.protected, at: entry.site, found: .nothing, .text(entry.key.description))
        } catch AstrojectError.duplicateRegistration(let failure) {
          findings.add(
            .duplicate, at: entry.site, found: .nothing,
            .texts(entry.key.description, failure.earlierLocation.map { "at \($0)" } ?? ""))
        }
      }
      try findings.throwIfAny(of: files)
    }
  }
}
