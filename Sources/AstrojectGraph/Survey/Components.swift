/// The strongly connected components of a graph: the sets of points that all lead to each other.
///
/// A component has a higher number than those that it leads to. They are found by Tarjan's algorithm, without
/// recursion, in linear time.
struct Components {
  /// The component of each point.
  private(set) var number: [Int]
  /// All points, those of one component beside each other.
  private var sorted: [Int] = []
  private var ranges: [Range<Int>] = []

  /// The points of each component, in ascending order.
  var members: [ArraySlice<Int>] { ranges.map { sorted[$0] } }

  /// - Parameter successor: Returns the point that a link leads to; nil if the link does not count.
  init(_ points: [Survey.Point], _ successor: (Int) -> Int?) {
    number = Array(repeating: -1, count: points.count)
    var order = Array(repeating: -1, count: points.count)
    var low = order
    var open: [Int] = []
    var path: [(point: Int, next: Int)] = []
    var count = 0

    func enter(_ point: Int) {
      order[point] = count
      low[point] = count
      count += 1
      open.append(point)
      path.append((point, points[point].links.lowerBound))
    }

    for start in points.indices where order[start] < 0 {
      enter(start)
      while let (point, next) = path.last {
        if next < points[point].links.upperBound {
          path[path.count - 1].next += 1
          guard let end = successor(next) else { continue }
          if order[end] < 0 {
            enter(end)
          } else if number[end] < 0 {
            low[point] = min(low[point], order[end])
          }
          continue
        }
        path.removeLast()
        if let above = path.last?.point { low[above] = min(low[above], low[point]) }
        guard low[point] == order[point] else { continue }
        let first = sorted.count
        while number[point] < 0, let member = open.popLast() {
          number[member] = ranges.count
          sorted.append(member)
        }
        if sorted.count - first > 1 { sorted[first...].sort() }
        ranges.append(first..<sorted.count)
      }
    }
  }
}
