import AstrojectTesting
import Testing

@testable import FetchKit

/// The only tests that open a connection. It is local.
@Suite("URLSessionClient", .container(FetchContainer.make))
struct URLSessionClientTests {
  @Test(.overriding { try $0.replace(Output.self) { RecordingOutput() } })
  func `URLSessionClient returns the body and the content type of an HTTP answer`() async throws {
    let server = try LocalServer(
      answer:
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 7\r\nConnection: close\r\n\r\n{\"a\":1}")
    let outcome = try await tool("get", "--retry", "never", "http://127.0.0.1:\(server.port)/")
    #expect(outcome.output == "{\n  \"a\" : 1\n}")
    #expect(outcome.message == "")
  }

  @Test(.overriding { try $0.replace(Output.self) { RecordingOutput() } })
  func `URLSessionClient reports a refused connection with its address`() async throws {
    let outcome = try await tool("get", "--retry", "never", "http://127.0.0.1:1/")
    #expect(outcome.message.hasPrefix("no answer from http://127.0.0.1:1/: "))
    #expect(outcome.code == 1)
  }
}
