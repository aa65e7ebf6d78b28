/// The present children of a container, which does not retain them.
struct Children: ~Copyable, Sendable {
  /// The children, not retained.
  ///
  /// A child removes itself before it is freed, and knows its index.
  private let cores = Lock<[Borrowed<Core>]>([])

  func add(_ child: Core) {
    cores.withLock { cores in
      child.placeAmongChildren = cores.count
      cores.append(Borrowed(child))
    }
  }

  func remove(_ child: Core) {
    cores.withLock { cores in
      let last = cores.removeLast()
      guard last.address != Borrowed(child).address else { return }
      cores[child.placeAmongChildren] = last
      last.with { $0.placeAmongChildren = child.placeAmongChildren }
    }
  }

  /// The children, retained while the caller uses them.
  var all: [Core] { cores.withLock { cores in cores.map { $0.object } } }
}
