import AstrojectTesting
import Testing

@testable import fetch

@Suite("Trying again", .container(TestContainer.make))
struct DownloaderTests {
  /// What a command with `--retry` asks for and waits.
  private func run(_ retry: String, against network: Sequel) async throws -> (outcome: Outcome, pauses: [Duration]) {
    let container = try Container.current.overriding { overrides in
      try overrides.replace(HTTPClient.self, name: "direct") { network }
    }
    let outcome = try await tool("get", "--retry", retry, "http://a.example", in: container)
    return (outcome, try #require(await container.resolve(Pause.self) as? RecordingPause).durations)
  }

  @Test("goes on until there is an answer")
  func untilItAnswers() async throws {
    let network = Sequel(nil, .status(503), .plain("at last"))
    let (outcome, pauses) = try await run("patient", against: network)
    #expect(outcome.output == "at last")
    #expect(pauses == [.seconds(1), .seconds(2)])
    #expect(await network.count == 3)
  }

  @Test(
    "ends when it has been enough",
    arguments: [(retry: "patient", times: 4), (retry: "eager", times: 3), (retry: "never", times: 1)])
  func untilItIsEnough(retry: String, times: Int) async throws {
    let network = Sequel(nil)
    let (outcome, pauses) = try await run(retry, against: network)
    #expect(outcome.message == "nobody answers at http://a.example")
    #expect(await network.count == times)
    #expect(pauses.count == times - 1)
  }

  @Test("does not help where there is no page")
  func notThere() async throws {
    let network = Sequel(.status(404))
    #expect(try await run("patient", against: network).outcome.message == "http://a.example answers 404.")
    #expect(await network.count == 1)
  }
}
