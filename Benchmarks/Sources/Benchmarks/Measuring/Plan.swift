/// The extent of the measurement.
struct Plan {
  /// The number of rounds. In each, all variants of a workload are measured.
  var rounds: Int
  /// The number of samples of each variant in a round.
  let samples: Int
  /// The approximate duration of a sample.
  let sample: Duration
  let isShort: Bool

  static let full = Plan(rounds: 11, samples: 12, sample: .microseconds(500), isShort: false)
  static let short = Plan(rounds: 3, samples: 5, sample: .microseconds(200), isShort: true)
}
