import Astroject

/// The overrides that one test case must use.
final class OverrideAccount: Sendable {
  private let records = Lock<[ForkRecord]>([])

  func add(_ record: ForkRecord) { records.withLock { $0.append(record) } }

  /// Forgets all overrides, because another container has replaced theirs and no test can reach them.
  func close() { records.withLock { $0 = [] } }

  /// Reports the unused overrides; called at the end of a case whose body has not thrown.
  func settle() {
    for record in records.withLock({ $0 }) {
      for failure in record.failures { Reporter.fail(failure.text, at: failure.site) }
    }
  }
}
