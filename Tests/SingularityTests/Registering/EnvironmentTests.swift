import AstrojectTesting
import Foundation
import Singularity
import TestSupport
import Testing

@Suite struct EnvironmentTests {
  private let container = Container()

  private func folder(base: String, staging: String) throws -> Folder {
    try Folder(["services.json": base, "services.staging.json": staging])
  }

  private func findings(base: String, staging: String) throws -> [ResourceFinding] {
    let folder = try folder(base: base, staging: staging)
    return SingularityTests.findings(in: container) {
      try container.register(contentsOf: folder["services.json"], environment: "staging")
    }
  }

  @Test func `a bundle has a base, and environments over it`() throws {
    try container.register(resource: "services", in: .module)
    #expect(try container.resolve((any Storage).self).settings == ["/var/books", "30"])
    #expect(container.graph.nodes.contains { $0.scope == .singleton && $0.key == "Journal" })

    let staging = Container()
    try staging.register(resource: "services", in: .module, environment: "staging")
    #expect(try staging.resolve((any Storage).self).settings == ["/tmp/books", "30"])
    #expect(staging.graph.nodes.contains { $0.scope == .transient && $0.key == "Journal" })
    _ = try staging.resolve(FileJournal.self)
  }

  @Test func `an entry replaces the whole one of its type and name, and stands where it stood`() throws {
    let folder = try folder(
      base:
        #"{ "values": [{ "type": "Int", "name": "a", "value": 1, "isOverridable": false }, { "type": "Int", "value": 2 }] }"#,
      staging: #"{ "values": [{ "type": "Int", "value": 3 }, { "type": "Int", "name": "a", "value": 4 }] }"#)
    try container.register(contentsOf: folder["services.json"], environment: "staging")
    #expect(container.graph.nodes.map(\.location) == ["services.staging.json:1:45", "services.staging.json:1:14"])
    #expect(try container.resolve(Int.self, name: "a") == 4)
    #expect(try container.resolve(Int.self) == 3)
    // The base alone had protected it.
    try container.register(instance: 5, name: "a")
  }

  @Test func `a type of the same service takes the place of the one of the base`() throws {
    let folder = try folder(
      base: #"{ "modules": ["SingularityTests"], "registrations": [{ "type": "ConsoleJournal" }] }"#,
      staging: #"{ "registrations": [{ "type": "QuietJournal" }] }"#)
    try container.register(contentsOf: folder["services.json"], environment: "staging")
    #expect(try container.resolve((any Journal).self) is QuietJournal)
  }

  @Test func `an entry is removed by its type and name or key`() throws {
    let folder = try folder(
      base: """
        { "modules": ["SingularityTests"], "registrations": [{ "type": "ConsoleJournal", "key": 1 }, { "type": "FileJournal" }],
          "values": [{ "type": "Int", "name": "a", "value": 1 }] }
        """,
      staging: """
        { "registrations": [{ "type": "ConsoleJournal", "key": 1, "remove": true }, { "type": "FileJournal", "remove": false }],
          "values": [{ "type": "Int", "name": "a", "remove": true }] }
        """)
    try container.register(contentsOf: folder["services.json"], environment: "staging")
    #expect(container.graph.nodes.map(\.key) == ["FileJournal"])
  }

  @Test func `removing what is not there is an error, and so is removing in a base`() throws {
    let found = try findings(
      base: #"{ "values": [{ "type": "Int", "remove": true }] }"#,
      staging: #"{ "values": [{ "type": "Int", "name": "a", "remove": true }] }"#)
    #expect(found.map(\.summary) == ["idle-removal values[0] 1:14", "idle-removal values[0] 1:14"])
    #expect(found.map(\.file) == ["services.json", "services.staging.json"])
  }

  @Test func `remove goes with nothing but a type and a name or key`() throws {
    let found = try findings(
      base: #"{ "values": [{ "type": "Int", "name": "a", "value": 1 }] }"#,
      staging: #"{ "values": [{ "type": "Int", "name": "a", "remove": true, "value": 2, "ifRegistered": "keep" }] }"#)
    #expect(
      found.map(\.summary) == [
        "conflicting-fields values[0].value 1:60", "conflicting-fields values[0].ifRegistered 1:72",
      ])
  }

  @Test func `what is wrong in the base and in the environment is told at once, the base first`() throws {
    let found = try findings(
      base: #"{ "values": [{ "type": "Int", "value": "x" }] }"#, staging: #"{ "value": [] }"#)
    #expect(found.map(\.summary) == ["unreadable-value values[0].value 1:40", "unknown-field value 1:3"])
  }

  @Test func `the modules of a base hold for an environment that names none`() throws {
    let base = #"{ "modules": ["SingularityTests"], "registrations": [{ "type": "Larder" }] }"#
    let folder = try folder(base: base, staging: #"{ "registrations": [{ "type": "Larder", "name": "b" }] }"#)
    try container.register(contentsOf: folder["services.json"], environment: "staging")
    _ = try container.resolve(Larder.self, name: "b")
    let found = try findings(
      base: base, staging: #"{ "modules": ["NexusFixtures"], "registrations": [{ "type": "FileJournal" }] }"#)
    #expect(found.map(\.summary) == ["unknown-type registrations[0].type 1:61"])
  }

  @Test func `an environment may be in another format than its base`() throws {
    try container.register(resource: "services", in: .module, environment: "incomplete")
    #expect(!container.graph.nodes.contains { $0.key == "Journal" })
  }
}
