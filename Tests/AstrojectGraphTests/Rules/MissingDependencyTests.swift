import AstrojectGraph
import NexusFixtures
import Testing

struct MissingDependencyTests {
  private let container = Container()

  @Test func `what is missing in a child and in its parent is one finding`() throws {
    let parent = try Container { try $0.wire("A → B: singleton", "D → B: singleton") }
    let child = try parent.makeChild { try $0.wire(Cast.E.self, Cast.B.self) }
    let findings = child.findings()
    #expect(findings.map { $0.neededBy.map(\.key.shortened) } == [["A", "D", "E"]])
    #expect(findings.first?.location == findings.first?.neededBy.first?.location)
    try parent.wire(Cast.B.self)
    #expect(child.verdict() == [])
  }

  @Test func `a registration that needs one type twice is one line`() throws {
    for name in ["x", "y"] { try container.wire(Cast.A.self, Cast.B.self, Cast.B.self, name: name) }
    let finding = try #require(container.findings().first)
    let lines = finding.details.prefix(3).map { $0.replacing(#/registered at \S+/#, with: "") }
    #expect(lines[0] == "Needed by 2 registrations:")
    #expect(
      lines[1].hasSuffix("as parameter 1 and as parameter 2") && lines[2].hasSuffix("as parameter 1 and as parameter 2")
    )
  }

  @Test func `a missing dependency is one finding for all parameters that need it`() throws {
    try container.wire(Cast.A.self, Cast.C.self, Cast.B.self, Cast.C.self)
    try container.wire(Cast.B.self, Cast.C.self, name: "other")
    let findings = container.findings()
    #expect(findings.map(\.rule) == [.missingDependency, .missingDependency])
    #expect(findings.map { $0.edges.map(\.position) } == [[1, 3, 1], [2]])
    #expect(findings.map { $0.need?.description } == ["Cast.C", "Cast.B"])
    #expect(findings.map { $0.neededBy.map(\.key.shortened) } == [["A", "B named \"other\""], ["A"]])
    #expect(findings.map(\.node?.key.shortened) == ["A", "A"])
  }

  @Test func `a finding lists five places of many, and counts the registrations and the root that need it`() throws {
    for number in 0..<44 { try container.wire(Cast.A.self, Cast.C.self, name: "\(number)") }
    let findings = container.findings(roots: Cast.C.self)
    #expect(findings.count == 1 && findings.first?.neededBy.count == 44)
    let lines = findings.first?.description.shortened.split(separator: "\n").map(String.init) ?? []
    #expect(lines.first == "missing-dependency: No registration found for C, which was named as a root.")
    #expect(lines.dropFirst().first == "Needed by 44 registrations:" && lines.dropFirst(7).first == "  … and 39 more")
    try container.wire(Cast.C.self)
    #expect(container.verdict(roots: Cast.C.self) == [])
  }

  @Test func `a finding is silenced when each registration that needs the same allows it`() throws {
    try container.wire(Cast.A.self, Cast.C.self).allowing(.missingDependency, because: "later")
    let other = try container.wire(Cast.B.self, Cast.C.self)
    #expect(container.verdict() == ["missing-dependency: B → C"])
    other.allowing(.missingDependency, because: "later, too")
    #expect(container.verdict() == [])
    #expect(container.graphReport().silenced.map(\.reason) == ["later", "later, too"])
    #expect(container.graphReport().idleAllowances.isEmpty)
  }

  @Test(arguments: Form.allCases)
  func `an unregistered dependency is reported unless its form allows it to be absent`(form: Form) throws {
    try form.register(in: container)
    let isMissing = form.needsRegistration && !form.isOptional && !form.isCollection
    #expect(container.findings().map(\.rule) == (isMissing ? [.missingDependency] : []))
    // An external is not missing.
    let external = container.findings(externals: Cast.B.self, (any Cast.Face).self).map(\.rule)
    #expect(external == (form == .twice ? [.ambiguousArgument] : []))
    // An unnamed registration does not satisfy a need with a name, and arguments have to fit.
    if form == .declaredArguments {
      try container.register(initializer: { @Sendable (_: Int) in Cast.B() }, with: .argument)
    } else {
      try container.register(initializer: Cast.B.init).implements((any Cast.Face).self)
    }
    let isOther = [.named, .declaredNamed].contains(form)
    #expect(container.findings().map(\.rule) == (isOther ? [.missingDependency] : []))
    try container.register(name: "x", initializer: Cast.B.init)
    #expect(container.findings().map(\.rule) == [])
  }

  @Test func `a dependency that only a child registers is missing for a parent's singleton, and is a near match`()
    throws
  {
    let parent = try Container { try $0.wire("A → B: singleton", "C → B") }
    let child = try parent.makeChild(named: "request") { try $0.wire(Cast.B.self) }
    let findings = child.findings()
    #expect(findings.map(\.outline) == ["missing-dependency: A → B"])
    #expect(findings.first?.edges.first?.container == 1)
    #expect(parent.verdict() == ["missing-dependency: A, C → B"])
    // The child has the registration itself, but the lookup is in the parent.
    let near = [parent, child].map { $0.findings().first?.differences }
    #expect(near == [["in the child container \"request\""], ["in the child container \"request\""]])
  }

  @Test func `a finding lists registrations of another name, module or form as near matches`() throws {
    try container.wire(Cast.A.self, Cast.B.self, NexusFixtures.Garden.self, (any Cast.Face).self)
    try container.wire(Cast.B.self, name: "main")
    try container.register(Cast.B.self, key: 42) { Cast.B() }
    try container.register(Cast.B.self, argument: Int.self) { _, _ in Cast.B() }
    try container.register(Cast.B?.self) { nil }
    try container.contribute(Cast.B.self) { Cast.B() }
    try container.register(initializer: Garden.init)
    try container.register((any Cast.Face).self, name: "other") { Cast.A() }
    let findings = container.findings()
    #expect(
      findings.map(\.differences) == [
        [
          "with other arguments", "its optional: resolve that", "contributed: `resolveAll` returns it",
          "under another name or key", "under another name or key",
        ],
        ["another type of this name"], ["an implementation of it", "under another name or key"],
      ])
  }

  @Test func `an unregistered root is reported unless it is optional, a collection or external`() throws {
    try container.wire(Cast.A.self)
    try container.wire(Cast.C.self, name: "named")
    #expect(container.verdict(roots: Cast.A.self, Cast.C.self) == [])
    #expect(container.verdict(roots: Cast.B?.self, [Cast.B].self, Lazy<Cast.A>.self, Resolver.self) == [])
    let findings = container.findings(roots: Cast.B.self, Lazy<Cast.D>.self)
    #expect(findings.map(\.rule) == [.missingDependency, .missingDependency])
    #expect(findings.allSatisfy { $0.node == nil && $0.edges.isEmpty && $0.path.isEmpty })
    #expect(container.verdict(roots: Cast.B.self, externals: Cast.B.self) == [])
    #expect(container.findings(roots: Cast.B.self, Cast.B.self).count == 1)
  }

  @Test func `the path of a finding starts at the nearest root, or at a node without dependents`() throws {
    try container.wire("A → B", "B → C", "C → D", "E → A")
    func path(_ findings: [GraphFinding]) -> [String] { findings.first?.path.map(\.key.shortened) ?? [] }
    #expect(path(container.findings()) == ["E", "A", "B", "C"])
    #expect(path(container.findings(roots: Cast.E.self, Cast.B.self)) == ["B", "C"])
    #expect(path(container.findings(roots: Cast.C.self)) == ["C"])
  }

  private struct Garden {}
}
