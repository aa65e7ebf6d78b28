import TestSupport
import Testing

private final class Kitchen {}
private final class Cellar {}

struct DuplicateRuleTests {
  private let container = Container()

  @Test func `a replaced registration is listed with both locations, and is a finding only on request`() throws {
    let first = try container.register(initializer: { () in Kitchen() })
    let second = try container.register(initializer: { () in Kitchen() })
    try container.register(initializer: { () in Cellar() })
    try container.validate()
    let report = container.graphReport()
    #expect(report.findings.isEmpty)
    #expect(report.duplicates.map { [$0.location, $0.replaced] } == [[second.location, first.location]])
    #expect(
      "\(report)".hasSuffix(
        """
        Replacements: 1 registration, each of an earlier one in the same container.
          Kitchen, registered at \(second.location), replaces the one at \(first.location)
        """))
    let error = #expect(throws: GraphError.self) { try container.validate(duplicates: .fail) }
    #expect(
      error?.findings.first?.description == """
        duplicate: Kitchen is registered twice: at \(first.location), and again here.
        Registered at: \(second.location)
        Remedy: register it once, or under another name; or silence it, if the first one is to be replaced: \
        `.allowing(.duplicate, because: …)`.
        """)
    try container.validate(roots: Kitchen.self, duplicates: .keep)
  }

  @Test func `only the last two of three registrations under one key are listed as a duplicate`() throws {
    let locations = try (0..<3).map { number in
      try container.register(Kitchen.self, line: UInt(number + 1)) { Kitchen() }.location
    }
    let report = container.graphReport()
    #expect(report.duplicates.map { [$0.location, $0.replaced] } == [[locations[2], locations[1]]])
  }

  @Test func `a duplicate counts within one container, also if a closure or a module registers it`() throws {
    try container.register(Kitchen.self) { Kitchen() }.dependsOnNothing()
    let child = try container.makeChild { child in
      try child.register(Kitchen.self) { Kitchen() }.dependsOnNothing()
      try child.register(Cellar.self) { Cellar() }.dependsOnNothing()
      try child.register(Cellar.self) { Cellar() }.dependsOnNothing()
    }
    #expect(container.graphReport().duplicates.isEmpty)
    #expect(child.graphReport().duplicates.map(\.key) == ["Cellar"])
    // A module replaces earlier registrations.
    struct Again: Module {
      func register(in container: Container) throws { try container.register(Kitchen.self) { Kitchen() } }
    }
    try container.register(module: Again())
    #expect(container.graphReport().duplicates.map(\.key) == ["Kitchen"])
  }

  @Test func `forwardings, contributions, overrides and unregistered keys are not duplicates`() throws {
    try container.register(Kitchen.self) { Kitchen() }.implements(AnyObject.self)
    try container.register(Cellar.self) { Cellar() }.implements(AnyObject.self)
    try container.contribute(Kitchen.self) { Kitchen() }
    try container.contribute(Kitchen.self) { Kitchen() }
    container.unregister(Cellar.self)
    try container.register(Cellar.self) { Cellar() }
    let fork = try container.overriding { try $0.replace(Kitchen.self) { Kitchen() } }
    #expect(container.graphReport().duplicates.isEmpty && fork.graphReport().duplicates.isEmpty)
  }
}
