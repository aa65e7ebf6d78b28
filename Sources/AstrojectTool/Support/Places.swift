import AstrojectSources
import Foundation
import Nexus

/// The files of locations, searched in a directory.
struct Places {
  let directory: URL
  private let finder: SourceFinder

  init(in directory: String, from current: String) throws {
    self.directory = File.url(directory, from: current)
    guard File.isFolder(self.directory) else { throw Refusal("\(directory.quoted) is no folder.") }
    finder = SourceFinder(folder: self.directory.path)
  }

  /// Returns the places of those locations whose files are found.
  func find(_ locations: [CodeLocation]) -> [CodeLocation: SourcePlace] { finder.places(of: locations) }

  /// Returns a path from the directory.
  func relative(_ path: String) -> String {
    let start = directory.path.hasSuffix("/") ? directory.path : directory.path + "/"
    return path.hasPrefix(start) ? String(path.dropFirst(start.count)) : path
  }

  /// Returns a line as a text names it: by its path from the directory if its file was found, else by its identity.
  func text(of location: CodeLocation, _ found: [CodeLocation: SourcePlace]) -> String {
    found[location].map { "\(relative($0.path)):\($0.line)" } ?? location.description
  }
}
