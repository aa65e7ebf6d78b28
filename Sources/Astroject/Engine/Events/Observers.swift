/// The behaviors of one container.
struct Observers: ~Copyable, Sendable {
  private let listening = AtomicWord(0)
  /// The tracers, the witnesses, and the event queues of all other behaviors.
  private let members = Lock<[AnyObject]>([])

  /// True if each resolve has to be seen by a behavior or a witness, of this container or of a parent.
  var areListening: Bool { listening.load() != 0 }

  /// Begins to listen.
  ///
  /// Returns true if this is the first time.
  func listen() -> Bool { listening.add(1) == 1 }

  /// The observers of this container, without those of its parents.
  var own: [AnyObject] { members.withLock { $0 } }

  func add(_ observer: AnyObject) { members.withLock { $0.append(observer) } }

  /// Removes an observer that `add` has added, once.
  func remove(_ observer: AnyObject) {
    members.change { all in
      if let index = all.lastIndex(where: { $0 === observer }) { all.remove(at: index) }
    }
  }

  func removeAll() { members.change { $0 = [] } }
}

extension Core {
  /// The observers of this container and of its parents, each once.
  var allObservers: [AnyObject] {
    var all: [AnyObject] = []
    for core in sequence(first: self, next: { $0.above }) {
      for observer in core.observers.own where !all.contains(where: { $0 === observer }) { all.append(observer) }
    }
    return all
  }
}
