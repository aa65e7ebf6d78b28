/// A queue that takes constant time at both ends, for any length.
struct Deque<Element> {
  /// The elements that were appended last.
  private var arriving: [Element?] = []
  /// The elements to be popped next. When all are popped, `arriving` takes their place.
  private var leaving: [Element?] = []
  private var next = 0

  /// The element that `popFirst` returns next.
  var first: Element? { next < leaving.count ? leaving[next] : arriving.first ?? nil }
  /// The element that was appended last.
  var last: Element? { (arriving.last ?? leaving.last) ?? nil }
  var elements: [Element] { leaving.compactMap(\.self) + arriving.compactMap(\.self) }
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
