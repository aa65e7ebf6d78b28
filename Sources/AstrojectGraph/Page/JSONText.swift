/// Writes JSON that may stand inside a script element of HTML.
struct JSONText {
  private var bytes: [UInt8] = []

  /// The text that was written.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  /// Appends the syntax of JSON, which is not escaped.
  mutating func writeSyntax(_ syntax: StaticString) {
    syntax.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func write(_ number: Int) { bytes.append(contentsOf: String(number).utf8) }

  /// Appends a string literal.
  ///
  /// Every character that could end the script element is escaped, and so is every one that ends a line, is invisible
  /// or changes the direction of writing.
  mutating func write(_ string: String) {
    bytes.append(UInt8(ascii: "\""))
    if string.utf8.allSatisfy(JSONText.isPlain) {
      bytes.append(contentsOf: string.utf8)
    } else {
      for scalar in string.unicodeScalars { write(scalar) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends an array, of which the closure writes each element.
  mutating func write<Elements: Collection>(
    _ elements: Elements, _ writeElement: (inout JSONText, Elements.Element) -> Void
  ) {
    writeSyntax("[")
    var isFirst = true
    for element in elements {
      if !isFirst { writeSyntax(",") }
      isFirst = false
      writeElement(&self, element)
    }
    writeSyntax("]")
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    if scalar.isASCII, JSONText.isPlain(UInt8(scalar.value)) {
      bytes.append(UInt8(scalar.value))
      return
    }
    switch scalar.value {
    case 0...0x9F, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF0...0xFFFF:
      let digits = String(scalar.value, radix: 16)
      writeSyntax("\\u")
      for _ in digits.utf8.count..<4 { writeSyntax("0") }
      bytes.append(contentsOf: digits.utf8)
    default:
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"): false
    default: 0x20..<0x7F ~= byte
    }
  }
}
