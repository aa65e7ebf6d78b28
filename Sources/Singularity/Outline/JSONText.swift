import Foundation

/// Reads the strings of JSON.
enum JSONText {
  /// The text of a string, given with its quotes; its escapes are read by the decoder that reads the file.
  static func string(_ token: ArraySlice<UInt8>) -> String {
    if token.contains(UInt8(ascii: "\\")), let text = try? JSONDecoder().decode(String.self, from: Data(token)) {
      return text
    }
    return String(decoding: token.dropFirst().dropLast(), as: UTF8.self)
  }
}
