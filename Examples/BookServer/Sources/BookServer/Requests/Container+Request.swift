import Logging
import Nexus

extension Container {
  /// Works in a child container: what it does in the database stays if `work` succeeds, and only then.
  func withRequest<Result>(
    _ info: RequestInfo, _ logger: Logger, _ work: (Container) async throws -> Result
  ) async throws -> Result {
    try await withChild(named: RequestInfo.scope, given: info, logger) { child in
      let result = try await work(child)
      try await child.resolve(Transaction.self).commit()
      return result
    }
  }
}
