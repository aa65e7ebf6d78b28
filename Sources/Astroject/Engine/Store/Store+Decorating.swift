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

  /// Removes and returns the decorators.
  func takeDecorators() -> [Blueprint] { contents.withLock { exchange(&$0.decorators, with: []) } }
}
