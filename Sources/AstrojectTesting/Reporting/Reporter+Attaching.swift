import Foundation

extension Reporter {
  /// Attaches texts to the running test, or writes them to files if the runner has no attachments.
  ///
  /// - Returns: A phrase for each in the failure text: `attached as graph.mmd`, or `written to` and a path. It has none
  ///   for a file that could not be written.
  static func attach(_ texts: [(name: String, text: String)], at site: CallSite) -> [String] {
    if isInSwiftTesting {
      return texts.map { name, text in
        attachInSwiftTesting(text, named: name, at: site)
        return "attached as \(name)"
      }
    }
    if attachInXCTest(texts) { return texts.map { "attached as \($0.name)" } }
    // A new folder keeps the names as they are, and the files of several tests apart.
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Astroject-\(UUID().uuidString)")
    return texts.compactMap { name, text in
      let file = folder.appendingPathComponent(name)
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
      } catch {
        return nil
      }
      return "written to \(file.path)"
    }
  }
}
