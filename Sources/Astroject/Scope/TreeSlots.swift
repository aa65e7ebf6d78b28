/// The slots of a tree.
///
/// Most trees are small, and most products take no arguments: such slots lie in a row, which is looked through.
struct TreeSlots {
  private struct Place {
    let blueprint: UInt
    let container: UInt
    let slot: Slot
  }

  /// How many are looked through before the others are found by hashing.
  private static let longest = 32

  private var row: [Place] = []
  private var others: [Tree.Node: Slot] = [:]

  /// The slot of a node, and whether nobody has asked for it before.
  mutating func slot(for node: Tree.Node) -> (slot: Slot, isNew: Bool) {
    let isSimple = if case .void = node.argument { true } else { false }
    if isSimple, let known = row.first(where: { $0.blueprint == node.blueprint && $0.container == node.container }) {
      return (known.slot, false)
    }
    let isInRow = isSimple && row.count < TreeSlots.longest
    if let known = others[node] { return (known, false) }
    let slot = Slot()
    if isInRow {
      if row.isEmpty { row.reserveCapacity(8) }
      row.append(Place(blueprint: node.blueprint, container: node.container, slot: slot))
    } else {
      others[node] = slot
    }
    return (slot, true)
  }

  /// Those in which something is alive without the tree, which keeps it weakly from now on; what it held goes into `held`.
  func weakened(_ held: inout [AnyProduct]) -> TreeSlots {
    var rest = TreeSlots()
    rest.row = row.filter { $0.slot.weaken(&held) }
    rest.others = others.filter { node, slot in !node.argument.holdsObject && slot.weaken(&held) }
    return rest
  }
}
