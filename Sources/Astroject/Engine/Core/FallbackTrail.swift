/// The fallbacks that lead to one that knows a key: each but the last is a container that knows the key by the next
/// one.
///
/// The end is looked for once. Each container on the way then asks the next one without looking by itself,
/// so a chain of containers takes linear time.
package struct FallbackTrail: Sendable {
  fileprivate var fallbacks: [any Resolving & Sendable] = []
  /// The index of the one to ask now.
  fileprivate var index = 0

  /// The fallback to ask now.
  var fallback: any Resolving & Sendable { fallbacks[index] }

  /// Begins the request to the fallback to ask now, if it is a container that knows the key only by the rest of the
  /// trail; returns nil if it is not.
  func request(for key: Key) throws -> (context: ResolutionContext, rest: FallbackTrail)? {
    guard index + 1 < fallbacks.count, let container = fallback as? any CoreOwner else { return nil }
    let rest = FallbackTrail(fallbacks: fallbacks, index: index + 1)
    return (try ResolutionContext(root: container.core, key: key), rest)
  }
}

extension Core {
  /// Returns the trail to the nearest fallback that knows a key.
  ///
  /// It is never asked for arguments, or for a key that is not a name. Containers are asked in a loop and not by
  /// recursion. Any other fallback may ask a container again, so there is none where the stack ends; see ``Question``.
  package func fallback<Product>(for key: Key, _ type: Product.Type) -> FallbackTrail? {
    guard key.isNamed, var next = nearestFallback else { return nil }
    // A form of one product is known where the product is, which is asked about by itself.
    let form = DerivedForms.form(of: type).flatMap { $0.isOfOne ? nil : $0 }
    var trail = FallbackTrail()
    while true {
      trail.fallbacks.append(next)
      guard let core = (next as? any CoreOwner)?.core else {
        return Question.ask { next.isRegistered(type, name: key.name) } ? trail : nil
      }
      if core.hasEnded { return nil }
      if core.find(key) != nil || form?.isKnown(in: core, for: key) ?? false { return trail }
      guard let further = core.nearestFallback else { return nil }
      next = further
    }
  }

  /// The fallback of this container or of a parent. Only a container without a parent is made with one.
  private var nearestFallback: (any Resolving & Sendable)? { nearest { $0.fallback != nil }?.object.fallback }
}

/// The depth of awaited questions to fallbacks that are not containers, which may ask a container again.
///
/// Such a recursion takes no stack. One that is very deep is taken to be endless.
enum FallbackDepth {
  @TaskLocal static var current = 0
  static let most = 1 << 12
}
