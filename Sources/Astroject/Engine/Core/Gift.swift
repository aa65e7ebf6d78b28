/// An instance that a container was given when it was made.
struct Gift {
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
}
