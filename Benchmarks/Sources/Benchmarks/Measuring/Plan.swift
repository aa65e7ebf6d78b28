/// How much is measured.
struct Plan {
  /// How often all variants of a workload are measured, one after the other.
  var rounds: Int
  /// How many samples of each variant there are in a round.
  var samples: Int
  /// About how long a sample takes.
  var sample: Duration

  static let full = Plan(rounds: 11, samples: 12, sample: .microseconds(500))
  static let short = Plan(rounds: 3, samples: 5, sample: .microseconds(200))
}
