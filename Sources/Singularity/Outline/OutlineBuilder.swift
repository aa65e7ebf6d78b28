/// Collects the values of a file while a scanner goes over it.
struct OutlineBuilder {
  private(set) var values: [Outline.Value] = []
  private(set) var duplicates: [Int] = []

  /// The values that have begun and not ended, each with the number of values directly within it.
  private var open: [(index: Int, count: UInt32)] = []

  /// Notes a value that begins; what is noted before it ends is within it.
  mutating func begin(_ kind: Outline.Kind, at start: Int, field: Range<Int>?) -> Int {
    let index = values.count
    let parent = open.last
    if let parent { open[open.count - 1].count = parent.count + 1 }
    values.append(
      Outline.Value(
        kind: kind, field: field.map { UInt32($0.lowerBound)..<UInt32($0.upperBound) },
        text: UInt32(start)..<UInt32(start), parent: UInt32(parent?.index ?? 0), position: parent?.count ?? 0,
        next: UInt32(index) + 1))
    open.append((index, 0))
    return index
  }

  mutating func end(_ index: Int, at end: Int) {
    values[index].text = values[index].text.lowerBound..<UInt32(end)
    values[index].next = UInt32(values.count)
    open.removeLast()
  }

  /// Notes a value whose text is known.
  mutating func add(_ kind: Outline.Kind, _ text: Range<Int>, field: Range<Int>?) {
    end(begin(kind, at: text.lowerBound, field: field), at: text.upperBound)
  }

  /// Notes that the value that comes next has a field that is there already.
  mutating func noteDuplicate() { duplicates.append(values.count) }

  /// - Throws: A `Flaw` where there are more values than are read: a short binary list may stand for very many.
  func refuseIfFull(at offset: Int?) throws(Flaw) {
    if values.count >= Outline.most { throw Flaw(problem: .tooMany, offset: offset) }
  }
}

/// Why a text is not what its format says.
struct Flaw: Error {
  enum Problem: Equatable {
    /// Something else had to come; in words.
    case expected(String)
    case tooDeep
    /// More values than are read.
    case tooMany
  }

  let problem: Problem
  /// Where it was found; nil in a binary property list.
  let offset: Int?
}
