/// The children that a container has just now, none of which it keeps alive.
struct Children: ~Copyable, Sendable {
  /// A child takes itself out before it is freed, so that what is in the list is there. Each knows its place in it.
  private let cores = Lock<[Unmanaged<Core>]>([])

  func add(_ child: Core) {
    cores.withLock { cores in
      child.placeAmongChildren = cores.count
      cores.append(Unmanaged.passUnretained(child))
    }
  }

  func remove(_ child: Core) {
    cores.withLock { cores in
      let last = cores.removeLast()
      guard last.toOpaque() != Unmanaged.passUnretained(child).toOpaque() else { return }
      cores[child.placeAmongChildren] = last
      last._withUnsafeGuaranteedRef { $0.placeAmongChildren = child.placeAmongChildren }
    }
  }

  /// The children, held for as long as the caller looks at them.
  var all: [Core] { cores.withLock { cores in cores.map { $0.takeUnretainedValue() } } }
}
