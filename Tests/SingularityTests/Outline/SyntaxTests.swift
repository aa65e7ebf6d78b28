import Foundation
import Singularity
import Testing

struct SyntaxTests {
  private let container = Container()

  static let json: [(text: String, place: String, found: String)] = [
    ("{", "1:2", "the end of the file"), ("[1,]", "1:4", "`]`"), ("{\"a\" 1}", "1:6", "`1`"), ("{a: 1}", "1:2", "`a`"),
    ("{\"a\": tru}", "1:7", "`tru`"), ("{\"a\": 01}", "1:8", "`1`"), ("{\"a\": 1.}", "1:9", "`}`"),
    ("{\"a\": -}", "1:8", "`}`"), ("{\"a\": 1e}", "1:9", "`}`"), ("{\"a\": \"x\n\"}", "1:9", "a control character"),
    ("{\"a\": \"\\x\"}", "1:8", "`\\x\"`"), ("{\"a\": \"\\u12\"}", "1:8", "`\\u12\"`"),
    ("{\"a\": \"\\uD800\"}", "1:14", "`\"`"), ("{\"a\": \"\\uDC00\"}", "1:8", "`\\uDC00\"`"),
    ("{\"a\": \"\\uD800\\u0041\"}", "1:8", "`\\uD800\\u0041\"`"), ("{} {}", "1:4", "`{`"),
    ("{\"a\": \"", "1:8", "the end of the file"),
    ("{\r\n\"a\": 1,\r\n}", "3:1", "`}`"), ("{\r\"a\":\r}", "3:1", "`}`"), ("{\"é😀\": nil}", "1:8", "`nil`"),
    ("// none\n{}", "1:1", "`//`"), ("{'a': 1}", "1:2", "`'a'`"), ("NaN", "1:1", "`NaN`"),
    ("{\"a\": +1}", "1:7", "`+1`"),
  ]

  @Test(arguments: json)
  func `text that is not JSON is reported with the place of its error`(text: String, place: String, found: String) {
    let findings = findings(text, in: container)
    #expect(findings.map(\.summary) == ["syntax \(place)"])
    #expect(findings.first?.found == found)
  }

  static let xml: [(text: String, place: String)] = [
    ("<plist>", "1:8"), ("<plist><dict></plist>", "1:14"), ("<plist><dict><key>a</dict></plist>", "1:20"),
    ("<plist><dict><string>a</string></dict></plist>", "1:14"), ("<plist><set/></plist>", "1:8"), ("<list/>", "1:8"),
    ("<plist><dict/></plist><plist/>", "1:23"), ("<plist><dict/>", "1:15"), ("<plist\n<dict/></plist>", "2:2"),
    ("<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><dict/></plist>", "1:1"), ("<!-- <plist/>", "1:1"),
    ("{ a = 1; }", "1:1"),
    ("<plist><string>abc", "1:19"), ("<plist><string>a & b</string></plist>", "1:18"),
    ("<plist><string>&foo;</string></plist>", "1:16"), ("<plist><string>&#xFFFFFF;</string></plist>", "1:16"),
    ("<plist><true>x</true></plist>", "1:8"), ("<plist><integer/></plist>", "1:8"),
    ("<plist><integer>a</integer></plist>", "1:8"),
    ("<plist><date>2026-02-30T12:00:00Z</date></plist>", "1:8"),
    ("<plist><date>2026-02-28T12:00:00&#x5A;</date></plist>", "1:8"), ("<plist><data>QQ=</data></plist>", "1:8"),
    ("<plist>\n<real>x</real></plist>", "2:1"), ("<plist><real>1e400</real></plist>", "1:8"),
    ("<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist/>", "1:1"),
  ]

  @Test(arguments: xml)
  func `text that is not a property list is reported with the place of the first error`(text: String, place: String) {
    let findings = SingularityTests.findings(in: container) {
      try container.register(propertyList: Data(text.utf8), named: "services.plist")
    }
    #expect(findings.map(\.summary) == ["syntax \(place)"])
  }

  @Test func `values may be nested 64 levels deep, and the 65th bracket is refused`() throws {
    func nested(_ depth: Int) -> String {
      #"{ "values": [{ "type": "Level", "value": "# + String(repeating: "[", count: depth - 3)
        + String(repeating: "]", count: depth - 3) + "}] }"
    }
    #expect(findings(nested(64), in: container).map(\.rule) == [.unreadableValue])
    #expect(findings(nested(65), in: container).map(\.summary) == ["too-deep 1:103"])
    for count in [1000, 1_000_000] {
      #expect(findings(String(repeating: "[", count: count), in: container).map(\.summary) == ["too-deep 1:65"])
    }
    let deep =
      "<plist>" + String(repeating: "<array>", count: 65) + String(repeating: "</array>", count: 65) + "</plist>"
    let found = SingularityTests.findings(in: container) { try container.register(propertyList: Data(deep.utf8)) }
    #expect(found.map(\.summary) == ["too-deep 1:456"])
  }

  @Test(arguments: [
    // One copy is written with an escape.
    (
      #"{ "values": [], "value\u0073": [], "values": [] }"#,
      ["duplicate-field values 1:17", "duplicate-field values 1:36"]
    ),
    // Canonically equivalent in Unicode.
    (
      "{ \"values\": [{ \"type\": \"[String: Int]\", \"value\": { \"\u{E9}\": 1, \"e\u{301}\": 2 } }] }",
      [#"duplicate-field values[0].value["é"] 1:60"#]
    ),
    // In a value of an app's type.
    (
      #"{ "values": [{ "type": "Limits", "value": { "books": 1, "days": 2, "books": 3 } }] }"#,
      ["duplicate-field values[0].value.books 1:68"]
    ),
  ])
  func `a repeated field is reported at each repetition`(json: String, summaries: [String]) {
    #expect(findings(json, in: container).map(\.summary) == summaries)
  }

  @Test(arguments: Format.allCases.filter { $0 != .json })
  func `a repeated field in a property list is reported`(format: Format) throws {
    let data =
      switch format {
      case .xml: Data("<plist><dict><key>a&amp;b</key><true/><key>a&#38;b</key><true/></dict></plist>".utf8)
      default: BinaryList.dictionary([("a&b", 0x09), ("a&b", 0x08)])
      }
    let found = SingularityTests.findings(in: container) { try container.register(propertyList: data) }
    #expect(found.filter { $0.rule == .duplicateField }.map(\.path) == ["[\"a&b\"]"])
  }
}

struct BinaryListTests {
  private let container = Container()

  private func findings(_ data: Data) -> [ResourceFinding] {
    SingularityTests.findings(in: container) { try container.register(propertyList: data) }
  }

  @Test func `a short binary property list that refers to itself, or expands to very many values, is refused`() {
    #expect(findings(BinaryList.list([[0xA1, 0]])).map(\.rule) == [.tooDeep])
    // Forty arrays that each contain the next one twice.
    let objects: [[UInt8]] = (1...40).map { [0xA2, $0, $0] } + [[0x09]]
    #expect(findings(BinaryList.list(objects)).map(\.rule) == [.tooLarge])
  }

  @Test func `a binary property list may refer 5000 times to one string of a megabyte`() {
    // Reading it for each of them would take five gigabytes.
    let string: [UInt8] = [0x5F, 0x12, 0, 0x0F, 0x42, 0x40] + Array(repeating: UInt8(ascii: "a"), count: 1_000_000)
    let array: [UInt8] = [0xAF, 0x11, 0x13, 0x88] + Array(repeating: 2, count: 5000)
    let objects: [[UInt8]] = [[0xD1, 3, 1], array, string, [0x56] + Array("values".utf8)]
    #expect(findings(BinaryList.list(objects, sizeOfOffsets: 3)).map(\.rule).first == .wrongValue)
  }

  @Test(arguments: [
    Data("bplist00".utf8), Data("bplist00".utf8) + Data(count: 32), BinaryList.list([[0xA1, 9]]),
    BinaryList.list([[0x5F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]]),
    BinaryList.list([[0x6F, 0x12, 0x7F, 0, 0, 0]]),
    BinaryList.list([[0xD1, 1, 1], [0x09]]), BinaryList.list([[0x80, 1]]), BinaryList.list([[0x14]]),
    BinaryList.list([[0xC0]]),
  ])
  func `a malformed binary property list is refused as a syntax error without a place`(data: Data) {
    let found = findings(data)
    #expect(found.map(\.rule) == [.syntax] && found.first?.location == nil)
  }

  @Test func `findings in a binary property list have a path but no line`() {
    let found = SingularityTests.findings(
      #"{ "values": [{ "type": "Int", "value": "x" }], "other": 1 }"#, in: container, as: .binary)
    #expect(Set(found.map(\.summary)) == ["unreadable-value values[0].value", "unknown-field other"])
    #expect(found.first { $0.rule == .unreadableValue }?.found == "\"x\"")
    #expect(found.allSatisfy { $0.file == "services.plist" })
  }

  @Test func `a registration from a binary property list shows the file name as its place`() throws {
    try Format.binary.register(#"{ "values": [{ "type": "Int", "value": 1 }] }"#, in: container)
    #expect(container.graph.nodes.map(\.location?.description) == ["services.plist"])
    #expect(try container.resolve(Int.self) == 1)
  }
}
