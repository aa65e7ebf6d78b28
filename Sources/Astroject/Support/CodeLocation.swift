/// A place in the source, as the compiler names it: `Module/File.swift:12`.
public struct CodeLocation: Hashable, Sendable, CustomStringConvertible {
  // Two words, as every registration has one: a `StaticString` alone takes three.

  /// The address of the text of the file, which is part of the program; zero where it has none.
  private let start: UInt
  /// The length of the text above the line.
  private let extent: UInt64

  /// The line, counted from one.
  public var line: UInt { UInt(truncatingIfNeeded: extent & 0xFFFF_FFFF) }
  /// The module and the file, without folders.
  public var fileID: String {
    guard let text = UnsafePointer<UInt8>(bitPattern: start) else { return "" }
    return String(decoding: UnsafeBufferPointer(start: text, count: Int(extent >> 32)), as: UTF8.self)
  }
  /// The file and the line.
  public var description: String { "\(fileID):\(line)" }

  /// Takes what `#fileID` and `#line` say where a function is called.
  public init(fileID: StaticString, line: UInt) {
    let line = UInt64(min(line, UInt(UInt32.max)))
    guard fileID.hasPointerRepresentation else {
      (start, extent) = (0, line)
      return
    }
    start = UInt(bitPattern: fileID.utf8Start)
    extent = UInt64(fileID.utf8CodeUnitCount) << 32 | line
  }

  /// For what nobody has registered: what is resolved later.
  package static let unknown = CodeLocation(fileID: "", line: 0)
  package var isKnown: Bool { line != 0 }

  /// Whether both are the same line of the same file.
  public static func == (left: CodeLocation, right: CodeLocation) -> Bool {
    left.extent == right.extent && (left.start == right.start || left.fileID == right.fileID)
  }

  /// Hashes the file and the line.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(fileID)
    hasher.combine(line)
  }
}

// MARK: - Comparable

extension CodeLocation: Comparable {
  /// Whether one comes before the other: by the file, and within it by the line.
  public static func < (left: CodeLocation, right: CodeLocation) -> Bool {
    (left.fileID, left.line) < (right.fileID, right.line)
  }
}
