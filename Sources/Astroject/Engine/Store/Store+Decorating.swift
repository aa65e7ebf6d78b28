// The decorators of a container, or of a transaction.

extension Store {
  /// The decorators for registrations here and below, in order.
  var decorators: [Blueprint] { contents.withLock { $0.decorators } }

  /// Adds a decorator.
  func add(decorator: Blueprint) {
    note(Past.some)
    contents.withLock { $0.decorators.append(decorator) }
  }
}
