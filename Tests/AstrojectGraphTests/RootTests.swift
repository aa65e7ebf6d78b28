import AstrojectTesting
import Testing

struct RootTests {
  private let container = Container()

  private func unused<each Root>(_ container: Container, _ roots: repeat (each Root).Type) -> [String] {
    container.graphReport(roots: repeat each roots).unused.map(\.key.shortened)
  }

  private func filled() throws -> Container {
    let container = Container()
    try container.wire("A → B, Lazy<C>, Provider<D>", "B")
    try container.wire(Cast.C.self).implements((any Cast.Face).self)
    try container.wire(Cast.D.self)
    try container.wire(Cast.E.self, [any Cast.Face].self)
    return container
  }

  @Test func `a registration that no root reaches is unused, which is not an error`() throws {
    let container = try filled()
    #expect(unused(container, Cast.A.self) == [name((any Cast.Face).self).shortened, "E"])
    #expect([unused(container, Cast.E.self), unused(container, Cast.A.self, Cast.E.self)] == [["A", "B", "D"], []])
    #expect(unused(container) == [])
    expectValidGraph(container, roots: Cast.B.self)
  }

  @Test func `a root may have a derived form, and a plain root covers every name of its type`() throws {
    let container = try filled()
    try container.wire(Cast.A.self, name: "other")
    #expect(unused(container, [any Cast.Face].self) == ["A", "B", "D", "E", "A named \"other\""])
    #expect(unused(container, Lazy<Cast.A>.self, Cast.E.self) == ["A named \"other\""])
    #expect(unused(container, Cast.A.self, Cast.E.self) == [])
  }

  @Test func `a root covers registrations of its type that take arguments, and contributions`() throws {
    try container.register(initializer: { @Sendable (_: Int) in Cast.A() }, with: .argument)
    try container.register(Cast.B.self, arguments: Int.self, Int.self) { _, _, _ in Cast.B() }.dependsOnNothing()
    try container.contribute((any Cast.Face).self, initializer: Cast.C.init)
    #expect(container.verdict(roots: Cast.A.self, Cast.B.self, (any Cast.Face).self) == [])
    #expect(unused(container, Cast.A.self, Cast.B.self, (any Cast.Face).self) == [])
  }

  @Test func `eager registrations and their dependencies are not unused`() throws {
    let container = try filled()
    #expect(unused(container, Cast.B.self).contains("A"))
    try container.wire(Cast.A.self, Cast.B.self).eager()
    #expect(unused(container, Cast.C.self) == [name((any Cast.Face).self).shortened, "D", "E"])
  }

  @Test func `a shadowed registration is not listed as unused`() throws {
    let parent = try filled()
    let child = try parent.makeChild { try $0.wire(Cast.E.self) }
    #expect(unused(child, Cast.A.self) == [name((any Cast.Face).self).shortened, "E"])
    #expect(child.graphReport(roots: Cast.A.self).unused.map(\.container) == [1, 0])
    #expect(child.graph.nodes.filter(\.isShadowed).map(\.key) == ["Cast.E"])
  }

  @Test func `all registrations are unused if the only root is missing`() throws {
    try container.wire(Cast.A.self)
    let report = container.graphReport(roots: Cast.B.self)
    #expect(report.findings.map(\.rule) == [.missingDependency])
    #expect(report.unused.map(\.key) == ["Cast.A"])
  }

  @Test func `a registration is validated although no root reaches it, or it is also external`() throws {
    let filled = try filled()
    try filled.wire(Cast.E.self, Cast.A.self, Cast.Size.self)
    #expect(filled.verdict(roots: Cast.B.self) == ["missing-dependency: E → Size"])
    try container.wire("A → B", "B → A")
    #expect(container.verdict(externals: Cast.B.self) == ["cycle: A → B → A"])
  }
}
