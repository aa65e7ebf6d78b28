import AstrojectGraph
import Testing

// Roots and externals are types, and a sketch has at most two of each. `Never` takes the place of an absent external,
// because no sketch needs it.

extension Sketch {
  /// Returns the report of a container, and expects `validate` to agree with it.
  func report(of container: Container) throws -> GraphReport {
    try externals.first.visit(FirstExternal(sketch: self, container: container))
  }
}

extension Strand? {
  fileprivate func visit<Visitor: TypeVisitor>(_ visitor: Visitor) throws -> Visitor.Outcome {
    guard let strand = self else { return try visitor.visit(Never.self) }
    return try strand.visit(visitor)
  }
}

private struct FirstExternal: TypeVisitor {
  let sketch: Sketch
  let container: Container
  func visit<First>(_ type: First.Type) throws -> GraphReport {
    try sketch.externals.dropFirst().first.visit(SecondExternal<First>(sketch: sketch, container: container))
  }
}

private struct SecondExternal<First>: TypeVisitor {
  let sketch: Sketch
  let container: Container
  func visit<Second>(_ type: Second.Type) throws -> GraphReport {
    let ground = Ground<First, Second>(sketch: sketch, container: container)
    guard let root = sketch.roots.first else { return try ground.inspect() }
    return try root.visit(FirstRoot(ground: ground))
  }
}

private struct FirstRoot<One, Two>: TypeVisitor {
  let ground: Ground<One, Two>
  func visit<Root>(_ type: Root.Type) throws -> GraphReport {
    guard let second = ground.sketch.roots.dropFirst().first else { return try ground.inspect(type) }
    return try second.visit(SecondRoot<One, Two, Root>(ground: ground))
  }
}

private struct SecondRoot<One, Two, First>: TypeVisitor {
  let ground: Ground<One, Two>
  func visit<Root>(_ type: Root.Type) throws -> GraphReport { try ground.inspect(First.self, type) }
}

private struct Ground<One, Two> {
  let sketch: Sketch
  let container: Container

  func inspect<each Root>(_ roots: repeat (each Root).Type) throws -> GraphReport {
    let report = container.graphReport(roots: repeat each roots, externals: One.self, Two.self)
    do {
      try container.validate(roots: repeat each roots, externals: One.self, Two.self)
      #expect(report.findings.isEmpty)
    } catch let error as GraphError {
      #expect(!report.findings.isEmpty && error.report == report)
    }
    return report
  }
}
