import Foundation

/// The output for failures that no test hears.
enum StandardError {
  static func write(_ text: String) {
    // A single write keeps the blocks of several threads apart.
    FileHandle.standardError.write(Data(text.utf8))
  }
}
