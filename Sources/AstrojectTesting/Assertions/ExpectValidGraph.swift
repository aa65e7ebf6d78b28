import Astroject
import AstrojectSources
import Nexus

/// Expects that `validate` finds nothing wrong in a container and its parents.
///
/// ```swift
/// expectValidGraph(container, roots: App.self, externals: UserID.self)
/// ```
/// Nothing is built. It may be called on any thread. Each finding is one failure, which the runner reports at the line
/// of the registration if its file is found, else at the call. If the runner supports attachments, the graph is
/// attached to the test as Mermaid, with the findings in red, and as a page for a browser; otherwise these are written
/// to files.
///
/// The file is searched below the package or project of the test, and then below each folder around it, up to that of
/// the repository. Hidden folders are left out. Of several files of one name, the one in a folder called like the
/// module is meant. XCTest reports a failure at another line in a `ContainerTestCase`; in other test cases it can only
/// if the running one is known, and else the text has the path and the line.
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
    Reporter.fail(error, at: site)
  } catch {
    Reporter.fail(FailureText("Expected the graph to be valid, but it threw.").found(error), at: site)
  }
}

extension Reporter {
  /// Fails once for each finding, at the line of its registration if that is found.
  fileprivate static func fail(_ error: GraphError, at site: CallSite) {
    let places = SourceFinder(around: site.filePath.description).places(of: error.findings.compactMap(\.location))
    let attached = attach(
      [("graph.mmd", error.mermaid), ("graph.html", error.graph.html(report: error.report))], at: site)
    for finding in error.findings {
      let place = finding.location.flatMap { places[$0] }
      fail(at: place, calledAt: site) { isAtPlace in
        var text = FailureText("\(finding.headline) [\(finding.rule.rawValue)]")
          .with("Expected", ["a valid graph, at \(site.location)"])
        if !isAtPlace, let location = finding.location {
          text = text.with("Registered at", [place.map { "\($0.path):\($0.line)" } ?? location.description])
        }
        if !finding.details.isEmpty { text = text.with("Found", finding.details) }
        text = text.with("Remedy", [finding.remedy])
        if !attached.isEmpty { text = text.with("Graph", attached) }
        return text.with("The container has", [error.report.extent]).description
      }
    }
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
