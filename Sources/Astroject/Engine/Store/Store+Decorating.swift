// The decorators of a container, or of a transaction.

extension Store {
  /// The decorators for registrations here and below, in order.
  var decorators: [Blueprint] { contents.withLock { $0.decorators } }

  func add(decorator: Blueprint, _ arrival: DecoratorArrival) {
    note(Past.some)
    contents.withLock { contents in
      contents.decorators.append(decorator)
      arrival.look()
    }
  }

  func removeDecorators() {
    let old = contents.withLock { contents in
      defer { contents.decorators = [] }
      return contents.decorators
    }
    // Freed where no lock is held.
    withExtendedLifetime(old) {}
  }

  /// Adopts the decorators of a later store. They replace the own ones if it masks these.
  func adoptDecorators(of later: Store, _ arrival: DecoratorArrival) {
    let (new, masks) = later.contents.withLock { ($0.decorators, $0.masksContributions) }
    let old = contents.withLock { contents in
      let old = contents.decorators
      contents.decorators = masks ? new : old + new
      arrival.look()
      return old
    }
    withExtendedLifetime(old) {}
  }

  // MARK: Instances cached before

  /// Notes that something of a parent's registration was cached before its decorator came.
  func spoil(_ blueprint: Blueprint) { contents.withLock { _ = $0.spoiled.insert(blueprint.id) } }

  func isSpoiled(_ blueprint: Blueprint) -> Bool { contents.withLock { $0.spoiled.contains(blueprint.id) } }

  /// Forgets the instances that were cached too early, because all cached instances are released.
  func forgetSpoiled() { contents.withLock { $0.spoiled = [] } }
}
