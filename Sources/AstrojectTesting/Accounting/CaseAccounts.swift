import Astroject

/// The overrides of all cases of a parameterised test, which has used an override if one of its cases has.
final class CaseAccounts: Sendable {
  /// The accounts of the test whose case is running; nil if the test has only one case.
  @TaskLocal static var current: CaseAccounts?

  private let uses = Lock<[ForkRecord.Use]>([])

  /// Adds the overrides of a case that has ended.
  func add(_ more: [ForkRecord.Use]) { uses.withLock { $0 += more } }

  /// Runs all cases of a test, and then reports the overrides that none of them has used.
  ///
  /// If an enclosing trait does that already, it only runs them.
  static func run(_ cases: () async throws -> Void) async throws {
    if current != nil { return try await cases() }
    let accounts = CaseAccounts()
    try await $current.withValue(accounts) { try await cases() }
    accounts.settle()
  }

  private func settle() {
    let uses = uses.withLock { $0 }
    let used = Set(uses.filter { !$0.isUnused }.map(\.identity))
    var reported: Set<ForkRecord.Use.Identity> = []
    for use in uses where !used.contains(use.identity) && reported.insert(use.identity).inserted {
      Reporter.fail(use.text, at: use.site)
    }
  }
}
