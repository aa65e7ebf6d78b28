/// A line of a source file of the program, or of a file that the program reads.
///
/// A line of the program is described as the compiler names it: `Module/File.swift:12`.
public struct CodeLocation: Hashable, Sendable, CustomStringConvertible {
  // Two words without a reference count because every registration has one. A `StaticString` alone takes three.

  /// The address of the file's name in the program, or of a `RuntimeFile`; zero if there is neither.
  private let start: UInt
  /// The line in the lower half. The upper half is the column if the highest bit is set; otherwise it is the form, in
  /// two bits, and the length of the name.
  private var extent: UInt64

  private static let isRuntime: UInt64 = 1 << 63
  private static let longest = 1 << 29 - 1

  /// The line, counted from one.
  public var line: UInt { UInt(truncatingIfNeeded: extent & 0xFFFF_FFFF) }

  /// The column, counted from one; nil if it is not known.
  ///
  /// The column of a line of the program is never known.
  public var column: UInt? {
    guard extent & CodeLocation.isRuntime != 0 else { return nil }
    let column = UInt(truncatingIfNeeded: (extent & ~CodeLocation.isRuntime) >> 32)
    return column == 0 ? nil : column
  }

  /// The module and the file, without folders; for a file that the program reads, its name.
  @inline(never)
  public var fileID: String {
    if extent & CodeLocation.isRuntime != 0 { return RuntimeFile.name(at: start) }
    guard let text = UnsafePointer<UInt8>(bitPattern: start) else { return "" }
    let count = Int(truncatingIfNeeded: extent >> 32) & CodeLocation.longest
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
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
    let line = UInt64(min(line, UInt(UInt32.max)))
    guard fileID.hasPointerRepresentation else {
      (start, extent) = (0, line)
      return
    }
    start = UInt(bitPattern: fileID.utf8Start)
    extent = UInt64(min(fileID.utf8CodeUnitCount, CodeLocation.longest)) << 32 | line
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
    start = RuntimeFile.address(of: file)
    extent = CodeLocation.isRuntime | UInt64(column) << 32 | UInt64(line)
  }

  /// The location of a registration that no call has made, such as one behind a `Lazy`.
  package static let unknown = CodeLocation(fileID: "", line: 0)
  package var isKnown: Bool { line != 0 || !isInCode }
  /// True for a line of the program, false for one of a file that is read while it runs.
  package var isInCode: Bool { extent & CodeLocation.isRuntime == 0 }

  /// The form of a registration, on which it depends where code can be added to it.
  package enum Form: UInt64, Sendable {
    /// A call that returns the registration.
    case call
    /// A call for a type that declares its initializer. It returns the registration.
    case injectable
    /// A call for discovered types, each of which declares all of its registration.
    case discovery
    /// A call that returns nothing, because children are given the instances.
    case gift
    /// An entry or a value of a resource file. Its number is that of the highest bit alone.
    case file
  }

  /// The form of the registration at the location.
  package var form: Form { Form(rawValue: extent >> 61) ?? .file }

  /// Returns the location of a call as that of another form of call, which is not `file`.
  func written(as form: Form) -> CodeLocation {
    var location = self
    location.extent |= form.rawValue << 61
    return location
  }

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

/// The name of a file that the program reads. It is never freed because locations do not retain it.
private final class RuntimeFile: Sendable {
  private let name: String

  private init(_ name: String) { self.name = name }

  private static let known = Lock<[String: RuntimeFile]>([:])

  static func address(of name: String) -> UInt {
    var name = name
    // Contiguous because the text is hashed under the lock, where a bridged string would run foreign code.
    name.makeContiguousUTF8()
    let file = known.withLock { [name] known in
      let file = known[name] ?? RuntimeFile(name)
      known[name] = file
      return file
    }
    return Borrowed(file).word
  }

  static func name(at address: UInt) -> String { Borrowed<RuntimeFile>(word: address)?.object.name ?? "" }
}
