import Foundation
import AstrojectTesting
import Singularity
import Testing

struct PlaceTests {
  private let container = Container()

  @Test func `the reader counts a line feed, a carriage return or both as one line end`() {
    let found = findings("{\n\"a\": 1,\r\n\"b\": 2,\r\"c\": 3 }", in: container)
    #expect(found.map(\.summary) == ["unknown-field a 2:1", "unknown-field b 3:1", "unknown-field c 4:1"])
  }

  @Test func `columns of findings are counted in Unicode scalars`() {
    let found = findings(#"{ "é": 1, "😀": 2, "e\u0301": 3, "x": 4 }"#, in: container)
    #expect(found.map(\.summary).sorted().last == "unknown-field é 1:3")
    #expect(found.first { $0.path == "x" }?.summary == "unknown-field x 1:33")
  }

  @Test func `a finding in a property list points to the element or to the key`() {
    let list = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!-- a comment -->
      <plist version="1.0">
      <dict>
        <key>values</key>
        <array>
          <dict>
            <key>type</key> <string>Int</string>
            <key>value</key> <string>&lt;1&gt; &#x41;<![CDATA[<b>]]></string>
            <key>other &amp; more</key> <true/>
          </dict>
        </array>
      </dict>
      </plist>
      """
    let found = findings(in: container) {
      try container.register(propertyList: Data(list.utf8), named: "services.plist")
    }
    #expect(
      found.map(\.summary) == [
        "unreadable-value values[0].value 9:24", #"unknown-field values[0]["other & more"] 10:7"#,
      ])
    #expect(found[0].found == #""<1> A<b>""#)
  }

  @Test func `errors, graphs and pictures show the place of a registration in its file`() throws {
    try container.register(
      """
      {
        "modules": ["SingularityTests"],
        "registrations": [
          { "type": "FileStorage", "name": "primary" }
        ]
      }
      """)
    let error = #expect(throws: GraphError.self) { try container.validate(roots: []) }
    #expect(
      error?.description.contains("Needed by: Storage named \"primary\", registered at services.json:4:5") ?? false)
    #expect(container.graph.nodes.map(\.location?.description) == ["services.json:4:5"])
    #expect(container.graph.dot.contains("services.json:4:5"))
    #expect(container.graph.mermaid.contains("services.json#58;4#58;5"))
    #expect(throws: AstrojectError.self) { try container.resolve((any Storage).self, name: "primary") }
    let text = #expect(throws: AstrojectError.self) { try container.resolve((any Storage).self) }
    #expect("\(text as Any)".contains("services.json:4:5"))
  }

  @Test func `a finding shows the value it found and shortens a long one`() {
    let long = String(repeating: "a", count: 100)
    let found = findings(
      #"{ "modules": 1.50, "registrations": "\#(long)", "values": [{ "type": "Int", "value": [] }, false, null, "a\"b"] }"#,
      in: container)
    #expect(
      found.map(\.found) == [
        "the number 1.50", "\"\(String(repeating: "a", count: 39))…\"", "an array", "false", "null", #""a\"b""#,
      ])
  }
}
