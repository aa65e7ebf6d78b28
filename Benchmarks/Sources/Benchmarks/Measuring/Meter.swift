import Histogram

/// The results of one variant.
struct Reading {
  /// Picoseconds per operation, one value for each sample.
  private var histogram = Histogram<UInt64>(numberOfSignificantValueDigits: .three)
  /// Nanoseconds per operation, one median for each round.
  private(set) var rounds: [Double] = []
  /// The number of allocations of an operation; nil if they cannot be counted.
  var allocations: Double?

  var median: Double { Double(histogram.median) / 1000 }
  var minimum: Double { Double(histogram.min) / 1000 }
  var percentile99: Double { Double(histogram.valueAtPercentile(99)) / 1000 }

  mutating func record(round samples: [Double]) {
    for sample in samples { histogram.record(UInt64(sample * 1000)) }
    rounds.append(samples.median)
  }

  /// Returns the median of the rounds' ratios. A machine that slows down for a while slows down both sides of a ratio.
  func ratio(to other: Reading) -> Double { zip(rounds, other.rounds).map(/).median }
}

/// Measures the variants of a workload, which take turns.
struct Meter {
  let plan: Plan

  func measure(_ workload: Workload) async throws -> Line {
    let variants = [workload.hand, workload.astroject] + (workload.reference.map { [$0] } ?? [])
    let readings = try await measure(variants, batch: workload.batch)
    return Line(
      workload: workload.name, hand: readings[0], reference: readings.count > 2 ? readings[2] : nil,
      astroject: readings[1])
  }

  /// Returns the readings in the order of the variants.
  private func measure(_ variants: [Workload.Variant], batch: Int?) async throws -> [Reading] {
    var subjects: [Subject] = []
    for variant in variants { subjects.append(try await Subject(try variant(), plan, batch)) }
    for round in 0..<plan.rounds {
      for turn in subjects.indices {
        let index = (round + turn) % subjects.count
        try await subjects[index].measure(plan.samples)
      }
    }
    for index in subjects.indices { try await subjects[index].countAllocations() }
    return subjects.map(\.reading)
  }
}

/// A variant that is being measured.
private struct Subject {
  let body: Body
  /// The number of operations in a sample.
  let count: Int
  /// The number of operations whose allocations are counted.
  let allocationCount: Int
  var reading = Reading()

  init(_ body: @escaping Body, _ plan: Plan, _ batch: Int?) async throws {
    self.body = body
    var count = batch ?? 1
    while try await body(count) < plan.sample, batch == nil { count *= 2 }
    self.count = count
    allocationCount = batch ?? 1000
  }

  mutating func measure(_ samples: Int) async throws {
    // Warms the caches, which the other variants have used meanwhile.
    _ = try await body(count / 4 + 1)
    var results: [Double] = []
    for _ in 0..<samples { results.append(try await body(count).nanoseconds(per: count)) }
    reading.record(round: results)
  }

  mutating func countAllocations() async throws {
    let allocations = try await Allocations.counting { _ = try await body(allocationCount) }
    reading.allocations = allocations.map { Double($0.calls) / Double(allocationCount) }
  }
}

extension [Double] {
  var median: Double {
    let sorted = sorted()
    return isEmpty ? .nan : (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
