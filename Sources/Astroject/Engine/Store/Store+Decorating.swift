// The decorators of a container, or of a transaction.

extension Store {
  /// The decorators for registrations here and below, in order.
  var decorators: [Blueprint] { contents.withLock { $0.decorators } }

  /// Adds a decorator; returns false if it comes too late.
  func add(decorator: Blueprint, _ arrival: DecoratorArrival) -> Bool {
    note(Past.some)
    return contents.withLock { contents in
      guard arrival.mayCome() else { return false }
      contents.decorators.append(decorator)
      return true
    }
  }

  /// Adds a decorator to a store that has cached nothing.
  func append(decorator: Blueprint) {
    note(Past.some)
    contents.withLock { $0.decorators.append(decorator) }
  }

  func removeDecorators() {
    let old = contents.withLock { contents in
      defer { contents.decorators = [] }
      return contents.decorators
    }
    // Freed where no lock is held.
    withExtendedLifetime(old) {}
  }

  /// Adopts the decorators of a later store; returns false if they come too late.
  ///
  /// They replace the own ones if the later store masks these.
  ///
  /// - Parameter isGone: Returns true for a registration that the later store removes.
  func adoptDecorators(
    of later: Store, _ arrival: DecoratorArrival, without isGone: (Blueprint) -> Bool
  ) -> Bool {
    let (new, masks) = later.contents.withLock { ($0.decorators, $0.masksContributions) }
    let old = contents.withLock { contents -> [Blueprint]? in
      guard arrival.mayCome(without: isGone) else { return nil }
      let old = contents.decorators
      contents.decorators = masks ? new : old + new
      return old
    }
    return withExtendedLifetime(old) { old != nil }
  }
}
