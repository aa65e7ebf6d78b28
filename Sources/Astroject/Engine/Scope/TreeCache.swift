/// The slots of a resolution tree.
///
/// Most trees are small, and most products take no arguments: such products lie in a row, which is searched. Most are
/// built and requested by one thread: they have no slot of their own until something needs one.
struct TreeCache {
  enum Content {
    /// The product is being built, and has not been requested meanwhile. The build removes this before it ends.
    case building(Borrowed<Build>)
    case kept(HeldProduct)
    case slot(InstanceSlot)
  }

  struct Item {
    let node: Tree.Node
    var content: Content
  }

  /// The maximum length of a row that is searched; later products are hashed.
  private static let longest = 32

  typealias Row = [Item]

  private var row: Row = []
  /// The indices of the items that are found by hashing.
  private var indices: [Tree.Node: Int] = [:]
  /// The slots of products that take arguments.
  var others = ArgumentTable()

  var isEmpty: Bool { row.isEmpty && others.isEmpty }

  // MARK: The row

  private func index(of node: Tree.Node) -> Int? {
    if row.count > TreeCache.longest, let index = indices[node] { return index }
    return row.withUnsafeBufferPointer { row in
      // A product that is requested again, or ends, is mostly near the end.
      var index = min(row.count, TreeCache.longest) - 1
      while index >= 0, row[index].node != node { index -= 1 }
      return index < 0 ? nil : index
    }
  }

  @inline(never)
  private mutating func append(_ content: Content, for node: Tree.Node) {
    if row.isEmpty { row.reserveCapacity(8) }
    if row.count >= TreeCache.longest { indices[node] = row.count }
    row.append(Item(node: node, content: content))
  }

  // MARK: By slots

  /// Returns the slot of a product without arguments, created if there is none.
  mutating func slot(for node: Tree.Node) -> InstanceSlot {
    let index = index(of: node)
    let phase: SlotState.Phase
    switch index.map({ row[$0].content }) {
    case .slot(let slot)?: return slot
    case .building(let build)?: phase = build.with { .building($0, draft: nil, suspends: $0.hasSuspended) }
    case .kept(let product)?: phase = .kept(.strong(product.box), order: 0)
    case nil: phase = .empty
    }
    let slot = InstanceSlot(phase)
    if let index { row[index].content = .slot(slot) } else { append(.slot(slot), for: node) }
    return slot
  }

  // MARK: Without slots

  /// Claims a product for a build, which is noted if there is nothing yet.
  mutating func claim(_ node: Tree.Node, for build: Borrowed<Build>) -> Tree.Claim {
    guard let index = index(of: node) else {
      append(.building(build), for: node)
      return .begun
    }
    return if case .kept(let product) = row[index].content { .product(product) } else { .engaged }
  }

  /// Ends a build that `claim` has noted, and takes its product. If there is none, an empty slot takes its place.
  ///
  /// - Returns: The slot in which others wait, which leaves the product to the caller; nil if there is none.
  mutating func end(_ node: Tree.Node, with product: inout HeldProduct?) -> InstanceSlot? {
    guard let index = index(of: node) else { return nil }
    if case .slot(let slot) = row[index].content { return slot }
    row[index].content = product.take().map { .kept($0) } ?? .slot(InstanceSlot())
    return nil
  }

  /// The slots of products without arguments, in which others may wait for a build.
  var slots: [InstanceSlot] {
    row.compactMap { item in if case .slot(let slot) = item.content { slot } else { nil } }
  }

  // MARK: The end

  /// Removes and returns the row; nil if there is more than the row, or a build is under way.
  mutating func takeRow() -> Row? {
    let isKept = { (item: Item) in if case .kept = item.content { true } else { false } }
    guard others.isEmpty, indices.isEmpty, row.allSatisfy(isKept) else { return nil }
    return exchange(&row, with: [])
  }

  /// Takes back the memory of a row, which is empty.
  mutating func give(_ row: Row) { self.row = row }

  /// Returns the rest of a tree that has ended: the builds whose code has outlived it. If it may be continued, its
  /// instances are a part of that, only weakly from now on.
  ///
  /// The retained objects are added to `held`.
  func rest(continued isContinued: Bool, _ held: inout [AnyProduct]) -> TreeCache {
    var rest = TreeCache()
    for item in row {
      switch item.content {
      case .building: rest.append(item.content, for: item.node)
      case .kept(let product) where isContinued:
        let slot = InstanceSlot(.kept(.strong(product.box), order: 0))
        if slot.weaken(&held) { rest.append(.slot(slot), for: item.node) }
      case .kept: break
      case .slot(let slot):
        if isContinued ? slot.weaken(&held) : !slot.isResting { rest.append(item.content, for: item.node) }
      }
    }
    rest.others = others
    // No object in an argument is retained for a request that may come again.
    _ = rest.others.removeAll { isContinued ? $0.argument.holdsObject || !$0.weaken(&held) : $0.isResting }
    return rest
  }
}
