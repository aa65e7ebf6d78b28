import Foundation
import TextTable

extension [Line] {
  /// All that is known: nanoseconds as median, minimum and 99th percentile.
  var table: String {
    TextTable<Line> { line in
      [
        Column(title: "ns per operation", value: line.workload),
        Column(title: "by hand", value: times(line.hand), align: .right),
        Column(title: "reference", value: line.reference.map(times) ?? "–", align: .right),
        Column(title: "Astroject", value: times(line.astroject), align: .right),
        Column(title: "× hand", value: String(format: "%.2f", line.toHand), align: .right),
        Column(
          title: "× reference", value: line.toReference.map { String(format: "%.2f", $0) } ?? "–", align: .right),
        Column(title: "allocations", value: allocations(line), align: .right),
      ]
    }.string(for: self, style: Style.simple) ?? ""
  }
}

private func times(_ reading: Reading) -> String {
  [reading.median, reading.minimum, reading.percentile99].map(number).joined(separator: " / ")
}

private func allocations(_ line: Line) -> String {
  [line.hand, line.reference, line.astroject]
    .map { $0?.allocations.map { String(format: "%.0f", $0) } ?? "–" }
    .joined(separator: " / ")
}

private func number(_ nanoseconds: Double) -> String {
  String(format: nanoseconds < 100 ? "%.1f" : "%.0f", nanoseconds)
}
