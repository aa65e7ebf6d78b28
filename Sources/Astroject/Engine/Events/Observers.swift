/// The behaviors of one container.
struct Observers: ~Copyable, Sendable {
  struct Members {
    /// The event queues of behaviors that are neither tracers nor witnesses.
    var queues: [AnyObject] = []
    var tracers: [ResolutionTrace] = []
    var witnesses: [any ResolveWitness] = []

    mutating func removeLast(_ observer: AnyObject) {
      if let index = queues.lastIndex(where: { $0 === observer }) { queues.remove(at: index) }
      if let index = tracers.lastIndex(where: { $0 === observer }) { tracers.remove(at: index) }
      if let index = witnesses.lastIndex(where: { $0 === observer }) { witnesses.remove(at: index) }
    }
  }

  private let listening = AtomicWord(0)
  private let members = Lock(Members())

  /// True if each resolve has to be seen by a behavior or a witness, of this container or of a parent.
  var areListening: Bool { listening.load() != 0 }

  /// Begins to listen.
  ///
  /// Returns true if this is the first time.
  func listen() -> Bool { listening.add(1) == 1 }

  /// The observers of this container, without those of its parents.
  var own: Members { members.withLock { $0 } }

  func change(_ change: (inout Members) -> Void) { members.withLock(change) }

  func removeAll() { members.change { $0 = Members() } }
}

extension Core {
  /// Returns the observers of one kind, of this container and of its parents, each once.
  func observers<Observer>(_ ofKind: (Observers.Members) -> [Observer]) -> [Observer] {
    var all: [Observer] = []
    for observer in lineage.flatMap({ ofKind($0.observers.own) }) {
      if !all.contains(where: { $0 as AnyObject === observer as AnyObject }) { all.append(observer) }
    }
    return all
  }
}
