/// Something that is measured in a way of its own, and comes down to one number.
struct Measure {
  struct Result {
    let value: Double
    /// What the number was made of.
    let text: String
  }

  let name: String
  let kind: Kind
  /// Measures; nil where that is not possible.
  let run: (Plan) async throws -> Result?
}

/// What a number says.
enum Kind: String, Codable {
  /// How many times as long as by hand; the median over the rounds.
  case ratio
  /// How often an operation asks for memory.
  case allocations
  /// How much more a second thread gets done, as a part of what it does for wiring by hand.
  case scaling
  /// Bytes that are kept.
  case bytes
  /// What one of a hundred thousand takes, as a multiple of one of ten thousand.
  case linearity
  /// The time of a first resolve, as a part of what it may take.
  case start
  /// Microseconds.
  case time

  /// Whether more is better.
  var isGain: Bool { self == .scaling }

  /// Whether it can be had only where allocations are counted.
  var isOfMemory: Bool { self == .allocations || self == .bytes }
}
