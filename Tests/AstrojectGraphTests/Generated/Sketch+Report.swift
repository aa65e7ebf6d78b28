import AstrojectGraph
import Testing

extension Sketch {
  /// Returns the report of a container, and expects `validate` to agree with it.
  func report(of container: Container) throws -> GraphReport { try report(of: container, roots[...], externals[...]) }

  /// Turns roots and externals, which are known at run time alone, into generic arguments, one by one.
  private func report<each Root, each External>(
    of container: Container, _ roots: ArraySlice<Strand>, _ externals: ArraySlice<Strand>,
    roots rootTypes: repeat (each Root).Type, externals externalTypes: repeat (each External).Type
  ) throws -> GraphReport {
    func adding<Next>(root: Next.Type) throws -> GraphReport {
      try report(
        of: container, roots.dropFirst(), externals, roots: repeat each rootTypes, root,
        externals: repeat each externalTypes)
    }
    func adding<Next>(external: Next.Type) throws -> GraphReport {
      try report(
        of: container, roots, externals.dropFirst(), roots: repeat each rootTypes,
        externals: repeat each externalTypes, external)
    }
    if let root = roots.first { return try adding(root: root.type) }
    if let external = externals.first { return try adding(external: external.type) }
    let result = container.graphReport(roots: repeat each rootTypes, externals: repeat each externalTypes)
    do {
      try container.validate(roots: repeat each rootTypes, externals: repeat each externalTypes)
      #expect(result.findings.isEmpty)
    } catch let error as GraphError {
      #expect(!result.findings.isEmpty && error.report == result)
    }
    return result
  }
}
