/// A queue that takes constant time at both ends, however long it is.
struct Deque<Element> {
  /// Grows at its end.
  private var arriving: [Element?] = []
  /// Emptied from its beginning, and then replaced by what has arrived.
  private var leaving: [Element?] = []
  private var next = 0

  /// The one that `popFirst` would take out.
  var first: Element? { next < leaving.count ? leaving[next] : arriving.first ?? nil }
  /// The one that was put in last.
  var last: Element? { (arriving.last ?? leaving.last) ?? nil }
  var count: Int { arriving.count + leaving.count - next }

  mutating func append(_ element: Element) { arriving.append(element) }

  mutating func popFirst() -> Element? {
    if next == leaving.count { (leaving, arriving, next) = (arriving, [], 0) }
    guard next < leaving.count else { return nil }
    let element = leaving[next].take()
    next += 1
    if next == leaving.count { (leaving, next) = ([], 0) }
    return element
  }
}
