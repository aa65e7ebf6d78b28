@testable import AstrojectGraph

/// Graphs for tests of pictures and diffs.
enum SampleGraph: CaseIterable {
  case small, family, characters

  var graph: DependencyGraph {
    switch self {
    case .small: .small
    case .family: .family
    case .characters: .characters
    }
  }
}

extension DependencyGraph {
  private typealias Effect = Node.Effect

  /// Every scope, every kind of edge, and every mark.
  static let small = DependencyGraph(
    [
      .sample("App", .singleton, effect: Effect(isAsynchronous: true, isOnMainActor: true), isEager: true),
      .sample("Screen", ownEffect: Effect()),
      .sample("any Service", .forwarded, origin: .forwarding, effect: Effect(isAsynchronous: true)),
      .sample("LiveService", .disposableSingleton, effect: Effect(isAsynchronous: true)),
      .sample("Formatter", .transient), .sample("ImageCache", .weak), .sample("Session named \"main\"", .scoped),
      .sample("Basket", .scoped, keeper: "request"), .sample("Pool<Connection>", .custom),
      .sample("Ticket", .customPerContainer), .sample("Settings", .singleton, origin: .instance),
      .sample("Legacy", origin: .closure, isOpaque: true), .sample("Detail with (UserID, Int)"),
      .sample("Plugin", id: "App.Plugin", isContribution: true),
      .sample("Plugin", .transient, id: "App.Plugin #2", isContribution: true),
    ],
    [
      .sample("App", "Screen"), .sample("App", "any Service", position: 2),
      .sample("any Service", "LiveService", .forwarded, site: .forwarding, position: nil),
      .sample("App", "Plugin", .collection, position: 3),
      .sample("App", "Plugin", .collection, to: "Plugin #2", position: 3),
      .sample("App", "Container", .container, to: .some(nil), position: 4), .sample("Screen", "Formatter"),
      .sample("Screen", "ImageCache", .optional, position: 2),
      .sample("Screen", "Theme", .optional, to: .some(nil), position: 3),
      .sample("Screen", "Detail with (UserID, Int)", .provider, position: 4),
      .sample("Screen", "Session named \"main\"", site: .property, position: nil, property: "session"),
      .sample("Detail with (UserID, Int)", "UserID", .argument, to: .some(nil)),
      .sample("Detail with (UserID, Int)", "Int", .argument, to: .some(nil), position: 2),
      .sample("Detail with (UserID, Int)", "Basket", .lazy, position: 3),
      .sample("Session named \"main\"", "Pool<Connection>"),
      .sample("Session named \"main\"", "Pool<Connection>", position: 2),
      .sample("Session named \"main\"", "Ticket", .lazy, position: 3),
      .sample("LiveService", "Settings", site: .declared, position: nil),
      .sample("LiveService", "Clock", position: 2, isMissing: true),
      .sample("Basket", "Clock", position: 1, isMissing: true),
      .sample("Basket", "String", .value, to: .some(nil), position: 2),
      .sample("Legacy", "Settings", .observed, site: .observed, position: nil),
      .sample("LiveService", "Settings", .observed, site: .observed, position: nil),
      .sample("App", "Legacy", site: .declared, position: nil),
    ])

  /// A child, its parent and its grandparent, with assemblies.
  static let family = DependencyGraph(
    containers: [Level(name: "request"), Level(name: nil), Level(name: "app")],
    nodes: [
      .sample("Database", .singleton, effect: Effect(isAsynchronous: true), container: 2, group: "StorageAssembly"),
      .sample("UserStore", .singleton, effect: Effect(isAsynchronous: true), container: 2, group: "StorageAssembly"),
      .sample("Logger", .singleton, isShadowed: true, container: 2),
      .sample("Client", .singleton, container: 2, group: "NetworkAssembly"),
      .sample("Retry", .transient, container: 2, group: "NetworkAssembly"), .sample("Session", .scoped, container: 1),
      .sample("Account", container: 1, group: "AccountModule"),
      .sample(
        "AccountScreen", effect: Effect(isAsynchronous: true, isOnMainActor: true), container: 1, group: "AccountModule"
      ),
      .sample("Logger", .transient, id: "App.Logger #2"), .sample("Request", .scoped, keeper: "request"),
      .sample("Handler", effect: Effect(isAsynchronous: true), group: "HandlerAssembly"),
    ],
    edges: [
      .sample("UserStore", "Database", container: 2), .sample("UserStore", "Logger", position: 2, container: 2),
      .sample("Client", "Retry", .provider, container: 2), .sample("Client", "Logger", position: 2, container: 2),
      .sample("Session", "Client", container: 1),
      .sample("Session", "TokenStore", position: 2, container: 1, isMissing: true),
      .sample("Account", "Session", container: 0), .sample("Account", "UserStore", position: 2, container: 0),
      .sample("AccountScreen", "Account", container: 0), .sample("Request", "Session"), .sample("Handler", "Request"),
      .sample("Handler", "Account", .lazy, position: 2), .sample("Handler", "Logger", to: "Logger #2", position: 3),
      .sample("Handler", "TokenStore", position: 4, isMissing: true),
    ])

  /// Names that contain markup of Mermaid, Markdown, HTML or Graphviz.
  static let characters: DependencyGraph = {
    let keys = [
      "[String: Store<User>]", "(Int, String) -> any P<Int>?", "Service named \"a\\b \\N \\G\"",
      "A & B &amp; #quot; #2",
      "1. first", "- second", " third", "a|b`c`*d*_e_{f}$g$~h~%%", "<b>bold</b><br/>", "two\nlines",
      "Wind named \"direction TB\"", "end", "www.example.com a@b.c", "style: #fff;", "Größe 変 🍏 “x”", "",
    ]
    let nodes = keys.enumerated().map { number, key in
      Node.sample(key, Node.Scope.allCases[number % Node.Scope.allCases.count], container: number % 2, group: key)
    }
    let edges = zip(keys, keys.dropFirst()).map { Edge.sample($0, $1) }
    return DependencyGraph(
      containers: [Level(name: "a \"b\" <c>"), Level(name: nil)], nodes: nodes,
      edges: edges + [
        .sample("end", "Missing<\"x\">", isMissing: true), .sample("end", "<T>", .argument, to: .some(nil)),
      ])
  }()
}
