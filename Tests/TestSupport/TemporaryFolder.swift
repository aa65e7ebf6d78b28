import Foundation

/// A new folder for the files of a test, which goes with it.
package final class TemporaryFolder: Sendable {
  package let url: URL

  /// Makes the folder, with these texts in files of these names or relative paths.
  package init(named name: String = "Astroject", _ files: [String: String] = [:]) throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("\(name) \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, text) in files { try write(Data(text.utf8), to: name) }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  package func write(_ data: Data, to name: String) throws {
    try FileManager.default.createDirectory(
      at: self[name].deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: self[name])
  }

  package subscript(name: String) -> URL { url.appendingPathComponent(name) }

  package var bundle: Bundle {
    guard let bundle = Bundle(path: url.path) else { fatalError("\(url.path) is gone") }
    return bundle
  }
}
