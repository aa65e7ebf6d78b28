import AstrojectTesting
import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import Nexus
import Testing

@testable import BookServer

/// Makes the container of the server with a clock, a mailer, a database and a log level for tests.
enum TestServer {
  static func makeContainer() throws -> Container { try makeContainer(options: []) }

  static func makeContainer(options: [String]) throws -> Container {
    try BookServer.parse(options).makeContainer().overriding { overrides in
      try overrides.replace(WallClock.self) { StoppedClock() }.asSingleton()
      try overrides.replace(Mailer.self) { LetterBox() }.asSingleton()
      try overrides.replace(DatabaseLocation.self) { DatabaseLocation.memory }
      try overrides.replace(Logger.Level.self) { Logger.Level.critical }
    }
  }
}

extension Container {
  /// Runs the server while a test sends requests to it.
  func serve(
    _ setup: TestingSetup = .live, _ test: @escaping @Sendable (Client) async throws -> Void
  ) async throws {
    try await makeApplication().test(setup) { try await test(Client(http: $0)) }
  }
}

/// Sends JSON requests to the server.
struct Client: Sendable {
  let http: any TestClientProtocol
  var token: String?

  func get<Answer: Decodable>(_ uri: String, as type: Answer.Type = Answer.self) async throws -> Answer {
    try await answer(uri, .get, expecting: .ok)
  }

  func post<Answer: Decodable>(_ uri: String, _ body: some Encodable) async throws -> Answer {
    try await answer(uri, .post, body, expecting: .created)
  }

  func delete<Answer: Decodable>(_ uri: String) async throws -> Answer {
    try await answer(uri, .delete, expecting: .ok)
  }

  /// Sends a request that the server refuses, and returns its error text.
  func refusal(
    _ status: HTTPResponse.Status, _ method: HTTPRequest.Method, _ uri: String, _ body: (any Encodable)? = nil
  ) async throws -> String {
    try await answer(uri, method, body, expecting: status, as: ErrorResponses<ContainerContext>.Body.self).error
  }

  /// Registers a member, and returns a client with the token of that member.
  func joined(as name: String) async throws -> Client {
    let welcome: Welcome = try await post("/members", NewMember(name: name, email: "\(name)@example.org"))
    return Client(http: http, token: welcome.token)
  }

  private func answer<Answer: Decodable>(
    _ uri: String, _ method: HTTPRequest.Method, _ body: (any Encodable)? = nil, expecting status: HTTPResponse.Status,
    as type: Answer.Type = Answer.self
  ) async throws -> Answer {
    var headers = HTTPFields()
    if let token { headers[.authorization] = "Bearer \(token)" }
    let encoder = JSONEncoder()
    let buffer = try body.map { ByteBuffer(data: try encoder.encode($0)) }
    return try await http.execute(uri: uri, method: method, headers: headers, body: buffer) { response in
      #expect(response.status == status, "\(method) \(uri): \(String(buffer: response.body))")
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      return try decoder.decode(Answer.self, from: response.body)
    }
  }
}
