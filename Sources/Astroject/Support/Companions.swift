/// Finds what belongs to an object of the user's: one for each object in the whole process, for as long as somebody
/// holds it.
///
/// A companion holds its object, so that no other one can take the address while the companion is known by it, and
/// calls `forget` when it goes.
final class Companions<Companion: AnyObject & Sendable>: Sendable {
  private struct Reference { weak var companion: Companion? }

  private let known = Lock<[ObjectIdentifier: Reference]>([:])

  /// The companion of a class instance; a new one for anything else.
  func companion<Value>(of value: Value, orMake make: (AnyObject?) -> Companion) -> Companion {
    guard type(of: value as Any) is AnyObject.Type else { return make(nil) }
    let object = value as AnyObject
    return known.withLock { known in
      if let companion = known[ObjectIdentifier(object)]?.companion { return companion }
      let companion = make(object)
      known[ObjectIdentifier(object)] = Reference(companion: companion)
      return companion
    }
  }

  /// Forgets the companion of an object, which goes.
  func forget(_ object: AnyObject?) {
    guard let object else { return }
    let successor = known.withLock { known in
      let successor = known[ObjectIdentifier(object)]?.companion
      if successor == nil { known[ObjectIdentifier(object)] = nil }
      return successor
    }
    // If this is its last reference, it is freed here, where the lock is free again.
    withExtendedLifetime(successor) {}
  }
}
