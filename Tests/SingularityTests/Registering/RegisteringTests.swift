import Foundation
import Singularity
import TestSupport
import Testing

@Suite(.ownThreads) struct RegisteringTests {
  private let container = Container()

  // MARK: Types

  @Test(arguments: Format.allCases, Call.allCases)
  func `a resource file registers types with scopes, names, rules and values`(format: Format, call: Call) async throws {
    try format.register(
      """
      {
        "modules": ["SingularityTests"],
        "registrations": [
          { "type": "FileStorage", "scope": "singleton", "name": "primary",
            "with": ["auto", { "named": "folder" }, { "value": 30 }] },
          { "type": "SingularityTests.ConsoleJournal" }
        ],
        "values": [ { "type": "String", "name": "folder", "value": "/var/books" } ]
      }
      """, in: container)
    try container.validate(roots: [])
    let storage = try await call.resolve((any Storage).self, name: "primary", in: container)
    #expect(storage.settings == ["/var/books", "30"])
    let again = try await call.resolve((any Storage).self, name: "primary", in: container)
    #expect(storage as AnyObject === again as AnyObject)
  }

  @Test func `a registration of a file has the default scope of its container, unless the file has another`() throws {
    let container = Container(defaultScope: .singleton)
    try container.register(
      file(
        """
        { "type": "FileJournal", "name": "default" },
        { "type": "FileJournal", "name": "own", "scope": "graph" },
        { "type": "FileJournal", "name": "new", "scope": "transient" }
        """))
    expectSameInstance(FileJournal.self, name: "default", in: container)
    expectNewInstance(FileJournal.self, name: "own", in: container)
    expectNewInstance(FileJournal.self, name: "new", in: container)
  }

  @Test func `rules by key and by name resolve the registration with this key or name`() throws {
    try container.register(
      """
      {
        "modules": ["SingularityTests"],
        "registrations": [
          { "type": "Shelf", "with": [{ "keyed": 5 }, { "keyed": true }, { "keyed": 1.5 }, { "keyed": "text" },
            { "keyed": { "type": "Limits", "value": { "books": 1, "days": 2 } } }] }
        ],
        "values": [
          { "type": "Int", "key": 5, "value": 1 }, { "type": "Int", "key": true, "value": 2 },
          { "type": "Int", "key": 1.5, "value": 3 }, { "type": "Int", "name": "text", "value": 4 },
          { "type": "Int", "key": { "type": "Limits", "value": { "books": 1, "days": 2 } }, "value": 5 }
        ]
      }
      """)
    #expect(try container.resolve(Shelf.self).numbers == [1, 2, 3, 4, 5])
    #expect(try container.resolve(Int.self, key: 5) == 1)
    #expect(try container.resolve(Int.self, key: true) == 2)
    #expect(try container.resolve(Int.self, key: 1.5) == 3)
    #expect(try container.resolve(Int.self, key: "text") == 4)
    #expect(try container.resolve(Int.self, key: Limits(books: 1, days: 2)) == 5)
  }

  @Test func `the rule auto applies the rule that the type's injection has for the parameter`() throws {
    try container.register(file(#"{ "type": "Ruled", "with": ["auto", "auto", { "value": 9 }] }"#))
    #expect(try container.resolve(Ruled.self).numbers == [7, 8, 9])
  }

  @Test func `a value rule is decoded as the type of its parameter`() throws {
    try container.register(
      file(
        """
        { "type": "Cabinet", "with": [{ "value": ["low", "high"] }, { "value": { "a": 1.5 } }, { "value": null },
          { "value": { "books": 1, "days": 2 } }, { "value": 2.5 }] }
        """))
    let cabinet = try container.resolve(Cabinet.self)
    #expect(cabinet.levels == [.low, .high])
    #expect(cabinet.times == ["a": .seconds(1.5)])
    #expect(cabinet.limit == nil)
    #expect(cabinet.limits == Limits(books: 1, days: 2))
    #expect(cabinet.wait == .seconds(2.5))
  }

  // MARK: Scopes

  static let scopes: [(String, DependencyGraph.Node.Scope)] = [
    ("\"graph\"", .graph), ("\"transient\"", .transient), ("\"singleton\"", .singleton),
    ("\"disposableSingleton\"", .disposableSingleton), ("\"weak\"", .weak), ("\"scoped\"", .scoped),
    ("{ \"scoped\": \"request\" }", .scoped),
  ]

  @Test(arguments: scopes)
  func `a scope name in a resource file selects the scope`(text: String, scope: DependencyGraph.Node.Scope) throws {
    try container.register(file(#"{ "type": "ConsoleJournal", "scope": \#(text) }"#))
    let node = try #require(container.graph.nodes.first)
    #expect(node.scope == scope)
    #expect(node.keeper == (text.contains("request") ? "request" : nil))
  }

  @Test func `the fields of a file override the settings of the type's configure`() throws {
    try container.register(file(#"{ "type": "ConsoleJournal" }"#))
    let configured = try #require(container.graph.nodes.first)
    #expect(configured.scope == .singleton)
    #expect(configured.isEager)
    try container.register(file(#"{ "type": "ConsoleJournal", "scope": "weak", "eager": false }"#))
    let overruled = try #require(container.graph.nodes.first)
    #expect(overruled.scope == .weak)
    #expect(!overruled.isEager)
  }

  @Test func `bootstrap builds an eager registration of a file, and registering does not`() throws {
    let before = Counted.count.value
    try container.register(file(#"{ "type": "Counted", "scope": "singleton", "eager": true }"#))
    #expect(Counted.count.value == before)
    try container.bootstrap()
    #expect(Counted.count.value == before + 1)
  }

  // MARK: Duplicates

  @Test func `ifRegistered in an entry keeps, replaces or reports an existing registration`() throws {
    try container.register(instance: 1, name: "port")
    try container.register(#"{ "values": [{ "type": "Int", "name": "port", "value": 2, "ifRegistered": "keep" }] }"#)
    #expect(try container.resolve(Int.self, name: "port") == 1)
    let duplicates = findings(
      #"{ "values": [{ "type": "Int", "name": "port", "value": 3, "ifRegistered": "fail" }] }"#, in: container)
    #expect(duplicates.map(\.summary) == ["duplicate values[0] 1:14"])
    try container.register(#"{ "values": [{ "type": "Int", "name": "port", "value": 4, "ifRegistered": "replace" }] }"#)
    #expect(try container.resolve(Int.self, name: "port") == 4)
  }

  @Test func `a registration that a file protects cannot be replaced by code or by another file`() throws {
    try container.register(#"{ "values": [{ "type": "Int", "value": 1, "isOverridable": false }] }"#)
    #expect(throws: AstrojectError.self) { try container.register(instance: 2) }
    let found = findings(
      #"{ "values": [{ "type": "Int", "value": 3 }, { "type": "Int", "name": "a", "value": 4 }] }"#, in: container)
    #expect(found.map(\.summary) == ["protected values[0] 1:14"])
    #expect(throws: AstrojectError.self) { try container.resolve(Int.self, name: "a") }
  }

  @Test func `conflicts in a file and with earlier registrations are reported together with all other findings`() throws
  {
    let container = Container(ifRegistered: .fail)
    try container.register(instance: 1, isOverridable: false)
    try container.register((any Journal).self) { QuietJournal() }
    let json = """
      { "registrations": [
          { "type": "ConsoleJournal", "eagr": true }, { "type": "QuietJournal" }, { "type": "FileJournal" },
          { "type": "FileJournal", "ifRegistered": "fail" }, { "type": "ConsoleJournal", "ifRegistered": "kep" }
        ],
        "values": [{ "type": "Int", "value": "a", "ifRegistered": "replace" }] }
      """
    let expected = [
      "duplicate registrations[0] 2:5", "unknown-field registrations[0].eagr 2:33", "duplicate registrations[1] 2:49",
      "duplicate registrations[3] 3:5", "wrong-value registrations[4].ifRegistered 3:100",
      "protected values[0] 5:14", "unreadable-value values[0].value 5:40",
    ]
    #expect(findings(json, in: container).map(\.summary) == expected)
    expectNotRegistered(FileJournal.self, in: container)
    // A sealed container has no say in what is wrong in the file itself.
    container.seal()
    let own = expected.filter { $0 != expected[0] && !$0.hasPrefix("protected") }
    #expect(findings(json, in: container).map(\.summary) == own)
  }

  // MARK: Implementing

  @Test(arguments: Call.allCases)
  func `a registration of a file resolves by each type it implements, under its name`(call: Call) async throws {
    let implementing = #""scope": "singleton", "implements": ["Ledger", "any Journal"]"#
    try container.register(file(#"{ "type": "FileJournal", "name": "main", \#(implementing) }"#))
    let journal = try await call.resolve(FileJournal.self, name: "main", in: container)
    #expect(try await call.resolve((any Ledger).self, name: "main", in: container) as AnyObject === journal)
    #expect(try await call.resolve((any Journal).self, name: "main", in: container) as AnyObject === journal)
  }

  // MARK: Together

  @Test func `registering and validating a resource file resolves nothing`() throws {
    // Another test counts the instances, so this one looks at the trace.
    let trace = container.resolutionTrace()
    try container.register(
      """
      { "modules": ["SingularityTests"], "values": [{ "type": "Int", "value": 1 }],
        "registrations": [{ "type": "FileJournal", "scope": "singleton", "eager": true }] }
      """)
    try container.validate(roots: [])
    #expect(trace.roots.isEmpty)
    _ = try container.resolve(FileJournal.self)
    #expect(trace.roots.map(\.outcome) == [.built])
  }

  @Test func `a sealed container refuses a resource file`() throws {
    container.seal()
    expectThrows(.sealed) { try container.register(#"{ "values": [{ "type": "Int", "value": 1 }] }"#) }
    expectNotRegistered(Int.self, in: container)
  }

  @Test func `a child container registers a resource file without changing its parent`() throws {
    try container.register(instance: 1)
    let child = container.makeChild(named: "request")
    try child.register(#"{ "values": [{ "type": "Int", "value": 2 }] }"#)
    #expect(try child.resolve(Int.self) == 2)
    #expect(try container.resolve(Int.self) == 1)
  }

  @Test func `a module's file is registered if the module succeeds and rolled back if it throws`() throws {
    struct Files: Module {
      let fails: Bool

      func register(in container: Container) throws {
        try container.register(#"{ "values": [{ "type": "Int", "value": 2 }] }"#)
        if fails { throw Objection() }
      }
    }
    #expect(throws: Objection.self) { try container.register(module: Files(fails: true)) }
    #expect(throws: AstrojectError.self) { try container.resolve(Int.self) }
    try container.register(module: Files(fails: false))
    #expect(try container.resolve(Int.self) == 2)
  }

  @Test func `a thread that resolves during registration sees all entries of a file or none`() async throws {
    let names = (0..<50).map { "n\($0)" }
    let values = names.map { #"{ "type": "Int", "name": "\#($0)", "value": 1 }"# }.joined(separator: ",")
    for _ in 0..<20 {
      let container = Container()
      let answers = try await onThreads(2) { number -> [Bool] in
        if number == 0 {
          try container.register("{ \"values\": [\(values)] }")
          return []
        }
        var seen: [Bool] = []
        // If the first entry is visible, all must be.
        while !seen.contains(true) { seen = names.map { (try? container.resolve(Int.self, name: $0)) != nil } }
        return Array(seen.drop { !$0 })
      }
      #expect(!answers[1].contains(false))
    }
  }

  @Test func `an override replaces a registration that a file made`() throws {
    try container.register(file(#"{ "type": "ConsoleJournal" }"#))
    let fork = try container.overriding { try $0.replace((any Journal).self) { FileJournal() } }
    #expect(try fork.resolve((any Journal).self) is FileJournal)
    expectAllOverridesUsed(fork)
  }
}
