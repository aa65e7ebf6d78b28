/// Scans a JSON text (RFC 8259) and notes the place of each value.
struct JSONScanner {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0
  private var builder = OutlineBuilder()

  /// Returns the outline of a text.
  ///
  /// - Throws: A `Flaw` at the first place at which the text is not JSON, is nested too deep, or has too many values.
  static func outline(of bytes: [UInt8]) throws(Flaw) -> Outline {
    var scanner = JSONScanner(bytes: bytes)
    scanner.position = bytes.lengthOfByteOrderMark
    try scanner.value(field: nil)
    scanner.skipBlanks()
    guard scanner.position == bytes.count else { throw scanner.flaw("nothing after the end of the document") }
    return Outline(builder: scanner.builder, bytes: bytes, format: .json)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  // MARK: Values

  private mutating func value(field: Range<Int>?) throws(Flaw) {
    skipBlanks()
    try builder.refuseIfFull(at: position)
    let start = position
    switch peek {
    case UInt8(ascii: "{"), UInt8(ascii: "["): try collection(field: field)
    case UInt8(ascii: "\""):
      try string()
      builder.add(.string, start..<position, field: field)
    case UInt8(ascii: "t"): try word("true", .boolean, field)
    case UInt8(ascii: "f"): try word("false", .boolean, field)
    case UInt8(ascii: "n"): try word("null", .null, field)
    case let byte? where byte == UInt8(ascii: "-") || isDigit(byte):
      try number()
      builder.add(.number, start..<position, field: field)
    default: throw flaw("a value")
    }
  }

  private mutating func collection(field: Range<Int>?) throws(Flaw) {
    depth += 1
    if depth > Outline.deepest { throw Flaw(problem: .tooDeep, offset: position) }
    let isObject = peek == UInt8(ascii: "{")
    let (close, name): (UInt8, String) = isObject ? (UInt8(ascii: "}"), "`}`") : (UInt8(ascii: "]"), "`]`")
    let index = builder.begin(isObject ? .object : .array, at: position, field: field)
    position += 1
    skipBlanks()
    if peek != close {
      var names: Set<String> = []
      while true {
        try isObject ? member(&names) : value(field: nil)
        skipBlanks()
        guard peek == UInt8(ascii: ",") else { break }
        position += 1
        skipBlanks()
      }
    }
    guard peek == close else { throw flaw("a comma or \(name)") }
    position += 1
    builder.end(index, at: position)
    depth -= 1
  }

  private mutating func member(_ names: inout Set<String>) throws(Flaw) {
    guard peek == UInt8(ascii: "\"") else { throw flaw("the name of a field, in quotes") }
    let start = position
    try string()
    let field = start..<position
    skipBlanks()
    guard peek == UInt8(ascii: ":") else { throw flaw("a colon") }
    position += 1
    skipBlanks()
    // Names are equal as in Swift: by their characters, however these are encoded or escaped.
    if !names.insert(JSONText.string(bytes[field])).inserted { builder.noteDuplicate() }
    try value(field: field)
  }

  // MARK: Words

  private mutating func word(_ word: String, _ kind: Outline.Kind, _ field: Range<Int>?) throws(Flaw) {
    guard bytes[position...].starts(with: word.utf8) else { throw flaw("a value") }
    builder.add(kind, position..<position + word.utf8.count, field: field)
    position += word.utf8.count
  }

  private mutating func number() throws(Flaw) {
    if peek == UInt8(ascii: "-") { position += 1 }
    if peek == UInt8(ascii: "0") { position += 1 } else { try digits() }
    if peek == UInt8(ascii: ".") {
      position += 1
      try digits()
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      position += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
  }

  private mutating func digits() throws(Flaw) {
    guard let first = peek, isDigit(first) else { throw flaw("a digit") }
    while let byte = peek, isDigit(byte) { position += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  // MARK: Strings

  private mutating func string() throws(Flaw) {
    position += 1
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return
      case UInt8(ascii: "\\"): try escape()
      case ..<0x20: throw flaw("no line break or other control character in a string")
      default: position += 1
      }
    }
    throw flaw("the end of a string")
  }

  private mutating func escape() throws(Flaw) {
    let start = position
    position += 1
    guard let byte = peek else { throw flaw("the end of a string") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return
    case UInt8(ascii: "u"):
      let unit = try codeUnit(from: start)
      // A surrogate needs the other half of its pair.
      if (0xDC00...0xDFFF).contains(unit) { throw Flaw(problem: .expected("a character's first half"), offset: start) }
      guard (0xD800...0xDBFF).contains(unit) else { return }
      guard bytes[position...].starts(with: "\\u".utf8) else { throw flaw("a character's second half") }
      position += 2
      guard (0xDC00...0xDFFF).contains(try codeUnit(from: start)) else {
        throw Flaw(problem: .expected("a character's second half"), offset: start)
      }
    default: throw Flaw(problem: .expected("an escape such as `\\n` or `\\\\`"), offset: start)
    }
  }

  private mutating func codeUnit(from start: Int) throws(Flaw) -> UInt16 {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw Flaw(problem: .expected("four hexadecimal digits"), offset: start) }
    position += 4
    return unit
  }

  // MARK: Signs

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while let byte = peek, byte.isBlank { position += 1 }
  }

  private func flaw(_ expected: String) -> Flaw { Flaw(problem: .expected(expected), offset: position) }
}
