/// The children that a container has just now, none of which it keeps alive.
final class Children: Sendable {
  /// A child takes itself out before it is freed, so that what is in the list is there.
  private let cores = Lock<[Unmanaged<Core>]>([])

  func add(_ child: Core) { cores.withLock { $0.append(Unmanaged.passUnretained(child)) } }

  func remove(_ child: Core) {
    cores.withLock { cores in
      guard let index = cores.lastIndex(where: { $0.toOpaque() == Unmanaged.passUnretained(child).toOpaque() })
      else { return }
      cores.swapAt(index, cores.endIndex - 1)
      cores.removeLast()
    }
  }

  /// The children, held for as long as the caller looks at them.
  var all: [Core] { cores.withLock { cores in cores.map { $0.takeUnretainedValue() } } }
}
