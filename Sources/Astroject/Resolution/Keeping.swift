/// Which containers keep what of a registration of a parent: each of a name, or each that is asked.
final class Keeping: Sendable {
  private let registration: Unmanaged<Blueprint>
  /// The word of its key, which is a type alone.
  private let word: UInt
  private let name: String?
  /// By what it is known what was given for it, if it is given.
  private let mark: Gift.Mark?

  init(of blueprint: Blueprint, _ containerName: String?) {
    registration = .passUnretained(blueprint)
    word = blueprint.key.word
    name = containerName
    mark = blueprint.traits.isGiven ? Gift.Mark(of: blueprint) : nil
  }

  /// By what it is known what a container was given; nil for one of another name, and where nothing is given.
  func mark(in core: Core) -> Gift.Mark? { name == core.name ? mark : nil }

  /// What is kept for all who ask in a container.
  func product(for asker: Unmanaged<Core>) -> AnyProduct? {
    let core = if let name { asker._withUnsafeGuaranteedRef { $0.nearest(named: name) } } else { asker }
    return core?._withUnsafeGuaranteedRef { [registration] core in
      if let mark { return core.gift(mark) }
      return core.adoptedProduct(of: registration._withUnsafeGuaranteedRef { ObjectIdentifier($0) })
    }
  }

  /// The registration, if it is what answers now; nil also where every resolve has to be seen.
  func find(for inquiry: Inquiry) -> Found? {
    guard let found = inquiry.core.findVisible(forType: word),
      registration._withUnsafeGuaranteedRef({ $0 === found.blueprint }),
      found.blueprint.traits.lifetime == .container
    else { return nil }
    return found
  }
}
