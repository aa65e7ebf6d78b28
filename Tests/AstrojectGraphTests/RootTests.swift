import AstrojectTesting
import AstrojectGraph
import Testing

@Suite("Roots and externals")
struct RootTests {
  private func unused<each Root>(_ container: Container, _ roots: repeat (each Root).Type) -> [String] {
    container.graphReport(roots: repeat each roots).unused.map(\.key.shortened)
  }

  private func filled() throws -> Container {
    let container = Container()
    try container.wire(Cast.A.self, Cast.B.self, Lazy<Cast.C>.self, Provider<Cast.D>.self)
    try container.wire(Cast.B.self)
    try container.wire(Cast.C.self).implements((any Cast.Face).self)
    try container.wire(Cast.D.self)
    try container.wire(Cast.E.self, [any Cast.Face].self)
    return container
  }

  @Test("what no root reaches is unused, and no error")
  func unused() throws {
    let container = try filled()
    #expect(unused(container, Cast.A.self) == [name((any Cast.Face).self).shortened, "E"])
    #expect(unused(container, Cast.E.self) == ["A", "B", "D"])
    #expect(unused(container, Cast.A.self, Cast.E.self) == [])
    #expect(unused(container) == [])
    expectValidGraph(container, roots: Cast.B.self)
  }

  @Test("a root may be named in any form, and with any name")
  func forms() throws {
    let container = try filled()
    try container.wire(Cast.A.self, name: "other")
    #expect(unused(container, [any Cast.Face].self) == ["A", "B", "D", "E", "A named \"other\""])
    #expect(unused(container, Lazy<Cast.A>.self, Cast.E.self) == ["A named \"other\""])
    #expect(unused(container, Cast.A.self, Cast.E.self) == [])
  }

  @Test("a root that takes arguments, and a contribution, are roots by their types")
  func arguments() throws {
    let container = Container()
    try container.register(initializer: { @Sendable (_: Int) in Cast.A() }, with: .argument)
    try container.register(Cast.B.self, arguments: Int.self, Int.self) { _, _, _ in Cast.B() }.dependsOnNothing()
    try container.contribute((any Cast.Face).self, initializer: Cast.C.init)
    #expect(container.verdict(roots: Cast.A.self, Cast.B.self, (any Cast.Face).self) == [])
    #expect(unused(container, Cast.A.self, Cast.B.self, (any Cast.Face).self) == [])
  }

  @Test("what `bootstrap` builds is used, with all that it needs")
  func eager() throws {
    let container = try filled()
    #expect(unused(container, Cast.B.self).contains("A"))
    try container.wire(Cast.A.self, Cast.B.self).eager()
    #expect(unused(container, Cast.C.self) == [name((any Cast.Face).self).shortened, "D", "E"])
  }

  @Test("what is shadowed is not listed as unused")
  func shadowed() throws {
    let parent = try filled()
    let child = parent.makeChild()
    try child.wire(Cast.E.self)
    #expect(unused(child, Cast.A.self) == [name((any Cast.Face).self).shortened, "E"])
    #expect(child.graphReport(roots: Cast.A.self).unused.map(\.container) == [1, 0])
    #expect(child.graph.nodes.filter(\.isShadowed).map(\.key) == ["Cast.E"])
  }

  @Test("where all roots are missing, everything is unused")
  func missing() throws {
    let container = Container()
    try container.wire(Cast.A.self)
    let report = container.graphReport(roots: Cast.B.self)
    #expect(report.findings.map(\.rule) == [.missingDependency])
    #expect(report.unused.map(\.key) == ["Cast.A"])
  }

  @Test("what no root reaches is checked all the same")
  func checked() throws {
    let container = try filled()
    try container.wire(Cast.E.self, Cast.A.self, Cast.Size.self)
    #expect(container.verdict(roots: Cast.B.self).map(\.shortened) == ["missing-dependency: E → Size"])
  }

  @Test("what comes from outside is missing nowhere, neither by itself nor in another form")
  func externals() throws {
    let container = Container()
    try container.wire(
      Cast.A.self, Cast.B.self, Lazy<Cast.C>.self, Provider<Cast.D>.self, Cast.Size.self, (any Cast.Face).self)
    #expect(
      container.findings(externals: Cast.B.self, Cast.Size.self).map { $0.edges.first?.position } == [2, 3, 5])
    #expect(
      container.verdict(externals: Cast.B.self, Cast.C.self, Cast.D.self, Cast.Size.self, (any Cast.Face).self) == [])
  }

  @Test("an external is found under every name")
  func named() throws {
    let container = Container()
    try container.register(initializer: { @Sendable (_: Cast.B) in Cast.A() }, with: .named("main"))
    #expect(container.verdict(externals: Cast.B.self) == [])
  }

  @Test("what is registered and external all the same is checked as it is registered")
  func registeredExternal() throws {
    let container = Container()
    try container.wire(Cast.A.self, Cast.B.self)
    try container.wire(Cast.B.self, Cast.A.self)
    #expect(container.verdict(externals: Cast.B.self).map(\.shortened) == ["cycle: A → B → A"])
  }
}
