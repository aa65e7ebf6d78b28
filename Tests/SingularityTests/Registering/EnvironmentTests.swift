import Foundation
import Singularity
import TestSupport
import Testing

struct EnvironmentTests {
  private let container = Container()

  /// Registers a file and its environment `staging`.
  private func register(base: String, staging: String, in other: Container? = nil) throws {
    let folder = try TemporaryFolder(["services.json": base, "services.staging.json": staging])
    try (other ?? container).register(contentsOf: folder["services.json"], environment: "staging")
  }

  private func findings(base: String, staging: String) -> [ResourceFinding] {
    SingularityTests.findings(in: container) { try register(base: base, staging: staging) }
  }

  @Test func `an environment of a bundle's resource overrides its base file`() throws {
    try container.register(resource: "services", in: .module)
    #expect(try container.resolve((any Storage).self).settings == ["/var/books", "30"])
    #expect(container.graph.nodes.contains { $0.scope == .singleton && $0.key == "Journal" })

    let staging = Container()
    try staging.register(resource: "services", in: .module, environment: "staging")
    #expect(try staging.resolve((any Storage).self).settings == ["/tmp/books", "30"])
    #expect(staging.graph.nodes.contains { $0.scope == .transient && $0.key == "Journal" })
    _ = try staging.resolve(FileJournal.self)
  }

  @Test func `an environment entry replaces the whole base entry of the same type and name`() throws {
    try register(
      base:
        #"{ "values": [{ "type": "Int", "name": "a", "value": 1, "isOverridable": false }, { "type": "Int", "value": 2 }] }"#,
      staging: #"{ "values": [{ "type": "Int", "value": 3 }, { "type": "Int", "name": "a", "value": 4 }] }"#)
    #expect(
      container.graph.nodes.map(\.location?.description) == [
        "services.staging.json:1:14", "services.staging.json:1:45",
      ])
    #expect(try container.resolve(Int.self, name: "a") == 4)
    #expect(try container.resolve(Int.self) == 3)
    // The entry of the base was protected.
    try container.register(instance: 5, name: "a")
  }

  @Test(arguments: [DuplicatePolicy.replace, .keep, .fail])
  func `an environment replaces its base whatever the container's duplicate policy is`(policy: DuplicatePolicy) throws {
    let container = Container(ifRegistered: policy)
    try register(
      base: file(#"{ "type": "FileJournal" }, { "type": "ConsoleJournal" }"#),
      staging: #"{ "registrations": [{ "type": "QuietJournal" }] }"#, in: container)
    #expect(try container.resolve((any Journal).self) is QuietJournal)
    try container.validate(roots: [], duplicates: .fail)
  }

  @Test func `an environment entry is registered after all entries of the base`() throws {
    try register(
      base: file(#"{ "type": "FileJournal" }, { "type": "ConsoleJournal" }"#),
      staging: #"{ "registrations": [{ "type": "FileJournal", "implements": ["Journal"] }] }"#)
    #expect(try container.resolve((any Journal).self) is FileJournal)
  }

  @Test func `a loop of implements between a base and its environment is reported`() throws {
    let found = findings(
      base: file(#"{ "type": "Left", "implements": ["RightSide"] }"#),
      staging: #"{ "registrations": [{ "type": "Right", "implements": ["LeftSide"] }] }"#)
    #expect(found.map(\.rule) == [.implementsLoop])
  }

  @Test func `remove in an environment removes the base entry of the same type and name or key`() throws {
    try register(
      base: """
        { "modules": ["SingularityTests"], "registrations": [{ "type": "ConsoleJournal", "key": 1 }, { "type": "FileJournal" }],
          "values": [{ "type": "Int", "name": "a", "value": 1 }] }
        """,
      staging: """
        { "registrations": [{ "type": "ConsoleJournal", "key": 1, "remove": true }, { "type": "FileJournal", "remove": false }],
          "values": [{ "type": "Int", "name": "a", "remove": true }] }
        """)
    #expect(container.graph.nodes.map(\.key) == ["FileJournal"])
  }

  @Test func `the removal of an entry that does not exist is reported with near matches`() throws {
    let found = findings(
      base: #"{ "values": [{ "type": "Int", "name": "port", "value": 1 }] }"#,
      staging: #"{ "values": [{ "type": "Int", "name": "prot", "remove": true }] }"#)
    #expect(found.map(\.summary) == ["idle-removal values[0] 1:14"])
    #expect(found[0].file == "services.staging.json")
    #expect(found[0].nearMatches == ["Int named \"port\""])
    let base = SingularityTests.findings(#"{ "values": [{ "type": "Int", "remove": true }] }"#, in: container)
    #expect(base.map(\.rule) == [.idleRemoval])
  }

  @Test func `removals from a base that is wrong itself are not reported`() throws {
    let removal = #"{ "values": [{ "type": "Int", "remove": true }] }"#
    #expect(findings(base: "{", staging: removal).map(\.rule) == [.syntax])
    #expect(
      findings(base: #"{ "values": [{ "type": "Itn", "value": 1 }] }"#, staging: removal).map(\.rule) == [.unknownType])
  }

  @Test func `a missing base and an unknown environment are reported together`() throws {
    let folder = try TemporaryFolder(["services.staging.json": "{}"])
    let found = SingularityTests.findings(in: container) {
      try container.register(contentsOf: folder["services.json"], environment: "production")
    }
    #expect(found.map(\.rule) == [.missingFile, .unknownEnvironment])
  }

  @Test(arguments: ["services.json", "services.plist", "services.JSON", "services.conf", "services"])
  func `an environment is registered once the file that its finding names is added`(base: String) throws {
    let text = base.hasSuffix("plist") ? "<plist><dict/></plist>" : "{}"
    let folder = try TemporaryFolder([base: text])
    let register = { [container] in try container.register(contentsOf: folder[base], environment: "staging") }
    let found = try #require(SingularityTests.findings(in: container, register).first)
    #expect(found.rule == .unknownEnvironment)
    try Data(text.utf8).write(to: folder[found.file])
    try register()
  }

  @Test func `fields beside a type and a name or key are reported as conflicting with remove`() throws {
    let found = findings(
      base: #"{ "values": [{ "type": "Int", "name": "a", "value": 1 }] }"#,
      staging: #"{ "values": [{ "type": "Int", "name": "a", "remove": true, "value": 2, "ifRegistered": "keep" }] }"#)
    #expect(
      found.map(\.summary) == [
        "conflicting-fields values[0].value 1:60", "conflicting-fields values[0].ifRegistered 1:72",
      ])
  }

  @Test func `mistakes in the base and in the environment are reported together, the base first`() throws {
    let found = findings(base: #"{ "values": [{ "type": "Int", "value": "x" }] }"#, staging: #"{ "value": [] }"#)
    #expect(found.map(\.summary) == ["unreadable-value values[0].value 1:40", "unknown-field value 1:3"])
  }

  @Test func `an environment without modules uses the modules of its base`() throws {
    let base = file(#"{ "type": "Larder" }"#)
    try register(base: base, staging: #"{ "registrations": [{ "type": "Larder", "name": "b" }] }"#)
    _ = try container.resolve(Larder.self, name: "b")
    let found = findings(
      base: base, staging: #"{ "modules": ["NexusFixtures"], "registrations": [{ "type": "FileJournal" }] }"#)
    #expect(found.map(\.summary) == ["unknown-type registrations[0].type 1:61"])
  }

  @Test func `an environment can be written in another format than its base`() throws {
    try container.register(resource: "services", in: .module, environment: "incomplete")
    #expect(!container.graph.nodes.contains { $0.key == "Journal" })
  }
}
