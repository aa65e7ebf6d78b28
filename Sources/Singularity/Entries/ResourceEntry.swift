import Nexus

/// A registration or a value of a file, checked as far as it can be by itself.
struct ResourceEntry {
  /// The array of the document that it is in.
  enum Section { case registrations, values }

  /// The entries that one of an environment goes over: those of its type and label.
  struct Identity: Hashable {
    let section: Section
    let type: ObjectIdentifier
    let label: Label?
  }

  let section: Section
  /// The type that the file names.
  let type: Any.Type
  /// The key that it is resolved by.
  let key: Key
  let site: Site
  let isRemoval: Bool
  let ifRegistered: DuplicatePolicy?
  /// The types that it is resolved by besides.
  let implements: [(service: Any.Type, site: Site)]
  /// Registers it; nothing, for one that is to be removed or that something is wrong with.
  let register: (Container) throws -> Void

  var identity: Identity { Identity(section: section, type: ObjectIdentifier(type), label: key.label) }

  /// The keys that it answers to, each with the value that says so.
  var answers: [(key: Key, site: Site)] {
    [(key, site)] + implements.map { (Key($0.service, label: key.label), $0.site) }
  }

  /// The type and label as they stand in the file: `LiveMailer named "spare"`.
  var words: String { Key(type, label: key.label).description }
}

/// The contents of a file.
struct ResourceDocument {
  /// The modules that its types are in; nil for all.
  var modules: [String]?
  var entries: [ResourceEntry] = []
}
