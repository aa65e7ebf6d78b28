import Nexus

// In this module, because an app without it stores no locations.

extension CodeLocation: Codable {
  /// Encodes the location as its text: `Module/File.swift:12`, or `services.json:12:5`.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    // Not its description, which escapes the name of a file.
    try container.encode(fileID + (line == 0 ? "" : ":\(line)") + (column.map { ":\($0)" } ?? ""))
  }

  /// Decodes a location from its text.
  ///
  /// The name of each file is stored once and stays in memory, as for `init(file:line:column:)`.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: `DecodingError` if the value is no text.
  public init(from decoder: any Decoder) throws {
    var parts = try decoder.singleValueContainer().decode(String.self).split(
      separator: ":", omittingEmptySubsequences: false)
    var numbers: [UInt] = []
    while numbers.count < 2, parts.count > 1, let number = parts.last.flatMap(UInt.init(digits:)) {
      numbers.insert(number, at: 0)
      parts.removeLast()
    }
    self.init(
      file: parts.joined(separator: ":"), line: numbers.first ?? 0, column: numbers.count > 1 ? numbers[1] : nil)
  }
}

extension UInt {
  /// Makes a number of digits alone, without a sign.
  fileprivate init?(digits: Substring) {
    guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    self.init(digits)
  }
}
