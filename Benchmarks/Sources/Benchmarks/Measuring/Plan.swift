/// How much is measured.
struct Plan {
  /// How often all variants of a workload are measured, one after the other.
  var rounds: Int
  /// How many samples of each variant there are in a round.
  let samples: Int
  /// About how long a sample takes.
  let sample: Duration
  let isShort: Bool

  static let full = Plan(rounds: 11, samples: 12, sample: .microseconds(500), isShort: false)
  static let short = Plan(rounds: 3, samples: 5, sample: .microseconds(200), isShort: true)
}
