import Synchronization

/// A machine word that any thread may read and write.
///
/// A load sees everything that was written before the store whose value it reads.
@frozen @usableFromInline
package struct AtomicWord: ~Copyable, Sendable {
  @usableFromInline let word: Atomic<UInt>

  @inlinable package init(_ value: UInt) { word = Atomic(value) }
  @inlinable package func load() -> UInt { word.load(ordering: .acquiring) }
  @inlinable package func store(_ value: UInt) { word.store(value, ordering: .releasing) }

  /// Adds to the value with wraparound, and returns the new value.
  @inlinable package func add(_ delta: UInt) -> UInt {
    word.wrappingAdd(delta, ordering: .acquiringAndReleasing).newValue
  }

  /// Adds to the value with wraparound, for the holder of the lock under which alone the word changes.
  func addLocked(_ delta: UInt) { store(load() &+ delta) }

  /// Stores a value, and returns the old one.
  @inlinable package func exchange(_ value: UInt) -> UInt { word.exchange(value, ordering: .acquiringAndReleasing) }

  /// Replaces the value by the result of `change`, and returns the old one. `change` may be called more than once.
  @discardableResult
  @inlinable package func update(_ change: @Sendable (UInt) -> UInt) -> UInt {
    var old = word.load(ordering: .acquiring)
    while true {
      let (done, found) = word.weakCompareExchange(
        expected: old, desired: change(old), ordering: .acquiringAndReleasing)
      if done { return old }
      old = found
    }
  }

  // MARK: Objects

  /// Returns the object whose address is the word; nil if the word is zero.
  @inlinable
  @inline(__always)
  package func object<Object: AnyObject>(_ type: Object.Type = Object.self) -> Borrowed<Object>? {
    Borrowed(word: load())
  }

  /// Stores and retains an object if the word is zero, and returns the object whose address is the word then.
  ///
  /// The word must be zero or the address of another such object. The owner of the word releases the object in the end.
  func object<Object: AnyObject>(orPut new: Object) -> Object {
    let own = Borrowed(retaining: new)
    let old = word.compareExchange(expected: 0, desired: own.word, ordering: .acquiringAndReleasing).original
    guard let other = Borrowed<Object>(word: old) else { return new }
    // Another thread was faster.
    own.release()
    return other.object
  }
}
