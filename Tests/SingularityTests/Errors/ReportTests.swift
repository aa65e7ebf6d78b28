import Foundation
import Singularity
import TestSupport
import Testing

/// Compares the texts of errors with golden files.
struct ReportTests {
  private func expectReport(
    _ name: String, in container: Container = Container(), sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (Container) throws -> Void
  ) throws {
    let error = #expect(throws: ResourceError.self, sourceLocation: sourceLocation) { try body(container) }
    let text = try #require(error, sourceLocation: sourceLocation).description
    expectGolden(text + "\n", name, sourceLocation: sourceLocation)
  }

  private func expectReport(
    _ name: String, in container: Container = Container(), _ json: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expectReport(name, in: container, sourceLocation: sourceLocation) { try $0.register(json) }
  }

  @Test func `a report lists all five mistakes of a resource file`() throws {
    try expectReport(
      "five-mistakes.txt",
      """
      {
        "modules": ["SingularityTests"],
        "registrations": [
          { "type": "FileStorag", "name": "primary" },
          { "type": "ConsoleJournal", "scope": "singelton", "eagr": true },
          { "type": "Audit", "with": ["auto", { "value": 30 }] }
        ],
        "values": [
          { "type": "Limits", "value": { "books": 3, "days": "two weeks" } }
        ]
      }
      """)
  }

  @Test func `a report explains wrong type and module names in a resource file`() throws {
    try expectReport(
      "types.txt",
      """
      {
        "modules": ["SingularityTests", "NexusFixtures"],
        "registrations": [
          { "type": "Bare" }, { "type": "Larder" }, { "type": "Crate" }, { "type": "Namesake" }, { "type": "Zebra" },
          { "type": "Journal" }, { "type": "FileJournal", "implements": ["Jornal", "Storage"] }
        ],
        "values": [
          { "type": "Doubl", "value": 1 }, { "type": "[Double: Int]", "value": {} }, { "type": "Carton", "value": 1 }
        ]
      }
      """)
    try expectReport(
      "modules.txt", #"{ "modules": ["SingularityTest"], "registrations": [{ "type": "FileJournal" }] }"#)
    try expectReport(
      "other-module.txt", #"{ "modules": ["NexusFixtures"], "registrations": [{ "type": "FileJournal" }] }"#)
  }

  @Test func `a report explains wrong fields and values in a resource file`() throws {
    try expectReport(
      "fields.txt",
      """
      {
        "registrations": [
          { "type": "FileJournal", "name": "a", "key": 1, "scope": "singelton", "eager": 1, "ifRegistered": "kep" },
          { "type": "ConsoleJournal", "with": ["auto"] }, { "name": "b" },
          { "type": "FileStorage", "with": [{ "value": 1 }, { "value": 2 }, { "name": "c" }] }
        ],
        "values": [
          { "type": "UInt8", "value": 256 }, { "type": "Date", "value": "today" }, { "type": "[Int]", "value": {} },
          { "type": "Limits", "value": { "books": 3 } }, { "type": "Int" }
        ],
        "values": []
      }
      """)
  }

  @Test func `a report explains entries that collide with other entries or protected registrations`() throws {
    let container = Container()
    try container.register(instance: 1, isOverridable: false)
    try expectReport(
      "duplicates.txt",
      """
      { "modules": ["SingularityTests"], "registrations": [
        { "type": "ConsoleJournal" }, { "type": "QuietJournal" }, { "type": "ConsoleJournal" },
        { "type": "Left", "implements": ["RightSide"] }, { "type": "Right", "implements": ["LeftSide"] }
      ] }
      """)
    try expectReport("protected.txt", in: container, #"{ "values": [{ "type": "Int", "value": 2 }] }"#)
  }

  @Test func `a report explains resource files that cannot be found, read or parsed`() throws {
    let folder = try TemporaryFolder([
      "a.json": "{ \"values\": [,] }", "b.json": "", "c.json": "{}", "c.plist": "<plist></plist>",
      "c.staging.json": #"{ "values": [{ "type": "Int", "remove": true }] }"#,
    ])
    try expectReport("syntax.txt") { try $0.register(contentsOf: folder["a.json"]) }
    try expectReport("empty.txt") { try $0.register(contentsOf: folder["b.json"]) }
    try expectReport("missing.txt") { try $0.register(resource: "services", in: folder.bundle) }
    try expectReport("ambiguous.txt") { try $0.register(resource: "c", in: folder.bundle) }
    try expectReport("environment.txt") { try $0.register(contentsOf: folder["c.json"], environment: "stagin") }
    try expectReport("removal.txt") { try $0.register(contentsOf: folder["c.json"], environment: "staging") }
    try expectReport("list.txt") { try $0.register(contentsOf: folder["c.plist"]) }
    try folder.write(Data([0x7B, 0xFF, 0x7D]), to: "d.json")
    try expectReport("encoding.txt") { try $0.register(contentsOf: folder["d.json"]) }
    try expectReport("too-deep.txt", String(repeating: "[", count: 100))
  }
}
