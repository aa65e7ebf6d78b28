import Astroject
import Foundation

/// A search for the files that locations name.
///
/// A location has the module and the name of a file, but no path. A module has no two files of one name.
package struct SourceFinder {
  /// The folders to search, each within the next one.
  private let folders: [URL]

  /// Searches one folder.
  package init(folder: String) { folders = [URL(fileURLWithPath: folder, isDirectory: true)] }

  /// Searches the package or project of a file, and then each folder around it, up to that of the repository.
  ///
  /// Without a repository, the outermost folder is that of the outermost package or project.
  package init(around filePath: String) {
    var around: [(folder: URL, isProject: Bool)] = []
    var folder = URL(fileURLWithPath: filePath).deletingLastPathComponent().standardizedFileURL
    var isRepository = false
    while !isRepository, folder.pathComponents.count > 1 {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      isRepository = names.contains(".git")
      around.append((folder, isRepository || names.contains(where: SourceFinder.isProject)))
      folder.deleteLastPathComponent()
    }
    let nearest = around.firstIndex { $0.isProject } ?? around.endIndex
    let outermost = around.lastIndex { $0.isProject } ?? around.startIndex
    folders = nearest <= outermost ? around[nearest...outermost].map(\.folder) : []
  }

  private static func isProject(_ name: String) -> Bool {
    name == "Package.swift" || name.hasSuffix(".xcworkspace") || name.hasSuffix(".xcodeproj")
  }

  /// Returns the places of those locations whose files are found.
  ///
  /// Of several files of one name it is the one in a folder called like the module, wherever that is; then the only one
  /// of that name in the smallest folder that has any. What lies in a folder called like another target of its package
  /// belongs to that. A file that has not so many lines is not meant.
  ///
  /// - Complexity: A folder is read again for each folder around it, until all files are found.
  package func places(of locations: some Sequence<CodeLocation>) -> [CodeLocation: SourcePlace] {
    var missing = Dictionary(grouping: Set(locations).filter { $0.line > 0 }) { File($0) }
    var paths: [File: String] = [:]
    var only: [File: String?] = [:]
    var manifests = Manifests()
    for folder in folders where !missing.isEmpty {
      // An enumerator does not enter a folder that is a link.
      let real = folder.resolvingSymlinksInPath()
      let files = SourceFinder.files(in: real, named: Set(missing.keys.map(\.name)))
      for file in missing.keys {
        let candidates = (files[file.name] ?? []).filter { file.mayBe($0, in: real, &manifests) }
        if let nearest = file.nearest(of: candidates) { paths[file] = SourceFinder.path(nearest, in: folder) }
        if !candidates.isEmpty, only[file] == nil {
          only[file] = candidates.count == 1 ? SourceFinder.path(candidates[0], in: folder) : .some(nil)
        }
      }
      missing = missing.filter { paths[$0.key] == nil }
    }
    for (file, path) in only where paths[file] == nil { paths[file] = path }
    let lines = paths.mapValues(SourceFinder.lines)
    var places: [CodeLocation: SourcePlace] = [:]
    for location in locations where location.line > 0 {
      let file = File(location)
      guard let path = paths[file], let count = lines[file], location.line <= count else { continue }
      places[location] = SourcePlace(
        fileID: file.module == nil ? "\(file.name)/\(file.name)" : location.fileID, path: path,
        line: Int(location.line), column: Int(location.column ?? 1))
    }
    return places
  }

  /// The file of a location; a resource has no module.
  private struct File: Hashable {
    let module: String?
    let name: String

    init(_ location: CodeLocation) {
      // An `#fileID` has the module first, and at times folders between it and the file.
      let parts = location.fileID.split(separator: "/")
      module = parts.count > 1 ? parts.first.map(String.init) : nil
      name = parts.last.map(String.init) ?? ""
    }

    /// Returns the path in a folder called like the module, of several the one whose folder is nearest to the file; nil
    /// if there is none, or if two are as near.
    func nearest(of paths: [[String]]) -> [String]? {
      let distances = paths.compactMap { path in
        path.dropLast().lastIndex(where: isModule).map { (path: path, distance: path.count - $0) }
      }
      let least = distances.map(\.distance).min()
      let nearest = distances.filter { $0.distance == least }
      return nearest.count == 1 ? nearest[0].path : nil
    }

    /// Returns false if the file at a path is in a folder called like another target of its package.
    func mayBe(_ path: [String], in folder: URL, _ manifests: inout Manifests) -> Bool {
      guard module != nil else { return true }
      var folder = path.dropLast().reduce(folder) { $0.appendingPathComponent($1) }
      var inner: [String] = []
      while folder.pathComponents.count > 1 {
        if let targets = manifests.targets(in: folder) {
          return inner.allSatisfy { !targets.contains($0) } || inner.contains(where: isModule)
        }
        inner.append(folder.lastPathComponent)
        folder.deleteLastPathComponent()
      }
      return true
    }

    /// Returns true if a folder is called like the module, whose name has `_` for what no identifier can have.
    private func isModule(_ folder: String) -> Bool { folder.replacing(#/^\d|\W/#, with: "_") == module }
  }

  /// The targets that manifests of packages name, each manifest read once.
  private struct Manifests {
    private var targets: [String: Set<String>?] = [:]

    /// Returns the names of targets; nil if the folder has no manifest.
    mutating func targets(in folder: URL) -> Set<String>? {
      if let known = targets[folder.path] { return known }
      let text = try? String(contentsOf: folder.appendingPathComponent("Package.swift"), encoding: .utf8)
      let names = text.map { Set($0.matches(of: #/(?:arget|macro)\(\s*name:\s*"([^"]+)"/#).map { String($0.1) }) }
      targets[folder.path] = .some(names)
      return names
    }
  }

  /// Returns the files of some names below a folder, each as the components of its path from there.
  ///
  /// Folders whose names begin with a dot are left out, such as `.build`.
  private static func files(in folder: URL, named names: Set<String>) -> [String: [[String]]] {
    guard let entries = FileManager.default.enumerator(atPath: folder.path) else { return [:] }
    var files: [String: [[String]]] = [:]
    while let entry = entries.nextObject() as? String {
      let name = entry.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
      if name.hasPrefix(".") {
        entries.skipDescendants()
      } else if names.contains(name) {
        files[name, default: []].append(entry.split(whereSeparator: { $0 == "/" || $0 == "\\" }).map(String.init))
      }
    }
    return files
  }

  /// Returns the number of lines of a file; zero if it cannot be read.
  private static func lines(ofFileAt path: String) -> UInt {
    guard let data = FileManager.default.contents(atPath: path) else { return 0 }
    return data.reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
  }

  private static func path(_ components: [String], in folder: URL) -> String {
    components.reduce(folder) { $0.appendingPathComponent($1) }.path
  }
}
