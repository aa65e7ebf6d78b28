/// The kinds and places of all values of a file.
///
/// The values themselves are read by a decoder of Foundation, which does not report their places.
struct Outline: Sendable {
  enum Kind: UInt8, Sendable { case object, array, string, number, boolean, null, date, data }

  /// A value. The values within an object or an array follow it directly.
  struct PlacedValue: Sendable {
    let kind: Kind
    /// The place of the name of the value's field, with quotes or tags; nil if the value is not in an object.
    let field: Range<UInt32>?
    var text: Range<UInt32>
    /// The index of the enclosing object or array.
    let parent: UInt32
    /// The position in the enclosing object or array.
    let position: UInt32
    /// The index of the first value that follows this one and is not within it.
    var next: UInt32
  }

  /// The format in which names and strings are written.
  enum Format: Sendable {
    case json, xml
    /// A binary property list, whose texts the scanner collects, and which has no lines.
    case binary
  }

  private(set) var values: [PlacedValue] = []
  /// The values of fields that their objects already have.
  private(set) var duplicates: [Int] = []
  private let bytes: [UInt8]
  private let format: Format
  /// The lines of the text; nil for a binary property list.
  private let lines: TextLines?

  static let deepest = 64
  static let most = 1_000_000

  init(builder: consuming OutlineBuilder, bytes: [UInt8], format: Format) {
    values = builder.values
    duplicates = builder.duplicates
    self.bytes = bytes
    self.format = format
    lines = format == .binary ? nil : TextLines(of: bytes)
  }

  func place(of index: Int) -> TextLines.Place? { lines?.place(at: Int(values[index].text.lowerBound)) }

  func place(ofFieldOf index: Int) -> TextLines.Place? {
    lines?.place(at: Int((values[index].field ?? values[index].text).lowerBound))
  }
}

// MARK: - Paths

extension Outline {
  /// Returns the values directly within a value, in order.
  func children(of index: Int) -> [Int] {
    var children: [Int] = []
    var (child, end) = (index + 1, Int(values[index].next))
    while child < end {
      children.append(child)
      child = Int(values[child].next)
    }
    return children
  }

  func isValue(_ index: Int, within outer: Int) -> Bool { outer <= index && index < Int(values[outer].next) }

  /// Returns the name of the field of a value; nil if the value is not in an object.
  func name(of index: Int) -> String? {
    guard let field = values[index].field else { return nil }
    let text = bytes[Int(field.lowerBound)..<Int(field.upperBound)]
    switch format {
    case .json: return JSONText.string(text)
    case .xml: return XMLText.string(text)
    case .binary: return String(decoding: text, as: UTF8.self)
    }
  }

  /// Returns the value at a coding path, or the last existing value along it.
  func index(of path: [any CodingKey]) -> Int {
    var index = 0
    for key in path {
      let children = children(of: index)
      let child =
        values[index].kind == .array
        ? key.intValue.flatMap { children.indices.contains($0) ? children[$0] : nil }
        : children.first { name(of: $0) == key.stringValue }
      guard let child else { break }
      index = child
    }
    return index
  }

  /// The path to a value, such as `registrations[3].scope`; empty for the whole document.
  func path(of index: Int) -> String {
    var way: [Int] = []
    var current = index
    while current != 0 {
      way.append(current)
      current = Int(values[current].parent)
    }
    return way.reversed().reduce(into: "") { path, index in
      path += name(of: index).map { Outline.step(to: $0, from: path) } ?? "[\(values[index].position)]"
    }
  }

  /// Returns the part that a field adds to a path.
  static func step(to name: String, from path: String) -> String {
    let isPlain =
      !name.isEmpty
      && name.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || "_$-0123456789".unicodeScalars.contains($0) }
    guard isPlain else { return "[\(name.quoted)]" }
    return path.isEmpty ? name : ".\(name)"
  }
}

// MARK: - Words

extension Outline {
  /// Returns a value in a few words, such as `the number 5`, `"singelton"` or `an object`.
  func words(for index: Int) -> String {
    switch values[index].kind {
    case .object: "an object"
    case .array: "an array"
    case .null: "null"
    case .string: string(of: index).map { Outline.shortened($0).quoted } ?? "a string"
    case .number: "the number \(text(of: index))"
    case .boolean: text(of: index)
    case .date: "the date \(text(of: index))"
    case .data: "data"
    }
  }

  func text(of index: Int) -> String {
    let text = values[index].text
    let content = bytes[Int(text.lowerBound)..<Int(text.upperBound)]
    let whole = format == .xml ? XMLText.content(content) : String(decoding: content, as: UTF8.self)
    return Outline.shortened(whole)
  }

  private func string(of index: Int) -> String? {
    let text = values[index].text
    let content = bytes[Int(text.lowerBound)..<Int(text.upperBound)]
    switch format {
    case .json: return JSONText.string(content)
    case .xml: return XMLText.content(content)
    case .binary: return String(decoding: content, as: UTF8.self)
    }
  }

  /// Returns true for a number that is a Double: one with a point or an exponent, as in Swift, and each `<real>`.
  func isReal(_ index: Int) -> Bool {
    let text = values[index].text
    let content = bytes[Int(text.lowerBound)..<Int(text.upperBound)]
    return format == .xml ? content.starts(with: "<real".utf8) : content.contains { ".eE".utf8.contains($0) }
  }

  /// Returns a text, or the beginning of a long one.
  static func shortened(_ text: String) -> String { text.count > 40 ? text.prefix(39) + "…" : text }
}
