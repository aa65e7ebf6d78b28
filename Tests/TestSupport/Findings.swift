import AstrojectTesting

#if canImport(Testing)
  import Testing

  extension Container {
    /// What a check finds; it is made sure that `validate` throws the same.
    package func findings<each Root, each External>(
      roots: repeat (each Root).Type, externals: repeat (each External).Type,
      at location: Testing.SourceLocation = #_sourceLocation
    ) -> [GraphFinding] {
      let report = graphReport(roots: repeat each roots, externals: repeat each externals)
      do {
        try validate(roots: repeat each roots, externals: repeat each externals)
        #expect(report.findings.isEmpty, "nothing was thrown", sourceLocation: location)
      } catch let error as GraphError {
        #expect(error.report == report, sourceLocation: location)
        #expect(!error.findings.isEmpty, sourceLocation: location)
      } catch {
        Issue.record("threw \(error)", sourceLocation: location)
      }
      return report.findings
    }
  }
#endif
