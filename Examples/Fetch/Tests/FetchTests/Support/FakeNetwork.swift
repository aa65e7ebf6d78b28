import Foundation

@testable import FetchKit

/// A network with the given pages. Other addresses do not answer.
struct FakeNetwork: HTTPClient {
  struct Answer {
    var status = 200
    var type = "text/plain"
    let body: Data

    static func html(_ text: String) -> Answer { Answer(type: "text/html; charset=utf-8", body: Data(text.utf8)) }
    static func json(_ text: String) -> Answer { Answer(type: "application/json", body: Data(text.utf8)) }
    static func plain(_ text: String) -> Answer { Answer(body: Data(text.utf8)) }
    static func bytes(_ bytes: [UInt8]) -> Answer { Answer(type: "application/octet-stream", body: Data(bytes)) }
    static func status(_ status: Int) -> Answer { Answer(status: status, body: Data()) }
  }

  var pages: [String: Answer] = [:]

  func get(_ url: URL) async throws -> Response {
    guard let answer = pages[url.absoluteString] else { throw Failure("no answer from \(url)") }
    return Response(url: url, status: answer.status, contentType: answer.type, body: answer.body)
  }
}

/// Gives its answers in order, and repeats the last one.
actor Sequel: HTTPClient {
  private var answers: [FakeNetwork.Answer?]
  private(set) var count = 0

  /// - Parameter answers: The answers; nil stands for no answer.
  init(_ answers: FakeNetwork.Answer?...) { self.answers = answers }

  func get(_ url: URL) async throws -> Response {
    count += 1
    let answer = answers.count > 1 ? answers.removeFirst() : answers[0]
    return try await FakeNetwork(pages: answer.map { [url.absoluteString: $0] } ?? [:]).get(url)
  }
}

/// Holds requests until the given number has arrived, then answers them all. Records the most that waited at once.
actor Crowd: HTTPClient {
  private let size: Int
  private var asking: [CheckedContinuation<Void, Never>] = []
  private(set) var most = 0

  init(of size: Int) { self.size = size }

  func get(_ url: URL) async -> Response {
    await withCheckedContinuation { continuation in
      asking.append(continuation)
      most = max(most, asking.count)
      if asking.count == size {
        for one in asking { one.resume() }
        asking = []
      }
    }
    return Response(url: url, status: 200, contentType: "text/plain", body: Data())
  }
}
