import Foundation
import Nexus
import Singularity

/// Expects that a resource file can be registered, alone and with each environment, and that its graph is valid.
///
/// ```swift
/// expectValidResource("services", in: .module, environments: ["staging", "production"]) { try AppContainer.make() }
/// ```
/// It builds nothing. Each time, the closure makes a fresh container, with the registrations that the app makes in code
/// before. The file is registered in it, and `validate` checks the graph. Each environment has its own failure report,
/// which lists all findings. It may be called on any thread.
///
/// - Parameters:
///   - name: The name of the file, without its extension.
///   - bundle: The bundle with the file.
///   - environments: The environments whose files are merged over it; if nil, all that have a file in the bundle.
///   - roots: The types that are resolved from outside.
///   - externals: The types that come from outside: as arguments, or registered in children.
///   - fileID: The file of the call, for failure reports.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
///   - makeContainer: Makes a container with the app's registrations in code; an empty one by default.
public func expectValidResource<each Root, each External>(
  _ name: String, in bundle: Bundle, environments: [String]? = nil,
  roots: repeat (each Root).Type, externals: repeat (each External).Type,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ makeContainer: () throws -> Container = { Container() }
) {
  var types: (roots: [Any.Type], externals: [Any.Type]) = ([], [])
  repeat types.roots.append((each Root).self)
  repeat types.externals.append((each External).self)
  let site = CallSite(fileID, filePath, line, column)
  for environment in [nil] + (environments ?? ResourceSearch.environments(of: name, in: bundle)) {
    let subject =
      "resource \(name.quoted)" + (environment.map { " with the environment \($0.quoted)" } ?? "")
    do {
      let container = try makeContainer()
      do {
        try container.register(resource: name, in: bundle, environment: environment)
        try container.validate(roots: types.roots, externals: types.externals)
      } catch {
        Reporter.fail(
          FailureText("Expected the \(subject) to be valid, but \(problems(of: error)).").found(error)
            .inventory(of: container, nearestTo: nil), at: site)
      }
    } catch {
      Reporter.fail(
        FailureText("Expected the \(subject) to be valid, but no container could be made.").found(error), at: site)
    }
  }
}

private func problems(of error: any Error) -> String {
  func count(_ number: Int, of subject: String) -> String {
    "\(subject) has \(number) problem\(number == 1 ? "" : "s")"
  }
  return switch error {
  case let error as ResourceError: count(error.findings.count, of: "it")
  case let error as GraphError: count(error.findings.count, of: "its graph")
  default: "it threw"
  }
}
