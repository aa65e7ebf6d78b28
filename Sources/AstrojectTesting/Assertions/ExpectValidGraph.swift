import Astroject
import Nexus

/// Expects that all that is registered fits together, without building anything.
///
/// ```swift
/// expectValidGraph(container, roots: App.self, externals: UserID.self)
/// ```
/// It asks `validate`. A failure is reported with everything that is wrong; the graph, with what is wrong in red, is
/// attached to the test as Mermaid where the runner has attachments. It may be called on any thread.
///
/// - Parameters:
///   - container: What is checked, with its parents.
///   - roots: The types that are resolved from outside.
///   - externals: The types that come from outside: as arguments, or registered in children.
///   - duplicates: ``DuplicatePolicy/fail`` fails for a registration that has taken the place of another one.
///   - fileID: Where it is called, for the report of a failure.
///   - filePath: Where it is called.
///   - line: Where it is called.
///   - column: Where it is called.
public func expectValidGraph<each Root, each External>(
  _ container: Container, roots: repeat (each Root).Type, externals: repeat (each External).Type,
  duplicates: DuplicatePolicy = .replace,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  expectValidGraph(
    container, roots: list(repeat each roots), externals: list(repeat each externals), duplicates: duplicates,
    fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Expects that all that is registered fits together, with lists that are made at run time; see
/// ``expectValidGraph(_:roots:externals:duplicates:fileID:filePath:line:column:)``.
///
/// - Parameters:
///   - container: What is checked, with its parents.
///   - roots: The types that are resolved from outside; none for all.
///   - externals: The types that come from outside.
///   - duplicates: ``DuplicatePolicy/fail`` fails for a registration that has taken the place of another one.
///   - fileID: Where it is called, for the report of a failure.
///   - filePath: Where it is called.
///   - line: Where it is called.
///   - column: Where it is called.
public func expectValidGraph(
  _ container: Container, roots: [Any.Type], externals: [Any.Type] = [], duplicates: DuplicatePolicy = .replace,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  let site = CallSite(fileID, filePath, line, column)
  do {
    try container.validate(roots: roots, externals: externals, duplicates: duplicates)
  } catch let error as GraphError {
    let count = error.findings.count
    let text = FailureText(
      "Expected the graph to be valid, but it has \(count) \(count == 1 ? "problem" : "problems")."
    ).found(error)
    let location = Reporter.attach(error.mermaid, named: "graph.mmd", at: site)
    Reporter.fail(
      (location.map { text.with("Graph", [$0]) } ?? text).inventory(of: container, nearestTo: nil), at: site)
  } catch {
    Reporter.fail(FailureText("Expected the graph to be valid, but it threw.").found(error), at: site)
  }
}

private func list<each Element>(_ elements: repeat (each Element).Type) -> [Any.Type] {
  var types: [Any.Type] = []
  repeat types.append(each elements)
  return types
}

/// Expects that all that a composition root registers fits together, without building anything.
///
/// ```swift
/// expectValidGraph(AppDependencies.self)
/// ```
/// It checks the container that ``Nexus/CompositionRoot/make()`` gives; an error of that is reported, too.
///
/// - Parameters:
///   - root: What registers.
///   - roots: The types that are resolved from outside.
///   - externals: The types that come from outside: as arguments, or registered in children.
///   - duplicates: ``DuplicatePolicy/fail`` fails for a registration that has taken the place of another one.
///   - fileID: Where it is called, for the report of a failure.
///   - filePath: Where it is called.
///   - line: Where it is called.
///   - column: Where it is called.
public func expectValidGraph<each Root, each External>(
  _ root: any CompositionRoot.Type, roots: repeat (each Root).Type, externals: repeat (each External).Type,
  duplicates: DuplicatePolicy = .replace,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  do {
    expectValidGraph(
      try root.make(), roots: list(repeat each roots), externals: list(repeat each externals), duplicates: duplicates,
      fileID: fileID, filePath: filePath, line: line, column: column)
  } catch {
    Reporter.fail(
      FailureText("Expected the graph of \(root) to be valid, but no container could be made.").found(error),
      at: CallSite(fileID, filePath, line, column))
  }
}
