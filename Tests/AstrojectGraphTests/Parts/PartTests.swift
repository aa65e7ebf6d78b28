import Foundation
import TestSupport
import Testing

@testable import AstrojectGraph

private enum Shop {
  protocol Storage {}
  final class Disk: Storage { init(cable: Cable) {} }
  final class Cable {}
  final class Clerk { init(storage: any Storage, till: Till) {} }
  final class Till { init(lamp: Lamp?) {} }
  final class Lamp {}
  final class Door { init(clerk: Clerk) {} }
  final class Window { init(storage: any Storage) {} }
  final class Roof {}
}

struct PartTests {
  private func container() throws -> Container {
    let container = Container()
    try container.register(initializer: Shop.Disk.init).implements((any Shop.Storage).self)
    try container.register(initializer: Shop.Cable.init)
    try container.register(initializer: Shop.Clerk.init)
    try container.register(initializer: Shop.Till.init)
    try container.register(initializer: Shop.Door.init)
    try container.register(initializer: Shop.Window.init)
    try container.register(initializer: Shop.Roof.init)
    return container
  }

  private func keys(_ nodes: [DependencyGraph.Node]) -> [String] { nodes.map { $0.key.replacing("Shop.", with: "") } }

  @Test func `a graph is focused on a type in both directions, as deep as it is told`() throws {
    let graph = try container().graph
    #expect(keys(graph.focused(on: Shop.Clerk.self, depth: 0).nodes) == ["Clerk"])
    #expect(keys(graph.focused(on: Shop.Clerk.self, depth: 1).nodes) == ["Storage", "Clerk", "Till", "Door"])
    #expect(keys(graph.focused(on: Shop.Clerk.self).nodes) == ["Disk", "Storage", "Clerk", "Till", "Door"])
    #expect(
      keys(graph.focused(on: (any Shop.Storage).self, depth: 9).nodes)
        == ["Disk", "Storage", "Cable", "Clerk", "Door", "Window"])
    #expect(keys(graph.focused(on: Shop.Clerk.self, depth: -1).nodes) == ["Clerk"])
  }

  @Test func `a focused graph has the dependencies between its registrations, and those that are missing`() throws {
    let graph = try container().graph.focused(on: Shop.Till.self, depth: 1)
    #expect(graph.edges.map(\.need.shortened) == ["Shop.Till", "Shop.Lamp"])
    #expect(graph.mermaid.contains("Till") && !graph.mermaid.contains("Roof"))
    #expect(graph.dot.contains("Till") && !graph.dot.contains("Roof"))
  }

  @Test func `a graph that is focused on a type that is not registered is empty`() throws {
    let graph = try container().graph.focused(on: Shop.Lamp.self)
    #expect(graph.nodes.isEmpty && graph.edges.isEmpty && graph.description == "no registrations")
    #expect(graph.focused(on: Shop.Clerk.self).nodes.isEmpty)
  }

  @Test func `a focused graph follows a registration to its decorator`() throws {
    let container = try container()
    try container.register(initializer: Shop.Lamp.init)
    try container.decorate(Shop.Roof.self, initializer: { (roof: Shop.Roof, _: Shop.Lamp) in roof })
    let graph = container.graph
    #expect(keys(graph.focused(on: Shop.Roof.self, depth: 2).nodes) == ["Roof", "Lamp", "Roof (decorator)"])
    #expect(keys(graph.paths(to: Shop.Lamp.self)[1]) == ["Roof", "Roof (decorator)", "Lamp"])
  }

  @Test func `there is one shortest path from each root to a type`() throws {
    let graph = try container().graph
    let paths = graph.paths(to: (any Shop.Storage).self)
    #expect(paths.map { keys($0) } == [["Door", "Clerk", "Storage"], ["Window", "Storage"]])
    #expect(paths.description.shortened == "Shop.Door → Shop.Clerk → Shop.Storage\nShop.Window → Shop.Storage")
    #expect(keys(paths.graph.nodes) == ["Storage", "Clerk", "Door", "Window"])
    #expect(paths.graph.dot.contains("Door") && !paths.graph.dot.contains("Till"))
    let fromClerk = graph.paths(to: Shop.Cable.self, from: [Shop.Clerk.self, Shop.Roof.self, Shop.Clerk.self])
    #expect(fromClerk.map { keys($0) } == [["Clerk", "Storage", "Disk", "Cable"]])
    #expect(graph.paths(to: Shop.Roof.self).map { keys($0) } == [["Roof"]])
    #expect(graph.paths(to: Shop.Lamp.self).isEmpty)
    #expect(graph.paths(to: Shop.Roof.self, from: [Shop.Lamp.self]).isEmpty)
  }

  @Test func `a path begins with the registrations that a root in a derived form is made of`() throws {
    let container = try container()
    try container.register((any Shop.Storage).self, name: "spare", initializer: Shop.Disk.init)
    try container.register((any Shop.Storage).self, key: 1, initializer: Shop.Disk.init)
    try container.contribute((any Shop.Storage).self, initializer: Shop.Disk.init)
    try container.register((any Shop.Storage).self, arguments: Int.self) { _, _ in Shop.Disk(cable: Shop.Cable()) }
      .depends(on: Shop.Cable.self)
    // A collection has none of those that take arguments.
    try container.register((any Shop.Storage).self, name: "sized", arguments: Int.self) { _, _ in
      Shop.Disk(cable: Shop.Cable())
    }.depends(on: Shop.Cable.self)
    try container.register(
      name: "ruled", initializer: { (cable: Shop.Cable, _: Int) in Shop.Disk(cable: cable) }, with: .auto, .argument
    ).implements((any Shop.Storage).self)
    try container.register(Shop.Lamp.self, arguments: Int.self) { _, _ in Shop.Lamp() }.depends(on: Shop.Cable.self)
    // As a graph that was stored.
    let graph = try JSONDecoder().decode(DependencyGraph.self, from: JSONEncoder().encode(container.graph))
    func starts(_ roots: Any.Type...) -> [String] {
      graph.paths(to: Shop.Cable.self, from: roots).map { path in
        path[0].key.shortened.replacing("Shop.", with: "") + (path[0].isContribution ? " (contributed)" : "")
      }
    }
    let all = ["Storage", "Storage named \"spare\"", "Storage keyed 1", "Storage (contributed)"]
    #expect(starts([any Shop.Storage].self) == all)
    #expect(starts(Lazy<[any Shop.Storage]>.self) == all)
    #expect(starts([String: any Shop.Storage].self) == ["Storage named \"spare\""])
    #expect(starts([Int: any Shop.Storage].self) == ["Storage keyed 1"])
    #expect(starts((any Shop.Storage)?.self) == ["Storage"])
    #expect(starts(Lazy<Shop.Door>.self, Provider<Shop.Window?>.self) == ["Door", "Window"])
    #expect(starts(Provider<Shop.Lamp>.self) == ["Lamp with (Int)"])
    #expect(starts(Provider<Shop.Lamp?>.self) == ["Lamp with (Int)"])
    #expect(starts(Lazy<Shop.Lamp>.self, Resolver.self, Container.self, Lazy<Shop.Till>.self, [Shop.Roof].self) == [])
    // The survey of a container finds the same.
    for root in [[any Shop.Storage].self, [String: any Shop.Storage].self, Provider<Shop.Lamp>.self] as [Any.Type] {
      var survey = Survey(container.core)
      let points = survey.points(answering: root).points.map { survey.registered(at: $0).summary.key.description }
      #expect(Set(points) == Set(graph.paths(to: Shop.Cable.self, from: [root]).map { $0[0].key }))
    }
  }

  @Test func `a path ends in a loop`() {
    let graph = DependencyGraph(
      [.sample("A"), .sample("B"), .sample("C")], [.sample("A", "B"), .sample("B", "C"), .sample("C", "B")])
    #expect(graph.paths(to: [2], from: nil).map { $0.map(\.key) } == [["A", "B", "C"]])
    #expect(graph.paths(to: [2], from: [2]).map { $0.map(\.key) } == [["C"]])
  }

  @Test func `registrations are grouped by module, and dependencies within a module are not counted`() {
    func node(_ module: String, _ key: String, group: String? = nil, container: Int = 0) -> DependencyGraph.Node {
      .sample(key, id: "\(module).\(key)", type: "\(module).\(key)", container: container, group: group)
    }
    let nodes = [
      node("App", "Root", group: "AppModule"), node("Net", "Client", container: 1), node("Net", "Socket", container: 1),
      DependencyGraph.Node.sample("()", id: "()", type: "()"),
    ]
    let edges: [DependencyGraph.Edge] = [
      .sample(in: "", "App.Root", "Net.Client"), .sample(in: "", "App.Root", "Net.Socket", .lazy),
      .sample(in: "", "App.Root", "()"), .sample(in: "", "Net.Client", "Net.Socket"),
    ]
    let containers = [DependencyGraph.Level(name: "request"), DependencyGraph.Level(name: nil)]
    let graph = DependencyGraph(containers: containers, nodes: nodes, edges: edges)
    let modules = graph.grouped(by: .module)
    #expect(modules.groups.map(\.name) == ["App", "Net", ""])
    #expect(modules.edges.map { "\($0.from) \($0.to) \($0.count)" } == ["App Net 2", "App  1"])
    #expect(
      modules.description == """
        App: 1 registration
          needs Net, 2 times
          needs others, 1 time
        Net: 2 registrations
        others: 1 registration
        """)
    expectGolden(modules.mermaid, "grouped.mmd")
    expectGolden(modules.dot, "grouped.dot")
    #expect(graph.grouped(by: .container).groups.map(\.name) == ["request", "parent"])
    #expect(graph.grouped(by: .group).groups.map(\.name) == ["AppModule", ""])
  }

  @Test func `containers without a name, or with one name, are groups of their own`() {
    let names: [String?] = ["x", "x #2", "x", nil, nil]
    let nodes = names.indices.map { DependencyGraph.Node.sample("T\($0)", container: $0) }
    let graph = DependencyGraph(
      containers: names.map { DependencyGraph.Level(name: $0) }, nodes: nodes,
      edges: [.sample("T0", "T2"), .sample("T3", "T4")])
    let groups = graph.grouped(by: .container)
    #expect(groups.groups.map(\.name) == ["x", "x #2", "x #3", "parent", "parent #2"])
    #expect(groups.edges.map { "\($0.from) → \($0.to)" } == ["x → x #3", "parent → parent #2"])
  }

  @Test(arguments: [
    ("App.Notes", "App"), ("[App.Plugin]", "App"), ("(Swift.Int) -> App.Note", "Swift"), ("any App.P & Net.Q", "App"),
    ("()", ""), ("Swift.Optional<App.X>", "Swift"), ("Größe.Ä1_b", "Größe"), ("", ""),
  ])
  func `the module of a registration is that of its type`(type: String, module: String) {
    #expect(DependencyGraph.Node.sample("A", type: type).module == module)
  }
}
