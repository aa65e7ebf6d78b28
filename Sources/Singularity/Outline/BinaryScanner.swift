/// Scans a binary property list and notes its values, which have no lines.
///
/// The list begins with `bplist00`. Its last 32 bytes give the place of a table with the offsets of all objects.
/// Objects refer to each other by number, so one object may be in many collections, and counts each time. A list that
/// refers to itself is refused, and so is a list with too many values.
struct BinaryScanner {
  private let bytes: [UInt8]
  /// The offsets of the objects.
  private let offsets: [Int]
  private let referenceSize: Int
  private var depth = 0
  private var builder = OutlineBuilder()
  /// The texts of the values, which findings quote.
  private var texts: [UInt8] = []
  /// The ranges of strings that were read already; several values may refer to one.
  private var strings: [Int: Range<Int>] = [:]

  static let magic = Array("bplist0".utf8)

  /// Returns the outline of a list.
  ///
  /// - Throws: A `Flaw` if the list is malformed, is nested too deep, or has too many values.
  static func outline(of bytes: [UInt8]) throws(Flaw) -> Outline {
    let trailer = bytes.count - 32
    guard trailer >= 8 else { throw BinaryScanner.flaw("a complete binary property list") }
    let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = integer(bytes[(trailer + 8)..<(trailer + 16)]),
      let top = integer(bytes[(trailer + 16)..<(trailer + 24)]),
      let table = integer(bytes[(trailer + 24)..<(trailer + 32)]), top < count, table <= trailer,
      count <= (trailer - table) / offsetSize
    else { throw BinaryScanner.flaw("a table of its objects") }
    var offsets: [Int] = []
    for index in 0..<count {
      let start = table + index * offsetSize
      guard let offset = integer(bytes[start..<(start + offsetSize)]), offset < trailer else {
        throw BinaryScanner.flaw("a table of its objects")
      }
      offsets.append(offset)
    }
    var scanner = BinaryScanner(bytes: bytes, offsets: offsets, referenceSize: referenceSize)
    try scanner.value(top, field: nil)
    return Outline(builder: scanner.builder, bytes: scanner.texts, format: .binary)
  }

  private init(bytes: [UInt8], offsets: [Int], referenceSize: Int) {
    (self.bytes, self.offsets, self.referenceSize) = (bytes, offsets, referenceSize)
  }

  // MARK: Values

  private mutating func value(_ number: Int, field: Range<Int>?) throws(Flaw) {
    try builder.refuseIfFull(at: nil)
    let start = offsets[number]
    let low = Int(bytes[start] & 0x0F)
    switch bytes[start] >> 4 {
    case 0x0 where low == 0: add(.null, "null", field)
    case 0x0 where low == 8 || low == 9: add(.boolean, low == 9 ? "true" : "false", field)
    case 0x1 where low <= 4:
      var digits = try slice(start + 1, 1 << low)
      if low == 4 {
        guard digits.prefix(8).allSatisfy({ $0 == 0 }) else { throw BinaryScanner.flaw("a number of 64 bits") }
        digits = digits.dropFirst(8)
        add(.number, digits.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }.description, field)
        return
      }
      add(.number, digits.reduce(Int64(0)) { $0 << 8 | Int64($1) }.description, field)
    case 0x2 where low == 2 || low == 3:
      let bits = try slice(start + 1, 1 << low).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let real = low == 3 ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
      add(.number, real.description, field)
    case 0x3 where low == 3:
      _ = try slice(start + 1, 8)
      add(.date, "of the list", field)
    case 0x4:
      let (count, content) = try count(at: start)
      _ = try slice(content, count)
      add(.data, "", field)
    case 0x5, 0x6: builder.add(.string, try noteString(at: start), field: field)
    case 0xA: try collection(.array, at: start, field)
    case 0xD: try collection(.object, at: start, field)
    default: throw BinaryScanner.flaw("a value that JSON has too, a date, or data")
    }
  }

  private mutating func collection(_ kind: Outline.Kind, at start: Int, _ field: Range<Int>?) throws(Flaw) {
    depth += 1
    if depth > Outline.deepest { throw Flaw(problem: .tooDeep, offset: nil) }
    let (count, content) = try count(at: start)
    let index = builder.begin(kind, at: texts.count, field: field)
    var names: Set<String> = []
    for position in 0..<count {
      var name: Range<Int>?
      if kind == .object {
        let text = try noteString(at: offsets[try reference(content, position)])
        if !names.insert(String(decoding: texts[text], as: UTF8.self)).inserted { builder.noteDuplicate() }
        name = text
      }
      try value(try reference(content, kind == .object ? count + position : position), field: name)
    }
    builder.end(index, at: texts.count)
    depth -= 1
  }

  private mutating func add(_ kind: Outline.Kind, _ text: String, _ field: Range<Int>?) {
    builder.add(kind, note(text), field: field)
  }

  private mutating func noteString(at start: Int) throws(Flaw) -> Range<Int> {
    if let known = strings[start] { return known }
    let range = note(try string(at: start))
    strings[start] = range
    return range
  }

  private mutating func note(_ text: String) -> Range<Int> {
    let start = texts.count
    texts += Array(text.utf8)
    return start..<texts.count
  }

  // MARK: Parts

  private func reference(_ content: Int, _ position: Int) throws(Flaw) -> Int {
    let (distance, isTooFar) = position.multipliedReportingOverflow(by: referenceSize)
    guard !isTooFar, let number = BinaryScanner.integer(try slice(content + distance, referenceSize)),
      number < offsets.count
    else { throw BinaryScanner.flaw("an existing object") }
    return number
  }

  /// Returns the text of a string, in ASCII or UTF-16.
  private func string(at start: Int) throws(Flaw) -> String {
    let (count, content) = try count(at: start)
    switch bytes[start] >> 4 {
    case 0x5: return String(decoding: try slice(content, count), as: UTF8.self)
    case 0x6:
      guard count <= bytes.count else { throw BinaryScanner.flaw("a complete string") }
      let units = Array(try slice(content, 2 * count))
      let decoded = (0..<count).map { index -> UInt16 in
        let (high, low) = (units[2 * index], units[2 * index + 1])
        return UInt16(high) << 8 | UInt16(low)
      }
      return String(decoding: decoded, as: UTF16.self)
    default: throw BinaryScanner.flaw("a string for the name of a field")
    }
  }

  /// Returns the number of elements of an object, and the offset of the first one.
  private func count(at start: Int) throws(Flaw) -> (count: Int, content: Int) {
    let low = Int(bytes[start] & 0x0F)
    if low < 0x0F { return (low, start + 1) }
    guard start + 1 < bytes.count, bytes[start + 1] >> 4 == 0x1, bytes[start + 1] & 0x0F <= 3 else {
      throw BinaryScanner.flaw("the size of an object")
    }
    let size = 1 << Int(bytes[start + 1] & 0x0F)
    guard let count = BinaryScanner.integer(try slice(start + 2, size)), count <= bytes.count else {
      throw BinaryScanner.flaw("an object within the file")
    }
    return (count, start + 2 + size)
  }

  private func slice(_ start: Int, _ count: Int) throws(Flaw) -> ArraySlice<UInt8> {
    guard count >= 0, start >= 0, start <= bytes.count, count <= bytes.count - start else {
      throw BinaryScanner.flaw("an object within the file")
    }
    return bytes[start..<(start + count)]
  }

  /// Returns a number of up to eight bytes; nil if it does not fit an `Int`.
  private static func integer(_ bytes: ArraySlice<UInt8>) -> Int? {
    Int(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  private static func flaw(_ expected: String) -> Flaw { Flaw(problem: .expected(expected), offset: nil) }
}
