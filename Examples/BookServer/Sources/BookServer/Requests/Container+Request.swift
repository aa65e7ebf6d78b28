import Logging
import Nexus

extension Container {
  /// A child container for a request, with what is known of it, and a logger that names it.
  func makeRequest(_ info: RequestInfo, _ logger: Logger) throws -> Container {
    try makeChild(named: RequestInfo.scope) { child in
      try child.register(instance: info)
      try child.register(instance: logger)
    }
  }

  /// What is validated, and drawn: the whole server, as a request sees it.
  func makeExemplaryRequest() throws -> Container {
    try makeRequest(RequestInfo(job: "example"), Logger(label: "example"))
  }

  /// Works in a child container: what it does in the database stays if `work` succeeds, and only then.
  func withRequest<Result>(
    _ info: RequestInfo, _ logger: Logger, _ work: (Container) async throws -> Result
  ) async throws -> Result {
    let child = try makeRequest(info, logger)
    do {
      let result = try await work(child)
      try await child.resolve(Transaction.self).commit()
      try await child.shutdown()
      return result
    } catch {
      // What is not committed is taken back.
      try? await child.shutdown()
      throw error
    }
  }
}
