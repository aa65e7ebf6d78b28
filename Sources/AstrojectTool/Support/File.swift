import Foundation

/// Files by paths that may be relative to the current directory.
enum File {
  static func url(_ path: String, from directory: String) -> URL {
    URL(fileURLWithPath: path, relativeTo: URL(fileURLWithPath: directory, isDirectory: true)).standardizedFileURL
  }

  static func isFolder(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
  }

  /// Replaces a file whole, with its permissions; if that fails, the old one is as it was.
  ///
  /// A pipe or a device gets the text directly.
  static func write(_ text: String, to path: String, from directory: String) throws {
    let url = url(path, from: directory).resolvingSymlinksInPath()
    if isFolder(url) { throw Refusal("\(path.quoted) is a folder.") }
    guard isFolder(url.deletingLastPathComponent()) else {
      throw Refusal("The folder of \(path.quoted) does not exist.")
    }
    let old = try? FileManager.default.attributesOfItem(atPath: url.path)
    do {
      if let kind = old?[.type] as? FileAttributeType, kind != .typeRegular {
        let pipe = try FileHandle(forWritingTo: url)
        try pipe.write(contentsOf: Data(text.utf8))
        return try pipe.close()
      }
      try Data(text.utf8).write(to: url, options: .atomic)
      if let mode = old?[.posixPermissions] {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
      }
    } catch {
      throw Refusal("\(path.quoted) could not be written: \(reason(error))")
    }
  }

  /// Reads a file, also a pipe or a device.
  static func read(_ path: String, from directory: String) throws -> Data {
    let url = url(path, from: directory)
    if isFolder(url) { throw Refusal("\(path.quoted) is a folder.") }
    do { return try FileHandle(forReadingFrom: url).readToEnd() ?? Data() } catch {
      throw Refusal("\(path.quoted) could not be read: \(reason(error))")
    }
  }

  private static func reason(_ error: any Error) -> String { (error as NSError).localizedDescription }
}
