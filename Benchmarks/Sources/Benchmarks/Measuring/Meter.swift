import Histogram

/// What was measured of one variant.
struct Reading {
  /// Picoseconds per operation, one value a sample.
  private var histogram = Histogram<UInt64>(numberOfSignificantValueDigits: .three)
  /// Nanoseconds per operation, the median of each round.
  private(set) var rounds: [Double] = []
  /// How often an operation asks for memory, where that can be counted.
  var allocations: Double?

  var median: Double { Double(histogram.median) / 1000 }
  var minimum: Double { Double(histogram.min) / 1000 }
  var percentile99: Double { Double(histogram.valueAtPercentile(99)) / 1000 }

  mutating func record(round samples: [Double]) {
    for sample in samples { histogram.record(UInt64(sample * 1000)) }
    rounds.append(samples.median)
  }

  /// The median of the ratios, each taken within a round: what slows the machine down for a while slows both.
  func ratio(to other: Reading) -> Double { zip(rounds, other.rounds).map(/).median }
}

/// Measures the variants of a workload, in turns.
struct Meter {
  let plan: Plan

  func measure(_ workload: Workload) async throws -> Line {
    let variants = [workload.hand, workload.astroject] + (workload.reference.map { [$0] } ?? [])
    let readings = try await measure(variants, batch: workload.batch)
    return Line(
      workload: workload.name, hand: readings[0], reference: readings.count > 2 ? readings[2] : nil,
      astroject: readings[1])
  }

  /// The readings, in the order of the variants.
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

/// One variant while it is measured.
private struct Subject {
  let body: Body
  /// How many operations take about as long as a sample is to take.
  let count: Int
  /// How many of them are asked about memory.
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
    // The caches are somebody else's after the turns of the others.
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
