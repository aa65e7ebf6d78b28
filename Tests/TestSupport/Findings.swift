import AstrojectTesting

#if canImport(Testing)
  import Testing

  extension Container {
    /// Returns the findings of a check, and expects `validate` to throw the same.
    package func findings<each Root, each External>(
      roots: repeat (each Root).Type, externals: repeat (each External).Type,
      at location: Testing.SourceLocation = #_sourceLocation
    ) -> [GraphFinding] {
      let report = graphReport(roots: repeat each roots, externals: repeat each externals)
      do {
        try validate(roots: repeat each roots, externals: repeat each externals)
        #expect(report.findings.isEmpty, "validate threw no error for the findings", sourceLocation: location)
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
