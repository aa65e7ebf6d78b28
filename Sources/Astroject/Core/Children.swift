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

  /// Visits the children, which stay while it does; `body` must run no code of the user's.
  func forEach(_ body: (Core) -> Void) {
    cores.withLock { cores in for child in cores { child._withUnsafeGuaranteedRef(body) } }
  }
}
