import TestSupport
import Testing

struct WeakUnownedTests {
  private let container = Container()

  @Test(arguments: Form.allCases)
  func `a weak registration is reported unless another registration holds it or it is a root`(form: Form) throws {
    try container.wire(Cast.B.self).asWeak().implements((any Cast.Face).self)
    try form.register(in: container).dependsOnNothing()
    // An initializer may take the arguments of a declaration.
    let isHeld = form.leadsToPlain && !form.isProvider || form == .declaredArguments
    let found = container.findings()
    #expect(found.contains { $0.rule == .weakUnowned } == !isHeld)
    // A root holds it, too.
    for found in [
      container.findings(roots: Cast.B.self, Cast.A?.self),
      container.findings(roots: (any Cast.Face).self, Cast.A?.self),
    ] {
      #expect(!found.contains { $0.rule == .weakUnowned })
    }
  }

  @Test(arguments: 0..<4)
  func `a weak registration is held by another one only, which may be transient or weak itself`(index: Int) throws {
    let weak = try container.wire(Cast.B.self, Lazy<Cast.B>.self).asWeak().implements((any Cast.Face).self)
    switch index {
    case 0: weak.implements((any Cast.Mask).self) { _ in Cast.A() }
    case 1:
      // The holder gets another instance of the protocol.
      try container.wire(Cast.A.self, (any Cast.Face).self)
      try container.register((any Cast.Face).self, initializer: Cast.C.init)
    case 2: try container.wire(Cast.A.self, Cast.B.self).asTransient()
    default:
      try container.wire("A → B: weak", "C → A")
    }
    #expect(container.verdict() == (index < 2 ? ["weak-unowned: B"] : []))
  }

  @Test func `a weak registration is not reported if an opaque one that is not shadowed may hold it`() throws {
    let parent = try Container { try $0.register(Cast.C.self) { _ in Cast.C() } }
    let container = try parent.makeChild { try $0.wire(Cast.A.self).asWeak() }
    #expect(container.verdict() == [])
    try container.wire(Cast.C.self)
    #expect(container.verdict() == ["weak-unowned: A"])
    try container.wire(Cast.D.self, Resolver.self)
    #expect(container.verdict() == [])
  }

  @Test(arguments: ScopeCase.allCases)
  func `a registration that nothing holds, or of a value, is reported only if its scope is weak`(
    scope: ScopeCase
  ) throws {
    let container = Container().makeChild(named: "request")
    try scope.apply(to: container.wire(Cast.A.self))
    #expect(container.findings().map(\.rule) == (scope == .weak ? [.weakUnowned] : []))
    container.clear()
    try scope.apply(to: container.register(Cast.Size.self) { Cast.Size() })
    #expect(container.findings().map(\.rule) == (scope == .weak ? [.weakValue] : []))
  }
}

struct WeakValueTests {
  private let container = Container()

  @Test func `a weak registration of a value, of an optional or by a failable initializer is reported`() throws {
    try container.register(initializer: Cast.Size.init).asWeak()
    try container.register(Mode.self, initializer: { Mode.one }).asWeak()
    try container.register((Int, Int).self) { (1, 2) }.asWeak()
    try container.register((@Sendable () -> Int).self) { { 1 } }.asWeak()
    try container.register(Cast.A.Type.self) { Cast.A.self }.asWeak()
    try container.register(Cast.B?.self) { Cast.B() }.asWeak()
    try container.register(initializer: Perhaps.init).asWeak()
    #expect(container.findings().map(\.rule) == Array(repeating: .weakValue, count: 7))
    expectResolveThrows(Cast.Size.self, in: container)
    expectResolveThrows(Cast.A.Type.self, in: container)
    expectResolveThrows(Cast.B?.self, in: container, .invalidInstance)
    expectResolveThrows(Perhaps?.self, in: container, .invalidInstance)
  }

  @Test func `an instance that is owned elsewhere is reported if it is a value or an optional`() throws {
    let owner = Cast.A()
    try container.register(instance: owner).ownedExternally()
    try container.register(instance: Cast.Size() as any Cast.Face).ownedExternally().ownedByContainer()
    try container.register(instance: 7, name: "owned")
    #expect(container.verdict() == [])
    try container.register(instance: 7).ownedExternally()
    try container.register(instance: Optional(owner)).ownedExternally()
    try container.register(instance: 7 as any Sendable).ownedExternally()
    try container.register(instance: owner as any Cast.Mask).ownedExternally()
    #expect(container.verdict() == ["weak-value: Int", "weak-value: A?", "weak-value: Any"])
    expectResolveThrows(Int.self, in: container, .invalidInstance)
    expectResolveThrows(Cast.A?.self, in: container, .invalidInstance)
    expectResolveThrows((any Sendable).self, in: container, .invalidInstance)
    _ = try container.resolve(Cast.A.self)
  }

  @Test func `a weak registration of a class, an actor or a protocol is not reported`() throws {
    try container.register(Cast.A.self) { Cast.A() }.asWeak()
    try container.register(Clerk.self) { Clerk() }.asWeak()
    try container.register((any Cast.Face).self) { Cast.B() }.asWeak()
    try container.register((any Cast.Face & Cast.Mask).self) { Cast.A() }.asWeak()
    try container.register(AnyObject.self) { Cast.A() }.asWeak()
    #expect(Set(container.findings().map(\.rule)) == [.weakUnowned])
    // It may hold them.
    try container.register(Int.self) { _ in 1 }
    #expect(container.verdict() == [])
  }

  private enum Mode { case one }
  private actor Clerk {}
  private final class Perhaps { init?() {} }
}

struct ContainerKeptTests {
  private let container = Container()

  @Test(arguments: ScopeCase.allCases)
  func `a cached instance that holds its container is reported, in every caching scope`(scope: ScopeCase) throws {
    let container = Container().makeChild(named: "request")
    try scope.apply(to: container.wire(Cast.A.self, Container.self))
    let keeps = ![.unsaid, .graph, .transient, .weak].contains(scope)
    #expect(container.findings().map(\.rule) == (keeps ? [.containerKept] : []))
    #expect(container.findings().allSatisfy { $0.nodes.map(\.key) == ["Cast.A"] && $0.edges.count == 1 })
  }

  @Test(arguments: 0..<9)
  func `a cached instance that holds its container indirectly or in a derived form is reported`(way: Int) throws {
    switch way {
    case 0: try container.wire(Cast.A.self, Lazy<Container>.self).asSingleton()
    case 1: try container.wire(Cast.A.self, Container?.self).asSingleton()
    case 2: try container.register(initializer: Keeper.init).asSingleton()
    case 3: try container.wire(Cast.A.self).injecting(\.home).asSingleton()
    case 4: try container.register(Cast.A.self) { Cast.A() }.depends(on: Container.self).asSingleton()
    case 5: try container.wire(Cast.A.self, Cast.B.self).asSingleton()
    case 6: try container.wire(Cast.A.self, (any Cast.Face).self).asSingleton()
    case 7: try container.wire(Cast.A.self, Lazy<[any Cast.Face]>.self).asSingleton()
    default: try container.wire(Cast.A.self, Cast.C.self).asSingleton()
    }
    try container.wire(Cast.B.self, Container.self).asTransient().implements((any Cast.Face).self)
    try container.wire(Cast.C.self, Cast.B.self)
    #expect(container.findings().map(\.rule) == [.containerKept])
  }

  @Test func `a Resolver or Provider holds no container, and a singleton in between is reported alone`() throws {
    try container.wire(Cast.A.self, Resolver.self, Provider<Container>.self, Provider<Cast.B>.self).asSingleton()
    try container.wire(Cast.B.self, Container.self).asTransient()
    #expect(container.verdict() == [])
    try container.wire("C → D: singleton", "D → Container: singleton")
    #expect(container.verdict() == ["container-kept: D"])
    // A container that is itself registered may be held.
    try container.register(instance: Container())
    #expect(container.verdict() == [])
  }

  @Test func `an instance is reported if it holds the container that caches it, be it child or parent`() throws {
    let parent = try Container { try $0.wire("A → Container: scoped", "B → Container: transient") }
    let child = try parent.makeChild { try $0.wire(Cast.C.self, Cast.B.self).asSingleton() }
    #expect(child.verdict() == ["container-kept: A", "container-kept: C → B"])
    #expect(parent.verdict() == ["container-kept: A"])
  }

  private final class Keeper { @Inject var home: Container }
}

struct MissingContainerTests {
  private let app = Container()

  @Test func `a scope that names a container is reported unless the container or a parent has that name`() throws {
    try app.wire(Cast.A.self).asScoped(to: "request")
    #expect(app.verdict() == ["missing-container: A"])
    expectResolveThrows(Cast.A.self, in: app)
    let request = app.makeChild(named: "request")
    #expect([request.verdict(), request.makeChild(named: "view").verdict()] == [[], []])
    #expect(app.makeChild(named: "other").verdict() == ["missing-container: A"])
    #expect(app.verdict() == ["missing-container: A"])
  }

  @Test func `a missing container name is reported with a similar name and the other names`() throws {
    try app.wire(Cast.A.self).asScoped(to: "reqeust")
    let request = app.makeChild(named: "request")
    let part = request.makeChild(named: "part")
    let finding = try #require(part.findings().first)
    let end = """
      Did you mean:
        the container "request"
      Other named containers: "part"
      Remedy: correct the name: `.asScoped(to: "request")`; or
      """
    #expect(finding.description.contains(end))
    withExtendedLifetime(part) {
      #expect(
        app.findings().first?.details.suffix(2) == ["  the container \"request\"", "Other named containers: \"part\""])
    }
  }

  @Test func `a parent's singleton does not see a container name that only its child has`() throws {
    try app.wire("A: named", "B → Provider<A>: singleton")
    #expect(app.makeChild(named: "request").verdict() == ["captive-dependency: B → A"])
    #expect(app.verdict() == ["captive-dependency: B → A"])
  }

  @Test(arguments: [ScopeCase.shared, .named], [false, true])
  func
    `the remedy for a missing container names the holder that asks in its own container, whatever children there are`(
      holder: ScopeCase, isProvider: Bool
    ) throws
  {
    let app = Container().makeChild(named: "request")
    try app.wire(Cast.A.self).asScoped(to: "screen")
    try app.wire(Cast.C.self, Cast.A.self)
    let holding =
      isProvider
      ? try app.wire(Cast.B.self, Provider<Cast.C>.self) : try app.wire(Cast.B.self, Cast.C.self)
    holder.apply(to: holding)
    for container in [app, app.makeChild(named: "screen")] {
      let findings = container.findings(roots: Cast.B.self)
      #expect(findings.map(\.outline) == ["missing-container: B → C → A"])
      #expect(
        findings.first?.description.hasSuffix("Remedy: give Cast.B the same scope: `.asScoped(to: \"screen\")`.")
          == true,
        "\(findings)")
    }
    holding.asScoped(to: "screen")
    #expect(app.makeChild(named: "screen").verdict() == [])
    // Now a child of that name is what is missing.
    for finding in app.findings() { #expect(finding.description.contains("`makeChild(named: \"screen\")`")) }
  }

  @Test func `each holder that asks in its own container for what another one caches is reported`() throws {
    try app.wire(Cast.A.self).asScoped(to: "screen")
    for name in ["main", "spare"] { try app.wire(Cast.B.self, Provider<Cast.A>.self, name: name).as(Keeping()) }
    try app.wire(Cast.C.self, Cast.A.self).asSingleton()
    #expect(
      Set(app.verdict()) == [
        "missing-container: B named \"main\" → A", "missing-container: B named \"spare\" → A",
        "captive-dependency: C → A",
      ])
  }

  @Test func `a container of the name of its children is not one of them`() throws {
    let request = app.makeChild(named: "request")
    try request.register(given: Cast.A.self, toChildrenNamed: "request")
    try request.wire(Cast.C.self, Cast.A.self)
    #expect(request.verdict() == [])
    _ = try request.makeChild(named: "request", given: Cast.A()).resolve(Cast.C.self)
    try request.wire(Cast.B.self, Provider<Cast.A>.self).as(Keeping())
    #expect(request.verdict() == ["missing-container: B → A"])
  }

  @Test func `an allowance on a product cached by a missing container silences it, also for a holder`() throws {
    try app.wire(Cast.A.self).asScoped(to: "screen").allowing(.missingContainer, because: "the screens come later")
    try app.wire(Cast.B.self, Provider<Cast.A>.self).as(Keeping())
    #expect(app.verdict() == [])
  }

  @Test func `a scope that names a container is valid if children of that name are given an instance`() throws {
    try app.wire("B → A: named", "C → B: transient")
    #expect(Set(app.verdict()).contains("missing-container: B"))
    try app.register(given: Cast.A.self, toChildrenNamed: "request")
    #expect(app.verdict() == [])
    #expect(app.graph.nodes.contains { $0.origin == .instance })
    #expect(app.graph.containers.count == 1)
    try app.wire("D → B: singleton", "E → Provider<A>: singleton")
    // A and B are reported only as captives of E and D.
    #expect(app.verdict() == ["captive-dependency: D → B", "captive-dependency: E → A"])
  }

  @Test func `an eager registration that only a child can build is reported, because its bootstrap fails`() throws {
    try app.register(given: Cast.A.self, toChildrenNamed: "request")
    try app.wire(Cast.E.self, Lazy<Cast.A>.self).eager()
    let scopes: [(Registration<Cast.B>) -> Registration<Cast.B>] = [
      { $0.asScoped(to: "request") }, { $0.asScoped() }, { $0.asTransient() }, { $0.asGraph() },
    ]
    for (number, scoped) in scopes.enumerated() {
      let needed = scoped(try app.wire(Cast.B.self, Cast.A.self))
      #expect(app.verdict() == [])
      try app.bootstrap()
      needed.eager()
      #expect(app.verdict() == ["missing-container: \(number == 0 ? "B" : "B → A")"])
      #expect(throws: AstrojectError.self) { try app.bootstrap() }
    }
    try app.wire(Cast.B.self, Cast.A.self).asTransient()
    try app.wire(Cast.C.self, Cast.B.self).asScoped().eager()
    #expect(app.verdict() == ["missing-container: C → B → A"])
    // A decorated forwarding lives with its target.
    try app.wire(Cast.C.self).asScoped(to: "request").implements((any Cast.Face).self)
    try app.decorate((any Cast.Face).self) { _, face in face }.dependsOnNothing()
    try app.wire(Cast.D.self, (any Cast.Face).self).eager()
    #expect(app.verdict() == ["missing-container: D → Face → C"])
    #expect(throws: AstrojectError.self) { try app.bootstrap() }
    #expect(try app.makeChild(named: "request", given: Cast.A()).verdict() == [])
    // The container of a child does not help `bootstrap`, whether children are given anything or not.
    let bare = Container()
    try bare.wire(Cast.A.self).asScoped(to: "request")
    try bare.wire(Cast.B.self, Cast.A.self).eager()
    #expect(bare.verdict() == ["missing-container: A", "missing-container: B → A"])
    #expect(throws: AstrojectError.self) { try bare.bootstrap() }
  }

  @Test func `a given instance without its container is corrected where it is registered, or by its holder`() throws {
    try app.register(given: Cast.A.self, toChildrenNamed: "screen")
    let holder = try app.wire(Cast.B.self, Cast.A.self).asScoped(to: "screens")
    let finding = try #require(app.makeChild(named: "screens").findings().first)
    #expect(finding.headline == "Cast.A is given to containers named \"screen\", but there is none.")
    let remedy = """
      Remedy: correct the name: `toChildrenNamed: "screens"`; or give Cast.B the scope `.asScoped(to: "screen")`.
      """
    #expect(finding.description.hasSuffix(remedy))
    holder.asScoped(to: "screen")
    #expect(try app.makeChild(named: "screen", given: Cast.A()).verdict() == [])
    let headlines = app.makeChild(named: "screen").makeChild().findings().map(\.headline)
    #expect(headlines == ["Cast.A is given to containers named \"screen\", but was not given to this one."])
  }

  @Test func `a captive without its named container is reported as a captive only, unless that is allowed`() throws {
    try app.wire("A: named", "B → A: named")
    let holder = try app.wire(Cast.C.self, Cast.B.self).asSingleton()
    for container in [app, app.makeChild(named: "request")] {
      let findings = container.findings()
      #expect(findings.map(\.rule) == [.captiveDependency])
      // The remedy proposes no Provider, because that would find no container of this name either.
      #expect(
        findings.first?.description.hasSuffix(
          """
          Remedy: give Cast.C the same scope: `.asScoped(to: "request")`; or pass Cast.B to its functions as an argument.
          """) == true,
        "\(findings.first as Any)")
    }
    holder.allowing(.captiveDependency, because: "it is a test")
    #expect(Set(app.findings().map(\.rule)) == [.missingContainer])
  }

  @Test(arguments: [true, false])
  func `what only a captive reaches through others is not reported as lacking its container`(isCaptive: Bool) throws {
    try app.wire("A: named", "B → A", "C → B: named", "D → C: singleton")
    if !isCaptive { try app.wire(Cast.E.self, Cast.B.self) }
    let others: [GraphRule] = isCaptive ? [] : [.missingContainer]
    #expect(app.findings().map(\.rule) == [.captiveDependency] + others)
  }

  @Test func `a container's own name satisfies a scope, and a shadowed scope is not reported`() throws {
    try app.wire(Cast.A.self).asScoped(to: "nowhere")
    let request = app.makeChild(named: "request")
    try request.wire(Cast.A.self).asScoped(to: "request")
    #expect(request.verdict() == [])
  }
}
