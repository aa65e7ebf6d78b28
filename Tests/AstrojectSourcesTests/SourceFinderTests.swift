import AstrojectSources
import Foundation
import TestSupport
import Testing

/// A folder with files, which goes with it; those of Swift name targets, as a manifest does.
private final class Workplace {
  private let folder: TemporaryFolder
  var root: URL { folder.url }

  init(_ files: String...) throws {
    let text = #"\#n\#n.target(name: "Main"), .testTarget(\#n  name: "Feature")\#n\#n"#
    folder = try TemporaryFolder(Dictionary(files.map { ($0, text) }) { text, _ in text })
  }

  /// Returns the path of the file that a location names, from the root, as a test in a file finds it.
  func path(of location: CodeLocation, from test: String) -> String? {
    relative(SourceFinder(around: root.appendingPathComponent(test).path).places(of: [location])[location])
  }

  /// Returns the path of the file that a location names, from the root, as a search in a folder finds it.
  func path(of location: CodeLocation, in folder: String) -> String? {
    relative(SourceFinder(folder: root.appendingPathComponent(folder).path).places(of: [location])[location])
  }

  private func relative(_ place: SourcePlace?) -> String? {
    let prefix = root.resolvingSymlinksInPath().path + "/"
    return place.map {
      URL(fileURLWithPath: $0.path).resolvingSymlinksInPath().path.replacingOccurrences(of: prefix, with: "")
    }
  }
}

@Suite("Files of locations")
struct SourceFinderTests {
  private let app = CodeLocation(fileID: "App/App.swift", line: 3)

  @Test func `a file is found in the package of the test`() throws {
    let place = try Workplace("P/Package.swift", "P/Sources/App/App.swift", "P/Tests/AppTests/T.swift")
    #expect(place.path(of: app, from: "P/Tests/AppTests/T.swift") == "P/Sources/App/App.swift")
  }

  @Test(arguments: ["P/Package.swift", "P/P.xcodeproj/project.pbxproj", "P/P.xcworkspace/contents.xcworkspacedata"])
  func `a file is found below a package, a project or a workspace around the test`(project: String) throws {
    let place = try Workplace(project, "P/Code/Start/App.swift", "P/More/Tests/T.swift")
    #expect(place.path(of: app, from: "P/More/Tests/T.swift") == "P/Code/Start/App.swift")
  }

  @Test(arguments: [(".git/HEAD", "Client.swift"), (".git", "App.swift")])
  func `a file is found in a package beside that of the test, whatever the files beside the test are called`(
    repository: String, other: String
  ) throws {
    let place = try Workplace(
      repository, "Kit/Package.swift", "Kit/Sources/App/App.swift", "Client/Package.swift",
      "Client/Sources/Client/\(other)", "Client/Tests/T.swift")
    #expect(place.path(of: app, from: "Client/Tests/T.swift") == "Kit/Sources/App/App.swift")
  }

  @Test func `of several files of one name, the one in a folder called like the module is meant`() throws {
    let place = try Workplace("Package.swift", "Sources/App/Deep/App.swift", "Sources/Other/App.swift", "Tests/T.swift")
    #expect(place.path(of: app, from: "Tests/T.swift") == "Sources/App/Deep/App.swift")
    #expect(place.path(of: CodeLocation(fileID: "Third/App.swift", line: 3), from: "Tests/T.swift") == nil)
  }

  @Test func `a file of another module is not meant, though it is the only one of its name`() throws {
    let place = try Workplace(
      ".git", "App/Package.swift", "App/Sources/Main/App.swift", "App/Tests/T.swift", "kit/Sources/App.swift")
    #expect(place.path(of: app, from: "App/Tests/T.swift") == "kit/Sources/App.swift")
    #expect(place.path(of: app, in: "App") == nil)
    #expect(place.path(of: app, in: "App/Sources/Main") == nil)
    #expect(place.path(of: app, in: ".") == "kit/Sources/App.swift")
    let deep = try Workplace("Package.swift", "Sources/Libraries/App/App.swift", "Sources/Feature/App.swift")
    #expect(deep.path(of: app, in: ".") == "Sources/Libraries/App/App.swift")
    #expect(deep.path(of: app, in: "Sources/Libraries/App") == "Sources/Libraries/App/App.swift")
  }

  @Test(arguments: [
    "Package.swift Sources/Data/App.swift", "Package.swift App.swift", "src/app/Modules/Kit/App.swift",
    "App/Sources/Views/App.swift", "Main/src/Code/App.swift", "Package.swift Sources/Main/App/App.swift",
  ])
  func `the only file of its name is meant, unless its folder is called like another target`(files: String) throws {
    let files = files.split(separator: " ").map(String.init)
    let place = try Workplace(files[0], files[files.count - 1])
    #expect(place.path(of: app, in: ".") == files.last)
  }

  @Test(arguments: [("Shop-Core", "Shop_Core"), ("2D Kit+", "_D_Kit_"), ("Größe", "Größe")])
  func `a folder is called like a module whose name has other signs`(folder: String, module: String) throws {
    let place = try Workplace("Package.swift", "Sources/\(folder)/App.swift", "Sources/Other/App.swift")
    let location = CodeLocation(file: "\(module)/App.swift", line: 3)
    #expect(place.path(of: location, in: ".") == "Sources/\(folder)/App.swift")
  }

  @Test func `a file is found in a folder that is a link`() throws {
    let place = try Workplace("P/Package.swift", "P/Sources/App/App.swift")
    try FileManager.default.createSymbolicLink(
      at: place.root.appendingPathComponent("L"), withDestinationURL: place.root.appendingPathComponent("P"))
    let found = SourceFinder(folder: place.root.appendingPathComponent("L").path).places(of: [app])[app]
    #expect(found?.path == place.root.appendingPathComponent("L/Sources/App/App.swift").path)
  }

  @Test func `a file without the line is not meant`() throws {
    let place = try Workplace("Package.swift", "Sources/App/App.swift")
    #expect(place.path(of: CodeLocation(fileID: "App/App.swift", line: 6), in: "") == "Sources/App/App.swift")
    #expect(place.path(of: CodeLocation(fileID: "App/App.swift", line: 7), in: "") == nil)
  }

  @Test func `of several folders called like the module, the nearest to the file is meant`() throws {
    let place = try Workplace("App/View/App/App.swift", "App/Core/App.swift", "App/Package.swift")
    #expect(place.path(of: app, in: ".") == "App/View/App/App.swift")
    let extras = try Workplace("App/Sources/App/App.swift", "App/Sources/AppExtras/App.swift")
    #expect(extras.path(of: app, in: ".") == "App/Sources/App/App.swift")
  }

  @Test func `nothing is found above the repository, in hidden folders, without a project, or of two alike`() throws {
    let above = try Workplace("App/App.swift", "Package.swift", "R/.git/HEAD", "R/Package.swift", "R/Tests/T.swift")
    #expect(above.path(of: app, from: "R/Tests/T.swift") == nil)
    let hidden = try Workplace("Package.swift", ".build/checkouts/App/App.swift", "Tests/T.swift")
    #expect(hidden.path(of: app, from: "Tests/T.swift") == nil)
    let twins = try Workplace("Package.swift", "App/App.swift", "Old/App/App.swift", "Tests/T.swift")
    #expect(twins.path(of: app, from: "Tests/T.swift") == nil)
    let loose = try Workplace("App/App.swift", "Tests/T.swift")
    #expect(loose.path(of: app, from: "Tests/T.swift") == nil)
    #expect(loose.path(of: app, from: "nowhere/at/all.swift") == nil)
  }

  @Test func `a folder is searched without the folders around it`() throws {
    let place = try Workplace("Package.swift", "Sources/App/App.swift", "Other/Package.swift")
    #expect(place.path(of: app, in: "") == "Sources/App/App.swift")
    #expect(place.path(of: app, in: "Sources") == "Sources/App/App.swift")
    #expect(place.path(of: app, in: "Other") == nil)
    #expect(place.path(of: app, in: "missing") == nil)
  }

  @Test func `a resource has a line and a column, and stands for its own module`() throws {
    let place = try Workplace("Package.swift", "Sources/App/Resources/services.json")
    let location = CodeLocation(file: "services.json", line: 4, column: 7)
    let found = SourceFinder(folder: place.root.path).places(of: [location])[location]
    #expect(found?.fileID == "services.json/services.json")
    #expect(found?.line == 4 && found?.column == 7)
    let binary = CodeLocation(file: "services.json", line: 0)
    #expect(SourceFinder(folder: place.root.path).places(of: [binary]).isEmpty)
  }

  @Test func `a name with blanks, signs and letters of other scripts is found`() throws {
    let name = "Ä b#%20'é.swift"
    let place = try Workplace("Package.swift", "Sources/App/\(name)")
    #expect(place.path(of: CodeLocation(file: "App/\(name)", line: 1), in: "") == "Sources/App/\(name)")
  }
}
