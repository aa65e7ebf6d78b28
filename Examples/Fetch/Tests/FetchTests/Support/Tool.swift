import AstrojectTesting
import Testing

@testable import FetchKit

/// Makes the container of the tool with fakes for output, files, time and network.
enum TestContainer {
  static func make() throws -> Container {
    try FetchContainer.make().overriding { overrides in
      try overrides.replace(Output.self) { RecordingOutput() }
      try overrides.replace(Files.self) { MemoryFiles() }
      try overrides.replace(Pause.self) { RecordingPause() }
      try overrides.replace(HTTPClient.self, name: "direct") { FakeNetwork() }
    }
  }
}

/// The visible result of a run of the tool.
struct Outcome {
  let output: String
  let message: String
  let code: Int32
}

/// Runs the tool in the given container, or in that of the test.
func tool(_ arguments: String..., in container: Container = .current) async throws -> Outcome {
  let output = try #require(await container.resolve(Output.self) as? RecordingOutput)
  let before = output.lines.count
  let result = await Container.withCurrent(container) { await Fetch.run(arguments) }
  let written = output.lines.dropFirst(before).joined(separator: "\n")
  switch result {
  case .success: return Outcome(output: written, message: "", code: 0)
  case .failure(let error):
    return Outcome(output: written, message: Fetch.message(for: error), code: Fetch.exitCode(for: error).rawValue)
  }
}
