import Foundation
import Singularity
import TestSupport
import Testing

struct FieldTests {
  private let container = Container()

  private func summaries(_ json: String, as format: Format = .json) -> [String] {
    findings(json, in: container, as: format).map(\.summary)
  }

  /// Returns the findings for a registration with further fields.
  private func registration(_ type: String, _ fields: String) -> [ResourceFinding] {
    findings(file(#"{ "type": "\#(type)", \#(fields) }"#), in: container)
  }

  // MARK: The document

  @Test func `an empty resource document registers nothing`() throws {
    try container.register("{}")
    try container.register(#"{ "$schema": "services.schema.json", "modules": [], "registrations": [], "values": [] }"#)
    #expect(container.graph.nodes.isEmpty)
  }

  static let documents: [(json: String, summaries: [String])] = [
    // A document that is no object.
    ("[]", ["wrong-value 1:1"]), ("5", ["wrong-value 1:1"]), ("\"a\"", ["wrong-value 1:1"]),
    ("null", ["wrong-value 1:1"]), ("true", ["wrong-value 1:1"]),
    // Fields of the wrong kind.
    (
      #"{ "$schema": 1, "modules": {}, "registrations": 2, "values": [3, null] }"#,
      [
        "wrong-value $schema 1:14", "wrong-value modules 1:28", "wrong-value registrations 1:49",
        "wrong-value values[0] 1:63", "wrong-value values[1] 1:66",
      ]
    ),
    (#"{ "modules": [1, ["a"]] }"#, ["wrong-value modules[0] 1:15", "wrong-value modules[1] 1:18"]),
    // A field name that is no identifier is quoted in the path.
    (
      #"{ "a b": 1, "": 2, "é": 3, "\u0000": 4 }"#,
      [
        #"unknown-field ["a b"] 1:3"#, #"unknown-field [""] 1:13"#, "unknown-field é 1:20",
        #"unknown-field ["\0"] 1:28"#,
      ]
    ),
    // An entry without a type, and a value entry without a value.
    (
      #"{ "registrations": [{}], "values": [{}, { "type": "Int" }] }"#,
      [
        "missing-field registrations[0] 1:21", "missing-field values[0] 1:37", "missing-field values[0] 1:37",
        "missing-field values[1] 1:41",
      ]
    ),
    // What does not need the type, the name or the right number of rules is read without them.
    (
      #"{ "registrations": [{ "type": "Nil", "with": [{ "nmed": "a" }, { "value": 1 }], "key": {} }] }"#,
      [
        "unknown-type registrations[0].type 1:31", "unknown-field registrations[0].with[0].nmed 1:49",
        "missing-field registrations[0].key 1:88", "missing-field registrations[0].key 1:88",
      ]
    ),
    (
      #"{ "registrations": [{ "type": "FileStorage", "with": ["aut"] }] }"#,
      ["rule-count registrations[0].with 1:54", "wrong-value registrations[0].with[0] 1:55"]
    ),
    (
      #"{ "values": [{ "type": "Int", "name": 1, "value": "a" }, { "type": "Nil" }] }"#,
      [
        "wrong-value values[0].name 1:39", "unreadable-value values[0].value 1:51", "missing-field values[1] 1:58",
        "unknown-type values[1].type 1:68",
      ]
    ),
    // An entry with a wrong name is no duplicate of another one.
    (
      #"{ "values": [{ "type": "Int", "value": 1 }, { "type": "Int", "name": 5, "value": 2 }, { "type": "Int", "name": "a", "remove": "yes" }] }"#,
      ["wrong-value values[1].name 1:70", "wrong-value values[2].remove 1:127"]
    ),
    // The spelling of a number as a key decides if it is an Int, which has to fit, or a Double.
    (
      #"{ "values": [{ "type": "Int", "key": 9223372036854775808, "value": 1 }] }"#,
      ["unreadable-value values[0].key 1:38"]
    ),
    // The same type and name, written differently.
    (
      #"{ "values": [{ "type": "Int", "name": "a", "value": 1 }, { "type": "Swift.Int", "key": "a", "value": 2 }] }"#,
      ["duplicate values[1] 1:58"]
    ),
  ]

  @Test(arguments: documents)
  func `each mistake in the fields of a document is reported with its place`(json: String, expected: [String]) {
    #expect(summaries(json) == expected)
  }

  @Test(arguments: Format.allCases)
  func `an unknown field is reported with near matches and the possible names`(format: Format) {
    let found = findings(
      #"{ "registration": [], "values": [{ "type": "Int", "value": 1, "nam": "a" }] }"#, in: container, as: format)
    #expect(Set(found.map(\.path)) == ["registration", "values[0].nam"])
    #expect(found.first { $0.path == "registration" }?.nearMatches == ["registrations"])
    #expect(found.first { $0.path == "values[0].nam" }?.nearMatches == ["name"])
    #expect(found.allSatisfy { $0.rule == .unknownField && !$0.possible.isEmpty })
  }

  @Test func `the fields of a superclass are read from a field of its own`() throws {
    let text = #"{ "values": [{ "type": "Letter", "value": { "stamp": 1, "super": { "weight": 2 } } }] }"#
    try container.register(text)
    #expect(try container.resolve(Letter.self).weight == 2)
    #expect(
      summaries(text.replacing("2", with: #"2, "wight": 3"#)) == ["unknown-field values[0].value.super.wight 1:81"])
  }

  // MARK: Registrations

  // The golden file `fields.txt` has misspelt words, a name beside a key, and values for other types; there and in
  // `five-mistakes.txt` are too many rules.
  static let fields: [(fields: String, summary: String)] = [
    (#""scope": 1"#, "wrong-value registrations[0].scope"),
    (#""scope": {}"#, "missing-field registrations[0].scope"),
    // What is misspelt is not missing, too.
    (#""scope": { "scopd": "x" }"#, "unknown-field registrations[0].scope.scopd"),
    (#""scope": { "scoped": 1 }"#, "wrong-value registrations[0].scope.scoped"),
    (#""name": 1"#, "wrong-value registrations[0].name"),
    (#""key": null"#, "wrong-value registrations[0].key"), (#""key": []"#, "wrong-value registrations[0].key"),
    (#""key": 1e999"#, "unreadable-value registrations[0].key"),
    (#""key": { "type": "Limits" }"#, "missing-field registrations[0].key"),
    (#""key": { "value": 1 }"#, "missing-field registrations[0].key"),
    (#""key": { "type": "Everything", "value": {} }"#, "wrong-value registrations[0].key.type"),
    (#""key": { "type": "Limits", "value": 1 }"#, "unreadable-value registrations[0].key.value"),
    (#""eager": "yes""#, "wrong-value registrations[0].eager"),
    (#""isOverridable": 0"#, "wrong-value registrations[0].isOverridable"),
    (#""ifRegistered": true"#, "wrong-value registrations[0].ifRegistered"),
    (#""implements": "Journal""#, "wrong-value registrations[0].implements"),
    (#""implements": [1]"#, "wrong-value registrations[0].implements[0]"),
    (#""with": {}"#, "wrong-value registrations[0].with"),
    (#""remove": "yes""#, "wrong-value registrations[0].remove"),
    (#""value": 1"#, "unknown-field registrations[0].value"),
    (#""type": "ConsoleJournal""#, "duplicate-field registrations[0].type"),
    // Rules that do not fit their parameters.
    (#""with": []"#, "rule-count registrations[0].with"),
    (#""with": ["auto", "auto", "Auto"]"#, "wrong-value registrations[0].with[2]"),
    (#""with": ["auto", "auto", 5]"#, "wrong-value registrations[0].with[2]"),
    (#""with": ["auto", "auto", {}]"#, "missing-field registrations[0].with[2]"),
    (#""with": ["auto", "auto", { "named": 1 }]"#, "wrong-value registrations[0].with[2].named"),
    (#""with": ["auto", "auto", { "keyed": [] }]"#, "wrong-value registrations[0].with[2].keyed"),
    (#""with": ["auto", "auto", { "value": "30" }]"#, "unreadable-value registrations[0].with[2].value"),
    (
      #""with": ["auto", { "named": "a", "value": "b" }, "auto"]"#,
      "conflicting-fields registrations[0].with[1].value"
    ),
  ]

  static let entries: [(type: String, fields: String, summaries: [String])] =
    fields.map { ("FileStorage", $0.fields, [$0.summary]) } + [
      // A resolver has no name.
      ("Asker", #""with": [{ "named": "a" }]"#, ["wrong-value registrations[0].with[0]"]),
      // The golden file `duplicates.txt` has a loop of two types.
      ("FileJournal", #""implements": ["FileJournal"]"#, ["implements-loop registrations[0]"]),
      // Types to which the type does not conform, and some that are listed twice.
      (
        "FileJournal", #""implements": ["Storage", "Int"]"#,
        ["not-implemented registrations[0].implements[0]", "not-implemented registrations[0].implements[1]"]
      ),
      (
        "FileJournal", #""implements": ["Journal", "any Journal", "Ledger", "SingularityTests.Ledger"]"#,
        ["duplicate registrations[0].implements[1]", "duplicate registrations[0].implements[3]"]
      ),
    ]

  @Test(arguments: entries)
  func `each wrong field of a registration is reported by its own finding`(
    type: String, fields: String, summaries: [String]
  ) { #expect(registration(type, fields).map { "\($0.rule) \($0.path)" } == summaries) }

  @Test func `the fields of a registration are checked even if its type is unknown`() {
    #expect(registration("Nothing", #""scope": 1, "eager": 1, "name": 1, "with": 1, "implements": [1]"#).count == 6)
  }

  // MARK: Rules

  @Test func `a wrong number of rules is reported with the types of the parameters`() {
    let found = registration("FileStorage", #""with": ["auto"]"#)
    #expect(found[0].description.contains("FileStorage takes 3 parameters: Journal, String?, Int."))
    #expect(found[0].found == "1 rule")
  }

  // MARK: Implementing

  @Test func `an unknown type in implements is reported with near matches and the possible types`() {
    let found = registration("FileJournal", #""implements": ["Jornal", "Nothing"]"#)
    #expect(found.map(\.rule) == [.unknownService, .unknownService])
    #expect(found[0].nearMatches == ["Journal"])
    #expect(found[1].nearMatches.isEmpty)
    #expect(found[1].possible.contains("Journal"))
  }

  @Test func `an entry that implements the type of an earlier one is reported unless it has ifRegistered`() throws {
    let implementing = findings(
      file(#"{ "type": "QuietJournal" }, { "type": "FileJournal", "implements": ["Journal"] }"#),
      in: container)
    #expect(implementing.map(\.rule) == [.duplicate])
    try container.register(
      file(#"{ "type": "ConsoleJournal" }, { "type": "QuietJournal", "ifRegistered": "replace" }"#))
    #expect(try container.resolve((any Journal).self) is QuietJournal)
  }

  @Test(arguments: [("replace", 2), ("keep", 1)])
  func `ifRegistered chooses between two entries of one type and name`(policy: String, value: Int) throws {
    let json = #"{ "values": [{ "type": "Int", "value": 1 }, { "type": "Int", "value": 2 }] }"#
    #expect(findings(json, in: container).map(\.summary) == ["duplicate values[1] 1:45"])
    let chosen = json.replacing("2 }", with: "2, \"ifRegistered\": \"\(policy)\" }")
    try container.register(chosen)
    #expect(try container.resolve(Int.self) == value)
    let refused = findings(chosen.replacing(policy, with: "fail"))
    #expect(refused.map(\.description).description.contains("registered already, by values[0] at services.json:1:14."))
  }

  @Test func `a registration can implement a protocol with a constrained associated type`() throws {
    try container.register((any Holder<Int>).self) { IntHolder() }
    try container.register(file(#"{ "type": "IntHolder", "scope": "singleton", "implements": ["Holder<Int>"] }"#))
    #expect(try container.resolve((any Holder<Int>).self) as? IntHolder === container.resolve(IntHolder.self))
  }

  @Test func `rules are checked against the registered initializer even if it differs later`() throws {
    let json = """
      { "registrations": [{ "type": "Fickle", "with": ["auto"] }], "values": [{ "type": "Int", "value": 1 }] }
      """
    try Fickle.$count.withValue(Counter()) { try container.register(json) }
    #expect(try container.resolve(Fickle.self).numbers == [1])
  }

  @Test func `the spelling of a number as a key decides if it is an Int or a Double`() throws {
    try container.register(
      #"{ "values": [{ "type": "Int", "key": 1, "value": 1 }, { "type": "Int", "key": 1.0, "value": 2 }, { "type": "Int", "key": 1e3, "value": 3 }] }"#
    )
    #expect(try container.resolve(Int.self, key: 1) == 1)
    #expect(try [1.0, 1000.0].map { try container.resolve(Int.self, key: $0) } == [2, 3])
  }

  static let numericKeys: [(number: String, key: any Hashable & Sendable)] = [
    ("<real>1</real>", 1.0), ("<integer>0x1E</integer>", 30),
    ("<real>\(String(repeating: "0", count: 40)).5</real>", 0.5),
  ]

  @Test(arguments: numericKeys)
  func `a number of a property list is a Double key if it is a real`(
    number: String, key: any Hashable & Sendable
  ) throws {
    let list =
      "<plist><dict><key>values</key><array><dict><key>type</key><string>Int</string><key>value</key>"
      + "<integer>1</integer><key>key</key>\(number)</dict></array></dict></plist>"
    try container.register(propertyList: Data(list.utf8))
    #expect(container.isRegistered(Int.self, key: key))
  }

  @Test func `a report escapes a type name with line breaks and shortens a long one`() {
    let forged =
      #"{ "registrations": [{ "type": "Foo\n\n2. protected: x\u001b[31m" }, { "type": "\#(String(repeating: "a", count: 500))" }, { "type": "" }] }"#
    let error = #expect(throws: ResourceError.self) { try container.register(forged) }
    let lines = error?.description.split(separator: "\n") ?? []
    #expect(lines.allSatisfy { $0.count < 300 && !$0.hasPrefix("2. protected") && !$0.contains("\u{1B}") })
    #expect(
      lines.contains { $0.hasPrefix(#"1. unknown-type: No type named "Foo\n\n2. protected: x\u{1B}[31m" conforms to"#) }
    )
  }

  // MARK: Many

  @Test func `a report of 10 000 findings lists 1000 and counts the rest`() {
    let entries = (0..<10_000).map { #"{ "type": "Zebra\#($0)" }"# }.joined(separator: ", ")
    let error = #expect(throws: ResourceError.self) { try container.register(#"{ "registrations": [\#(entries)] }"#) }
    #expect(error?.findings.count == 1000 && error?.omission == 9000)
    #expect(error?.description.hasPrefix("10000 problems in services.json:") ?? false)
    #expect(error?.description.hasSuffix("… and 9000 more") ?? false)
  }

  @Test func `each of 10 000 registrations on one line has the right column`() throws {
    let entries = (0..<10_000).map { #"{"type":"Int","name":"é\#($0)","value":1}"# }
    try container.register(#"{"values":[\#(entries.joined(separator: ","))]}"#)
    var column = 12
    let locations = entries.map { entry in
      defer { column += entry.count + 1 }
      return "services.json:1:\(column)"
    }
    #expect(container.graph.nodes.map(\.location?.description) == locations)
  }
}
