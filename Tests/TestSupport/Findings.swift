import AstrojectTesting

#if canImport(Testing)
  import Testing

  extension Container {
    /// What a check finds; it is made sure that `validate` throws the same.
    package func findings<each Root, each External>(
      roots: repeat (each Root).Type, externals: repeat (each External).Type,
      at place: Testing.SourceLocation = #_sourceLocation
    ) -> [GraphFinding] {
      let report = graphReport(roots: repeat each roots, externals: repeat each externals)
      do {
        try validate(roots: repeat each roots, externals: repeat each externals)
        #expect(report.findings.isEmpty, "nothing was thrown", sourceLocation: place)
      } catch let error as GraphError {
        #expect(error.report == report, sourceLocation: place)
        #expect(!error.findings.isEmpty, sourceLocation: place)
      } catch {
        Issue.record("threw \(error)", sourceLocation: place)
      }
      return report.findings
    }
  }
#endif
