/// A measurement with its own procedure and one number as its result.
struct Measure {
  struct Result {
    let value: Double
    /// The figures from which the number was computed.
    let text: String
  }

  let name: String
  let kind: Kind
  /// Measures; returns nil if that is not possible.
  let run: (Plan) async throws -> Result?
}

/// The meaning of a number.
enum Kind: String, Codable {
  /// The time divided by the time by hand, as the median of the rounds.
  case ratio
  /// The number of allocations of an operation.
  case allocations
  /// The speedup by a second thread, divided by the speedup for wiring by hand.
  case scaling
  /// The number of bytes that stay allocated.
  case bytes
  /// The growth of the time of a registration from 10 000 to 100 000 of them, divided by the growth by hand.
  case linearity
  /// The time of a first resolve, divided by the time that it may take.
  case start
  /// A time in microseconds.
  case time

  /// True if a larger number is better.
  var isGain: Bool { self == .scaling }

  /// True if it can be measured only where allocations are counted.
  var isOfMemory: Bool { self == .allocations || self == .bytes }
}
