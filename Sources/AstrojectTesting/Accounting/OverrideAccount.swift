import Astroject

/// The overrides of one test case that have to be used.
final class OverrideAccount: Sendable {
  private let records = Lock<[ForkRecord]>([])

  func add(_ record: ForkRecord) { records.withLock { $0.append(record) } }

  /// Forgets all: the container that they were made for has given way to another one, and no test can reach it.
  func close() { records.withLock { $0 = [] } }

  /// Reports those that were not used, at the end of a case whose body has not thrown.
  func settle() {
    for record in records.withLock({ $0 }) {
      for failure in record.failures { Reporter.fail(failure.text, at: failure.site) }
    }
  }
}
