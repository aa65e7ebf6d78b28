import TestSupport
import Testing

struct DuplicateRuleTests {
  private let container = Container()

  @Test func `a replaced registration is listed with both locations, and is a finding only on request`() throws {
    let first = try container.wire(Cast.A.self)
    let second = try container.wire(Cast.A.self)
    try container.wire(Cast.B.self)
    try container.validate()
    let report = container.graphReport()
    #expect(report.findings.isEmpty)
    #expect(report.duplicates.map { [$0.location, $0.replaced] } == [[second.location, first.location]])
    #expect(
      "\(report)".hasSuffix(
        """
        Replacements: 1 registration, each of an earlier one in the same container.
          Cast.A, registered at \(second.location), replaces the one at \(first.location)
        """))
    let error = #expect(throws: GraphError.self) { try container.validate(duplicates: .fail) }
    #expect(
      error?.findings.first?.description == """
        duplicate: Cast.A is registered twice: at \(first.location), and again here.
        Registered at: \(second.location)
        Remedy: register it once, or under another name; or silence it, if the first one is to be replaced: \
        `.allowing(.duplicate, because: …)`.
        """)
    try container.validate(roots: Cast.A.self, duplicates: .keep)
  }

  @Test func `only the last two of three registrations under one key are listed as a duplicate`() throws {
    let locations = try (0..<3).map { number in
      try container.register(Cast.A.self, line: UInt(number + 1)) { Cast.A() }.location
    }
    let report = container.graphReport()
    #expect(report.duplicates.map { [$0.location, $0.replaced] } == [[locations[2], locations[1]]])
  }

  @Test(.ownThreads)
  func `a duplicate counts within one container, also if a closure, a module or another thread registers it`() throws {
    try container.register(Cast.A.self) { Cast.A() }.dependsOnNothing()
    let child = try container.makeChild { child in
      try child.register(Cast.A.self) { Cast.A() }.dependsOnNothing()
      try child.register(Cast.B.self) { Cast.B() }.dependsOnNothing()
      try child.register(Cast.B.self) { Cast.B() }.dependsOnNothing()
    }
    #expect(container.graphReport().duplicates.isEmpty)
    #expect(child.graphReport().duplicates.map(\.key) == ["Cast.B"])
    // A module replaces earlier registrations.
    try container.register(module: GraphGroupTests.Closure { try $0.register(Cast.A.self) { Cast.A() } })
    #expect(container.graphReport().duplicates.map(\.key) == ["Cast.A"])
    // A transaction replaces what another thread registers meanwhile.
    try child.transaction {
      try child.register(Cast.C.self) { Cast.C() }
      onOwnThread { _ = try? child.register(Cast.C.self) { Cast.C() } }
    }
    #expect(child.graphReport().duplicates.map(\.key) == ["Cast.B", "Cast.A", "Cast.C"])
  }

  @Test func `forwardings, contributions, overrides and unregistered keys are not duplicates`() throws {
    try container.register(Cast.A.self) { Cast.A() }.implements(AnyObject.self)
    try container.register(Cast.B.self) { Cast.B() }.implements(AnyObject.self)
    try container.contribute(Cast.A.self) { Cast.A() }
    try container.contribute(Cast.A.self) { Cast.A() }
    container.unregister(Cast.B.self)
    try container.register(Cast.B.self) { Cast.B() }
    let fork = try container.overriding { try $0.replace(Cast.A.self) { Cast.A() } }
    #expect(container.graphReport().duplicates.isEmpty && fork.graphReport().duplicates.isEmpty)
  }
}
