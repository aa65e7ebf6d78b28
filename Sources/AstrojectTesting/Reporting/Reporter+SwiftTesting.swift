#if canImport(Testing)
  import AstrojectSources
  import Testing

  extension Reporter {
    /// True in a test of Swift Testing, and in a task that it has started.
    static var isInSwiftTesting: Bool { Test.current != nil }

    /// The running case, as far as it can be told from others.
    static var caseInSwiftTesting: Runner.Case {
      guard let test = Test.current, !test.isParameterized else { return .unknown }
      return .single(Runner.AnySendableHashable(test.id))
    }

    static func failInSwiftTesting(_ text: String, at site: CallSite) {
      Issue.record(Comment(rawValue: text), sourceLocation: SourceLocation(site))
    }

    static func failInSwiftTesting(_ text: String, at place: SourcePlace) {
      let location = SourceLocation(
        fileID: place.fileID, filePath: place.path, line: place.line, column: place.column)
      Issue.record(Comment(rawValue: text), sourceLocation: location)
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
  import AstrojectSources

  extension Reporter {
    static let isInSwiftTesting = false
    static let caseInSwiftTesting = Runner.Case.unknown
    static func failInSwiftTesting(_ text: String, at site: CallSite) {}
    static func failInSwiftTesting(_ text: String, at place: SourcePlace) {}
    static func attachInSwiftTesting(_ text: String, named name: String, at site: CallSite) {}
  }
#endif
