import Hummingbird

/// The facts about a request that its services depend on.
struct RequestInfo: Sendable {
  /// The name of the child containers of requests, and of the scope that caches in them.
  static let scope = "request"

  let id: String
  let isReadOnly: Bool
  /// The secret that the client sends to sign in as a member.
  let token: String?

  init(_ request: Request, id: String) {
    self.id = id
    isReadOnly = request.method == .get || request.method == .head
    let header = request.headers[.authorization] ?? ""
    token = header.hasPrefix("Bearer ") ? String(header.dropFirst("Bearer ".count)) : nil
  }

  /// Describes a job that the server starts itself.
  init(job: String) {
    id = job
    isReadOnly = false
    token = nil
  }
}
