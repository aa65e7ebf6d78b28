import Foundation
import Nexus
import Singularity

/// Expects that a resource file can be registered, alone and with the file of each environment over it, and that all
/// that is registered then fits together, without building anything.
///
/// ```swift
/// expectValidResource("services", in: .module, environments: ["staging", "production"]) { try AppContainer.make() }
/// ```
/// Each time, the closure makes a fresh container, which has what the app registers in code before. The file is
/// registered in it, and the graph is checked by `validate`. A failure is reported for each environment by itself, with
/// everything that is wrong. It may be called on any thread.
///
/// - Parameters:
///   - name: The name of the file, without its extension.
///   - bundle: The bundle that has it.
///   - environments: The environments whose files go over it; all that have a file in the bundle, if it is nil.
///   - roots: The types that are resolved from outside.
///   - externals: The types that come from outside: as arguments, or registered in children.
///   - fileID: Where it is called, for the report of a failure.
///   - filePath: Where it is called.
///   - line: Where it is called.
///   - column: Where it is called.
///   - makeContainer: Makes a container with what the app registers in code; an empty one by default.
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
      "resource \(name.debugDescription)" + (environment.map { " with the environment \($0.debugDescription)" } ?? "")
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
