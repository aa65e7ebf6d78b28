import Synchronization

/// A value that one thread at a time may touch.
///
/// The value need not be Sendable because only the result of the closure leaves the lock. A closure that returns a part
/// of the value is responsible for its safety.
@frozen @usableFromInline
package struct Lock<Value>: ~Copyable, @unchecked Sendable {
  @usableFromInline let mutex: Mutex<Unchecked<Value>>

  #if ASTROJECT_STAMPED_LOCKS
    // The thread sanitizer does not see threads that wait inside the standard library's mutex, and would report the
    // data that the mutex protects. It sees this word, which is written whenever the lock is released.
    @usableFromInline let stamp = Atomic(false)
  #endif

  @inlinable package init(_ value: consuming Value) { mutex = Mutex(Unchecked(value)) }

  @inlinable package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try mutex.withLock { guarded in
      #if ASTROJECT_STAMPED_LOCKS
        _ = stamp.load(ordering: .acquiring)
        defer { stamp.store(true, ordering: .releasing) }
      #endif
      return Unchecked(try body(&guarded.value))
    }.value
  }

  /// Changes the value, and frees what the change removes when no lock is held, because that may run code of the user.
  package func change(_ change: (inout Value) -> Void) {
    let old = withLock { value in
      defer { change(&value) }
      return value
    }
    withExtendedLifetime(old) {}
  }
}
