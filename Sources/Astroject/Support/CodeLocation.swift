/// A line of a file: of the program, as the compiler names it (`Module/File.swift:12`), or of a file that is read while
/// the program runs.
public struct CodeLocation: Hashable, Sendable, CustomStringConvertible {
  // Two words without a reference to count, as every registration has one: a `StaticString` alone takes three.

  /// The address of the text of the file, which is part of the program; or that of a `RuntimeFile`. Zero where there is
  /// neither.
  private let start: UInt
  /// The line in the lower half. In the upper one the length of the text; or, with the highest bit set, the column.
  private let extent: UInt64

  private static let isRuntime: UInt64 = 1 << 63

  /// The line, counted from one.
  public var line: UInt { UInt(truncatingIfNeeded: extent & 0xFFFF_FFFF) }

  /// The column, counted from one; nil for a line of the program, whose column is not known.
  public var column: UInt? {
    guard extent & CodeLocation.isRuntime != 0 else { return nil }
    let column = UInt(truncatingIfNeeded: (extent & ~CodeLocation.isRuntime) >> 32)
    return column == 0 ? nil : column
  }

  /// The module and the file, without folders; for a file that is read while the program runs, its name.
  public var fileID: String {
    if extent & CodeLocation.isRuntime != 0 { return RuntimeFile.name(at: start) }
    guard let text = UnsafePointer<UInt8>(bitPattern: start) else { return "" }
    return String(decoding: UnsafeBufferPointer(start: text, count: Int(extent >> 32)), as: UTF8.self)
  }

  /// The file and the line, and the column where it is known; the file alone where it has no lines.
  public var description: String {
    if line == 0, extent & CodeLocation.isRuntime != 0 { return fileID }
    return "\(fileID):\(line)" + (column.map { ":\($0)" } ?? "")
  }

  /// Takes what `#fileID` and `#line` say where a function is called.
  public init(fileID: StaticString, line: UInt) {
    let line = UInt64(min(line, UInt(UInt32.max)))
    guard fileID.hasPointerRepresentation else {
      (start, extent) = (0, line)
      return
    }
    start = UInt(bitPattern: fileID.utf8Start)
    extent = UInt64(min(fileID.utf8CodeUnitCount, Int(Int32.max))) << 32 | line
  }

  /// A line of a file that is read while the program runs, such as a resource.
  ///
  /// The name of each such file stays in memory, once, as a location counts no references.
  ///
  /// - Parameters:
  ///   - file: The name of the file.
  ///   - line: The line, counted from one; zero for a file without lines.
  ///   - column: The column, counted from one; nil if it is not known.
  public init(file: String, line: UInt, column: UInt? = nil) {
    let (line, column) = (min(line, UInt(UInt32.max)), min(column ?? 0, UInt(Int32.max)))
    start = RuntimeFile.address(of: file)
    extent = CodeLocation.isRuntime | UInt64(column) << 32 | UInt64(line)
  }

  /// For what is registered nowhere: what is resolved later.
  package static let unknown = CodeLocation(fileID: "", line: 0)
  package var isKnown: Bool { line != 0 || !isInCode }
  /// True for a line of the program, false for one of a file that is read while it runs.
  package var isInCode: Bool { extent & CodeLocation.isRuntime == 0 }

  /// Returns true if both are the same line, and column, of the same file.
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
  /// Compares by the file, then by the line, then by the column.
  public static func < (left: CodeLocation, right: CodeLocation) -> Bool {
    (left.fileID, left.line, left.column ?? 0) < (right.fileID, right.line, right.column ?? 0)
  }
}

// MARK: - Files

/// The name of a file that is read while the program runs; never freed, because locations do not count it.
private final class RuntimeFile: Sendable {
  private let name: String

  private init(_ name: String) { self.name = name }

  private static let known = Lock<[String: RuntimeFile]>([:])

  static func address(of name: String) -> UInt {
    var name = name
    // Hashed under the lock, and so not by code of another kind of text.
    name.makeContiguousUTF8()
    let file = known.withLock { [name] known in
      let file = known[name] ?? RuntimeFile(name)
      known[name] = file
      return file
    }
    return UInt(bitPattern: Unmanaged.passUnretained(file).toOpaque())
  }

  static func name(at address: UInt) -> String {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return "" }
    return Unmanaged<RuntimeFile>.fromOpaque(pointer).takeUnretainedValue().name
  }
}
