import AstrojectGraph

/// A graph of registrations as a value, from which containers are filled and which an oracle reads.
struct Sketch {
  /// The names of the containers, each the parent of the next.
  var levels: [String?] = [nil]
  /// The index of the container that is inspected.
  var view = 0
  /// In the order of registration.
  var items: [Item] = []
  /// The numbers of the items that are decorated.
  var decorated: Set<Int> = []
  var roots: [Strand] = []
  var externals: [Strand] = []

  /// The number of the item that was added last.
  var lastID = 0
  mutating func newID() -> Int {
    lastID += 1
    return lastID
  }

  func item(_ id: Int) -> Item { items.first { $0.id == id } ?? .absent }
  mutating func change(_ id: Int, _ body: (inout Item) -> Void) {
    for index in items.indices where items[index].id == id { body(&items[index]) }
  }
}

/// A type.
struct Strand: Hashable, CustomStringConvertible {
  enum Shape { case braid, bead, cord, locket, chest, number }
  var shape: Shape
  var tag: Int

  /// True if no reference to the product can be weak.
  var isValue: Bool { shape == .bead || shape == .number }

  static let number = Strand(shape: .number, tag: 0)
  static func braid(_ tag: Int) -> Strand { Strand(shape: .braid, tag: tag) }
  static func bead(_ tag: Int) -> Strand { Strand(shape: .bead, tag: tag) }
  static func cord(_ tag: Int) -> Strand { Strand(shape: .cord, tag: tag) }

  var description: String {
    switch shape {
    case .braid: "Braid<T\(tag)>"
    case .bead: "Bead<T\(tag)>"
    case .cord: "any Cord<T\(tag)>"
    case .locket: "Locket<T\(tag)>"
    case .chest: "Chest<T\(tag)>"
    case .number: "Int"
    }
  }
}

/// A name or key.
enum Tie: Hashable {
  case number(Int), name(String)

  var key: any Hashable & Sendable {
    switch self {
    case .number(let number): number
    case .name(let name): name
    }
  }
}

/// The key of a registration: product, label, and whether it takes an `Int`.
struct Address: Hashable, CustomStringConvertible {
  var product: Strand
  var tie: Tie?
  /// True if it takes an `Int`.
  var takesNumber = false

  var description: String {
    let label =
      switch tie {
      case .number(let number): " keyed \(number)"
      case .name(let name): " named \"\(name)\""
      case nil: ""
      }
    return "\(product)\(label)\(takesNumber ? " with (Int)" : "")"
  }
}

/// A dependency of an item.
struct Need: Hashable {
  enum Form {
    case plain, optional, lazy, provider, collection, lazyOptional, optionalLazy, lazyCollection
    case container, lazyContainer, resolver
    case argument, value, closure
  }
  var form: Form
  var of: Strand
  var tie: Tie?
  /// True if a closure requests it with an `Int`.
  var takesNumber = false

  static let container = Need(form: .container, of: .number)
  static let resolver = Need(form: .resolver, of: .number)
  static let argument = Need(form: .argument, of: .number)
}

extension Need: CustomStringConvertible {
  var description: String { "\(form) \(Address(product: of, tie: tie, takesNumber: takesNumber))" }
}

struct Item {
  enum Origin { case initializer, closure, instance }
  enum Effect: CaseIterable {
    case none, awaited, mainActor, mainActorAwaited

    var isAsynchronous: Bool { self == .awaited || self == .mainActorAwaited }
    var isOnMainActor: Bool { self == .mainActor || self == .mainActorAwaited }
  }
  enum Scope: Hashable {
    case unsaid, graph, transient, singleton, disposable, weak, scoped, named(String), shared, perContainer
  }
  struct Permit: Hashable {
    var rule: GraphRule
    var type: Strand?
  }

  /// An item in place of an absent one.
  static let absent = Item(id: 0, product: .number)

  /// The unique number of the item, which is the line of its registration.
  var id: Int
  var level = 0
  var product: Strand
  var tie: Tie?
  var takesNumber = false
  var isContribution = false
  var origin = Origin.initializer
  var effect = Effect.none
  var parameters: [Need] = []
  var afterwards: [Need] = []
  /// The dependencies that closures declare; nil if they declare none.
  var declared: [Need]?
  var hook: Effect?
  var scope = Scope.unsaid
  var forwards: [Strand] = []
  var isEager = false
  var permits: [Permit] = []

  var address: Address { Address(product: product, tie: tie, takesNumber: takesNumber) }
  /// True if what is declared is resolved by a hook, when the product is made.
  var declaresForHook: Bool { origin == .initializer && hook != nil }
  /// True if it cannot be resolved without arguments.
  var wantsArguments: Bool { takesNumber || parameters.contains { $0.form == .argument } }

  /// The injected properties of its type.
  var properties: [Need] {
    switch product.shape {
    case .locket where origin == .initializer:
      [Need(form: .plain, of: .braid(product.tag)), Need(form: .optional, of: .bead(product.tag))]
    case .chest where origin == .initializer:
      [
        Need(form: .lazy, of: .braid(product.tag)), Need(form: .provider, of: .bead(product.tag)),
        Need(form: .collection, of: .braid(2)),
      ]
    default: []
    }
  }
}

// MARK: - Descriptions

extension Item: CustomStringConvertible {
  var description: String {
    var words = ["\(id) @\(level) \(isContribution ? "contributed " : "")\(address) \(origin) \(effect) \(scope)"]
    if !parameters.isEmpty { words.append("takes \(parameters)") }
    if !afterwards.isEmpty { words.append("injecting \(afterwards)") }
    if let hook { words.append("hook \(hook)") }
    if let declared { words.append("declares \(declared)") }
    if !forwards.isEmpty { words.append("implements \(forwards)") }
    if isEager { words.append("eager") }
    if !permits.isEmpty {
      words.append("allows \(permits.map { "\($0.rule) of \($0.type.map(\.description) ?? "all")" })")
    }
    return words.joined(separator: ", ")
  }
}

extension Sketch: CustomStringConvertible {
  var description: String {
    (["containers \(levels.map { $0 ?? "-" }), looked at \(view), roots \(roots), externals \(externals)"]
      + items.map(\.description)).joined(separator: "\n  ")
  }
}
