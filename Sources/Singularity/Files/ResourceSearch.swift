import Foundation
import Nexus

/// Finds the files of a resource: a base, and the file of an environment, which is merged over it.
package enum ResourceSearch {
  static let extensions = ["json", "plist"]

  /// Finds the files of a resource in a bundle.
  static func sources(_ name: String, in bundle: Bundle, environment: String?) -> [ResourceSource] {
    let found = bases(of: name, in: bundle)
    if let base = found.first, found.count == 1 { return sources(base, environment: environment) }
    let base = ResourceSource.refused(
      found.isEmpty
        ? Refusal(
          .missingFile, of: "\(name).json or \(name).plist", nearMatches: files(like: name, in: bundle), .text(name))
        : ambiguous(found))
    return [base] + (found.first.map { overlay(over: $0, environment: environment) } ?? [])
  }

  /// Returns a base, and the file of an environment in the same folder.
  static func sources(_ base: URL, environment: String?) -> [ResourceSource] {
    [.file(base)] + overlay(over: base, environment: environment)
  }

  private static func overlay(over base: URL, environment: String?) -> [ResourceSource] {
    guard let environment else { return [] }
    let name = base.deletingPathExtension().lastPathComponent
    let folder = base.deletingLastPathComponent()
    // A path to another folder names no environment.
    let isName = !environment.isEmpty && !environment.contains("/") && environment != schema
    let found = extensions.map { folder.appendingPathComponent("\(name).\(environment).\($0)") }
      .filter { isName && FileManager.default.fileExists(atPath: $0.path) }
    if found.count > 1 { return [.refused(ambiguous(found))] }
    if let file = found.first { return [.file(file)] }
    let known = environments(of: name, in: folder)
    // A base may have any extension.
    let suffix = extensions.contains(base.pathExtension) ? base.pathExtension : extensions[0]
    return [
      .refused(
        Refusal(
          .unknownEnvironment, of: "\(name).\(environment).\(suffix)", possible: known,
          nearMatches: Similarity.names(like: environment, among: known),
          .texts(environment, (suffix == "plist" ? ResourceFile.Format.propertyList : .json).empty)))
    ]
  }

  /// Returns the names of a bundle's files that resemble the name of a resource, which may have a folder.
  private static func files(like name: String, in bundle: Bundle) -> [String] {
    let path = name as NSString
    let (folder, file) = (path.deletingLastPathComponent, path.lastPathComponent)
    let urls = extensions.flatMap {
      bundle.urls(forResourcesWithExtension: $0, subdirectory: folder.isEmpty ? nil : folder) ?? []
    }
    return files(like: file, among: urls.compactMap { $0.lastPathComponent })
  }

  /// Returns the names of the files beside a file whose names resemble its name.
  static func files(like file: URL) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
    return files(like: file.deletingPathExtension().lastPathComponent, among: names ?? [])
  }

  private static func files(like name: String, among files: [String]) -> [String] {
    let stems = Dictionary(grouping: files.filter { extensions.contains(($0 as NSString).pathExtension) }) {
      ($0 as NSString).deletingPathExtension
    }
    return Similarity.names(like: name, among: stems.keys.filter { !$0.hasSuffix(".\(schema)") })
      .flatMap { stems[$0]?.sorted() ?? [] }
  }

  private static func bases(of name: String, in bundle: Bundle) -> [URL] {
    // For an empty name, a bundle returns any file.
    name.isEmpty ? [] : extensions.compactMap { bundle.url(forResource: name, withExtension: $0) }
  }

  private static func ambiguous(_ files: [URL]) -> Refusal {
    Refusal(.ambiguousFile, of: files[0].lastPathComponent, .text(files[1].lastPathComponent))
  }

  /// Returns the environments for which a folder has files.
  private static func environments(of name: String, in folder: URL) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let environments = files.compactMap { file -> String? in
      guard file.hasPrefix("\(name)."), let suffix = extensions.first(where: { file.hasSuffix(".\($0)") }) else {
        return nil
      }
      let environment = file.dropFirst(name.count + 1).dropLast(suffix.count + 1)
      // `services.schema.json` is the schema of the other files, and no environment.
      return environment.isEmpty || environment == schema ? nil : String(environment)
    }
    return Set(environments).sorted()
  }

  /// Returns the environments for which a bundle has files.
  package static func environments(of name: String, in bundle: Bundle) -> [String] {
    guard let base = bases(of: name, in: bundle).first else { return [] }
    return environments(
      of: base.deletingPathExtension().lastPathComponent, in: base.deletingLastPathComponent())
  }

  private static let schema = "schema"
}

/// The source that a file is read from.
enum ResourceSource {
  case file(URL)
  case data(Data, ResourceFile.Format, name: String)
  /// A file that is missing, or that exists in two formats.
  case refused(Refusal)

  /// Reads the file.
  ///
  /// - Throws: A finding with the reason why the file cannot be read.
  func read() throws(Refusal) -> ResourceFile {
    switch self {
    case .file(let url): try ResourceFile(contentsOf: url)
    case .data(let data, let format, let name): try ResourceFile(name, format, data)
    case .refused(let refusal): throw refusal
    }
  }
}
