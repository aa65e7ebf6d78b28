import Foundation
import TestSupport
import Testing

@testable import Astroject

struct PlainTextTests {
  @Test(
    arguments: [
      ("plain", "plain"), ("Größe 変 🍏 “x”", "Größe 変 🍏 “x”"), ("a\nb\r\nc\td\0", "a\\nb\\r\\nc\\td\\0"),
      ("\u{1B}[31m", "\\u{1B}[31m"), ("\u{7F}\u{85}\u{9F}", "\\u{7F}\\u{85}\\u{9F}"),
      ("\u{202A}\u{202E}\u{2066}\u{2069}", "\\u{202A}\\u{202E}\\u{2066}\\u{2069}"),
      ("\u{200E}\u{200F}\u{61C}", "\\u{200E}\\u{200F}\\u{61C}"), ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"),
      ("👩‍👩‍👧", "👩‍👩‍👧"), ("e\u{301}", "e\u{301}"),
    ])
  func `control characters are escaped, and nothing else is`(text: String, escaped: String) {
    #expect(text.escaped() == escaped)
    #expect(text.quoted == "\"\(escaped)\"")
  }

  @Test func `quotation marks and backslashes are escaped in quotes alone`() {
    #expect(#"a"b\c"#.escaped() == #"a"b\c"#)
    #expect(#"a"b\c"#.quoted == #""a\"b\\c""#)
    #expect("two\nlines\u{1B}".foreign == "two\nlines\\u{1B}")
  }

  @Test func `a long name keeps its ends, and is cut in the time of the result`() {
    let name = "begin" + String(repeating: "é", count: 1 << 20) + "end"
    let time = processorTime {
      for _ in 0..<100 { #expect(name.quoted.utf8.count < 600) }
    }
    #expect(name.shortened.hasPrefix("begin") && name.shortened.hasSuffix("end") && name.shortened.contains("…"))
    #expect(time < .seconds(1))
    #expect(String(repeating: "é", count: 200).shortened.count == 200)
    #expect(String(repeating: "é", count: 201).shortened.count < 200)
  }

  @Test(arguments: [1, 20, 3_000, 100_000])
  func `a long text keeps its first and last lines and has at most 64 KiB`(count: Int) {
    let text = (1...count).map { "\($0) " + String(repeating: "x", count: 5_000_000 / count) }.joined(separator: "\n")
    let bounded = text.bounded
    #expect(bounded.utf8.count <= 1 << 16)
    #expect(bounded.hasPrefix("1 xx"))
    #expect(bounded.split(separator: "\n").last?.hasPrefix("\(count) xx") == true)
    let short = String(text.prefix(60_000))
    #expect(short.bounded == short)
  }
}

/// Names with characters that must not reach a terminal raw.
private let unruly = "a\u{1B}[31m\0\u{202E}\u{2066}\n\u{85}\u{2028}b"
private let tame = #"a\u{1B}[31m\0\u{202E}\u{2066}\n\u{85}\u{2028}b"#

extension String {
  fileprivate var hasControl: Bool {
    unicodeScalars.contains { scalar in
      scalar != "\n"
        && (scalar.properties.generalCategory == .control || (0x2028...0x202E).contains(scalar.value)
          || (0x2066...0x2069).contains(scalar.value))
    }
  }
}

@Suite("Texts of errors with unruly and long names")
struct UnrulyNameTests {
  private final class Part {}

  /// Returns the texts of errors of many kinds, with one name in all places.
  private func texts(_ name: String) throws -> [String] {
    let container = Container().makeChild(named: name)
    var texts: [String] = []
    func note(_ body: () throws -> Void) {
      do {
        try body()
        Issue.record("no error was thrown")
      } catch { texts.append("\(error)") }
    }
    try container.register(Int.self, name: name) { 1 }
    note { _ = try container.resolve(Int.self, name: "other") }
    note { _ = try container.resolve(Int.self, name: String(name.dropLast())) }
    note { _ = try container.resolve(Int.self, key: [name]) }
    try container.register(Part.self) {
      _ = try $0.resolve(String.self, name: name); return Part()
    }
    note { _ = try container.resolve(Part.self) }
    try container.register(Bool.self, name: name) { try $0.resolve(Bool.self, name: name) }
    note { _ = try container.resolve(Bool.self, name: name) }
    try container.register(Double.self, name: name) { throw Trouble(name) }
    note { _ = try container.resolve(Double.self, name: name) }
    try container.register(UInt.self) { 1 }.asScoped(to: name + "x")
    note { _ = try container.resolve(UInt.self) }
    try container.register(UInt8.self, name: name, isOverridable: false) { 1 }
    note { try container.register(UInt8.self, name: name) { 2 } }
    note { try container.register(Int.self, name: name, ifRegistered: .fail) { 2 } }
    note { _ = try container.makeChild(named: name, given: 1) }
    try container.register(UInt16.self) { throw Trouble(name) }.eager()
    note { try container.bootstrap() }
    texts += [container.description, container.debugDescription, "\(Key(Int.self, label: Label(name: name)))"]
    texts.append("\(CodeLocation(file: name, line: 1, column: 2)) \(CodeLocation(file: name, line: 0))")
    let child = container.makeChild(named: name)
    try child.register(Float.self) { 1 }
    note { _ = try container.resolve(Float.self) }
    return texts + [child.debugDescription]
  }

  @Test func `control characters of a name are escaped alike in each line of each text`() throws {
    for text in try texts(unruly) {
      #expect(!text.hasControl, "\(text.debugDescription)")
      for line in text.split(separator: "\n") where line.contains("31m") {
        #expect(line.contains(#"\u{1B}[31m\0\u{202E}\u{2066}"#), "\(line)")
      }
    }
    #expect(unruly.escaped() == tame)
  }

  @Test func `names of a megabyte are cut, and cost less than a second`() throws {
    let name = String(repeating: "name ", count: 1 << 18)
    var texts: [String] = []
    let time = try processorTime { texts = try self.texts(name) }
    #expect(texts.map(\.utf8.count).max() ?? 0 < 1 << 15)
    #expect(texts.count > 15)
    #expect(time < .seconds(2))
  }

  @Test func `near matches among a thousand long names cost less than a second`() throws {
    let container = Container()
    defer { withExtendedLifetime(container) {} }
    let stem = String(repeating: "é", count: 1 << 14)
    for number in 0..<1_000 { try container.register(Int.self, name: "\(stem)\(number)") { number } }
    let time = processorTime {
      let error = #expect(throws: AstrojectError.self) { try container.resolve(Int.self, name: stem + "x") }
      #expect(error?.description.utf8.count ?? 0 < 1 << 14)
    }
    #expect(time < .seconds(2))
  }
}
