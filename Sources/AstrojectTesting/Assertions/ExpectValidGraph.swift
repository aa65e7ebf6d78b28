import Astroject
import Nexus

/// Expects that `validate` finds nothing wrong in a container and its parents.
///
/// ```swift
/// expectValidGraph(container, roots: App.self, externals: UserID.self)
/// ```
/// Nothing is built. It may be called on any thread. The failure report lists all findings. If the runner supports
/// attachments, the graph is attached to the test as Mermaid, with the findings in red; otherwise it is written to a
/// file.
///
/// - Parameters:
///   - container: The container to check, with its parents.
///   - roots: The types that are resolved from outside.
///   - externals: The types that come from outside: as arguments, or registered in children.
///   - duplicates: `DuplicatePolicy.fail` also fails for a registration that has replaced another one.
///   - maxOpaque: The largest number of opaque registrations that is no failure; nil for any number.
///   - hints: True if hints are failures, too.
///   - fileID: The file of the call, for failure reports.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
public func expectValidGraph<each Root, each External>(
  _ container: Container, roots: repeat (each Root).Type, externals: repeat (each External).Type,
  duplicates: DuplicatePolicy = .replace, maxOpaque: Int? = nil, hints: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  expectValidGraph(
    container, roots: list(repeat each roots), externals: list(repeat each externals), duplicates: duplicates,
    maxOpaque: maxOpaque, hints: hints, fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Expects a valid graph, with lists made at run time.
///
/// See ``expectValidGraph(_:roots:externals:duplicates:maxOpaque:hints:fileID:filePath:line:column:)``.
///
/// - Parameters:
///   - container: The container to check, with its parents.
///   - roots: The types that are resolved from outside; empty if all may be.
///   - externals: The types that come from outside.
///   - duplicates: `DuplicatePolicy.fail` also fails for a registration that has replaced another one.
///   - maxOpaque: The largest number of opaque registrations that is no failure; nil for any number.
///   - hints: True if hints are failures, too.
///   - fileID: The file of the call, for failure reports.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
public func expectValidGraph(
  _ container: Container, roots: [Any.Type], externals: [Any.Type] = [], duplicates: DuplicatePolicy = .replace,
  maxOpaque: Int? = nil, hints: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  let site = CallSite(fileID, filePath, line, column)
  do {
    try container.validate(
      roots: roots, externals: externals, duplicates: duplicates, maxOpaque: maxOpaque, hints: hints)
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

/// Expects that the registrations of a composition root make a valid graph.
///
/// ```swift
/// expectValidGraph(AppDependencies.self)
/// ```
/// It checks the container that ``Nexus/CompositionRoot/make()`` returns, and builds nothing. An error of `make()` is
/// reported as a failure.
///
/// - Parameters:
///   - root: The composition root.
///   - roots: The types that are resolved from outside.
///   - externals: The types that come from outside: as arguments, or registered in children.
///   - duplicates: `DuplicatePolicy.fail` also fails for a registration that has replaced another one.
///   - maxOpaque: The largest number of opaque registrations that is no failure; nil for any number.
///   - hints: True if hints are failures, too.
///   - fileID: The file of the call, for failure reports.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
public func expectValidGraph<each Root, each External>(
  _ root: any CompositionRoot.Type, roots: repeat (each Root).Type, externals: repeat (each External).Type,
  duplicates: DuplicatePolicy = .replace, maxOpaque: Int? = nil, hints: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  do {
    expectValidGraph(
      try root.make(), roots: list(repeat each roots), externals: list(repeat each externals), duplicates: duplicates,
      maxOpaque: maxOpaque, hints: hints, fileID: fileID, filePath: filePath, line: line, column: column)
  } catch {
    Reporter.fail(
      FailureText("Expected the graph of \(root) to be valid, but no container could be made.").found(error),
      at: CallSite(fileID, filePath, line, column))
  }
}
