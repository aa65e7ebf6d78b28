/// What a container was given when it was made: filled before anybody else knows of it, and emptied when nobody reads any
/// more. A few, which are looked through faster than a hash is made, and in memory of its own, so that nothing is counted.
struct Gifts: ~Copyable, @unchecked Sendable {
  private var memory = UnsafeMutableBufferPointer<Gift>(start: nil, count: 0)
  private var count = 0

  deinit {
    memory[..<count].deinitialize()
    memory.deallocate()
  }

  mutating func add(_ gift: Gift) {
    if count == memory.count {
      let larger = UnsafeMutableBufferPointer<Gift>.allocate(capacity: max(2, 2 * count))
      _ = larger.moveInitialize(fromContentsOf: memory[..<count])
      memory.deallocate()
      memory = larger
    }
    memory.initializeElement(at: count, to: gift)
    count += 1
  }

  /// What was given for a registration.
  func product(_ mark: Gift.Mark) -> AnyProduct? {
    var index = 0
    while index < count {
      if memory[index].mark == mark { return memory[index].product }
      index += 1
    }
    return nil
  }

  var all: [Gift] { Array(memory[..<count]) }

  /// Lets go of everything, which may be to run code of the user's; nobody can ask here any more.
  mutating func removeAll() { self = Gifts() }
}

/// Something that a container was given when it was made.
struct Gift {
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
}
