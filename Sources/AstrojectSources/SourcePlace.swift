/// A line of a file whose path is known.
package struct SourcePlace: Sendable, Equatable {
  /// The module and the file, with a slash between them.
  package let fileID: String
  /// The absolute path of the file.
  package let path: String
  /// The line, counted from one.
  package let line: Int
  /// The column, counted from one.
  package let column: Int

  package init(fileID: String, path: String, line: Int, column: Int) {
    self.fileID = fileID
    self.path = path
    self.line = line
    self.column = column
  }
}
