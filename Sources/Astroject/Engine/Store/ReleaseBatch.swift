/// Objects that are released together while the registrations stay. They are collected under locks, and dealt with
/// where none is held.
struct ReleaseBatch {
  /// The products with hooks to run.
  private(set) var pendingReleases: [PendingRelease] = []
  /// The custom scopes that must be told of it.
  private(set) var customs: [CustomScope] = []
  /// The registrations whose custom scope must be told of it although no request has reached it.
  private(set) var unasked: [Blueprint] = []
  /// The first object to be freed without hooks. Mostly it is the only one, and then no array is needed.
  ///
  /// All others follow in `held`, together with slots that another thread may release.
  private var firstHeld: AnyObject?
  private var held: [AnyObject] = []
  private var swept: [SlotTable.Swept] = []

  /// Holds storage that was removed from where it was, or may have been.
  mutating func add(_ storage: InstanceStorage) { held.append(storage) }

  mutating func add(_ storages: [InstanceStorage]) { held += storages }

  /// Adds a registration whose custom scope has to release everything although there is no storage.
  mutating func add(unasked blueprint: Blueprint) { unasked.append(blueprint) }

  /// Adds a product that was released.
  ///
  /// - Parameter blueprint: The registration whose hooks run, if there are any.
  @inline(never)
  mutating func add(_ product: (product: AnyProduct, order: UInt)?, from blueprint: Blueprint?) {
    guard let (product, order) = product else { return }
    if let pendingRelease = blueprint.flatMap({ PendingRelease(of: product, order: order, from: $0) }) {
      pendingReleases.append(pendingRelease)
    } else if firstHeld == nil {
      firstHeld = product
    } else {
      held.append(product)
    }
  }

  /// Holds the slots that a sweep has removed.
  mutating func hold(_ swept: SlotTable.Swept?) { if let swept { self.swept.append(swept) } }

  /// Holds slots that another thread may release.
  mutating func hold(_ slots: [InstanceSlot]) {
    if slots.isEmpty { return }
    held += slots
    customs += slots.compactMap(\.custom)
  }
}
