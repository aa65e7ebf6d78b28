import Synchronization
import Testing
import TestSupport

struct GeneratedResolvesTests {
  /// The rules that predict an error of a resolve. The others concern lifetimes only.
  private static let fatal: Set<GraphRule> = [
    .missingDependency, .cycle, .asyncDependency, .isolation, .argument, .weakValue, .missingContainer,
    .sharedWithArguments,
  ]

  @Test(arguments: samples(20))
  func `awaiting each registration of a graph succeeds if no finding predicts an error`(chunk: Int) async throws {
    var count = 0
    var round = 0
    while count < 60, round < 1_000 {
      let seed = SplitMix.seed &+ UInt64(2_000_000 + chunk * 1_000 + round)
      round += 1
      var random = SplitMix(seed)
      var sketch = try graph(&random)
      if random.chance(50) { sketch.decorated = Set(sketch.items.map(\.id).filter { _ in random.chance(30) }) }
      let containers = try sketch.fill()
      let report = containers[sketch.view].graphReport()
      // The scope of a captive may name a container that its holder does not see.
      let isBroken = report.findings.contains { finding in
        Self.fatal.contains(finding.rule) || finding.rule == .captiveDependency && finding.nodes.last?.keeper != nil
      }
      guard !isBroken else { continue }
      var oracle = Oracle(sketch)
      guard report.opaque.isEmpty else { continue }
      count += 1
      let probes = oracle.probes(of: oracle.visible(from: sketch.view), in: sketch.view)
      // Each probe runs alone in a new container, and then all of them run in one container.
      var failures: [String] = []
      for probe in probes { failures += await failure(of: probe, in: try sketch.fill()[sketch.view]) }
      for probe in random.shuffled(probes) { failures += await failure(of: probe, in: containers[sketch.view]) }
      guard failures.isEmpty else {
        Issue.record("seed \(seed)\n\(failures.joined(separator: "\n"))\n\(report)\n\(sketch)")
        return
      }
    }
    #expect(count == 60)
  }

  private func graph(_ random: inout SplitMix) throws -> Sketch {
    if random.chance(20) {
      var generator = Generator(SplitMix(random.next()))
      return generator.valid()
    }
    var wanderer = Wanderer(SplitMix(random.next()))
    return wanderer.wander()
  }

  private func failure(of probe: Probe, in container: Container) async -> [String] {
    do {
      try await probe.resolve(in: container)
      return []
    } catch {
      return ["\(probe.address) \(probe.isContribution ? "(all)" : ""): \(error)"]
    }
  }

  @Test(arguments: samples(10))
  func `awaiting a registration throws an error if a finding about it predicts one`(chunk: Int) async throws {
    var count = 0
    for round in 0..<150 {
      let seed = SplitMix.seed &+ UInt64(3_000_000 + chunk * 1_000 + round)
      var random = SplitMix(seed)
      var sketch = try graph(&random)
      if round.isMultiple(of: 3) {
        var generator = Generator(SplitMix(random.next()))
        var planter = Planter(generator.valid(), SplitMix(random.next()))
        for _ in 0..<2 { planter.plant(random.pick(Array(Self.fatal).sorted { $0.rawValue < $1.rawValue })) }
        sketch = planter.sketch
      }
      let containers = try sketch.fill()
      let report = containers[sketch.view].graphReport()
      let oracle = Oracle(sketch)
      for finding in report.findings where Self.fatal.contains(finding.rule) {
        var errors: [String] = []
        let candidates = suspects(of: finding, in: oracle)
        guard !candidates.isEmpty else { continue }
        for (level, probe) in candidates { errors += await failure(of: probe, in: try sketch.fill()[level]) }
        count += 1
        let isEnough =
          finding.rule == .cycle && !oracle.isStrict(finding) ? !errors.isEmpty : errors.count == candidates.count
        guard isEnough else {
          Issue.record("seed \(seed)\nno error for the finding: \(finding)\n\(errors)\n\(sketch)")
          return
        }
      }
    }
    #expect(count > 20)
  }

  /// The probes that have to fail because of a finding, each with the index of the container to ask.
  ///
  /// A cycle through `injecting` need not fail for all of them.
  private func suspects(of finding: GraphFinding, in oracle: Oracle) -> [(Int, Probe)] {
    guard finding.node != nil else { return [] }
    // A dependency that is resolved later fails later.
    if finding.rule != .cycle, let edge = finding.edges.first, [.lazy, .provider].contains(edge.kind) { return [] }
    let nodes = finding.rule == .cycle ? Array(finding.nodes.dropLast()) : [finding.node].compactMap { $0 }
    let edges = finding.edges
    return nodes.enumerated().compactMap { index, node in
      var source = edges.indices.contains(index) ? oracle.sketch.view - edges[index].container : oracle.sketch.view
      // Another registration may be found there.
      guard let entry = oracle.entries.firstIndex(where: { $0.name == node.name }) else { return nil }
      let item = oracle.item(entry)
      // A registration of a child is requested in the child.
      source = max(source, item.level)
      guard item.isContribution || oracle.find(oracle.entries[entry].address, from: source) == entry else { return nil }
      if case .named(let name) = item.scope, finding.rule == .missingContainer {
        // Some requests find a container of this name, and others do not.
        if oracle.sketch.levels[...oracle.sketch.view].contains(name) { return nil }
      }
      return oracle.probes(of: [entry], in: source).first.map { (source, $0) }
    }
  }
}

extension Oracle {
  /// Returns true if each registration on a cycle needs the next one before it is built.
  fileprivate func isStrict(_ loop: GraphFinding) -> Bool {
    let names = Dictionary(loop.nodes.map { ($0.id, $0.name) }) { first, _ in first }
    return loop.edges.allSatisfy { edge in
      links.joined().contains { link in
        link.use == .made && !mayBeLate(link) && name(of: link.point) == names[edge.from]
          && link.end.map(name(of:)) == edge.to.flatMap { names[$0] }
          && "\(link.location) \(link.position ?? 0)" == edge.location
      }
    }
  }
}
