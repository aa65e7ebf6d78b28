import Foundation

extension Double {
  /// With so many digits after the point.
  func fixed(_ digits: Int) -> String { String(format: "%.\(digits)f", self) }

  /// Nanoseconds, with what digits are worth reading.
  var nanoseconds: String { fixed(self < 100 ? 1 : 0) }
}
