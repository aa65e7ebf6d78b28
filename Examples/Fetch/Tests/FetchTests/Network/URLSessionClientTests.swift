import AstrojectTesting
import Testing

@testable import fetch

/// The only tests that open a connection, to this machine.
@Suite("The real client", .container(FetchContainer.make))
struct URLSessionClientTests {
  @Test("hands on what a server answers", .overriding { try $0.replace(Output.self) { RecordingOutput() } })
  func answers() async throws {
    let server = try LocalServer(
      answer:
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 7\r\nConnection: close\r\n\r\n{\"a\":1}")
    let outcome = try await tool("get", "--retry", "never", "http://127.0.0.1:\(server.port)/")
    #expect(outcome.output == "{\n  \"a\" : 1\n}")
    #expect(outcome.message == "")
  }

  @Test("tells a failure in one sentence", .overriding { try $0.replace(Output.self) { RecordingOutput() } })
  func failure() async throws {
    let outcome = try await tool("get", "--retry", "never", "http://127.0.0.1:1/")
    #expect(outcome.message.hasPrefix("http://127.0.0.1:1/ does not answer: "))
    #expect(outcome.code == 1)
  }
}
