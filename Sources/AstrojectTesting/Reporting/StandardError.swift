import Foundation

/// Where an app is told what no test hears.
enum StandardError {
  static func write(_ text: String) {
    // At once, so that blocks of several threads do not mix.
    FileHandle.standardError.write(Data(text.utf8))
  }
}
