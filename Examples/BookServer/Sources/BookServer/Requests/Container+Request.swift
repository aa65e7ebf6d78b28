import Logging
import Nexus

extension Container {
  /// Works in a child container: what it does in the database stays if `work` succeeds, and only then.
  func withRequest<Result>(
    _ info: RequestInfo, _ logger: Logger, _ work: (Container) async throws -> Result
  ) async throws -> Result {
    try await withChild(named: RequestInfo.scope) { child in
      try child.add(info, logger)
    } perform: { child in
      let result = try await work(child)
      try await child.resolve(Transaction.self).commit()
      return result
    }
  }

  /// What is validated, and drawn: the whole server, as a request sees it.
  func makeExemplaryRequest() throws -> Container {
    try makeChild(named: RequestInfo.scope) { child in
      try child.add(RequestInfo(job: "example"), Logger(label: "example"))
    }
  }

  /// What is known of a request, and a logger that names it.
  private func add(_ info: RequestInfo, _ logger: Logger) throws {
    try register(instance: info)
    try register(instance: logger)
  }
}
