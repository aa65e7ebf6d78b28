/// Reads the text of XML elements.
enum XMLText {
  /// Returns the text between the tags of an element, or the name of an element with one tag, such as `<true/>`.
  static func content(_ element: ArraySlice<UInt8>) -> String {
    guard let begin = element.firstIndex(of: UInt8(ascii: ">")), let end = element.lastIndex(of: UInt8(ascii: "<")),
      begin < end
    else { return String(decoding: element.filter { Character(UnicodeScalar($0)).isLetter }, as: UTF8.self) }
    return string(element)
  }

  /// Returns the text between the tags of an element, with references replaced by their characters.
  static func string(_ element: ArraySlice<UInt8>) -> String {
    guard let begin = element.firstIndex(of: UInt8(ascii: ">")), let end = element.lastIndex(of: UInt8(ascii: "<")),
      begin < end
    else { return "" }
    var rest = String(decoding: element[(begin + 1)..<end], as: UTF8.self)[...]
    var result = ""
    while let mark = rest.firstIndex(where: { $0 == "&" || $0 == "<" }) {
      result += rest[..<mark]
      rest = rest[mark...]
      if rest.hasPrefix("<![CDATA["), let end = rest.firstRange(of: "]]>") {
        result += rest[..<end.lowerBound].dropFirst(9)
        rest = rest[end.upperBound...]
      } else if let end = rest.prefix(12).firstIndex(of: ";"), let scalar = reference(rest[..<end].dropFirst()) {
        result.unicodeScalars.append(scalar)
        rest = rest[end...].dropFirst()
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result + rest
  }

  /// Returns the number of bytes of the reference at the beginning of a text; nil if there is none.
  static func lengthOfReference(_ text: ArraySlice<UInt8>) -> Int? {
    let name = text.prefix(12).prefix { $0 != UInt8(ascii: ";") }
    guard name.endIndex < text.endIndex, text[name.endIndex] == UInt8(ascii: ";"),
      reference(Substring(decoding: name.dropFirst(), as: UTF8.self)) != nil
    else { return nil }
    return name.count + 1
  }

  private static func reference(_ name: Substring) -> UnicodeScalar? {
    switch name {
    case "amp": "&"
    case "lt": "<"
    case "gt": ">"
    case "quot": "\""
    case "apos": "'"
    case _ where name.hasPrefix("#x"): UInt32(name.dropFirst(2), radix: 16).flatMap(UnicodeScalar.init)
    case _ where name.hasPrefix("#"): UInt32(name.dropFirst()).flatMap(UnicodeScalar.init)
    default: nil
    }
  }
}
