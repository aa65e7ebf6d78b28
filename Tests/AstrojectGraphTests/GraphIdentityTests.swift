import Foundation
import NexusFixtures
import TestSupport
import Testing

private final class Hidden {}
private struct Garden {}

struct GraphIdentityTests {
  private let container = Container()

  @Test func `private and local types have their source names in identities`() throws {
    struct Local {}
    try container.register(initializer: Hidden.init)
    try container.register(initializer: Nested.init)
    try container.register(initializer: Local.init)
    try container.register(Crate<Nested>.self, initializer: Crate<Nested>.init)
    try container.register(Crate<Local>.self, initializer: Crate<Local>.init)
    #expect(
      container.graph.nodes.map(\.id) == [
        "AstrojectGraphTests.Hidden", "AstrojectGraphTests.GraphIdentityTests.Nested", container.graph.nodes[2].id,
        "AstrojectGraphTests.Crate<AstrojectGraphTests.GraphIdentityTests.Nested>", container.graph.nodes[4].id,
      ])
    #expect(container.graph.nodes.map(\.key).map(\.withoutSuites)[0...1] == ["Hidden", "Nested"])
    #expect(container.graph.nodes[2].id.hasSuffix("Local"))
    expectNoAddress(in: container)
  }

  @Test func `types of one name in two modules have different identities`() throws {
    try container.register(NexusFixtures.Garden.self) { NexusFixtures.Garden() }
    try container.register(Garden.self) { Garden() }
    #expect(
      container.graph.nodes.map(\.id) == ["NexusFixtures.Garden", "AstrojectGraphTests.Garden"])
  }

  @Test func `missing types of one name in two modules are two boxes, and each in place of the other a change`() throws
  {
    try container.wire(Cast.A.self, NexusFixtures.Garden.self, Garden.self)
    for name in ["NexusFixtures.Garden", "AstrojectGraphTests.Garden"] {
      #expect(container.graph.mermaid.contains("\(name)<br/>not registered"))
      #expect(container.graph.html().contains("\"\(name)\""))
    }
    let other = try Container { try $0.wire(Cast.A.self, Garden.self, Garden.self) }
    #expect(other.graph.mermaid.contains("[\"Garden<br/>"))
    let line = "gets Garden (parameter 1): missing: NexusFixtures.Garden → AstrojectGraphTests.Garden"
    #expect("\(container.graph.diff(other.graph))" == "~ AstrojectGraphTests.Cast.A \(line)")
  }

  @Test func `two local types of one name have different identities`() throws {
    func first() throws -> (Container) throws -> Void {
      struct Twin {}
      return { try $0.register(initializer: Twin.init) }
    }
    func second() throws -> (Container) throws -> Void {
      struct Twin {}
      return { try $0.register(initializer: Twin.init) }
    }
    try first()(container)
    try second()(container)
    #expect(Set(container.graph.nodes.map(\.id)).count == 2)
    expectNoAddress(in: container)
  }

  @Test func `registrations of one key in a child and its parents are numbered in registration order`() throws {
    let top = Container()
    let middle = top.makeChild()
    let bottom = middle.makeChild()
    try middle.wire(Cast.A.self)
    try bottom.wire(Cast.A.self)
    try top.wire(Cast.A.self)
    let nodes = bottom.graph.nodes
    let id = "AstrojectGraphTests.Cast.A"
    #expect(nodes.map(\.id) == [id, id + " #2", id + " #3"])
    #expect(nodes.map(\.container) == [1, 0, 2])
    #expect(middle.graph.nodes.map(\.id) == [id, id + " #2"])
    // So are contributions and a registration of one type.
    for _ in 0..<3 { try container.contribute(Cast.A.self, initializer: Cast.A.init) }
    try container.wire(Cast.A.self)
    #expect(container.graph.nodes.map(\.id) == [id, id + " #2", id + " #3", id + " #4"])
  }

  @Test func `the identity of a registration contains its name, key and argument types`() throws {
    try container.wire(Cast.A.self, name: "main")
    try container.register(Cast.A.self, key: 42) { Cast.A() }
    try container.register(Cast.A.self, name: "both", key: Colour.red) { Cast.A() }
    try container.register(Cast.A.self, argument: String.self) { _, _ in Cast.A() }
    try container.register(Cast.A.self, arguments: String.self, Nested.self) { _, _, _ in Cast.A() }
    #expect(
      container.graph.nodes.map(\.id) == [
        "AstrojectGraphTests.Cast.A named \"main\"", "AstrojectGraphTests.Cast.A keyed 42",
        "AstrojectGraphTests.Cast.A keyed both and GraphIdentityTests.Colour.red",
        "AstrojectGraphTests.Cast.A with (Swift.String)",
        "AstrojectGraphTests.Cast.A with (Swift.String, AstrojectGraphTests.GraphIdentityTests.Nested)",
      ])
    #expect(container.graph.nodes.last?.key.withoutSuites == "Cast.A with (String, Nested)")
  }

  @Test func `identities contain no addresses, and are numbered if only an address differs`() throws {
    let objects = [NSObject(), NSObject()]
    for object in objects { try container.register(Cast.A.self, key: ObjectIdentifier(object)) { Cast.A() } }
    for object in objects {
      try container.register(Cast.A.self, key: Borrowed(object).address.hashValue == 0 ? 1 : 2) { Cast.A() }
    }
    try container.register(Cast.A.self, key: Reference()) { Cast.A() }
    try container.register(Cast.A.self, key: Nested.Tag.one) { Cast.A() }
    expectNoAddress(in: container)
    let ids = container.graph.nodes.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(ids[1] == ids[0] + " #2")
  }

  @Test func `identities are unique even if a key is described like a numbered identity`() throws {
    let parent = try Container { try $0.register(Cast.A.self, key: Plain("Plain(a)")) { _ in Cast.A() } }
    let container = try parent.makeChild { try $0.register(Cast.A.self, key: Plain("Plain(a)")) { _ in Cast.A() } }
    let before = container.graph.nodes.map(\.id)
    let id = "AstrojectGraphTests.Cast.A keyed GraphIdentityTests.Plain(a)"
    #expect(before == [id, id + " #2"])
    // The identity of this key would equal a numbered one.
    try container.register(Cast.A.self, key: Plain("Plain(a) #2")) { _ in Cast.A() }
    let ids = container.graph.nodes.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(container.graphReport().opaque.count == 2)
  }

  @Test func `equal sets as keys give equal identities, whatever their order`() throws {
    var (first, second) = (Set<String>(minimumCapacity: 1), Set<String>(minimumCapacity: 4096))
    for number in 0..<16 { first.insert("\(number)") }
    for number in (0..<16).reversed() { second.insert("\(number)") }
    let (one, other) = (Container(), Container())
    try one.register(Cast.A.self, key: first) { Cast.A() }
    try other.register(Cast.A.self, key: second) { Cast.A() }
    #expect(one.graph.nodes.map(\.id) == other.graph.nodes.map(\.id))
  }

  /// Expects no text of a container's graph to contain an address.
  private func expectNoAddress(in container: Container, at location: Testing.SourceLocation = #_sourceLocation) {
    let graph = container.graph
    let texts =
      graph.nodes.flatMap { [$0.id, $0.key] } + graph.edges.flatMap { [$0.from, $0.to ?? "", $0.need] }
      + [container.graphReport().description]
    for text in texts {
      #expect(!text.contains(/0x[0-9a-fA-F]|unknown context|\$[0-9a-f]{6}/), "\(text)", sourceLocation: location)
    }
  }

  private final class Nested { enum Tag { case one } }

  private enum Colour { case red }

  private struct Plain: Hashable, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  private final class Reference: Hashable, Sendable, CustomStringConvertible {
    var description: String { "<Reference: \(Borrowed(self).address)>" }
    static func == (left: Reference, right: Reference) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }
}

private final class Crate<Content> {}
