/// A line of a source file of the program, or of a file that the program reads.
///
/// A line of the program is described as the compiler names it: `Module/File.swift:12`.
public struct CodeLocation: Hashable, Sendable, CustomStringConvertible {
  // Two words without a reference count because every registration has one. A `StaticString` alone takes three.

  /// The address of the file's name, which ends with a zero; zero if there is none. It is never freed.
  private let start: UInt
  /// The line in the lower half. The upper half is the column, with the highest bit set if the file is one that is read.
  private let extent: UInt64

  private static let isRuntime: UInt64 = 1 << 63

  /// The line, counted from one.
  public var line: UInt { UInt(truncatingIfNeeded: extent & 0xFFFF_FFFF) }

  /// The column, counted from one; nil if it is not known.
  ///
  /// The column of a line of the program is never known.
  public var column: UInt? {
    let column = UInt(truncatingIfNeeded: (extent & ~CodeLocation.isRuntime) >> 32)
    return column == 0 ? nil : column
  }

  /// The module and the file, without folders; for a file that the program reads, its name.
  @inline(never)
  public var fileID: String {
    UnsafePointer<CChar>(bitPattern: start).map { String(cString: $0) } ?? ""
  }

  /// The file, the line and the column if it is known; the file alone if it has no lines.
  public var description: String {
    // The name of a file that is read may contain anything.
    if isInCode { return "\(fileID):\(line)" }
    return line == 0 ? fileID.escaped() : "\(fileID.escaped()):\(line)" + (column.map { ":\($0)" } ?? "")
  }

  /// Creates the location of a line of the program.
  ///
  /// - Parameters:
  ///   - fileID: The module and the file, as `#fileID` gives them.
  ///   - line: The line, as `#line` gives it.
  public init(fileID: StaticString, line: UInt) {
    start = fileID.hasPointerRepresentation ? UInt(bitPattern: fileID.utf8Start) : 0
    extent = UInt64(min(line, UInt(UInt32.max)))
  }

  /// Creates the location of a line of a file that the program reads, such as a resource.
  ///
  /// The name of each file is stored once and stays in memory because a location has no reference count. The call takes
  /// a lock for that.
  ///
  /// - Parameters:
  ///   - file: The name of the file.
  ///   - line: The line, counted from one; zero for a file without lines.
  ///   - column: The column, counted from one; nil if it is not known.
  public init(file: String, line: UInt, column: UInt? = nil) {
    let (line, column) = (min(line, UInt(UInt32.max)), min(column ?? 0, UInt(Int32.max)))
    start = CodeLocation.address(of: file)
    extent = CodeLocation.isRuntime | UInt64(column) << 32 | UInt64(line)
  }

  /// The location of a registration that no call has made, such as one behind a `Lazy`.
  package static let unknown = CodeLocation(fileID: "", line: 0)
  package var isKnown: Bool { line != 0 || !isInCode }
  /// True for a line of the program, false for one of a file that is read while it runs.
  package var isInCode: Bool { extent & CodeLocation.isRuntime == 0 }

  /// Returns true if both are the same line and column of the same file.
  public static func == (left: CodeLocation, right: CodeLocation) -> Bool {
    (left.start, left.extent) == (right.start, right.extent)
      || left.line == right.line && left.column == right.column && left.fileID == right.fileID
  }

  /// Hashes the file, the line and the column.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(fileID)
    hasher.combine(line)
    hasher.combine(column)
  }
}

// MARK: - Comparable

extension CodeLocation: Comparable {
  /// Returns true if `left` comes first: by file, then by line, then by column.
  public static func < (left: CodeLocation, right: CodeLocation) -> Bool {
    (left.fileID, left.line, left.column ?? 0) < (right.fileID, right.line, right.column ?? 0)
  }
}

// MARK: - Files

extension CodeLocation {
  /// The names of the files that the program reads. They are never freed because locations do not retain them.
  private static let names = Lock<[String: UInt]>([:])

  private static func address(of name: String) -> UInt {
    var name = name
    // Contiguous because the text is hashed under the lock, where a bridged string would run foreign code.
    name.makeContiguousUTF8()
    return names.withLock { [name] names in
      if let known = names[name] { return known }
      let text = name.utf8CString
      let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.count)
      _ = copy.initialize(fromContentsOf: text)
      let address = UInt(bitPattern: copy.baseAddress)
      names[name] = address
      return address
    }
  }
}
