import Astroject

/// The forks that a test case holds until it ends, and the containers whose instances they share.
///
/// A subject that a helper hands out needs the container of its `Lazy`, `Provider` and `@InjectLazy`, which do not
/// retain it.
final class HeldForks: Sendable {
  /// Nil when the case has ended.
  private let forks = Lock<[Container]?>([])

  /// Holds a fork, unless the case has ended.
  func add(_ fork: Container) { forks.withLock { $0?.append(fork) } }

  /// Releases all forks at the end of the case. None is held any more.
  func end() {
    forks.change { $0 = nil }
  }

  /// Holds a fork until the running test case ends; does nothing if no test runs, or in `expectReleased(after:)`.
  static func hold(_ fork: Container) {
    if Witnesses.current != nil { return }
    if let scope = TestScope.current { return scope.held.add(fork) }
    if let owner = PlainTests.Case.current { PlainTests.shared.hold(fork, for: owner) }
  }
}

/// The forks of test cases without a trait or a ``ContainerTestCase``.
///
/// XCTest tells when a case has ended, and Swift Testing does not. So the forks of its last cases are held, of which
/// there are more than can be under way.
final class PlainTests: Sendable {
  /// The identity of a test case, as far as it is known.
  enum Case: Equatable, Sendable {
    /// A test of Swift Testing that has one case.
    case single(AnySendableHashable)
    /// The case that XCTest runs. There is one at a time.
    case xctest
    /// One of several cases of a test, or a detached task. Each of its forks counts as a case.
    case unknown

    /// The case that runs on this thread or task; nil if no test runs.
    static var current: Case? {
      switch Runner.current {
      case .swiftTesting: Reporter.testInSwiftTesting
      case .xctest: Reporter.isXCTestObserved ? .xctest : .unknown
      case .either: Reporter.isXCTestObserved && shared.isXCTestRunning ? .xctest : .unknown
      case .none: nil
      }
    }
  }

  /// A hashable value of any type, such as the identity of a test.
  struct AnySendableHashable: Hashable, @unchecked Sendable {
    // The value is Sendable.
    private let value: AnyHashable
    init(_ value: some Hashable & Sendable) { self.value = AnyHashable(value) }
  }

  static let shared = PlainTests()

  /// The number of cases whose forks are held.
  static var mostCases: Int { 256 }

  private struct Held {
    let owner: Case
    var forks: [Container]
  }

  private struct State {
    /// The oldest case comes first.
    var cases: [Held] = []
    var isXCTestRunning = false
  }

  private let state = Lock(State())

  /// True if XCTest is known to run a case.
  private var isXCTestRunning: Bool { state.withLock { $0.isXCTestRunning } }

  /// Holds a fork, and releases those of the oldest case if there are too many cases.
  func hold(_ fork: Container, for owner: Case) {
    let oldest = state.withLock { state -> Held? in
      if owner != .unknown, let index = state.cases.lastIndex(where: { $0.owner == owner }) {
        state.cases[index].forks.append(fork)
        return nil
      }
      state.cases.append(Held(owner: owner, forks: [fork]))
      return state.cases.count > PlainTests.mostCases ? state.cases.removeFirst() : nil
    }
    // Freed where no lock is held.
    withExtendedLifetime(oldest) {}
  }

  /// Notes that XCTest begins a case.
  func beginXCTestCase() { state.withLock { $0.isXCTestRunning = true } }

  /// Releases the forks of the case that XCTest has run.
  func endXCTestCase() {
    let ended = state.withLock { state in
      let ended = state.cases.filter { $0.owner == .xctest }
      state.cases.removeAll { $0.owner == .xctest }
      state.isXCTestRunning = false
      return ended
    }
    withExtendedLifetime(ended) {}
  }
}
