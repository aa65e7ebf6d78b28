// Keeps objects alive that are read without a lock.
//
// A resolve finds its registration by reading words that other threads write: the table of a store, an entry in it, and
// the instance or plan that the entry publishes. A reader retains none of it on the way because all threads would
// write to the same reference counts. Instead:
//
// 1. A reader begins a ``ReadHold``. While it reads, all of this stays alive: the reader looks up the entry, and copies
//    the instance that it finds. If it finds a plan instead, it stops reading and stays: the plan, its registration and
//    the entry stay alive until the hold ends, even if the user's code removes them. An object that is used for longer
//    is retained before the hold ends. Each function that reads a published object takes the hold as an
//    argument, so that it cannot be forgotten. A hold never lasts across an `await`.
// 2. The owner retains: the store its tables and its entries, the entry its published object. A writer that unpublishes
//    an object does not release it. It hands the object to ``Retired`` when it holds no lock. Only a change of what was
//    registered or cached before does that, and an instance that takes the place of a forwarding's plan. A request does
//    not, nor does a registration under a new key, because a table that is full stays; see ``Store``.
// 3. A hold that began before an object was unpublished protects it. A retired object is freed as soon as no hold
//    protects it. Mostly that is at once. Otherwise a task frees it, which is started by the last thread whose hold
//    protected it. That thread does not free the object itself because it may hold the user's locks.
//
// The proof: each thread has a mark, which is zero, or the time at which its hold began with a bit that is set
// while it reads. A mark is changed only by exchanges, and the thread that frees looks at it by an exchange, too. So
// one of the two comes first. If the reader comes first, the thread that frees sees the hold. Otherwise the reader sees
// all that was done before, and does not find the unpublished object. The time moves on with each retirement: a hold
// that begins later has seen the earlier changes.
//
// No thread waits for another one. A thread that stays for long, such as one in a factory that blocks, holds plans
// in memory that others have unpublished meanwhile, but no instances. A container that ends retires nothing because no
// thread can be reading it (see ``RundownGuard``).

/// The right of a thread to use objects that it reads without a lock.
@usableFromInline
package struct ReadHold: Sendable {
  /// The address of the thread's mark and the kind of the hold; zero for a hold of a thread that reads already.
  @usableFromInline let word: UInt

  /// The bits of the word that do not belong to the address.
  @usableFromInline
  enum Kind {
    @inlinable static var within: UInt { 1 }
    static var outermost: UInt { 2 }
    static var all: UInt { 3 }
  }

  /// The hold of a container that another copy of the library has made: none, because nothing must be read there.
  static let foreign = ReadHold(word: Kind.within)

  /// True if the container was made by another copy of the library.
  @inlinable
  var isOfForeignContainer: Bool {
    @inline(__always) get { word == Kind.within }
  }

  /// Begins to read, until `end` on the same thread.
  @usableFromInline
  package static func begin() -> ReadHold {
    let mark = ThreadContext.current.mark
    let now = mark.pointee.load()
    if now == 0 {
      _ = mark.pointee.exchange(Retired.now | Retired.reads)
      return ReadHold(word: UInt(bitPattern: mark) | Kind.outermost)
    }
    if now & Retired.reads != 0 { return ReadHold(word: 0) }
    _ = mark.pointee.add(Retired.reads)
    return ReadHold(word: UInt(bitPattern: mark) | Kind.within)
  }

  /// Stops reading, and stays until `end`. A plan that was found, and its entry, may still be used.
  @inlinable
  @inline(__always)
  package func stay() { if word != 0 { stopReading() } }

  /// Ends the hold.
  @inlinable
  @inline(__always)
  package func end() { if word != 0 { leave() } }

  var mark: UnsafeMutablePointer<AtomicWord>? { UnsafeMutablePointer(bitPattern: word & ~Kind.all) }

  @usableFromInline
  func stopReading() {
    guard let mark, mark.pointee.load() & Retired.reads != 0 else { return }
    guard mark.pointee.add(0 &- Retired.reads) & Retired.waitsForReading != 0 else { return }
    mark.pointee.update { $0 & ~Retired.waitsForReading }
    Retired.freeElsewhere()
  }

  @usableFromInline
  func leave() {
    if word & Kind.outermost == 0 { return stopReading() }
    guard let mark else { return }
    if mark.pointee.exchange(0) & (Retired.waitsForReading | Retired.waitsForEnd) != 0 { Retired.freeElsewhere() }
  }

  /// Runs a closure within a hold.
  @inline(__always)
  package static func during<Result>(_ body: (ReadHold) throws -> Result) rethrows -> Result {
    let hold = begin()
    defer { hold.end() }
    return try body(hold)
  }
}
