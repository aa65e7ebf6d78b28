/// A queue that takes constant time at both ends, however long it is.
struct Deque<Element> {
  /// Grows at its end.
  private var arriving: [Element?] = []
  /// Emptied from its beginning, and then replaced by what has arrived.
  private var leaving: [Element?] = []
  private var first = 0

  var count: Int { arriving.count + leaving.count - first }

  mutating func append(_ element: Element) { arriving.append(element) }

  mutating func popFirst() -> Element? {
    if first == leaving.count { (leaving, arriving, first) = (arriving, [], 0) }
    guard first < leaving.count else { return nil }
    defer { first += 1 }
    return leaving[first].take()
  }
}
