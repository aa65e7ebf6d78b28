import Hummingbird

/// What is known of a request before anything is built for it.
struct RequestInfo: Sendable {
  /// The name of the containers that are made for requests, and of the scope of what they keep.
  static let scope = "request"

  let id: String
  let isReadOnly: Bool
  /// What the client shows to be taken for a member.
  let token: String?

  init(_ request: Request, id: String) {
    self.id = id
    isReadOnly = request.method == .get || request.method == .head
    let header = request.headers[.authorization] ?? ""
    token = header.hasPrefix("Bearer ") ? String(header.dropFirst("Bearer ".count)) : nil
  }

  /// For what the server does by itself.
  init(job: String) {
    id = job
    isReadOnly = false
    token = nil
  }
}
