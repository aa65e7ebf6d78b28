// Every platform branch of the module is in this file: words and locks shared between threads, a word of each thread,
// blocking, whether this is the main actor's thread, and how much stack is left.

#if canImport(Darwin)
  import Darwin
  import os
#else
  import Synchronization
#endif
#if canImport(Dispatch)
  import Dispatch
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif os(Windows)
  import WinSDK
#endif

// MARK: - AtomicWord

/// A machine word that any thread may read and write.
///
/// A load sees everything that was written before the store it reads. On Apple platforms of our floor the standard
/// library has no atomics, so there a lock guards the word.
@usableFromInline
package struct AtomicWord: ~Copyable, Sendable {
  #if canImport(Darwin)
    @usableFromInline let word: OSAllocatedUnfairLock<UInt>

    @inlinable package init(_ value: UInt) { word = OSAllocatedUnfairLock(initialState: value) }
    @inlinable package func load() -> UInt { word.withLock { $0 } }
    @inlinable package func store(_ value: UInt) { word.withLock { $0 = value } }

    /// Adds, and returns the new value; it wraps around.
    @inlinable package func add(_ delta: UInt) -> UInt {
      word.withLock {
        $0 &+= delta
        return $0
      }
    }

    /// Replaces the value with what `change` makes of it, which may be called more than once.
    @inlinable package func update(_ change: @Sendable (UInt) -> UInt) { word.withLock { $0 = change($0) } }
  #else
    @usableFromInline let word: Atomic<UInt>

    @inlinable package init(_ value: UInt) { word = Atomic(value) }
    @inlinable package func load() -> UInt { word.load(ordering: .acquiring) }
    @inlinable package func store(_ value: UInt) { word.store(value, ordering: .releasing) }

    /// Adds, and returns the new value; it wraps around.
    @inlinable package func add(_ delta: UInt) -> UInt {
      word.wrappingAdd(delta, ordering: .acquiringAndReleasing).newValue
    }

    /// Replaces the value with what `change` makes of it, which may be called more than once.
    @inlinable package func update(_ change: @Sendable (UInt) -> UInt) {
      var old = word.load(ordering: .acquiring)
      while true {
        let (done, found) = word.weakCompareExchange(
          expected: old, desired: change(old), ordering: .acquiringAndReleasing)
        if done { return }
        old = found
      }
    }
  #endif
}

// MARK: - Lock

/// A value that one thread at a time may touch.
///
/// The value need not be Sendable: nothing leaves the lock but what the closure returns, and whoever returns a part of
/// the value answers for it.
package struct Lock<Value>: ~Copyable, @unchecked Sendable {
  #if canImport(Darwin)
    private let lock: OSAllocatedUnfairLock<Unchecked<Value>>

    package init(_ value: Value) { lock = OSAllocatedUnfairLock(initialState: Unchecked(value)) }

    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
      try lock.withLockUnchecked { try body(&$0.value) }
    }
  #else
    private let mutex: Mutex<Unchecked<Value>>

    #if DEBUG
      // The thread sanitizer does not see threads that wait inside the standard library's mutex, and would report what
      // the mutex protects. It sees this word, which is written whenever the lock is given back.
      private let stamp = Atomic(false)
    #endif

    package init(_ value: Value) { mutex = Mutex(Unchecked(value)) }

    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
      try mutex.withLock { guarded in
        #if DEBUG
          _ = stamp.load(ordering: .acquiring)
          defer { stamp.store(true, ordering: .releasing) }
        #endif
        return Unchecked(try body(&guarded.value))
      }.value
    }
  #endif
}

// MARK: - ThreadWord

/// A machine word that each thread has of its own; zero until it is set.
enum ThreadWord {
  #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      pthread_key_create(&key, nil)
      return key
    }()

    static var value: UInt {
      get { UInt(bitPattern: pthread_getspecific(key)) }
      set { pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue)) }
    }
  #elseif os(Windows)
    private static let index = TlsAlloc()

    static var value: UInt {
      get { UInt(bitPattern: TlsGetValue(index)) }
      set { TlsSetValue(index, UnsafeMutableRawPointer(bitPattern: newValue)) }
    }
  #else
    /// There is one thread.
    nonisolated(unsafe) static var value: UInt = 0
  #endif
}

// MARK: - Signal

/// Blocks one thread until another one raises it, once.
struct Signal: @unchecked Sendable {
  #if canImport(Dispatch)
    static let canBlock = true
    private let semaphore = DispatchSemaphore(value: 0)

    func wait() { semaphore.wait() }
    func raise() { semaphore.signal() }
  #else
    /// Without Dispatch there is one thread, and to block it would be to wait for oneself.
    static let canBlock = false

    func wait() {}
    func raise() {}
  #endif
}

// MARK: - MainThread

/// Tells whether the code that asks runs on the main actor's executor.
enum MainThread {
  #if canImport(Darwin)
    static var isCurrent: Bool { pthread_main_np() != 0 }
  #elseif canImport(Dispatch)
    // Off Apple platforms the main queue may leave the first thread, so the queue is marked and not the thread.
    private static let mark: DispatchSpecificKey<Bool> = {
      let key = DispatchSpecificKey<Bool>()
      DispatchQueue.main.setSpecific(key: key, value: true)
      return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) == true }
  #else
    static var isCurrent: Bool { true }
  #endif
}

// MARK: - Stack

/// Tells how much of the running thread's stack is left.
enum Stack {
  /// With less than this many bytes left, nothing more is built.
  static let reserve: UInt = 64 << 10

  /// How many bytes are left; without an end where that cannot be found out, as under the address sanitizer, which
  /// keeps variables elsewhere.
  @inline(never)
  static func remaining() -> UInt {
    var marker: UInt8 = 0
    let here = withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
    guard let bounds, bounds.contains(here) else { return .max }
    return here - bounds.lowerBound
  }

  #if canImport(Darwin)
    /// The addresses of this thread's stack.
    private static var bounds: Range<UInt>? {
      let thread = pthread_self()
      let top = UInt(bitPattern: pthread_get_stackaddr_np(thread))
      return top - UInt(pthread_get_stacksize_np(thread))..<top
    }
  #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
    private typealias GetAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt

    /// The headers show this function to C programs that ask for it, but not to Swift.
    private static let getAttributes: GetAttributes? =
      dlsym(nil, "pthread_getattr_np").map { unsafeBitCast($0, to: GetAttributes.self) }

    /// Asking is slow on the first thread, where it reads a file of the kernel's, so each thread remembers.
    private static let remembered: pthread_key_t = {
      var key = pthread_key_t()
      pthread_key_create(&key) { free($0) }
      return key
    }()

    /// The addresses of this thread's stack.
    private static var bounds: Range<UInt>? {
      if let known = pthread_getspecific(remembered) { return known.assumingMemoryBound(to: Range<UInt>.self).pointee }
      guard let found = findBounds(), let memory = malloc(MemoryLayout<Range<UInt>>.size) else { return nil }
      memory.bindMemory(to: Range<UInt>.self, capacity: 1).initialize(to: found)
      pthread_setspecific(remembered, memory)
      return found
    }

    private static func findBounds() -> Range<UInt>? {
      var attributes = pthread_attr_t()
      guard getAttributes?(pthread_self(), &attributes) == 0 else { return nil }
      defer { pthread_attr_destroy(&attributes) }
      var address: UnsafeMutableRawPointer?
      var size = 0
      guard pthread_attr_getstack(&attributes, &address, &size) == 0, let address else { return nil }
      return UInt(bitPattern: address)..<UInt(bitPattern: address) + UInt(size)
    }
  #elseif os(Windows)
    /// The addresses of this thread's stack.
    private static var bounds: Range<UInt>? {
      var low: ULONG_PTR = 0
      var high: ULONG_PTR = 0
      GetCurrentThreadStackLimits(&low, &high)
      return UInt(low)..<UInt(high)
    }
  #else
    private static var bounds: Range<UInt>? { nil }
  #endif
}
