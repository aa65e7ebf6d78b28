/// Finds the companion of a user's object: one for each object in the process, for as long as the companion is held.
///
/// A companion retains its object, so that no other object takes the address by which the companion is known. It calls
/// `forget` when it is deallocated.
final class Companions<Companion: AnyObject & Sendable>: Sendable {
  private struct Reference { weak var companion: Companion? }

  private let known = Lock<[ObjectIdentifier: Reference]>([:])

  /// Returns the companion of a class instance; a new one for any other value.
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

  /// Forgets the companion of an object, unless the object has a new one by now.
  func forget(_ object: AnyObject?) {
    guard let object else { return }
    let successor = known.withLock { known in
      let successor = known[ObjectIdentifier(object)]?.companion
      if successor == nil { known[ObjectIdentifier(object)] = nil }
      return successor
    }
    // If this is the last reference, the companion is freed here, where the lock is not held.
    withExtendedLifetime(successor) {}
  }
}
