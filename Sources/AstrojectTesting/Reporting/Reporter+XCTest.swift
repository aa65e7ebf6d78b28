#if canImport(XCTest)
  import XCTest

  extension Reporter {
    static func failInXCTest(_ text: String, at site: CallSite) {
      XCTFail(text, file: site.filePath, line: site.line)
    }
  }
#else
  extension Reporter {
    static func failInXCTest(_ text: String, at site: CallSite) {}
  }
#endif
