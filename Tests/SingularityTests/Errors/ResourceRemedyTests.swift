import Foundation
import Singularity
import TestSupport
import Testing

struct ResourceRemedyTests {
  static let all = Remedy.forFiles + Remedy.forFields + Remedy.forTypes + Remedy.forEntries

  @Test(arguments: all)
  func `a file is registered if its finding's remedy is followed, or shows the next finding`(remedy: Remedy) async {
    await remedy.expectToMend()
  }

  @Test func `each remedy of resource errors is followed by a file`() async throws {
    var texts: [String] = []
    for remedy in ResourceRemedyTests.all { texts.append(await remedy.errorText() ?? "") }
    let file = "Singularity/Errors/ResourceError+Description.swift"
    try SourceText(file, from: "// MARK: Remedies", to: "extension ResourceFinding.LackingType")
      .expectCovered(by: texts)
    // These platforms can read the metadata of all modules.
    try SourceText(
      file, from: "fileprivate func remedy(hasNearMatches", to: "// MARK: - Parts",
      without: "because types cannot be discovered on this platform", "compile its module without"
    )
    .expectCovered(by: texts)
  }
}

private let number = #"{ "type": "Int", "name": "a", "value": 1 }"#
private let emptyList = "<plist><dict/></plist>"
private let namedNumber = #"{ "values": [\#(number)] }"#

extension Container {
  /// Registers a resource of a bundle with these files.
  fileprivate func registerResource(_ name: String, of files: [String: String]) throws {
    let folder = try TemporaryFolder(files)
    try withExtendedLifetime(folder) { try register(resource: name, in: folder.bundle) }
  }

  /// Registers the first of these files for an environment.
  fileprivate func register(_ files: [String: String], environment: String) throws {
    let folder = try TemporaryFolder(files)
    try register(contentsOf: folder[files.keys.min() ?? ""], environment: environment)
  }

  /// Registers a number by a base and its environment.
  fileprivate func register(staging: String) throws {
    try register(["a.json": namedNumber, "a.staging.json": staging], environment: "staging")
  }

  /// Registers a journal in code, and then by a file, in a container that refuses duplicates.
  fileprivate func registerJournalTwice(_ fields: String) throws {
    let container = Container(ifRegistered: .fail)
    try container.register(injectable: QuietJournal.self)
    try container.register(file(#"{ "type": "ConsoleJournal"\#(fields) }"#))
  }
}

extension Remedy {
  /// Returns a remedy for a file, and the file that follows it.
  private init(_ text: String, _ fault: String, followed: String...) {
    self = Remedy(text) { try $0.register(fault) }
    for file in followed { self = self.followed(file) { try $0.register(file) } }
  }

  static let forFiles = [
    Remedy(
      "add it to the resources of the target, `resources: [.process(…)]`; the name is given without its extension."
    ) { try $0.registerResource("services", of: ["other.json": "{}"]) }
    .followed { try $0.registerResource("services", of: ["services.json": "{}"]) },
    Remedy("add it, with `{}` for nothing; or name an environment that has a file.") {
      try $0.register(["a.json": "{}", "a.staging.json": "{}"], environment: "production")
    }
    .followed("add it") {
      try $0.register(["a.json": "{}", "a.staging.json": "{}", "a.production.json": "{}"], environment: "production")
    }
    .followed("name another") {
      try $0.register(["a.json": "{}", "a.staging.json": "{}"], environment: "staging")
    },
    Remedy("add it, with `\(emptyList)` for nothing; or name an environment that has a file.") {
      try $0.register(["a.plist": emptyList], environment: "staging")
    }
    .followed { try $0.register(["a.plist": emptyList, "a.staging.plist": emptyList], environment: "staging") },
    Remedy("keep one of the two.") {
      try $0.registerResource("a", of: ["a.json": "{}", "a.plist": emptyList])
    }
    .followed { try $0.registerResource("a", of: ["a.plist": emptyList]) },
    Remedy("give the URL of a file that can be read.") { try $0.register(contentsOf: URL(fileURLWithPath: "/")) }
      .followed { try $0.registerResource("a", of: ["a.json": "{}"]) },
    Remedy("write an object, `{}` for nothing.", "", followed: "{}"),
    Remedy("write an object, `\(emptyList)` for nothing.") { try $0.register(propertyList: Data()) }
      .followed { try $0.register(propertyList: Data(emptyList.utf8)) },
    Remedy("write the property list anew; if that fails too, as XML, because a finding then has its line.") {
      try $0.register(propertyList: Data("bplist00".utf8))
    }
    .followed { try $0.register(propertyList: Data(emptyList.utf8)) },
    Remedy("move what is no configuration out of it.") {
      try $0.register("{}" + String(repeating: " ", count: 17 << 20))
    }
    .followed { try $0.register("{}") },
    Remedy("save the file as UTF-8.") { try $0.register(json: Data([0x7B, 0xFF, 0x7D])) }
      .followed { try $0.register(json: Data([0x7B, 0x7D])) },
    Remedy(
      "correct the text here; the rest of the file was not read.", "{ \"values\": [,] }", followed: "{ \"values\": [] }"
    ),
    Remedy(
      "nest values less.", String(repeating: "[", count: 100),
      followed: #"{ "values": [{ "type": "[[Int]]", "value": [[1]] }] }"#),
  ]

  static let forFields = [
    Remedy("keep one of the two.", #"{ "values": [], "values": [] }"#, followed: #"{ "values": [] }"#),
    Remedy(
      "keep one of the two.", file(#"{ "type": "FileJournal", "name": "a", "key": 1 }"#),
      followed: file(#"{ "type": "FileJournal", "name": "a" }"#), file(#"{ "type": "FileJournal", "key": 1 }"#)),
    Remedy(
      "correct the spelling, or remove it.", file(#"{ "type": "FileJournal", "eagr": true }"#),
      followed: file(#"{ "type": "FileJournal", "eager": true }"#), file(#"{ "type": "FileJournal" }"#)),
    Remedy(
      "remove it, or use one of the possible fields.", file(#"{ "type": "FileJournal", "zzzzzz": true }"#),
      followed: file(#"{ "type": "FileJournal" }"#), file(#"{ "type": "FileJournal", "eager": true }"#)),
    Remedy("add it.", file(#"{ "name": "a" }"#), followed: file(#"{ "name": "a", "type": "FileJournal" }"#)),
    Remedy(
      "write true or false.", file(#"{ "type": "FileJournal", "eager": 1 }"#),
      followed: file(#"{ "type": "FileJournal", "eager": true }"#)),
    Remedy(
      "correct the spelling.", file(#"{ "type": "FileJournal", "scope": "singelton" }"#),
      followed: file(#"{ "type": "FileJournal", "scope": "singleton" }"#)),
    Remedy(
      "write a value of that type.", #"{ "values": [{ "type": "UInt8", "value": 256 }] }"#,
      followed: #"{ "values": [{ "type": "UInt8", "value": 255 }] }"#),
  ]

  static let forTypes = [
    Remedy(
      "name modules that are linked or loaded, spelled as in an import.", #"{ "modules": ["SingularityTest"] }"#,
      followed: #"{ "modules": ["SingularityTests"] }"#),
    Remedy(
      """
      correct the spelling; or let the type conform to AutoInjectable in an extension, because an optimized build drops \
      a conformance in the declaration of an unused type.
      """, file(#"{ "type": "FileJornal" }"#), followed: file(#"{ "type": "FileJournal" }"#)),
    Remedy(
      "let the type conform to AutoInjectable in an extension, because an optimized build drops",
      file(#"{ "type": "Zebra" }"#), followed: file(#"{ "type": "FileJournal" }"#)),
    // `FileJournal` conforms in an extension, unlike `Bare`.
    Remedy(
      """
      let it conform to AutoInjectable in an extension: an optimized build drops a conformance in the declaration of an \
      unused type, and a subclass that inherits a conformance has no record of it.
      """, file(#"{ "type": "Bare" }"#), followed: file(#"{ "type": "FileJournal" }"#)),
    Remedy(
      "name a type that conforms to it.", file(#"{ "type": "Journal" }"#),
      followed: file(#"{ "type": "FileJournal" }"#)),
    Remedy(
      "add the module to `modules`.",
      #"{ "modules": ["NexusFixtures"], "registrations": [{ "type": "FileJournal" }] }"#,
      followed: #"{ "modules": ["NexusFixtures", "SingularityTests"], "registrations": [{ "type": "FileJournal" }] }"#),
    Remedy(
      "name a type that is not generic; or register it in code.", file(#"{ "type": "Crate" }"#),
      followed: file(#"{ "type": "FileJournal" }"#)
    )
    .followed("in code") { try $0.register(initializer: Crate<Int>.init) },
    Remedy(
      "rename all but one: private types in several files may have the same name.", file(#"{ "type": "Namesake" }"#),
      followed: file(#"{ "type": "Counted" }"#)),
    Remedy(
      "write the qualified name of the one that is meant.",
      #"{ "modules": ["SingularityTests", "NexusFixtures"], "registrations": [{ "type": "Larder" }] }"#,
      followed:
        #"{ "modules": ["SingularityTests", "NexusFixtures"], "registrations": [{ "type": "SingularityTests.Larder" }] }"#
    ),
  ]

  static let forEntries = [
    Remedy(
      #"write one rule for each parameter, "auto" for those that need none; or drop `with`."#,
      file(#"{ "type": "Audit", "with": ["auto", "auto"] }"#),
      followed: file(#"{ "type": "Audit", "with": ["auto"] }"#), file(#"{ "type": "Audit" }"#)),
    Remedy(
      #"use "auto", or name a registration: { "named": … }."#,
      file(#"{ "type": "Audit", "with": [{ "value": 1 }] }"#),
      followed: file(#"{ "type": "Audit", "with": ["auto"] }"#),
      file(#"{ "type": "Audit", "with": [{ "named": "a" }] }"#)),
    Remedy(
      "name a type that is registered or needed, qualified where its name alone is not unique.",
      file(#"{ "type": "FileJournal", "implements": ["Jornal"] }"#),
      followed: file(#"{ "type": "FileJournal", "implements": ["Journal"] }"#)),
    Remedy(
      "name what the type conforms to or inherits from.",
      file(#"{ "type": "FileJournal", "implements": ["Storage"] }"#),
      followed: file(#"{ "type": "FileJournal", "implements": ["Journal"] }"#)),
    Remedy(
      "remove one of them.",
      file(#"{ "type": "Left", "implements": ["RightSide"] }, { "type": "Right", "implements": ["LeftSide"] }"#),
      followed: file(#"{ "type": "Left", "implements": ["RightSide"] }"#)),
    Remedy(
      #"""
      remove one of them, give one a name, or say what is to happen: "ifRegistered": "replace" or "keep".
      """#, file(#"{ "type": "ConsoleJournal" }, { "type": "QuietJournal" }"#),
      followed: file(#"{ "type": "ConsoleJournal" }"#),
      file(#"{ "type": "ConsoleJournal" }, { "type": "QuietJournal", "name": "quiet" }"#)),
    Remedy(
      "remove one of them, give one a name, or say what is to happen",
      #"{ "values": [{ "type": "Int", "value": 1 }, { "type": "Int", "value": 2 }] }"#,
      followed: #"{ "values": [{ "type": "Int", "value": 1 }] }"#,
      #"{ "values": [{ "type": "Int", "value": 1 }, { "type": "Int", "value": 2, "name": "a" }] }"#,
      #"{ "values": [{ "type": "Int", "value": 1 }, { "type": "Int", "value": 2, "ifRegistered": "replace" }] }"#,
      #"{ "values": [{ "type": "Int", "value": 1 }, { "type": "Int", "value": 2, "ifRegistered": "keep" }] }"#),
    Remedy(
      "remove one of them, give one a name, or say what is to happen",
      file(#"{ "type": "QuietJournal" }, { "type": "FileJournal", "implements": ["Journal"] }"#),
      followed: file(#"{ "type": "QuietJournal" }, { "type": "FileJournal" }"#),
      file(#"{ "type": "QuietJournal" }, { "type": "FileJournal", "implements": ["Journal"], "name": "a" }"#),
      file(#"{ "type": "QuietJournal" }, { "type": "FileJournal", "implements": ["Journal"], "ifRegistered": "keep" }"#)
    ),
    Remedy(
      "remove one of them.", file(#"{ "type": "FileJournal", "implements": ["Journal", "any Journal"] }"#),
      followed: file(#"{ "type": "FileJournal", "implements": ["Journal"] }"#)),
    Remedy("remove one of them.") {
      try $0.register(staging: #"{ "values": [{ "type": "Int", "name": "a", "remove": true }, \#(number) ] }"#)
    }
    .followed("remove the removal") { try $0.register(staging: namedNumber) },
    Remedy("remove one of them, give one a name, or say what is to happen") { try $0.registerJournalTwice("") }
      .followed("replace") { try $0.registerJournalTwice(#", "ifRegistered": "replace""#) }
      .followed("keep") { try $0.registerJournalTwice(#", "ifRegistered": "keep""#) },
    Remedy("register it under a name; or drop `isOverridable: false` where it was registered.") {
      try $0.register(instance: 1, isOverridable: false)
      try $0.register(#"{ "values": [{ "type": "Int", "value": 2 }] }"#)
    }
    .followed("a name") {
      try $0.register(instance: 1, isOverridable: false)
      try $0.register(#"{ "values": [{ "type": "Int", "name": "two", "value": 2 }] }"#)
    }
    .followed("drop it") {
      try $0.register(instance: 1)
      try $0.register(#"{ "values": [{ "type": "Int", "value": 2 }] }"#)
    },
    Remedy("remove this entry, or correct its type, name or key to those of an entry of the base.") {
      try $0.register(staging: #"{ "values": [{ "type": "Int", "remove": true }] }"#)
    }
    .followed("correct it") {
      try $0.register(staging: #"{ "values": [{ "type": "Int", "name": "a", "remove": true }] }"#)
    }
    .followed("remove it") { try $0.register(staging: "{}") },
  ]
}
