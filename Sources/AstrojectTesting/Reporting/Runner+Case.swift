extension Runner {
  /// The identity of a test case, as far as it is known.
  enum Case: Equatable, Sendable {
    /// A test of Swift Testing that has one case.
    case single(AnySendableHashable)
    /// The case that XCTest runs. There is one at a time.
    case xctest
    /// One of several cases of a test, or a detached task. Each of its forks counts as a case.
    case unknown
  }

  /// A hashable value of any type, such as the identity of a test.
  struct AnySendableHashable: Hashable, @unchecked Sendable {
    // The value is Sendable.
    private let value: AnyHashable
    init(_ value: some Hashable & Sendable) { self.value = AnyHashable(value) }
  }

  /// The case that runs on this thread or task; nil if no test runs.
  static var currentCase: Case? {
    switch current {
    case .swiftTesting: Reporter.caseInSwiftTesting
    case .xctest: Reporter.isXCTestObserved ? .xctest : .unknown
    case .either: Reporter.isXCTestObserved && Reporter.isCaseOfXCTestKnown ? .xctest : .unknown
    case .none: nil
    }
  }
}
