#if canImport(Testing)
  import Testing

  extension Reporter {
    /// True in a test of Swift Testing, and in a task that it has started.
    static var isInSwiftTesting: Bool { Test.current != nil }

    static func failInSwiftTesting(_ text: String, at site: CallSite) {
      Issue.record(Comment(rawValue: text), sourceLocation: SourceLocation(site))
    }

    static func attachInSwiftTesting(_ text: String, named name: String, at site: CallSite) {
      Attachment.record(text, named: name, sourceLocation: SourceLocation(site))
    }
  }

  extension SourceLocation {
    fileprivate init(_ site: CallSite) {
      self.init(
        fileID: site.fileID.description, filePath: site.filePath.description, line: Int(site.line),
        column: Int(site.column))
    }
  }
#else
  extension Reporter {
    static let isInSwiftTesting = false
    static func failInSwiftTesting(_ text: String, at site: CallSite) {}
    static func attachInSwiftTesting(_ text: String, named name: String, at site: CallSite) {}
  }
#endif
