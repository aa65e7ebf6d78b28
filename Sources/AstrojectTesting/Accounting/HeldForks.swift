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
    switch Runner.currentCase {
    case .xctest: Reporter.holdInXCTest(fork)
    case let owner?: PlainTests.shared.hold(fork, for: owner)
    case nil: break
    }
  }
}

/// The forks of test cases that have neither a trait nor a ``ContainerTestCase``, and whose end no runner reports.
///
/// XCTest reports the end of a case, so ``RunningCase`` holds the forks of that. Swift Testing does not. So the forks
/// of the last cases are held, of which there are more than can be under way.
final class PlainTests: Sendable {
  static let shared = PlainTests()

  /// The number of cases whose forks are held.
  static var mostCases: Int { 256 }

  private struct Held {
    let owner: Runner.Case
    var forks: [Container]
  }

  /// The oldest case comes first.
  private let cases = Lock<[Held]>([])

  /// Holds a fork, and releases those of the oldest case if there are too many cases.
  func hold(_ fork: Container, for owner: Runner.Case) {
    let oldest = cases.withLock { cases -> Held? in
      if owner != .unknown, let index = cases.lastIndex(where: { $0.owner == owner }) {
        cases[index].forks.append(fork)
        return nil
      }
      cases.append(Held(owner: owner, forks: [fork]))
      return cases.count > PlainTests.mostCases ? cases.removeFirst() : nil
    }
    // Freed where no lock is held.
    withExtendedLifetime(oldest) {}
  }
}
