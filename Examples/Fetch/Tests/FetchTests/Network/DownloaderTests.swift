import AstrojectTesting
import Testing

@testable import FetchKit

@Suite("Retrying", .container(TestContainer.make))
struct DownloaderTests {
  /// Runs `fetch get` with the given retry policy; returns its outcome and the pauses between the attempts.
  private func run(_ retry: String, against network: Sequel) async throws -> (outcome: Outcome, pauses: [Duration]) {
    let container = try Container.current.overriding { overrides in
      try overrides.replace(HTTPClient.self, name: "direct") { network }
    }
    let outcome = try await tool("get", "--retry", retry, "http://a.example", in: container)
    return (outcome, try #require(await container.resolve(Pause.self) as? RecordingPause).durations)
  }

  @Test func `the downloader retries after no answer or status 503, and doubles the pauses`() async throws {
    let network = Sequel(nil, .status(503), .plain("at last"))
    let (outcome, pauses) = try await run("patient", against: network)
    #expect(outcome.output == "at last")
    #expect(pauses == [.seconds(1), .seconds(2)])
    #expect(await network.count == 3)
  }

  @Test(
    arguments: [(retry: "patient", times: 4), (retry: "eager", times: 3), (retry: "never", times: 1)])
  func `the downloader fails after the attempts that its retry policy allows`(retry: String, times: Int) async throws {
    let network = Sequel(nil)
    let (outcome, pauses) = try await run(retry, against: network)
    #expect(outcome.message == "no answer from http://a.example")
    #expect(await network.count == times)
    #expect(pauses.count == times - 1)
  }

  @Test func `the downloader does not retry after status 404`() async throws {
    let network = Sequel(.status(404))
    #expect(try await run("patient", against: network).outcome.message == "http://a.example answered with status 404.")
    #expect(await network.count == 1)
  }
}
