import Foundation

/// Scans a property list in XML and notes the place of each value.
struct XMLScanner {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0
  private var builder = OutlineBuilder()

  private struct StartTag {
    let name: String
    /// True if the tag both opens and closes the element, such as `<true/>`.
    let isWhole: Bool
  }

  /// Returns the outline of a text.
  ///
  /// - Throws: A `Flaw` at the first place at which the text is not a property list, is nested too deep, or has too
  ///   many values.
  static func outline(of bytes: [UInt8]) throws(Flaw) -> Outline {
    var scanner = XMLScanner(bytes: bytes)
    scanner.position = bytes.lengthOfByteOrderMark
    try scanner.skipMisc()
    guard try scanner.open().name == "plist" else { throw scanner.flaw("`<plist>`") }
    try scanner.value(field: nil)
    try scanner.skipMisc()
    try scanner.close("plist")
    try scanner.skipMisc()
    guard scanner.position == bytes.count else { throw scanner.flaw("nothing after the end of the document") }
    return Outline(builder: scanner.builder, bytes: bytes, format: .xml)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  // MARK: Values

  private static let scalars: [String: Outline.Kind] = [
    "string": .string, "integer": .number, "real": .number, "date": .date, "data": .data, "true": .boolean,
    "false": .boolean,
  ]

  private mutating func value(field: Range<Int>?) throws(Flaw) {
    try skipMisc()
    try builder.refuseIfFull(at: position)
    let start = position
    let tag = try open()
    if let kind = XMLScanner.scalars[tag.name] {
      if !tag.isWhole {
        try text()
        try close(tag.name)
      }
      try check(tag.name, start..<position)
      return builder.add(kind, start..<position, field: field)
    }
    guard tag.name == "dict" || tag.name == "array" else {
      throw Flaw(problem: .expected("a value, such as `<dict>` or `<string>`"), offset: start)
    }
    depth += 1
    if depth > Outline.deepest { throw Flaw(problem: .tooDeep, offset: start) }
    let index = builder.begin(tag.name == "dict" ? .object : .array, at: start, field: field)
    if !tag.isWhole {
      var names: Set<String> = []
      try skipMisc()
      while !isAt("</") {
        if tag.name == "dict" { try member(&names) } else { try value(field: nil) }
        try skipMisc()
      }
      try close(tag.name)
    }
    builder.end(index, at: position)
    depth -= 1
  }

  /// Checks the text of a scalar other than a string.
  ///
  /// For a wrong number or Bool, a decoder would refuse the whole document. It would read the 30th of February as a day
  /// of March, and data that is not Base64 as other data.
  private func check(_ name: String, _ element: Range<Int>) throws(Flaw) {
    let expected: String
    switch name {
    case "true", "false":
      if XMLText.string(bytes[element]).isEmpty { return }
      expected = "nothing in a `<\(name)/>`"
    case "integer":
      let text = XMLText.string(bytes[element])
      let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
      let isDecimal = !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
      if isDecimal || digits.hasPrefix("0x") && UInt64(digits.dropFirst(2), radix: 16) != nil { return }
      expected = "a whole number"
    case "real":
      let text = XMLText.string(bytes[element])
      // Digits for infinity are a number that is too large.
      if let number = Double(text), number.isFinite || !text.contains(where: \.isNumber) { return }
      expected = "a number"
    case "date":
      let text = XMLText.string(bytes[element])
      // Foundation reads no date with a reference or a CDATA section in it.
      if text.utf8.count == 20, text.isDate, !bytes[element].contains(where: "&!".utf8.contains) { return }
      expected = "a date such as 2026-11-25T12:00:00Z"
    case "data":
      let text = XMLText.string(bytes[element])
      if Data(base64Encoded: Data(text.utf8.filter { !$0.isBlank })) != nil { return }
      expected = "Base64"
    default: return
    }
    throw Flaw(problem: .expected(expected), offset: element.lowerBound)
  }

  private mutating func member(_ names: inout Set<String>) throws(Flaw) {
    let start = position
    let tag = try open()
    guard tag.name == "key" else { throw Flaw(problem: .expected("`<key>`"), offset: start) }
    if !tag.isWhole {
      try text()
      try close("key")
    }
    let field = start..<position
    if !names.insert(XMLText.string(bytes[field])).inserted { builder.noteDuplicate() }
    try value(field: field)
  }

  // MARK: Marks

  private mutating func open() throws(Flaw) -> StartTag {
    guard peek == UInt8(ascii: "<") else { throw flaw("a tag") }
    position += 1
    let start = position
    while let byte = peek, Character(UnicodeScalar(byte)).isLetter { position += 1 }
    let name = String(decoding: bytes[start..<position], as: UTF8.self)
    guard !name.isEmpty else { throw flaw("the name of a tag") }
    var quote: UInt8?
    while let byte = peek {
      position += 1
      switch byte {
      case quote: quote = nil
      case _ where quote != nil: break
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: ">"): return StartTag(name: name, isWhole: bytes[position - 2] == UInt8(ascii: "/"))
      case UInt8(ascii: "<"): throw flaw("`>`")
      default: break
      }
    }
    throw flaw("`>`")
  }

  private mutating func close(_ name: String) throws(Flaw) {
    guard isAt("</\(name)") else { throw flaw("`</\(name)>`") }
    position += name.utf8.count + 2
    skipBlanks()
    guard peek == UInt8(ascii: ">") else { throw flaw("`>`") }
    position += 1
  }

  /// Skips the text between two tags.
  private mutating func text() throws(Flaw) {
    while let byte = peek {
      if byte == UInt8(ascii: "&") {
        guard let length = XMLText.lengthOfReference(bytes[position...]) else {
          throw flaw("a reference such as `&amp;`")
        }
        position += length
      } else if byte != UInt8(ascii: "<") {
        position += 1
      } else if isAt("<![CDATA[") {
        try skip(past: "]]>")
      } else {
        return
      }
    }
    throw flaw("the end of a value")
  }

  /// Skips blanks, comments, processing instructions and the document type.
  private mutating func skipMisc() throws(Flaw) {
    while true {
      skipBlanks()
      if isAt("<!--") {
        try skip(past: "-->")
      } else if isAt("<?") {
        let start = position
        try skip(past: "?>")
        let declaration = String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
        if declaration.contains("encoding"), !declaration.contains("utf-8"), !declaration.contains("ascii") {
          throw Flaw(problem: .expected("the encoding UTF-8"), offset: start)
        }
      } else if isAt("<!DOCTYPE") {
        let start = position
        try skip(past: ">")
        // Declarations within the document are not supported.
        if bytes[start..<position].contains(UInt8(ascii: "[")) {
          throw Flaw(problem: .expected("a document type without declarations of its own"), offset: start)
        }
      } else {
        return
      }
    }
  }

  private mutating func skip(past end: String) throws(Flaw) {
    let start = position
    while position < bytes.count {
      if isAt(end) {
        position += end.utf8.count
        return
      }
      position += 1
    }
    throw Flaw(problem: .expected("`\(end)`"), offset: start)
  }

  private mutating func skipBlanks() {
    while let byte = peek, byte.isBlank { position += 1 }
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func isAt(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  private func flaw(_ expected: String) -> Flaw { Flaw(problem: .expected(expected), offset: position) }
}
