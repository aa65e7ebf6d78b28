import Testing

/// Tells a failure to the runner that runs.
enum Reporter {
  static func fail(_ text: String, at site: CallSite) {
    Issue.record(
      Comment(rawValue: text),
      sourceLocation: SourceLocation(
        fileID: site.fileID.description, filePath: site.filePath.description, line: Int(site.line),
        column: Int(site.column)))
  }

  static func attach(_ text: String, named name: String, at site: CallSite) -> String? { nil }
}
