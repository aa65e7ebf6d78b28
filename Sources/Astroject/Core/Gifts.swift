/// What a container was given when it was made: filled before anybody else knows of it, and emptied when nobody reads
/// any more. A few, which are looked through faster than a hash is made, and without counting references.
struct Gifts: ~Copyable, @unchecked Sendable {
  /// The last one, which is counted, as are those that lead on from it.
  private var last: Unmanaged<Gift>?

  deinit {
    var next = last
    while let gift = next {
      next = gift._withUnsafeGuaranteedRef(\.previous)
      gift.release()
    }
  }

  mutating func add(_ gift: Gift) {
    assert(gift.previous == nil)
    gift.previous = last
    last = .passRetained(gift)
  }

  /// What was given for a registration.
  func product(_ mark: Gift.Mark) -> AnyProduct? {
    var next = last
    while let gift = next {
      if let product = gift._withUnsafeGuaranteedRef({ $0.mark == mark ? $0.product : nil }) { return product }
      next = gift._withUnsafeGuaranteedRef(\.previous)
    }
    return nil
  }

  /// All that was given, for another container.
  var copies: [Gift] {
    var copies: [Gift] = []
    var next = last
    while let gift = next?.takeUnretainedValue() {
      copies.append(Gift(mark: gift.mark, product: gift.product))
      next = gift.previous
    }
    return copies
  }

  /// Lets go of everything, which may be to run code of the user's; nobody can ask here any more.
  mutating func removeAll() { self = Gifts() }
}

/// Something that a container was given when it was made.
final class Gift {
  /// By what a registration, and a copy of it, knows what was given for it.
  struct Mark: Equatable {
    private let sequence: UInt
    private let type: ObjectIdentifier

    init(of blueprint: Blueprint) {
      sequence = blueprint.sequence
      type = ObjectIdentifier(blueprint.product)
    }
  }

  let mark: Mark
  let product: AnyProduct
  /// The one that was added before, while a container has this.
  fileprivate var previous: Unmanaged<Gift>?

  init(mark: Mark, product: AnyProduct) {
    self.mark = mark
    self.product = product
  }
}
