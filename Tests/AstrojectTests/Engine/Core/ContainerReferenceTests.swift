import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Astroject

/// Containers that one thread releases one after the other while another thread asks for them.
private final class Race: @unchecked Sendable {
  // Unchecked, because only the first thread uses the containers, and the cores never change.
  private var containers: [Container?]
  private let cores: [Core]
  private let arrivals = Atomic(0)
  /// Counts the containers that a core has returned and that are not its own.
  let strangers = Counter()

  init(rounds: Int) {
    containers = (0..<rounds).map { _ in Container() }
    cores = containers.compactMap { $0?.core }
  }

  func drop() {
    for round in cores.indices {
      meet(in: round)
      // The delay grows, so that the release meets each point of the other thread's request.
      for _ in 0..<round % 500 { _ = arrivals.load(ordering: .sequentiallyConsistent) }
      containers[round] = nil
    }
  }

  func ask() {
    for round in cores.indices {
      meet(in: round)
      let container = cores[round].container
      if let container, container.core !== cores[round] { strangers.increment() }
    }
  }

  /// Returns when both threads have arrived. They spin, because a sleeping thread would wake up too late. A thread
  /// that spins for long yields, because the other one may wait for its processor.
  private func meet(in round: Int) {
    arrivals.add(1, ordering: .sequentiallyConsistent)
    var spins = 0
    while arrivals.load(ordering: .sequentiallyConsistent) < 2 * (round + 1) {
      spins += 1
      if spins.isMultiple(of: 1_000) { sched_yield() }
    }
  }

  var remaining: Int { cores.count { $0.container != nil } }
}

@Suite("The container of a core", .ownThreads)
struct HandleTests {
  @Test func `a core returns its own container or nil while another thread releases that`() async throws {
    let race = Race(rounds: rounds(20_000).count)
    try await onThreads(2) { number in if number == 0 { race.drop() } else { race.ask() } }
    #expect(race.remaining == 0 && race.strangers.value == 0)
  }

  @Test func `a core returns its container without retaining it`() throws {
    var container: Container? = Container()
    let core = try #require(container?.core)
    for _ in 0..<2 { #expect(core.container === container) }
    container = nil
    #expect(core.container == nil)
  }
}
