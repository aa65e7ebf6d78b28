import Nexus

/// A registration or a value of a file, checked as far as possible without the other entries.
struct ResourceEntry {
  /// The array of the document that contains the entry.
  enum Section { case registrations, values }

  /// The properties that an entry of an environment shares with the entry of the base that it replaces.
  struct Identity: Hashable {
    let section: Section
    let type: ObjectIdentifier
    let label: Label?
  }

  let section: Section
  /// The type that the file names.
  let type: Any.Type
  /// The key that resolves the entry.
  let key: Key
  let site: ResourceSite
  let isRemoval: Bool
  let ifRegistered: DuplicatePolicy?
  let placement: Placement
  /// The further types that resolve the entry.
  let implements: [(service: Any.Type, site: ResourceSite)]
  /// Registers the entry.
  ///
  /// It is not called for an entry that removes another one, or if any entry has a finding.
  let register: (Container) throws -> Void

  var identity: Identity { Identity(section: section, type: ObjectIdentifier(type), label: key.label) }

  /// The keys that resolve the entry, each with the place in the file that gives it.
  var answers: [(key: Key, site: ResourceSite)] {
    [(key, site)] + implements.map { (Key($0.service, label: key.label), $0.site) }
  }

  /// The type and label of the entry, such as `LiveMailer named "spare"`.
  var words: String { Key(type, label: key.label).description }
}

extension ResourceEntry {
  /// Registers something that is never built in place of the entry, so that a conflict about its key is found.
  func claim(in container: Container) throws {
    func claim<Product>(_ type: Product.Type) throws {
      _ = try container.add(Recipe<Void, Product>.leaf { throw CancellationError() }, placement)
    }
    try _openExistential(key.product, do: claim)
  }
}

/// The contents of a file.
struct ResourceDocument {
  /// The modules that contain the types; nil for all.
  var modules: [String]?
  var entries: [ResourceEntry] = []
}
