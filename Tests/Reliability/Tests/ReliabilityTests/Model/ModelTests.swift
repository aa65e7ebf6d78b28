import Foundation
import TestSupport
import Testing

@Suite("A random program", .onDemand)
struct ModelTests {
  #if DEBUG
    private static let usual = 400
  #else
    private static let usual = 10_000
  #endif
  static let count = ProcessInfo.processInfo.environment["ASTROJECT_PROGRAMS"].flatMap(Int.init) ?? usual
  /// The number of parts that run in parallel.
  private static let parts = 20

  @Test(arguments: 0..<parts)
  func `a random program matches the oracle in results, errors and builds, and frees every object`(part: Int) async {
    keepNoTraceOfErrors()
    let count = UInt64(ModelTests.count / ModelTests.parts)
    // Two seeds of a run have no program in common.
    let first = (SplitMix.seed &* UInt64(ModelTests.parts) &+ UInt64(part)) &* count
    for seed in first..<first + count {
      let program = Generator.program(seed: seed, steps: 200)
      guard await Difference.of(program) != nil else { continue }
      let short = await Shrinker.shrink(program)
      let difference = await Difference.of(short).map { "\($0)" } ?? "It agrees when it is run again."
      Issue.record(
        "ASTROJECT_SEED=\(SplitMix.seed), program \(seed):\n\(SwiftCode(short))\n// \(difference)")
      return
    }
  }

  @Test func `the same seed generates the same program, and another seed generates another one`() {
    let programs = [1, 1, 2].map { SwiftCode(Generator.program(seed: $0, steps: 100)).description }
    #expect(programs[0] == programs[1])
    #expect(programs[0] != programs[2])
  }

  @Test func `random programs produce every kind of result, error and event`() {
    var seen: Set<String> = []
    for seed in 0..<200 as Range<UInt64> {
      let program = Generator.program(seed: seed, steps: 200)
      let (decorators, standIns) = (program.decorators, program.standIns)
      for observation in Oracle().run(program) {
        switch observation.result {
        case .error(let kind, _): seen.insert("\(kind)")
        case .products: seen.insert(observation.events.isEmpty ? "kept" : "built")
        case .none: seen.insert("nil")
        case .done, .answer, .otherError, .leaked: break
        }
        for event in observation.events {
          switch event {
          case .made(let recipe, _, let argument, _):
            if argument != nil { seen.insert("argued") }
            if decorators.contains(recipe) { seen.insert("decorated") }
            if standIns.contains(recipe) { seen.insert("overridden") }
          case .failed: seen.insert("failed")
          case .prepared: seen.insert("prepared")
          case .released: seen.insert("released")
          }
        }
      }
    }
    let wanted: Set = [
      "kept", "built", "argued", "decorated", "overridden", "nil", "failed", "prepared", "released",
      "alreadyRegistered", "noRegistrationFound", "circularDependency", "asynchronousFactory", "invalidInstance",
      "containerNotFound", "typeMismatch", "factoryFailed", "afterInitFailed", "cancelled", "shutdownFailed",
    ]
    #expect(seen == wanted)
  }
}

extension Program {
  /// The numbers of the decorators.
  fileprivate var decorators: Set<Int> {
    Set(
      steps.compactMap { if case .register(_, let recipe) = $0, recipe.decoration != nil { recipe.id } else { nil } })
  }

  /// The numbers of the recipes that replace others in forks.
  fileprivate var standIns: Set<Int> {
    Set(steps.flatMap { if case .fork(_, let recipes) = $0 { recipes.map(\.id) } else { [Int]() } })
  }
}
