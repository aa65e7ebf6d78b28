// The decorators of a container, or of a transaction.

extension Store {
  /// The decorators for registrations here and below, in order.
  var decorators: [Blueprint] { contents.withLock { $0.decorators } }

  /// Adds a decorator; returns false if it comes too late.
  func add(decorator: Blueprint, _ arrival: DecoratorArrival) -> Bool {
    note(Past.some)
    repeat {
      let hasCome = contents.withLock { contents in
        guard arrival.mayCome() else { return false }
        contents.decorators.append(decorator)
        return true
      }
      if hasCome { return true }
    } while arrival.looksAgain()
    return false
  }

  /// Adds a decorator to a store that has cached nothing.
  func append(decorator: Blueprint) {
    note(Past.some)
    contents.withLock { $0.decorators.append(decorator) }
  }

  func removeDecorators() { contents.change { $0.decorators = [] } }
}
