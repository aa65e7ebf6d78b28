import Foundation
import Nexus

/// The files of a resource: a base, and that of an environment, which goes over it.
struct ResourceSearch {
  let base: URL
  let overlay: URL?

  /// Looks for the files in a bundle.
  ///
  /// - Throws: The finding about the file that is not there, or is there twice.
  init(_ name: String, in bundle: Bundle, environment: String?) throws(Refusal) {
    let found = ResourceSearch.extensions.compactMap { bundle.url(forResource: name, withExtension: $0) }
    guard let base = try ResourceSearch.one(of: found) else {
      throw Refusal(.missingFile, of: "\(name).json or \(name).plist")
    }
    try self.init(base, environment: environment)
  }

  /// Looks for the file of an environment beside a base.
  ///
  /// - Throws: The finding about the file that is not there, or is there twice.
  init(_ base: URL, environment: String?) throws(Refusal) {
    self.base = base
    guard let environment else {
      overlay = nil
      return
    }
    let name = base.deletingPathExtension().lastPathComponent
    let folder = base.deletingLastPathComponent()
    // What names another folder names no environment.
    let isName = !environment.isEmpty && !environment.contains("/")
    let found = ResourceSearch.extensions.map { folder.appendingPathComponent("\(name).\(environment).\($0)") }
      .filter { isName && FileManager.default.fileExists(atPath: $0.path) }
    overlay = try ResourceSearch.one(of: found)
    if overlay == nil {
      let known = ResourceSearch.environments(of: name, in: folder)
      throw Refusal(
        .unknownEnvironment, of: "\(name).\(environment).\(base.pathExtension)", possible: known,
        nearMatches: Similarity.names(like: environment, among: known), .text(environment))
    }
  }

  /// The files, each of which goes over those before it.
  var sources: [ResourceSource] { [base, overlay].compactMap { $0.map(ResourceSource.file) } }

  static let extensions = ["json", "plist"]

  private static func one(of urls: [URL]) throws(Refusal) -> URL? {
    if urls.count > 1 {
      throw Refusal(.ambiguousFile, of: urls[0].lastPathComponent, .text(urls[1].lastPathComponent))
    }
    return urls.first
  }

  /// The environments that a folder has files for.
  static func environments(of name: String, in folder: URL) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let environments = files.compactMap { file -> String? in
      guard file.hasPrefix("\(name)."), let suffix = extensions.first(where: { file.hasSuffix(".\($0)") }) else {
        return nil
      }
      let environment = file.dropFirst(name.count + 1).dropLast(suffix.count + 1)
      return environment.isEmpty ? nil : String(environment)
    }
    return Set(environments).sorted()
  }
}

/// What a file is read from.
enum ResourceSource {
  case file(URL)
  case data(Data, ResourceFile.Format, name: String)

  /// - Throws: The finding that says why it cannot be read.
  func read() throws(Refusal) -> ResourceFile {
    switch self {
    case .file(let url): try ResourceFile(contentsOf: url)
    case .data(let data, let format, let name): try ResourceFile(name, format, data)
    }
  }
}
