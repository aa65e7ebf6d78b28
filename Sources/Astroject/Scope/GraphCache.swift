/// The slots of a tree.
///
/// Most trees are small, and most products take no arguments: such products lie in a row, which is looked through. Most
/// are built and got by one thread: such have no slot of their own until somebody needs one.
struct GraphCache {
  enum Content {
    case nothing
    /// It is being built, and nobody has asked for it meanwhile. The build ends this before it ends itself.
    case building(Unmanaged<Build>)
    case kept(AnyProduct)
    case slot(InstanceSlot)
  }

  struct Item {
    let node: Tree.Plain
    var content: Content
  }

  /// How many are looked through; the others are found by hashing.
  private static let longest = 32

  typealias Row = [Item]

  private var row: Row = []
  /// Where in the row those are that are not looked through.
  private var indices: [Tree.Plain: Int] = [:]
  /// The slots of what takes arguments.
  var others = ArgumentTable<Tree.Plain>()

  // MARK: The row

  private func index(of node: Tree.Plain) -> Int? {
    if row.count > GraphCache.longest, let index = indices[node] { return index }
    return row.withUnsafeBufferPointer { row in
      // What is asked for again, or ends, is most often near the end.
      var index = min(row.count, GraphCache.longest) - 1
      while index >= 0, row[index].node != node { index -= 1 }
      return index < 0 ? nil : index
    }
  }

  private mutating func append(_ content: Content, for node: Tree.Plain) {
    if row.isEmpty { row.reserveCapacity(8) }
    if row.count >= GraphCache.longest { indices[node] = row.count }
    row.append(Item(node: node, content: content))
  }

  // MARK: By slots

  /// The slot of a product without arguments, and whether nobody has asked for it before.
  mutating func slot(for node: Tree.Plain) -> (slot: InstanceSlot, isNew: Bool) {
    if let index = index(of: node) { return (makeSlot(at: index), false) }
    let slot = InstanceSlot()
    append(.slot(slot), for: node)
    return (slot, true)
  }

  /// The slot of a place, made if it has none.
  private mutating func makeSlot(at index: Int) -> InstanceSlot {
    if case .slot(let slot) = row[index].content { return slot }
    let slot = InstanceSlot(row[index].content.phase)
    row[index].content = .slot(slot)
    return slot
  }

  // MARK: Without slots

  /// Claims a product for a build, which is noted if there is nothing yet.
  mutating func claim(_ node: Tree.Plain, for build: Unmanaged<Build>) -> Tree.Claim {
    guard let index = index(of: node) else {
      append(.building(build), for: node)
      return .begun
    }
    return if case .kept(let product) = row[index].content { .product(product) } else { .engaged }
  }

  /// Ends a build that `claim` has noted, and keeps what came of it; returns the slot where others wait, if some do.
  mutating func end(_ node: Tree.Plain, with product: AnyProduct?) -> InstanceSlot? {
    guard let index = index(of: node) else { return nil }
    if case .slot(let slot) = row[index].content { return slot }
    row[index].content = product.map { .kept($0) } ?? .nothing
    return nil
  }

  /// The slot of a build that `claim` has noted.
  mutating func slot(of build: Build) -> InstanceSlot? {
    let address = Unmanaged.passUnretained(build).toOpaque()
    for index in row.indices {
      switch row[index].content {
      case .building(let known) where known.toOpaque() == address: return makeSlot(at: index)
      case .slot(let slot) where slot.isBuilding(by: build): return slot
      case .nothing, .building, .kept, .slot: break
      }
    }
    return nil
  }

  // MARK: The end

  /// Takes out all that lies in the row; nil where there is more, or something is being built.
  mutating func takeRow() -> Row? {
    guard others.isEmpty, indices.isEmpty, row.allSatisfy(\.content.isKept) else { return nil }
    defer { row = [] }
    return row
  }

  /// Gives back the memory of a row, which is empty.
  mutating func give(_ row: Row) { self.row = row }

  /// What is left at the end of the tree: what is being built, by code that has outlived it.
  func underWay() -> GraphCache {
    var rest = GraphCache()
    // The same table, which knows who has moved, though it may be empty.
    rest.others = others
    if others.isEmpty, row.allSatisfy(\.content.isKept) { return rest }
    for item in row where item.content.isUnderWay { rest.append(item.content, for: item.node) }
    _ = rest.others.removeAll { _, slot in slot.isResting }
    return rest
  }

  /// What is left of a tree that may be continued: also what is alive without the tree, which keeps it weakly from now
  /// on. What it held goes into `held`.
  func weakened(_ held: inout [AnyProduct]) -> GraphCache {
    var rest = GraphCache()
    for item in row {
      switch item.content {
      case .nothing: break
      case .building: rest.append(item.content, for: item.node)
      case .kept(let product):
        held.append(product)
        guard let weak = product.weakened() else { continue }
        rest.append(.slot(InstanceSlot(.kept(.weak(weak), order: 0))), for: item.node)
      case .slot(let slot): if slot.weaken(&held) { rest.append(item.content, for: item.node) }
      }
    }
    // Arguments are not kept for what may be asked for again.
    rest.others = others
    _ = rest.others.removeAll { argument, slot in argument.holdsObject || !slot.weaken(&held) }
    return rest
  }
}

extension GraphCache.Content {
  /// The same in a slot.
  fileprivate var phase: SlotState.Phase {
    switch self {
    case .nothing, .slot: .empty
    case .building(let build): .building(build.takeUnretainedValue(), draft: nil, suspends: false)
    case .kept(let product): .kept(.strong(product), order: 0)
    }
  }

  fileprivate var isKept: Bool { if case .kept = self { true } else { false } }

  fileprivate var isUnderWay: Bool {
    switch self {
    case .nothing, .kept: false
    case .building: true
    case .slot(let slot): !slot.isResting
    }
  }
}
