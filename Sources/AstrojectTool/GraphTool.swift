import Foundation
import Nexus

/// A command-line tool that verifies and shows the graph of an app.
///
/// It is the main type of an executable target. The container is made in a library target, because one executable
/// cannot link another one.
///
/// ```swift
/// import App
/// import AstrojectTool
///
/// @main enum Wiring: GraphTool {
///   static func makeContainer() throws -> Container { try AppDependencies.make() }
///   static var roots: [Any.Type] { [NotesModel.self] }
/// }
/// ```
/// `swift run wiring` verifies the graph, and `swift run wiring help` lists the commands. The tool builds nothing but
/// the container: no factory, hook or custom scope runs.
///
/// The exit status is 0, 1 if there are findings, or 2 for a wrong call and for a container that cannot be made.
public protocol GraphTool {
  /// Makes the container whose graph is meant.
  ///
  /// - Returns: The container with all registrations.
  /// - Throws: Any error; the tool prints it to standard error, and exits with status 2.
  static func makeContainer() async throws -> Container

  /// The types that are resolved from outside; none by default, so that all may be.
  static var roots: [Any.Type] { get }

  /// The types that come from outside: as arguments, or registered in children; none by default.
  static var externals: [Any.Type] { get }
}

extension GraphTool {
  /// None: all types may be resolved from outside.
  public static var roots: [Any.Type] { [] }

  /// None.
  public static var externals: [Any.Type] { [] }

  /// Runs the command that the arguments of the process name, and exits.
  ///
  /// The container is made on the main actor, unless ``makeContainer()`` says otherwise.
  @MainActor public static func main() async {
    let surroundings = Surroundings(
      directory: FileManager.default.currentDirectoryPath, environment: ProcessInfo.processInfo.environment,
      isTerminal: Surroundings.isOutputTerminal)
    let outcome = await run(Array(CommandLine.arguments.dropFirst()), in: surroundings)
    try? FileHandle.standardError.write(contentsOf: Data(outcome.error.utf8))
    do { try FileHandle.standardOutput.write(contentsOf: Data(outcome.output.utf8)) } catch { exit(2) }
    exit(outcome.status)
  }

  /// Runs a command.
  ///
  /// - Parameters:
  ///   - arguments: The words after the name of the tool.
  ///   - surroundings: The facts about the process that matter.
  static func run(_ arguments: [String], in surroundings: Surroundings) async -> Outcome {
    do {
      let invocation = try Invocation(arguments, in: surroundings)
      guard let command = invocation.command else { return Outcome(output: Help.text) }
      let container: Container
      do { container = try await makeContainer() } catch {
        let text = (error as? any LocalizedError)?.errorDescription ?? TypeName.text(of: error)
        throw Refusal(command.refusal("The container could not be made.\n\(text)".foreign, of: invocation))
      }
      return try command.run(Subject(container, roots: roots, externals: externals, invocation))
    } catch {
      return Outcome(error: "\(error)".foreign + "\n", status: 2)
    }
  }
}
