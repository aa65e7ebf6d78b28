/// Counts those who use a core without holding its container, and says when it may be taken apart.
///
/// The container's own functions need not pass it: who calls one holds the container. A resolver, a lazy or a provider
/// may be used while another thread drops the last reference, and so passes the gate for as long as it reads.
struct Gate: ~Copyable, Sendable {
  /// Twice the number of those inside, plus one when the container is gone.
  private let word = AtomicWord(0)
  private let isEmptied = AtomicWord(0)

  /// Lets one in; false if the container is gone. In both cases it has to leave: it may be the last to see the others out.
  ///
  /// Whoever works for somebody who is inside gets in although the container is gone, so that what is under way can end.
  func enter(forOneInside isForOneInside: Bool) -> Bool {
    let now = word.add(2)
    return now & 1 == 0 || isForOneInside && now > 3
  }

  /// Lets one out; true if that was the last one and the core is to be taken apart now.
  func leave() -> Bool { word.add(0 &- 2) == 1 && claim() }

  /// Closes; true if nobody is inside and the core is to be taken apart now.
  func close() -> Bool { word.add(1) == 1 && claim() }

  /// Only one takes the core apart, though a late comer may see an empty gate again.
  private func claim() -> Bool { isEmptied.add(1) == 1 }
}
