import Foundation

extension Reporter {
  /// Attaches a text to the running test, or writes it to a file if the runner has no attachments.
  ///
  /// - Returns: A phrase for the failure text: `attached as graph.mmd`, or `written to` and a path; nil if the file
  ///   could not be written.
  static func attach(_ text: String, named name: String, at site: CallSite) -> String? {
    if isInSwiftTesting {
      attachInSwiftTesting(text, named: name, at: site)
      return "attached as \(name)"
    }
    return path(ofNewFile: name, holding: text).map { "written to \($0)" }
  }

  /// A new folder for each file keeps its name as it is, and the files of several tests apart.
  private static func path(ofNewFile name: String, holding text: String) -> String? {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Astroject-\(UUID().uuidString)")
    let file = folder.appendingPathComponent(name)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    } catch {
      return nil
    }
    return file.path
  }
}
