/// The instances that a container was given when it was made.
///
/// They are added before other code knows of the container, and removed when no thread reads any more. There are few,
/// so a list is searched faster than a key is hashed, and without counting references.
struct Gifts: ~Copyable, @unchecked Sendable {
  /// The last gift, retained once, as is each gift that it leads to.
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

  /// Returns the instance that was given for a registration.
  func product(_ mark: Gift.Mark) -> AnyProduct? {
    var next = last
    while let gift = next {
      if let product = gift._withUnsafeGuaranteedRef({ $0.mark == mark ? $0.product : nil }) { return product }
      next = gift._withUnsafeGuaranteedRef(\.previous)
    }
    return nil
  }

  /// Copies of all gifts, for another container.
  var copies: [Gift] {
    var copies: [Gift] = []
    var next = last
    while let gift = next?.takeUnretainedValue() {
      copies.append(Gift(mark: gift.mark, product: gift.product))
      next = gift.previous
    }
    return copies
  }

  /// Releases all gifts, which may run user code.
  ///
  /// No thread can ask here any more.
  mutating func removeAll() { self = Gifts() }
}

/// An instance that a container was given when it was made.
final class Gift {
  /// The identity by which a registration, or a copy of it, finds its gift.
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
  /// The gift that was added before, while a container has this one.
  fileprivate var previous: Unmanaged<Gift>?

  init(mark: Mark, product: AnyProduct) {
    self.mark = mark
    self.product = product
  }
}
