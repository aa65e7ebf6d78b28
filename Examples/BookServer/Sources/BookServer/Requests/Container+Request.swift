import Logging
import Nexus

extension Container {
  /// Runs `work` in a child container. Commits its transaction if `work` succeeds, and rolls back otherwise.
  func withRequest<Result>(
    _ info: RequestInfo, _ logger: Logger, _ work: (Container) async throws -> Result
  ) async throws -> Result {
    try await withChild(named: RequestInfo.scope, given: info, RequestLogger(logger: logger)) { child in
      let result = try await work(child)
      try await child.resolve(Transaction.self).commit()
      return result
    }
  }
}
