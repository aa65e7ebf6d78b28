import AstrojectTesting
import Singularity
import TestSupport
import Testing

struct WiringRemedyTests {
  @Test(arguments: Remedy.inFiles)
  func `a finding of the graph about a file's entry is mended in the file`(remedy: Remedy) async {
    await remedy.expectToMend()
  }
}

struct MarkedShelf { let numbers: [Int] }

extension MarkedShelf: AutoInjectable {
  static var injection: Injection<MarkedShelf> {
    Injection({ MarkedShelf(numbers: [$0, $1]) }, with: .argument, .value(2))
  }
}

extension Remedy {
  /// Returns a remedy for entries in a container that has a journal, and the entries that follow it.
  private init(
    _ text: String, given: @escaping Program = { try $0.register((any Journal).self) { _ in QuietJournal() } },
    check: @escaping Program = { try $0.validate() }, _ entries: String, followed: String...
  ) {
    self = Remedy(text, given: given, check: check) { try $0.register(file(entries)) }
    for entries in followed { self = self.followed(entries) { try $0.register(file(entries)) } }
  }

  private static let askingOneNumber: Program = { container in
    try container.register((any Journal).self) { _ in QuietJournal() }
    try container.register(instance: 1, name: "one")
  }

  fileprivate static let inFiles = [
    Remedy(
      #"give it by a rule, `"with": ["auto", { "named": "a" }, { "value": … }]`; register another initializer"#,
      #"{ "type": "FileStorage", "with": ["auto", { "named": "a" }, "auto"] }"#,
      followed: #"{ "type": "FileStorage", "with": ["auto", { "named": "a" }, { "value": 1 }] }"#),
    Remedy(
      #"ask for that one, `"with": ["auto", "auto", { "named": "one" }]`; give it by a rule"#, given: askingOneNumber,
      check: { _ = try $0.resolve((any Storage).self) }, #"{ "type": "FileStorage" }"#,
      followed: #"{ "type": "FileStorage", "with": ["auto", "auto", { "named": "one" }] }"#),
    Remedy(
      "ask for one of these: `\"with\": [{ \"keyed\": … }]`",
      given: { container in
        for level in Level.allCases { try container.register((any Ledger).self, key: level) { _ in FileJournal() } }
      },
      #"{ "type": "Audit" }"#,
      followed: #"""
        { "type": "Audit", "with": [{ "keyed": { "type": "SingularityTests.Level", "value": "low" } }] }
        """#),
    Remedy(
      #"forward it where FileJournal is registered: `"implements": ["Ledger"]`; or register it"#,
      #"{ "type": "FileJournal" }, { "type": "Audit" }"#,
      followed: #"{ "type": "FileJournal", "implements": ["Ledger"] }, { "type": "Audit" }"#),
    Remedy(
      #"give Audit the same scope: `"scope": { "scoped": "request" }`; or pass FileJournal to its functions"#,
      check: {
        let child = try $0.makeChild(named: "request") { _ in }
        try child.validate()
      },
      #"""
      { "type": "FileJournal", "implements": ["Ledger"], "scope": { "scoped": "request" } },
      { "type": "Audit", "scope": "singleton" }
      """#,
      followed: #"""
        { "type": "FileJournal", "implements": ["Ledger"], "scope": { "scoped": "request" } },
        { "type": "Audit", "scope": { "scoped": "request" } }
        """#),
    Remedy(
      #"share one, if they should: `"scope": "singleton"`; or say that each has its own: `"scope": "transient"`."#,
      check: { try $0.validate(hints: true) },
      #"""
      { "type": "FileJournal", "implements": ["Ledger"] },
      { "type": "Audit", "scope": "singleton" }, { "type": "Audit", "name": "second", "scope": "singleton" }
      """#,
      followed: #"""
        { "type": "FileJournal", "implements": ["Ledger"], "scope": "singleton" },
        { "type": "Audit", "scope": "singleton" }, { "type": "Audit", "name": "second", "scope": "singleton" }
        """#,
      #"""
      { "type": "FileJournal", "implements": ["Ledger"], "scope": "transient" },
      { "type": "Audit", "scope": "singleton" }, { "type": "Audit", "name": "second", "scope": "singleton" }
      """#),
    Remedy(
      #"use `"scope": "singleton"` or `"scope": "transient"` for a value."#,
      #"{ "type": "Counted" }, { "type": "SingularityTests.Larder", "scope": "weak" }"#,
      followed: #"{ "type": "SingularityTests.Larder", "scope": "singleton" }"#,
      #"{ "type": "SingularityTests.Larder", "scope": "transient" }"#),
    Remedy(
      "mark the parameters: `Injection(….init, with: .argument, …)` in its type; or pass one argument for each of them."
    ) {
      try $0.register(file(#"{ "type": "Shelf" }"#))
      _ = try $0.resolve(Shelf.self, arguments: 1)
    }
    .followed("mark them") {
      try $0.register(file(#"{ "type": "MarkedShelf" }"#))
      _ = try $0.resolve(MarkedShelf.self, arguments: 1)
    }
    .followed("one for each") {
      try $0.register(file(#"{ "type": "Shelf" }"#))
      _ = try $0.resolve(Shelf.self, arguments: 1, 2, 3, 4, 5)
    },
  ]
}
