import AstrojectGraph
import NexusFixtures
import Testing

@Suite("The rule `missing-dependency`")
struct MissingDependencyTests {
  @Test func `what is missing in a child and in its parent is one finding`() throws {
    let parent = Container()
    try parent.wire(Cast.A.self, Cast.B.self).asSingleton()
    try parent.wire(Cast.D.self, Cast.B.self).asSingleton()
    let child = parent.makeChild()
    try child.wire(Cast.E.self, Cast.B.self)
    let findings = child.findings()
    #expect(findings.map { $0.neededBy.map(\.key.shortened) } == [["A", "D", "E"]])
    #expect(findings.first?.location == findings.first?.neededBy.first?.location)
    try parent.wire(Cast.B.self)
    #expect(child.verdict() == [])
  }

  @Test func `a registration that needs one type twice is one line`() throws {
    let container = Container()
    for name in ["x", "y"] { try container.wire(Cast.A.self, Cast.B.self, Cast.B.self, name: name) }
    let finding = try #require(container.findings().first)
    let lines = finding.details.prefix(3).map { $0.replacing(#/registered at \S+/#, with: "") }
    #expect(lines[0] == "Needed by 2 registrations:")
    #expect(
      lines[1].hasSuffix("as parameter 1 and as parameter 2") && lines[2].hasSuffix("as parameter 1 and as parameter 2")
    )
  }

  @Test func `a missing dependency is one finding for all parameters that need it`() throws {
    let container = Container()
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
    let container = Container()
    for number in 0..<44 { try container.wire(Cast.A.self, Cast.C.self, name: "\(number)") }
    let findings = container.findings(roots: Cast.C.self)
    #expect(findings.count == 1 && findings.first?.neededBy.count == 44)
    let lines = findings.first?.description.shortened.split(separator: "\n").map(String.init) ?? []
    #expect(lines.first == "missing-dependency: No registration found for C, which was named as a root.")
    #expect(lines.dropFirst().first == "Needed by 44 registrations:")
    #expect(lines.dropFirst(7).first == "  … and 39 more")
    try container.wire(Cast.C.self)
    #expect(container.verdict(roots: Cast.C.self) == [])
  }

  @Test func `a finding is silenced when each registration that needs the same allows it`() throws {
    let container = Container()
    try container.wire(Cast.A.self, Cast.C.self).allowing(.missingDependency, because: "later")
    let other = try container.wire(Cast.B.self, Cast.C.self)
    #expect(container.verdict().map(\.shortened) == ["missing-dependency: B → C"])
    other.allowing(.missingDependency, because: "later, too")
    #expect(container.verdict() == [])
    #expect(container.graphReport().silenced.map(\.reason) == ["later", "later, too"])
    #expect(container.graphReport().idleAllowances.isEmpty)
  }

  /// The form in which a dependency is needed.
  enum Need: CaseIterable, Sendable, CustomTestStringConvertible {
    case required, lazy, provider, lazyOfProvider, named, existential, injected, injectedLazy, filled, declared
    case declaredLazy, declaredNamed, declaredArguments, contribution
    case optional, collection, lazyOptional, lazyCollection, providerOfOptional, argument, value, closure, resolver
    case container, injectedOptional, injectedCollection, declaredOptional

    var testDescription: String { "\(self)" }

    var isMissing: Bool {
      switch self {
      case .required, .lazy, .provider, .lazyOfProvider, .named, .existential, .injected, .injectedLazy, .filled,
        .declared, .declaredLazy, .declaredNamed, .declaredArguments, .contribution:
        true
      default: false
      }
    }

    func register(in container: Container) throws {
      switch self {
      case .required: try container.wire(Cast.A.self, Cast.B.self)
      case .lazy: try container.wire(Cast.A.self, Lazy<Cast.B>.self)
      case .provider: try container.wire(Cast.A.self, Provider<Cast.B>.self)
      case .lazyOfProvider: try container.wire(Cast.A.self, Lazy<Provider<Cast.B>>.self)
      case .named: try container.register(initializer: { @Sendable (_: Cast.B) in Cast.A() }, with: .named("x"))
      case .existential: try container.wire(Cast.A.self, (any Cast.Face).self)
      case .injected: try container.register(initializer: Keeper<Cast.B>.init)
      case .injectedLazy: try container.register(initializer: Keeper<Lazy<Cast.B>>.init)
      case .filled: try container.wire(Cast.A.self).injecting(\.filled)
      case .declared: try container.register(Cast.A.self) { Cast.A() }.depends(on: Cast.B.self)
      case .declaredLazy: try container.register(Cast.A.self) { Cast.A() }.depends(on: Lazy<Cast.B>.self)
      case .declaredNamed: try container.register(Cast.A.self) { Cast.A() }.depends(on: Cast.B.self, name: "x")
      case .declaredArguments:
        try container.register(Cast.A.self) { Cast.A() }.depends(on: Cast.B.self, arguments: Int.self)
      case .contribution: try container.contribute(initializer: { @Sendable (_: Cast.B) in Cast.A() })
      case .optional: try container.wire(Cast.A.self, Cast.B?.self)
      case .collection: try container.wire(Cast.A.self, [Cast.B].self)
      case .lazyOptional: try container.wire(Cast.A.self, Lazy<Cast.B?>.self)
      case .lazyCollection: try container.wire(Cast.A.self, Lazy<[Cast.B]>.self)
      case .providerOfOptional: try container.wire(Cast.A.self, Provider<Cast.B?>.self)
      case .argument: try container.register(initializer: { @Sendable (_: Cast.B) in Cast.A() }, with: .argument)
      case .value: try container.register(initializer: { @Sendable (_: Cast.B) in Cast.A() }, with: .value(Cast.B()))
      case .closure:
        try container.register(
          initializer: { @Sendable (_: Cast.B) in Cast.A() }, with: .resolving { @Sendable _ in Cast.B() })
      case .resolver: try container.wire(Cast.A.self, Resolver.self)
      case .container: try container.wire(Cast.A.self, Container.self)
      case .injectedOptional: try container.register(initializer: Keeper<Cast.B?>.init)
      case .injectedCollection: try container.register(initializer: Keeper<[Cast.B]>.init)
      case .declaredOptional: try container.register(Cast.A.self) { Cast.A() }.depends(on: Cast.B?.self)
      }
    }
  }

  @Test(arguments: Need.allCases)
  func `an unregistered dependency is reported unless its kind allows it to be absent`(need: Need) throws {
    let container = Container()
    try need.register(in: container)
    #expect(container.findings().map(\.rule) == (need.isMissing ? [.missingDependency] : []))
    // An external is not missing.
    #expect(container.findings(externals: Cast.B.self, (any Cast.Face).self).map(\.rule) == [])
    // An unnamed registration does not satisfy a need with a name.
    try container.register(initializer: Cast.B.init).implements((any Cast.Face).self)
    let isOther = [.named, .declaredNamed].contains(need)
    #expect(container.findings().map(\.rule) == (isOther ? [.missingDependency] : []))
    try container.register(name: "x", initializer: Cast.B.init)
    #expect(container.findings().map(\.rule) == [])
  }

  @Test(arguments: [true, false])
  func `a declared dependency is missing if it is registered only with other argument types`(isRight: Bool) throws {
    let container = Container()
    try container.register(Cast.B.self, argument: Int.self) { _, _ in Cast.B() }.dependsOnNothing()
    let registration = try container.register(Cast.A.self) { Cast.A() }
    if isRight {
      registration.depends(on: Cast.B.self, arguments: Int.self)
    } else {
      registration.depends(on: Cast.B.self, arguments: String.self)
    }
    let findings = container.findings()
    #expect(findings.isEmpty == isRight)
    #expect(isRight || findings.first?.differences == ["with other arguments"])
  }

  @Test func `a dependency that only a child registers is missing for a parent's singleton`() throws {
    let parent = Container()
    try parent.wire(Cast.A.self, Cast.B.self).asSingleton()
    try parent.wire(Cast.C.self, Cast.B.self)
    let child = parent.makeChild(named: "request")
    try child.wire(Cast.B.self)
    let findings = child.findings()
    #expect(findings.map(\.outline.shortened) == ["missing-dependency: A → B"])
    #expect(findings.first?.edges.first?.container == 1)
    #expect(parent.verdict().map(\.shortened) == ["missing-dependency: A, C → B"])
  }

  @Test func `a near match in a child container is listed with the name of the child`() throws {
    let parent = Container()
    try parent.wire(Cast.A.self, Cast.B.self).asSingleton()
    let child = parent.makeChild(named: "request")
    try child.wire(Cast.B.self)
    let fromParent = try #require(parent.findings().first)
    #expect(fromParent.differences == ["in the child container \"request\""])
    // The child has the registration itself, but the lookup is in the parent.
    let fromChild = try #require(child.findings().first)
    #expect(fromChild.differences == ["in the child container \"request\""])
  }

  @Test func `a finding lists registrations of another name, module or form as near matches`() throws {
    let container = Container()
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
    let container = Container()
    try container.wire(Cast.A.self)
    try container.wire(Cast.C.self, name: "named")
    #expect(container.verdict(roots: Cast.A.self, Cast.C.self) == [])
    #expect(container.verdict(roots: Cast.B?.self, [Cast.B].self, Lazy<Cast.A>.self, Resolver.self) == [])
    let findings = container.findings(roots: Cast.B.self, Lazy<Cast.D>.self)
    #expect(findings.map(\.rule) == [.missingDependency, .missingDependency])
    #expect(findings.allSatisfy { $0.node == nil && $0.edges.isEmpty && $0.path.isEmpty })
    #expect(container.verdict(roots: Cast.B.self, externals: Cast.B.self) == [])
    let twice = container.findings(roots: Cast.B.self, Cast.B.self).count
    #expect(twice == 1)
  }

  @Test func `the path of a finding starts at the nearest root, or at a node without dependents`() throws {
    let container = Container()
    try container.wire(Cast.A.self, Cast.B.self)
    try container.wire(Cast.B.self, Cast.C.self)
    try container.wire(Cast.C.self, Cast.D.self)
    try container.wire(Cast.E.self, Cast.A.self)
    func path(_ findings: [GraphFinding]) -> [String] { findings.first?.path.map(\.key.shortened) ?? [] }
    #expect(path(container.findings()) == ["E", "A", "B", "C"])
    #expect(path(container.findings(roots: Cast.E.self, Cast.B.self)) == ["B", "C"])
    #expect(path(container.findings(roots: Cast.C.self)) == ["C"])
  }

  private final class Keeper<Content> {
    @Inject var content: Content
  }

  private struct Garden {}
}

extension Cast.A {
  fileprivate var filled: Cast.B? {
    get { nil }
    set {}
  }
}
