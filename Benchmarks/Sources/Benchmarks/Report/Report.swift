import TextTable

/// All results.
struct Report {
  private(set) var lines: [Line] = []
  private(set) var others: [Other] = []
  private var values: [Target.Subject: Double] = [:]

  /// The result of a ``Measure``.
  struct Other {
    let name: String
    let value: String
    let text: String
  }

  mutating func add(_ line: Line) {
    lines.append(line)
    values[Target.Subject(workload: line.workload, kind: .ratio)] = line.toHand
    values[Target.Subject(workload: line.workload, kind: .allocations)] = line.astroject.allocations
  }

  mutating func add(_ result: Measure.Result, of measure: Measure) {
    others.append(Other(name: measure.name, value: measure.kind.text(result.value), text: result.text))
    values[Target.Subject(workload: measure.name, kind: measure.kind)] = result.value
  }

  func value(of subject: Target.Subject) -> Double? { values[subject] }
}

// MARK: - Tables

extension Report {
  /// Returns the tables. Those for a page of Markdown have only the medians of times.
  func text(asMarkdown: Bool) -> String {
    let lineTable = TextTable<Line> { line in
      let times = { (reading: Reading) in asMarkdown ? reading.median.nanoseconds : reading.text }
      return [
        Column(title: asMarkdown ? "ns, median" : "ns: median / least / p99", value: line.workload),
        Column(title: "by hand", value: times(line.hand), align: .right),
        Column(title: "reference", value: line.reference.map(times) ?? "–", align: .right),
        Column(title: "Astroject", value: times(line.astroject), align: .right),
        Column(title: "× hand", value: line.toHand.fixed(2), align: .right),
        Column(title: "× reference", value: line.toReference?.fixed(2) ?? "–", align: .right),
        Column(title: "allocations", value: line.allocations, align: .right),
      ]
    }
    let otherTable = TextTable<Other> { other in
      [
        Column(title: "measure", value: other.name),
        Column(title: "result", value: other.value, align: .right),
        Column(title: "what it is made of", value: other.text),
      ]
    }
    let style: any TextTableStyle.Type = asMarkdown ? Style.pipe : Style.simple
    let tables = [
      lines.isEmpty ? nil : lineTable.string(for: lines, style: style),
      others.isEmpty ? nil : otherTable.string(for: others, style: style),
    ]
    return tables.compactMap { $0 }.joined(separator: "\n")
  }
}

extension Reading {
  fileprivate var text: String { [median, minimum, percentile99].map(\.nanoseconds).joined(separator: " / ") }
}

extension Line {
  fileprivate var allocations: String {
    [hand, reference, astroject].map { $0?.allocations?.fixed(0) ?? "–" }.joined(separator: " / ")
  }
}

extension Kind {
  fileprivate func text(_ value: Double) -> String {
    switch self {
    case .ratio, .scaling, .linearity, .start: value.fixed(2)
    case .allocations: value.fixed(0)
    case .bytes: "\(value.fixed(0)) bytes"
    case .time: "\(value.fixed(1)) µs"
    }
  }
}
