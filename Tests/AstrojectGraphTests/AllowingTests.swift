import TestSupport
import Testing

struct AllowingTests {
  private let container = Container()

  @Test func `allowing one rule silences its finding, and the report lists it with the reason`() throws {
    try container.wire(Cast.A.self, Cast.B.self, Cast.C.self).asSingleton()
      .allowing(.captiveDependency, because: "they tell it when they end")
    try container.wire(Cast.B.self).asDisposableSingleton()
    #expect(container.verdict() == ["missing-dependency: A → C"])
    let report = container.graphReport()
    #expect(report.silenced.map(\.finding.outline) == ["captive-dependency: A → B"])
    #expect(report.silenced.map(\.reason) == ["they tell it when they end"])
    #expect(report.idleAllowances.isEmpty)
    #expect(report.description.contains("they tell it when they end"))
  }

  @Test func `an allowance without a type silences all findings of its rule about one registration`() throws {
    try container.wire(Cast.A.self, Cast.B.self, Cast.C.self).allowing(.missingDependency, because: "later")
    try container.wire(Cast.D.self, Cast.B.self)
    #expect(container.verdict() == ["missing-dependency: D → B"])
    #expect(container.graphReport().silenced.count == 2)
  }

  @Test func `an allowance for one type does not silence a finding about another type`() throws {
    try container.wire(Cast.A.self, Cast.B.self, Lazy<Cast.C>.self)
      .allowing(.missingDependency, of: Cast.C.self, because: "later")
    #expect(container.verdict() == ["missing-dependency: A → B"])
    #expect(container.graphReport().silenced.map(\.finding.need?.description) == ["Cast.C"])
  }

  @Test func `an allowance silences a captive by its type or by the type of a dependency in between`() throws {
    let types: [any Blank.Type] = [Cast.C.self, Cast.B.self, Cast.D.self]
    for (type, isSilenced) in zip(types, [true, true, false]) {
      let container = Container()
      try container.wire(Cast.A.self, Cast.B.self).asSingleton().allow(.captiveDependency, of: type)
      try container.wire("B → C: transient", "C: disposable")
      let isSilent = [container.findings().isEmpty, container.graphReport().idleAllowances.isEmpty]
      #expect(isSilent == [isSilenced, isSilenced], "\(type)")
    }
  }

  @Test func `an allowance on the held or the intermediate registration does not silence a captive`() throws {
    try container.wire(Cast.A.self, Cast.B.self).asSingleton()
    try container.wire(Cast.B.self, Cast.C.self).asTransient().allowing(.captiveDependency, because: "between")
    try container.wire(Cast.C.self).asDisposableSingleton().allowing(.captiveDependency, because: "held")
    #expect(container.verdict().count == 1)
    #expect(container.graphReport().idleAllowances.map(\.node.key.shortened) == ["B", "C"])
  }

  @Test(arguments: 0..<6)
  func `an allowance on any registration of a cycle silences it, with or without a type`(index: Int) throws {
    let registrations: [any Allowing] = [
      try container.wire(Cast.A.self, Cast.B.self), try container.wire(Cast.B.self, Cast.C.self),
      try container.wire(Cast.C.self, Cast.A.self),
    ]
    if index < 3 { registrations[index].allow(.cycle) } else { registrations[index - 3].allow(.cycle, of: Cast.B.self) }
    #expect(container.verdict() == [])
    #expect(container.graphReport().silenced.count == 1)
    #expect(container.graphReport().idleAllowances.isEmpty)
  }

  @Test func `an allowance for a cycle through one type leaves a cycle through another type reported`() throws {
    try container.wire(Cast.A.self, Cast.B.self, Cast.C.self).allowing(.cycle, of: Cast.C.self, because: "tested")
    try container.wire("B → A", "C → A")
    #expect(container.verdict() == ["cycle: A → B → A"])
  }

  @Test func `a report lists an allowance that silences nothing, also beside one that silences a finding`() throws {
    try container.wire(Cast.A.self).allowing(.cycle, because: "once there was one")
    try container.wire(Cast.B.self, Cast.D.self).allowing(.missingDependency, because: "later")
    #expect(container.graphReport().idleAllowances.map(\.node.key.shortened) == ["A"])
    expectValidGraph(container)
    try container.wire(Cast.C.self, Cast.D.self)
      .allowing(.missingDependency, because: "later").allowing(.cycle, because: "once there was one")
    #expect(container.graphReport().idleAllowances.map(\.node.key.shortened) == ["A", "C"])
    #expect(container.graphReport().idleAllowances.map(\.allowance.rule) == [.cycle, .cycle])
  }

  @Test func `an allowance on a parent's registration silences a finding of the child container`() throws {
    let parent = Container()
    try parent.wire(Cast.A.self, Cast.B.self).asScoped().allowing(.captiveDependency, because: "so it is")
    try parent.wire(Cast.B.self).asSingleton()
    let child = try parent.makeChild { try $0.wire(Cast.B.self).as(Keeping()) }
    #expect(child.verdict() == [])
    #expect(child.graphReport().silenced.count == 1)
    #expect(parent.graphReport().idleAllowances.map(\.node.key.shortened) == ["A"])
  }

  @Test(arguments: GraphRule.allCases.filter { $0 != .opaque })
  func `allowing a rule on the registration that breaks it silences the finding`(rule: GraphRule) throws {
    let sample = try BrokenGraph.container(breaking: rule) { $0.allow(rule) }
    let report = sample.container.report(sample.externals)
    #expect(report.findings.isEmpty && report.hints.isEmpty)
    #expect(report.silenced.map(\.finding.rule) == [rule])
    let loud = try BrokenGraph.container(breaking: rule) { _ in }
    let found = loud.container.report(loud.externals)
    #expect((found.findings + found.hints).map(\.rule) == [rule])
  }
}

/// A registration or a decoration of any type, which may allow rules.
protocol Allowing {
  func allow(_ rule: GraphRule)
  func allow<Other>(_ rule: GraphRule, of type: Other.Type)
}

extension Registration: Allowing {
  func allow(_ rule: GraphRule) { allowing(rule, because: "tested") }
  func allow<Other>(_ rule: GraphRule, of type: Other.Type) { allowing(rule, of: type, because: "tested") }
}

extension Decoration: Allowing {
  func allow(_ rule: GraphRule) { allowing(rule, because: "tested") }
  func allow<Other>(_ rule: GraphRule, of type: Other.Type) { allowing(rule, of: type, because: "tested") }
}

/// A container for each rule, with one registration that breaks it and no other mistake.
enum BrokenGraph {
  static func container(
    breaking rule: GraphRule, _ say: (any Allowing) -> Void
  ) throws -> (container: Container, externals: Bool) {
    let container = Container()
    switch rule {
    case .missingDependency: say(try container.wire(Cast.A.self, Cast.B.self))
    case .cycle: say(try container.wire(Cast.A.self, Cast.A.self))
    case .captiveDependency:
      try container.wire(Cast.B.self).asDisposableSingleton()
      say(try container.wire(Cast.A.self, Cast.B.self).asSingleton())
    case .asyncDependency:
      try container.wire(Cast.B.self).afterInit { _, _ in await soon() }
      say(try container.register(Cast.A.self) { Cast.A() }.depends(on: Cast.B.self))
    case .isolation:
      try container.wire(Cast.B.self).afterInit { @MainActor _, _ in }
      say(try container.register(Cast.A.self) { Cast.A() }.depends(on: Cast.B.self))
    case .argument: say(try container.wire(Cast.A.self, Int.self))
    case .ambiguousArgument: say(try container.wire(Cast.A.self, Int.self, Int.self))
    case .weakUnowned: say(try container.wire(Cast.A.self).asWeak())
    case .weakValue:
      say(try container.wire(Cast.Size.self).asWeak())
      try container.wire(Cast.A.self, Cast.Size.self)
    case .containerKept: say(try container.wire(Cast.A.self, Container.self).asSingleton())
    case .missingContainer: say(try container.wire(Cast.A.self).asScoped(to: "request"))
    case .sharedWithArguments:
      say(try container.register(Cast.A.self, argument: Int.self) { _, _ in Cast.A() }.as(Keeping()))
    case .incomparableArguments:
      say(try container.register(Cast.A.self, argument: Cast.Size.self) { _, _ in Cast.A() }.asSingleton())
    case .mismatchedForwarding: say(try container.wire(Cast.Size.self).implements((any Cast.Mask).self))
    case .doubtfulForwarding:
      say(try container.register(Cast.D.self) { Cast.D() }.implements((any Cast.Face).self))
    case .eagerWithArguments: say(try container.register(Cast.A.self, argument: Int.self) { _, _ in Cast.A() }.eager())
    case .duplicate:
      try container.wire(Cast.A.self)
      say(try container.wire(Cast.A.self))
    // It is about no registration.
    case .opaque: break
    case .splitInstance:
      say(try container.wire(Cast.A.self))
      for number in 0..<2 { try container.wire(Cast.B.self, Cast.A.self, name: "\(number)").asSingleton() }
    case .unprovidedOptional: say(try container.wire(Cast.A.self, Cast.B?.self))
    case .idleReleaseHook: say(try container.wire(Cast.A.self).onRelease { _ in })
    case .idleDecorator: say(try container.decorate(Cast.A.self) { _, a in a }.dependsOnNothing())
    }
    return (container, rule == .ambiguousArgument)
  }
}

extension Container {
  fileprivate func report(_ externals: Bool) -> GraphReport {
    externals ? graphReport(externals: Int.self, duplicates: .fail) : graphReport(duplicates: .fail)
  }
}
