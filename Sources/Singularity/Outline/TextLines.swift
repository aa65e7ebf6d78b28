/// The lines of a text in UTF-8, which give the line and column of each byte.
struct TextLines: Sendable {
  struct Place: Hashable, Sendable {
    let line: UInt
    let column: UInt
  }

  private let bytes: [UInt8]
  /// The offsets at which lines begin.
  private var starts: [UInt32] = [0]
  /// The number of scalars before each block of bytes; empty if each scalar is one byte.
  private var scalars: [UInt32] = []

  private static let block = 256
  private let mark: Int

  init(of bytes: [UInt8]) {
    self.bytes = bytes
    var (count, isASCII): (UInt32, Bool) = (0, true)
    // A byte order mark is not part of the text.
    mark = bytes.lengthOfByteOrderMark
    for (index, byte) in bytes.enumerated() {
      if index % TextLines.block == 0 { scalars.append(count) }
      if index < mark { isASCII = false } else if byte & 0xC0 != 0x80 { count += 1 } else { isASCII = false }
      let endsLine = byte == 10 || byte == 13 && (index + 1 == bytes.count || bytes[index + 1] != 10)
      if endsLine { starts.append(UInt32(index) + 1) }
    }
    if isASCII { scalars = [] }
  }

  /// Returns the line of a byte, and its column in Unicode scalars; an offset beyond the end follows the last scalar.
  func place(at offset: Int) -> Place {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    let column = count(before: offset) - count(before: Int(starts[low]))
    return Place(line: UInt(low) + 1, column: UInt(column) + 1)
  }

  private func count(before offset: Int) -> Int {
    let offset = min(offset, bytes.count)
    if scalars.isEmpty { return offset }
    let block = min(offset / TextLines.block, scalars.count - 1)
    let rest = bytes[max(block * TextLines.block, min(mark, offset))..<offset]
    return Int(scalars[block]) + rest.count { $0 & 0xC0 != 0x80 }
  }
}

extension [UInt8] {
  /// The length of the byte order mark that some editors write before UTF-8; zero if there is none.
  var lengthOfByteOrderMark: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}

extension UInt8 {
  /// True for the blanks that separate values in JSON and in XML.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
