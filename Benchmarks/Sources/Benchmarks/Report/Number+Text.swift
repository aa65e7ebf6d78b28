import Foundation

extension Double {
  /// Returns the number with some digits after the point.
  func fixed(_ digits: Int) -> String { String(format: "%.\(digits)f", self) }

  /// The number of nanoseconds with its significant digits.
  var nanoseconds: String { fixed(self < 100 ? 1 : 0) }
}
