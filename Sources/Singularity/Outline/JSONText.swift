import Foundation

/// Reads the strings of JSON.
enum JSONText {
  /// Returns the text of a string, which is given with its quotes.
  ///
  /// Escapes are read by Foundation's decoder, as in the file itself.
  static func string(_ token: ArraySlice<UInt8>) -> String {
    if token.contains(UInt8(ascii: "\\")), let text = try? JSONDecoder().decode(String.self, from: Data(token)) {
      return text
    }
    return String(decoding: token.dropFirst().dropLast(), as: UTF8.self)
  }
}
