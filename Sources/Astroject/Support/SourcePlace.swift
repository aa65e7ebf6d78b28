/// A place in the source, as the compiler names it: `Module/File.swift:12`.
public struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
  private let file: StaticString
  /// The line, counted from one.
  public let line: UInt

  /// The module and the file, without folders.
  public var fileID: String { file.description }
  /// The file and the line.
  public var description: String { "\(file):\(line)" }

  /// Takes what `#fileID` and `#line` say where a function is called.
  public init(fileID: StaticString, line: UInt) {
    file = fileID
    self.line = line
  }

  /// For what nobody has registered: what is resolved later.
  static let unknown = SourcePlace(fileID: "", line: 0)
  package var isKnown: Bool { line != 0 }

  /// Whether both are the same line of the same file.
  public static func == (left: SourcePlace, right: SourcePlace) -> Bool {
    left.line == right.line && left.fileID == right.fileID
  }

  /// Hashes the file and the line.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(fileID)
    hasher.combine(line)
  }
}
