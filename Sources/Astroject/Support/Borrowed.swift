import Synchronization

/// A reference that does not retain its object.
///
/// Something else has to retain the object for as long as the reference is used; see ``ReadHold`` and ``Build``.
@frozen @usableFromInline
package struct Borrowed<Object: AnyObject> {
  @usableFromInline let reference: Unmanaged<Object>

  @inlinable
  @inline(__always)
  package init(_ object: Object) { reference = .passUnretained(object) }

  /// Retains the object, until `release` or `take`.
  @inlinable
  @inline(__always)
  package init(retaining object: Object) { reference = .passRetained(object) }

  /// Creates the reference to the object at an address.
  @inlinable
  @inline(__always)
  package init(at address: UnsafeRawPointer) { reference = .fromOpaque(address) }

  /// Creates the reference to the object whose address is a number; nil for zero.
  @inlinable
  @inline(__always)
  package init?(word: UInt) {
    guard let address = UnsafeRawPointer(bitPattern: word) else { return nil }
    self.init(at: address)
  }

  /// The address of the object.
  @inlinable
  @inline(__always)
  package var address: UnsafeMutableRawPointer { reference.toOpaque() }

  /// The address of the object as a number.
  @inlinable
  @inline(__always)
  package var word: UInt { UInt(bitPattern: address) }

  /// The object, retained by the caller.
  @inlinable
  @inline(__always)
  package var object: Object { reference.takeUnretainedValue() }

  /// Calls a closure with the object, without retaining it.
  @inlinable
  @inline(__always)
  package func with<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    try reference._withUnsafeGuaranteedRef(body)
  }

  /// Retains the object.
  @inlinable
  @inline(__always)
  package func retain() { _ = reference.retain() }

  /// Releases the object, which was retained through a reference.
  @inlinable
  @inline(__always)
  package func release() { reference.release() }

  /// Returns the object, which was retained through a reference, and leaves its release to the caller.
  @inlinable
  @inline(__always)
  package func take() -> Object { reference.takeRetainedValue() }

  /// True if this retained reference is the only one.
  ///
  /// The caller then sees all that other threads did before they released theirs, as with a copy-on-write array.
  @inline(__always)
  var isOnlyOne: Bool {
    var reference = reference
    // An unmanaged reference has the layout of a managed one. Only the counting differs.
    let isOnlyOne = withUnsafeMutablePointer(to: &reference) {
      $0.withMemoryRebound(to: Object.self, capacity: 1) { isKnownUniquelyReferenced(&$0.pointee) }
    }
    // The runtime orders the stores that follow, but not the loads.
    if isOnlyOne { atomicMemoryFence(ordering: .acquiring) }
    return isOnlyOne
  }
}

extension Borrowed: Sendable where Object: Sendable {}
