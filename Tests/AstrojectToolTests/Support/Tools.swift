import AstrojectTool
import Foundation
import TestSupport

@testable import AstrojectTool

protocol Storage {}

/// Types of an app whose graph is valid.
enum Shop {
  final class Disk: Storage { init(cable: Cable) {} }
  final class Cable { init() {} }
  final class Clerk { init(storage: any Storage, till: Till) {} }
  final class Till { init(lamp: Lamp?) {} }
  final class Lamp { init() {} }
  final class Door { init(clerk: Clerk, till: Till) {} }
  final class Window { init(storage: any Storage) {} }

  static func fill(_ container: Container) throws {
    try container.register(initializer: Disk.init).asSingleton().implements((any Storage).self)
    try container.register(initializer: Cable.init)
    try container.register(initializer: Clerk.init)
    try container.register(initializer: Till.init)
    try container.register(initializer: Door.init)
    try container.register(initializer: Window.init).asTransient()
    try container.register(String.self, name: "opaque") { resolver in "\(resolver.isRegistered(Cable.self))" }
  }
}

/// A tool whose container a function fills.
protocol FilledTool: GraphTool { static func fill(_ container: Container) throws }

extension FilledTool {
  static func makeContainer() throws -> Container { try Container { try fill($0) } }
}

enum ValidTool: FilledTool { static func fill(_ container: Container) throws { try Shop.fill(container) } }

enum RootedTool: GraphTool {
  static func makeContainer() async throws -> Container { try Container { try Shop.fill($0) } }
  static var roots: [Any.Type] { [Shop.Door.self] }
}

/// A graph whose roots have derived forms.
enum FormTool: GraphTool {
  static func makeContainer() throws -> Container { try Container { try Shop.fill($0) } }
  static var roots: [Any.Type] { [[any Storage].self, Lazy<Shop.Disk>.self] }
}

/// A graph with a finding whose file is not there, and one without a line.
enum FaultyTool: FilledTool {
  static func fill(_ container: Container) throws {
    try container.register(initializer: Shop.Clerk.init)
    try container.register(initializer: Shop.Cable.init)
    try container.register(
      Double.self, fileID: "Elsewhere/Nowhere.swift", line: 7, initializer: { (_: Shop.Lamp) in 1 })
    try container.register(initializer: Shop.Till.init)
  }

  static var roots: [Any.Type] { [Shop.Window.self] }
  static var externals: [Any.Type] { [(any Storage).self] }
}

/// A registration with several findings of each of two rules.
enum TwinTool: FilledTool {
  static func fill(_ container: Container) throws {
    try container.register(initializer: Shop.Cable.init).asScoped()
    try container.register(initializer: Shop.Lamp.init).asScoped()
    try container.register(
      Int.self, initializer: { (_: Shop.Cable, _: Shop.Lamp, _: Double, _: Double) in 1 }
    ).asSingleton()
  }
}

/// A graph that lacks what is registered under another name, and roots.
enum LostTool: FilledTool {
  static func fill(_ container: Container) throws {
    try container.register((any Storage).self, name: "a") { preconditionFailure() }
    try container.register(initializer: Shop.Clerk.init)
    try container.register(Int.self, initializer: { (_: Shop.Disk) in 1 }, with: .named("b"))
  }

  static var roots: [Any.Type] { [Shop.Clerk.self, Shop.Lamp.self, Shop.Till.self] }
}

/// A graph with findings and remarks about a file that has blanks and a comma in its name.
enum BlankTool: FilledTool {
  static let name = "My file, 2.swift"

  static func fill(_ container: Container) throws {
    let file: StaticString = "Elsewhere/My file, 2.swift"
    try container.register(Double.self, fileID: file, line: 2, initializer: { (_: Shop.Lamp) in 1 })
    try container.register(name: "registered at night", fileID: file, line: 3, initializer: Shop.Lamp.init)
    for _ in 0..<2 { try container.register(Int.self, fileID: file, line: 4) { 1 }.asWeak() }
    try container.register(String.self, fileID: file, line: 5) { resolver in "\(resolver.isRegistered(Int.self))" }
    try container.register(fileID: file, line: 6, initializer: { (_: Shop.Window?) in UInt(1) })
  }

  static var roots: [Any.Type] { [Double.self] }
}

enum BrokenTool: GraphTool {
  struct NoDisk: Error, CustomStringConvertible { let description = "no disk\u{1b}[31m" }
  static func makeContainer() async throws -> Container { throw NoDisk() }
}

enum LocalizedTool: GraphTool {
  struct NoNetwork: LocalizedError { var errorDescription: String? { "no network" } }
  static func makeContainer() throws -> Container { throw NoNetwork() }
}

/// A loop through a `Lazy`, and a decorator.
enum LoopTool: FilledTool {
  final class Ring { init(gem: Lazy<Gem>) {} }
  final class Gem { init(ring: Ring) {} }
  final class Polish { init() {} }

  static func fill(_ container: Container) throws {
    try container.register(initializer: Ring.init)
    try container.register(initializer: Gem.init)
    try container.register(initializer: Polish.init)
    try container.decorate(Ring.self, initializer: { (ring: Ring, _: Polish) in ring })
  }
  static var roots: [Any.Type] { [Gem.self] }
}

/// A graph whose children are given a value.
enum RequestTool: FilledTool {
  struct User {}
  struct Blank {}
  final class Handler { init(user: User, blank: Blank) {} }

  static func fill(_ container: Container) throws {
    try container.register(given: User.self, toChildrenNamed: "request")
    try container.register(initializer: Handler.init)
  }
}

/// The folder of these tests.
let testFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path

extension GraphTool {
  /// Runs a command as a process in the folder of these tests would.
  static func run(_ words: String..., environment: [String: String] = [:], isTerminal: Bool = false) async -> Outcome {
    await run(words, in: Surroundings(directory: testFolder, environment: environment, isTerminal: isTerminal))
  }
}

extension String {
  /// The text without the module of these tests.
  var short: String { replacing("AstrojectToolTests.", with: "").replacing("Shop.", with: "") }

  /// The text without the places of registrations.
  var withoutPlaces: String { replacing(#/, registered at \S+/#, with: "") }
}

/// A file in a new folder, which goes with it.
final class TemporaryFile {
  private let folder: TemporaryFolder
  var path: String { folder["a file"].path }

  init(_ text: String? = nil) throws {
    folder = try TemporaryFolder(text.map { ["a file": $0] } ?? [:])
  }

  var text: String? { try? String(contentsOfFile: path, encoding: .utf8) }
}
