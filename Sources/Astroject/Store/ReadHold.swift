// What keeps alive what is read without a lock.
//
// A resolve finds its registration by reading words that other threads write: the table of a store, an entry in it, and
// what the entry shows, an instance or what makes one. None of it is counted on the way, as all threads would write to
// the same memory. Instead:
//
// 1. Who reads begins a ``ReadHold``. While it reads, all of this is there for it: it looks up, and copies the instance
//    that it has found. If it has found a factory instead, it stops reading and stays: what makes instances is there,
//    and the registration with it, until the hold ends, whatever the user's code does meanwhile. What is used for
//    longer is counted before the hold ends. Whatever reads what an entry shows takes the hold as an argument, so that
//    it cannot be forgotten. A hold never lasts over an `await`.
// 2. The owner counts: the store its table and its entries, the entry what it shows. Who takes something of it out of
//    view does not let go of it, but hands it to ``Retired`` when no lock is held.
// 3. What is retired is freed as soon as no thread has a hold in the way that began before it was taken out of view: at
//    once, most of the time, and otherwise in a task, which the last thread starts whose hold was in the way. No thread
//    frees what others have retired: it may have locks of the user's.
//
// Why that is right. Each thread has a mark: when its hold began and whether it reads, or zero. A mark is changed only
// by exchanges, and whoever frees looks at it by an exchange, too, so one of the two comes first. If the reader's does,
// whoever frees sees the hold. Otherwise the reader sees all that was done before, so it does not find what was taken
// out of view. The time moves on with each retirement: a hold that begins later has seen what happened before.
//
// Nobody waits for anybody. A thread that stays for long, as in a factory that blocks, keeps factories in memory that
// others have taken out of view meanwhile, but no instances. A container that goes retires nothing, as nobody can be
// reading it (see ``RundownGuard``).

/// The right of a thread to use what it reads without a lock.
@usableFromInline
package struct ReadHold: Sendable {
  /// Where the thread's mark lies, and of which kind the hold is; zero for one of a thread that reads already.
  @usableFromInline let word: UInt

  /// The bits of the word that are not of the address.
  private enum Kind {
    static let within: UInt = 1
    static let outermost: UInt = 2
    static let all: UInt = 3
  }

  /// Begins to read, until `end` on the same thread.
  @usableFromInline
  package static func begin() -> ReadHold { begin(by: ThreadContext.current.mark) }

  @inline(__always)
  private static func begin(by mark: UnsafeMutablePointer<AtomicWord>) -> ReadHold {
    let now = mark.pointee.load()
    if now == 0 {
      _ = mark.pointee.exchange(Retired.now | Retired.reads)
      return ReadHold(word: UInt(bitPattern: mark) | Kind.outermost)
    }
    if now & Retired.reads != 0 { return ReadHold(word: 0) }
    _ = mark.pointee.add(Retired.reads)
    return ReadHold(word: UInt(bitPattern: mark) | Kind.within)
  }

  /// Stops reading, and stays until `end`: what makes instances may be used still.
  @inlinable
  @inline(__always)
  package func stay() { if word != 0 { stopReading() } }

  /// Ends the hold.
  @inlinable
  @inline(__always)
  package func end() { if word != 0 { leave() } }

  private var mark: UnsafeMutablePointer<AtomicWord>? { UnsafeMutablePointer(bitPattern: word & ~Kind.all) }

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

  /// Runs something that reads.
  @inline(__always)
  package static func during<Result>(_ body: (ReadHold) throws -> Result) rethrows -> Result {
    let hold = begin()
    defer { hold.end() }
    return try body(hold)
  }
}
