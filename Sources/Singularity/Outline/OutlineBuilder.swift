/// Collects the values of a file during a scan.
struct OutlineBuilder {
  private(set) var values: [Outline.PlacedValue] = []
  private(set) var duplicates: [Int] = []

  /// The values that have begun but not ended, each with the number of values directly within it.
  private var open: [(index: Int, count: UInt32)] = []

  /// Notes the beginning of a value, which contains all values noted before its end.
  mutating func begin(_ kind: Outline.Kind, at start: Int, field: Range<Int>?) -> Int {
    let index = values.count
    let parent = open.last
    if let parent { open[open.count - 1].count = parent.count + 1 }
    values.append(
      Outline.PlacedValue(
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

  /// Notes that the next value belongs to a field that its object already has.
  mutating func noteDuplicate() { duplicates.append(values.count) }

  /// Refuses a further value if the limit is reached, because even a short binary list can have very many values.
  ///
  /// - Throws: A `Flaw` if the limit is reached.
  func refuseIfFull(at offset: Int?) throws(Flaw) {
    if values.count >= Outline.most { throw Flaw(problem: .tooMany, offset: offset) }
  }
}

/// A deviation of a text from its format.
struct Flaw: Error {
  enum Problem: Equatable {
    /// The expected text, in words.
    case expected(String)
    case tooDeep
    /// The file has more values than the limit.
    case tooMany
  }

  let problem: Problem
  /// The offset of the deviation; nil in a binary property list.
  let offset: Int?
}
