import Astroject

/// The location of a call, as the compiler gives it.
package struct CallSite: Sendable {
  package let fileID: StaticString
  package let filePath: StaticString
  package let line: UInt
  package let column: UInt

  package init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// The location of the call as registrations store it.
  package var location: CodeLocation { CodeLocation(fileID: fileID, line: line) }
}
