import AstrojectTesting
import Foundation
import NexusFixtures
import Singularity
import Testing

struct TypeNameTests {
  private let container = Container()

  private func findings(type: String, modules: String = "") -> [ResourceFinding] {
    let modules = modules.isEmpty ? "" : #""modules": [\#(modules)], "#
    return SingularityTests.findings(#"{ \#(modules)"registrations": [{ "type": "\#(type)" }] }"#, in: container)
  }

  @Test(arguments: ["FileJournal", "SingularityTests.FileJournal"])
  func `a resource file finds a type by its plain or its module-qualified name`(name: String) throws {
    try container.register(#"{ "registrations": [{ "type": "\#(name)" }] }"#)
    _ = try container.resolve(FileJournal.self)
  }

  @Test func `a resource file finds a nested type by its name with the names of its outer types`() throws {
    try container.register(
      #"{ "registrations": [{ "type": "First.Twin" }, { "type": "SingularityTests.Second.Twin" }] }"#)
    #expect(container.graph.nodes.map(\.key) == ["First.Twin", "Second.Twin"])
  }

  @Test func `a type name that several types share is reported with their qualified names`() {
    let found = findings(type: "Twin")
    #expect(found.map(\.rule) == [.ambiguousType])
    #expect(found[0].possible == ["SingularityTests.First.Twin", "SingularityTests.Second.Twin"])
  }

  // The golden file `types.txt` has the other types that exist but cannot be used.
  @Test func `a type without a record of its conformance is reported by its qualified name, too`() {
    let found = findings(type: "SingularityTests.Bare", modules: #""SingularityTests""#)
    #expect(found.map(\.rule) == [.unknownType])
    #expect(found[0].description.contains("The program has a type SingularityTests.Bare, but no record"))
  }

  @Test func `a type whose record the optimizer dropped is reported with advice to keep it`() throws {
    let json = #"{ "modules": ["TestSupport"], "registrations": [{ "type": "UnusedStruct" }] }"#
    #if DEBUG
      try container.register(json)
      #expect(container.graph.nodes.map(\.key) == ["UnusedStruct"])
    #else
      let found = SingularityTests.findings(json, in: container)
      #expect(found.map(\.rule) == [.unknownType])
      #expect(
        found.first?.description.contains(
          "let the type conform to AutoInjectable in an extension, because an optimized build drops")
          ?? false)
    #endif
  }

  @Test(arguments: ["FileJornal", "SingularityTests.FileJornal", "filejournal"])
  func `a misspelt type is reported with near matches`(name: String) {
    let found = findings(type: name, modules: #""SingularityTests""#)
    #expect(found.map(\.rule) == [.unknownType])
    #expect(found[0].nearMatches.first == "FileJournal")
    #expect(found[0].possible.contains("FileJournal"))
    #expect(found[0].description.contains("in an extension"))
  }

  @Test(arguments: [
    "", ".", "..", "A.", ".A", "SingularityTests", "SingularityTests.", "💥", String(repeating: "A", count: 2000),
  ])
  func `a name that no type can have is reported as an unknown type`(name: String) {
    #expect(findings(type: name).map(\.rule) == [.unknownType])
  }

  @Test func `an unknown module is reported with near matches, and its types are not reported as well`() throws {
    let found = findings(type: "FileJournal", modules: #""SingularityTest", "NexusFixtures""#)
    #expect(found.map(\.summary) == ["unknown-module modules[0] 1:15"])
    #expect(found[0].nearMatches.first == "SingularityTests")
  }

  // MARK: Types of values

  struct ValueCase: Sendable, CustomStringConvertible {
    let type: String
    let value: String
    let expected: any Equatable & Sendable

    init(_ type: String, _ value: String, _ expected: any Equatable & Sendable) {
      (self.type, self.value, self.expected) = (type, value, expected)
    }

    var description: String { "\(value) as \(type)" }
  }

  static let types: [ValueCase] = [
    .init("Int", "-5", -5), .init("Int8", "-128", Int8.min), .init("Int16", "300", Int16(300)),
    .init("Int32", "1", Int32(1)),
    .init("Int64", "9223372036854775807", Int64.max), .init("UInt", "5", UInt(5)), .init("UInt8", "255", UInt8.max),
    .init("UInt16", "1", UInt16(1)), .init("UInt32", "1", UInt32(1)),
    .init("UInt64", "18446744073709551615", UInt64.max),
    .init("Swift.Float", "1.5", Float(1.5)), .init("Double", "-2.5e3", -2500.0), .init("Double", "2", 2.0),
    .init("Bool", "true", true),
    .init("String", "\"a\\u00e9\\n\"", "aé\n"), .init("Swift.Int", "3", 3),
    .init("Decimal", "0.1", Decimal(string: "0.1") ?? 0),
    .init("Date", "\"2026-11-25T12:00:00Z\"", Date(timeIntervalSince1970: 1_795_608_000)),
    .init("Date", "\"2026-11-25T14:00:00+02:00\"", Date(timeIntervalSince1970: 1_795_608_000)),
    .init("Date", "\"2026-11-25T12:00:00.25Z\"", Date(timeIntervalSince1970: 1_795_608_000.25)),
    .init("Date", "\"2026-11-25\"", Date(timeIntervalSince1970: 1_795_564_800)),
    .init("Data", "\"QUJD\"", Data.init("ABC".utf8)),
    .init(
      "URL", "\"https://example.org/a?b=c\"", URL(string: "https://example.org/a?b=c") ?? URL(fileURLWithPath: "/")),
    .init("Duration", "30", Duration.seconds(30)), .init("Duration", "0.25", Duration.milliseconds(250)),
    .init("Duration", "-1", Duration.seconds(-1)), .init("[Int]", "[1, 2]", [1, 2]),
    .init("[String]", "[]", [String]()),
    .init("[ String : Int ]", "{ \"a\": 1 }", ["a": 1]), .init("[Int: Bool]", "{ \"1\": true }", [1: true]),
    .init("[[Duration]]", "[[1], []]", [[Duration.seconds(1)], []]),
    .init("[String: [URL]]", "{ \"a\": [\"b\"] }", ["a": [URL(string: "b")].compactMap { $0 }]),
    .init("Limits", "{ \"books\": 1, \"days\": 2 }", Limits(books: 1, days: 2)),
    .init("[SingularityTests.Limits]", "[{ \"books\": 1, \"days\": 2 }]", [Limits(books: 1, days: 2)]),
    .init("Level", "\"low\"", Level.low),
    .init(
      "Wide", "{ \"signed\": -18446744073709551616, \"unsigned\": 18446744073709551616, \"more\": [1] }",
      Wide(signed: -18_446_744_073_709_551_616, unsigned: 18_446_744_073_709_551_616, more: [1])),
  ]

  @Test(arguments: types)
  func `a value is decoded as the type that its entry names, in every format`(value: ValueCase) throws {
    func check<Value: Equatable>(_ expected: Value, _ format: Format) throws {
      let container = Container()
      try format.register(#"{ "values": [{ "type": "\#(value.type)", "value": \#(value.value) }] }"#, in: container)
      #expect(try container.resolve(Value.self) == expected, "as \(format)")
    }
    for format in Format.allCases {
      // Foundation's property lists have no number of that size.
      if value.type == "UInt64" || value.type == "Wide", format != .json { continue }
      try check(value.expected, format)
    }
  }

  // The golden file `fields.txt` has some more.
  static let unreadable: [(type: String, value: String, reason: String)] = [
    ("Int", "1.5", "the number does not fit"), ("Int8", "128", "the number does not fit"),
    ("UInt", "-1", "the number does not fit"),
    ("Int", "99999999999999999999", "the number does not fit"), ("Double", "1e999", "the number does not fit"),
    ("Swift.Float", "1e300", "the number does not fit"), ("Int", "\"1\"", "this is not an Int"),
    ("Int", "true", "this is not an Int"),
    ("Int", "null", "this is not an Int"), ("Bool", "1", "this is not a Bool"), ("String", "1", "this is not a String"),
    ("Date", "0", "this is not a String"),
    ("Date", "\"2026-02-29\"", "this is not an ISO 8601 date, such as 2026-11-25T12:00:00Z"),
    ("Date", "\"2026-11-25T24:00:00Z\"", "this is not an ISO 8601 date, such as 2026-11-25T12:00:00Z"),
    ("Date", "\"2026-11-25T12:00:00Z!\"", "this is not an ISO 8601 date, such as 2026-11-25T12:00:00Z"),
    ("Data", "\"QUJD====\"", "this is not Base64"),
    ("Data", "\"*\"", "this is not Base64"), ("URL", "\"\"", "this is not a URL"),
    ("Duration", "\"1s\"", "this is not a Double"),
    ("Duration", "1e30", "a duration has fewer seconds"), ("[Int]", "{}", "this is not an array"),
    ("[Int]", "[1, \"a\"]", "this is not an Int"),
    ("[String: Int]", "[]", "this is not an object"),
    ("[Int: Int]", "{ \"a\": 1 }", "the name of a field is not a number"),
    ("[Int: Int]", "{ \"1\": 1, \"01\": 2 }", "another field is the same number"),
    ("Limits", "{ \"books\": 1, \"days\": 2.5 }", "the number does not fit"),
    ("Limits", "5", "this is not an object"),
    ("Level", "\"loud\"", "Cannot initialize Level from invalid String value loud"),
    ("Picky", "3", "Objection()"), ("Letter", "{ \"stamp\": 1 }", "the field \"super\" is missing"),
  ]

  @Test(arguments: unreadable)
  func `a value that does not fit its type is reported with the reason`(type: String, value: String, reason: String) {
    let found = SingularityTests.findings(#"{ "values": [{ "type": "\#(type)", "value": \#(value) }] }"#, in: container)
    #expect(found.map(\.rule) == [.unreadableValue])
    #expect(found.first?.description.contains(": \(reason).") ?? false, "\(found)")
  }

  @Test func `a finding for an unreadable value points to the wrong part of the value`() {
    let found = SingularityTests.findings(
      """
      { "values": [
        { "type": "[Limits]", "value": [{ "books": 1, "days": 2 },
                                        { "books": 1, "days": "two" }] },
        { "type": "[String: [Int]]", "value": { "a": [1], "b": [1, 2, null] } },
        { "type": "[String: Int]", "value": { "d": "", "c": "", "b": "", "a": "" } }
      ] }
      """, in: container)
    #expect(
      found.map(\.summary) == [
        "unreadable-value values[0].value[1].days 3:57", "unreadable-value values[1].value.b[2] 4:65",
        "unreadable-value values[2].value.a 5:73",
      ])
  }

  @Test func `an unknown field is reported at any depth of a value`() {
    let found = SingularityTests.findings(
      """
      { "modules": ["SingularityTests"],
        "values": [
          { "type": "Tuning", "value": { "dept": 3, "cache": 2 } },
          { "type": "[String: [Tuning]]", "value": { "any": [{ "cache": 1 }, { "cache": 1, "chache": 2 }] } },
          { "type": "Layers", "value": { "outer": 1, "inner": 2, "other": 3 } }
        ],
        "registrations": [{ "type": "Cabinet", "with": [{ "value": [] }, { "value": {} }, { "value": 1 },
          { "value": { "books": 1, "days": 2, "hours": 3 } }, { "value": 1 }] }]
      }
      """, in: container)
    #expect(
      found.map { "\($0.rule) \($0.path)" } == [
        "unknown-field values[0].value.dept", "unknown-field values[1].value.any[1].chache",
        "unknown-field values[2].value.other", "unknown-field registrations[0].with[3].value.hours",
      ])
  }

  static let wrongTypes: [(type: String, rule: ResourceRule)] = [
    ("Integer", .unknownType), ("Strin", .unknownType), ("Bare", .unknownType), ("[Int", .wrongValue),
    ("Int]", .unknownType), ("Int?", .wrongValue), ("Array<Int>", .wrongValue),
    ("[Double: Int]", .wrongValue), ("[[[[[Int]]]]]", .wrongValue), ("[]", .unknownType),
    ("FileJournal", .unknownType), ("Carton", .unusableType), ("", .unknownType),
    // No type has blanks around its name.
    (" Int", .unknownType), ("Int ", .unknownType), (" [Int]", .unknownType),
  ]

  @Test(arguments: wrongTypes)
  func `a type that no value can have is reported`(type: String, rule: ResourceRule) {
    let found = SingularityTests.findings(#"{ "values": [{ "type": "\#(type)", "value": 1 }] }"#, in: container)
    #expect(found.map(\.rule) == [rule])
    #expect(rule != .unknownType || found.first?.possible.first == "String")
  }

  @Test func `an app's type with the name of a standard type has to be qualified`() throws {
    let found = SingularityTests.findings(#"{ "values": [{ "type": "Float", "value": 1 }] }"#, in: container)
    #expect(found.map(\.rule) == [.ambiguousType])
    #expect(found.first?.possible == ["SingularityTests.Calendar.Float", "Swift.Float"])
    try container.register(#"{ "values": [{ "type": "Calendar.Float", "value": { "month": 1 } }] }"#)
    #expect(try container.resolve(Calendar.Float.self).month == 1)
  }

  @Test func `a misspelt type is reported with near matches, and a wrong enumeration value with all possible ones`() {
    let found = SingularityTests.findings(
      #"{ "values": [{ "type": "Doubl", "value": 1 }, { "type": "Limit", "value": 1 }, { "type": "Level", "value": "hihg" }] }"#,
      in: container)
    #expect(found.count == 3 && found[0].nearMatches.first == "Double" && found[1].nearMatches == ["Limits"])
    #expect(found.last?.possible == [#""low""#, #""high""#])
  }

  @Test(arguments: Format.allCases.filter { $0 != .json })
  func `a property list can contain native dates and data, even inside a value`(format: Format) throws {
    let date = Date(timeIntervalSince1970: 1_795_608_000)
    let everything: [String: Any] = [
      "date": date, "data": Data([1, 2]), "url": "a", "timeout": 2, "price": 1.1, "levels": ["high"], "small": 3,
    ]
    let list: [String: Any] = [
      "values": [
        ["type": "Date", "value": date], ["type": "Data", "value": Data([3])],
        ["type": "Everything", "value": everything],
      ]
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: list, format: format == .xml ? .xml : .binary, options: 0)
    try container.register(propertyList: data)
    #expect(try container.resolve(Date.self) == date)
    #expect(try container.resolve(Data.self) == Data([3]))
    #expect(
      try container.resolve(Everything.self)
        == Everything(
          date: date, data: Data([1, 2]), url: try #require(URL(string: "a")), timeout: .seconds(2),
          price: try #require(Decimal(string: "1.1")), levels: [.high], small: 3))
  }

  @Test(arguments: [
    ("<integer>18446744073709551615</integer>", "18446744073709551615"), ("<string>0.10</string>", "0.1"),
    ("<string>0x10</string>", nil),
  ])
  func `a decimal number of a property list is read exactly or refused`(number: String, expected: String?) {
    let list =
      "<plist><dict><key>values</key><array><dict><key>type</key><string>Decimal</string><key>value</key>\(number)"
      + "</dict></array></dict></plist>"
    try? container.register(propertyList: Data(list.utf8))
    #expect((try? container.resolve(Decimal.self)) == expected.flatMap { Decimal(string: $0) })
  }

  @Test func `JSON values are decoded alike in keyed and unkeyed containers of an app's type`() throws {
    try container.register(
      """
      { "values": [{ "type": "Everything", "value": { "date": "2026-11-25", "data": "QUJD", "url": "a", "timeout": 2.5,
        "price": 1.10, "levels": ["low"], "small": null } }, { "type": "Unkeyed", "value": [1, "a", null, [2.5], { "a": 1 }] }] }
      """)
    #expect(try container.resolve(Everything.self).timeout == .seconds(2.5))
    #expect(try container.resolve(Unkeyed.self).seen == ["1", "a", "nil", "2.5 seconds", "a"])
  }
}
