// The behaviors of a container.

extension Core {
  /// The observers of this container and of its parents, each once.
  var allObservers: [AnyObject] {
    var all: [AnyObject] = []
    for core in sequence(first: self, next: { $0.above }) {
      for observer in core.observers where !all.contains(where: { $0 === observer }) { all.append(observer) }
    }
    return all
  }

  /// The observers of this container, without those of its parents.
  private var observers: [AnyObject] { ifExtras { $0.observers.withLock { $0 } } ?? [] }

  func add(observer: AnyObject) { withExtras { $0.observers.withLock { $0.append(observer) } } }

  /// Removes an observer that was added, once.
  func remove(observer: AnyObject) {
    ifExtras { extras in
      extras.observers.change { all in
        if let index = all.lastIndex(where: { $0 === observer }) { all.remove(at: index) }
      }
    }
  }
}
