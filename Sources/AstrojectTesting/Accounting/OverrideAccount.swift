import Astroject

/// The overrides that one test case must use.
final class OverrideAccount: Sendable {
  private let records = Lock<[ForkRecord]>([])

  func add(_ record: ForkRecord) { records.withLock { $0.append(record) } }

  /// Forgets all overrides, because a container that does not lead to theirs has replaced it.
  func close() { records.withLock { $0 = [] } }

  /// Reports the unused overrides; called at the end of a case whose body has not thrown.
  ///
  /// Those of a test with several cases are reported by its ``CaseAccounts``.
  func settle() {
    for record in records.withLock({ $0 }) {
      for failure in record.escapes { Reporter.fail(failure.text, at: failure.site) }
      if let cases = CaseAccounts.current {
        cases.add(record.uses)
      } else {
        for use in record.uses where use.isUnused { Reporter.fail(use.text, at: use.site) }
      }
    }
  }

  /// Excuses the overrides of a case that has thrown, which might have used them later.
  func excuse() {
    guard let cases = CaseAccounts.current else { return }
    var uses = records.withLock { $0 }.flatMap(\.uses)
    for index in uses.indices { uses[index].isUnused = false }
    cases.add(uses)
  }
}
