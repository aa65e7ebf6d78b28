import Foundation

/// Reads the strings of JSON.
enum JSONText {
  /// The text of a string, given with its quotes.
  static func string(_ token: ArraySlice<UInt8>) -> String {
    String(decoding: contents(of: token), as: UTF8.self)
  }

  /// The bytes of a string, given with its quotes; its escapes are read by the decoder that reads the file.
  static func contents(of token: ArraySlice<UInt8>) -> [UInt8] {
    if token.contains(UInt8(ascii: "\\")), let text = try? JSONDecoder().decode(String.self, from: Data(token)) {
      return Array(text.utf8)
    }
    return Array(token.dropFirst().dropLast())
  }
}
