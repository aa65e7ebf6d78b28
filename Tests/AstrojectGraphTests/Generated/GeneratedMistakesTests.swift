import Testing
import TestSupport

struct GeneratedMistakesTests {
  @Test(arguments: samples(10))
  func `the report of a generated valid graph has no findings and matches the oracle`(chunk: Int) throws {
    for round in 0..<50 {
      let seed = SplitMix.seed &+ UInt64(chunk * 1_000 + round)
      var generator = Generator(SplitMix(seed))
      let sketch = generator.valid()
      let containers = try sketch.fill()
      let report = containers[sketch.view].graphReport()
      let comparison = Comparison(sketch, report)
      let isClean = report.findings.isEmpty && comparison.differences.isEmpty
      guard !isClean else { continue }
      Issue.record("seed \(seed)\n\(comparison.differences.joined(separator: "\n"))\n\(report)\n\(sketch)")
      return
    }
  }

  @Test(arguments: samples(20))
  func `reports of generated graphs miss no planted mistake and invent none`(chunk: Int) throws {
    for round in 0..<100 {
      let seed = SplitMix.seed &+ UInt64(1_000_000 + chunk * 1_000 + round)
      var random = SplitMix(seed)
      var generator = Generator(SplitMix(random.next()))
      var planter = Planter(generator.valid(), SplitMix(random.next()))
      for _ in 0..<1 + random.below(4) { planter.plant(random.pick(GraphRule.allCases)) }
      // Roots and externals that are registered.
      if random.chance(40) { planter.sketch.roots.append(random.pick([.braid(0), .bead(3), .cord(0), .number])) }
      if random.chance(10) { planter.sketch.externals.append(.braid(1)) }
      planter.permit()
      let sketch = planter.sketch
      let containers = try sketch.fill()
      let report = try sketch.report(of: containers[sketch.view])
      var differences = Comparison(sketch, report).differences
      differences += missed(planter.planted, sketch)
      guard !differences.isEmpty else { continue }
      Issue.record(
        """
        seed \(seed), planted \(planter.planted.map { "\($0.rule) \($0.item ?? 0)" })
        \(differences.joined(separator: "\n"))
        \(report)
        \(sketch)
        """)
      return
    }
  }

  /// The planted mistakes that the oracle does not find; each is a mistake of the oracle.
  private func missed(_ planted: [Planted], _ sketch: Sketch) -> [String] {
    let oracle = Oracle(sketch)
    let isOpaque = oracle.points.contains { oracle.isOpaque($0.entry) }
    let loops = oracle.strictLoops.union(oracle.looseLoops).map { oracle.item(at: $0).id }
    return planted.filter { plant in
      if plant.rule == .cycle { return !loops.contains(plant.item ?? 0) }
      // An opaque registration or a root may hold it.
      if plant.rule == .weakUnowned, isOpaque || !sketch.roots.isEmpty { return false }
      // One parameter of the type itself takes precedence. That of a planted cycle may be it.
      if plant.rule == .ambiguousArgument {
        let exact = sketch.item(plant.item ?? 0).parameters.count { $0.form == .plain && $0.of == .number }
        if exact == 1 { return false }
      }
      // A planted isolation mistake may have become an asynchronous dependency through another mistake.
      let rules: [GraphRule] = plant.rule == .isolation ? [.isolation, .asyncDependency] : [plant.rule]
      // A dependency that a longer-lived holder holds is reported as a captive instead.
      let captives = oracle.findings.filter { $0.rule == .captiveDependency }
      if plant.rule == .missingContainer, captives.contains(where: { $0.text.hasSuffix("holds \(plant.item ?? 0)") }) {
        return false
      }
      return !oracle.findings.contains { rules.contains($0.rule) && $0.item == plant.item }
    }
    .map { "the oracle does not see \($0)" }
  }
}
