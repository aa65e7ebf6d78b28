import Foundation
import Testing

@testable import AstrojectGraph
@testable import AstrojectTool

struct CommandTests {
  // MARK: Types

  @Test func `a type is found by its names, an expression and the identity of a registration`() async throws {
    var found = ["Clerk", "Shop.Clerk", "AstrojectToolTests.Shop.Clerk"]
      .map { ($0, "Shop.Clerk (graph), registered at AstrojectToolTests/") }
    found += ["any Storage", "(any Storage).self", "Storage.self", "Storage"].map { ($0, "Storage (forwarded)") }
    found += try ValidTool.makeContainer().graph.nodes.map { ($0.id, $0.key + " (") }
    for (word, start) in found {
      let outcome = await ValidTool.run("needs", word)
      #expect(outcome.status == 0 && outcome.output.hasPrefix(start), "\(word)")
    }
  }

  @Test(arguments: ["any Sequence<Int>", "(any Sequence<Int>).self", "Sequence<Int>", "any Swift.Sequence<Swift.Int>"])
  func `a protocol with constrained associated types is found with and without any`(word: String) throws {
    let container = try Container { try $0.register((any Sequence<Int>).self) { [1] } }
    #expect(try TypeSearch(word, in: container.graph).positions == [0])
    #expect(TypeSearch.matches("any Sequence<Int> named \"a\"", word) == !word.contains("Swift"))
  }

  @Test func `an unknown type is an error with near matches`() async {
    let outcome = await ValidTool.run("why", "Clrek")
    #expect(outcome == Outcome(error: "No registration found for Clrek.\nDid you mean:\n  Clerk\n", status: 2))
    #expect(await LostTool.run("why", "Dsik").error.hasSuffix("\nDid you mean:\n  Disk\n"))
    #expect(await LostTool.run("why", "Shop.Lmap").error.hasSuffix("\nDid you mean:\n  Shop.Lamp\n"))
    #expect(await ValidTool.run("needs", "Xyzzy").error == "No registration found for Xyzzy.\n")
    #expect(await ValidTool.run("graph", "--from", "Xyzzy").status == 2)
  }

  // MARK: why and needs

  @Test func `why prints the shortest way from each root`() async {
    #expect(
      await ValidTool.run("why", "Cable").output.short.withoutPlaces == """
        Door (graph)
          gets Clerk as parameter 1: Clerk (graph)
            gets Storage as parameter 1: Storage (forwarded)
              gets Disk, which implements it: Disk (singleton)
                gets Cable as parameter 1: Cable (graph)
        Window (transient)
          gets Storage as parameter 1: Storage (forwarded)
            gets Disk, which implements it: Disk (singleton)
              gets Cable as parameter 1: Cable (graph)

        """)
    #expect(await RootedTool.run("why", "Cable").output.hasPrefix("Shop.Door"))
    #expect(await !RootedTool.run("why", "Cable").output.contains("Window"))
    #expect(await RootedTool.run("why", "Window").output == "No root leads to Shop.Window.\n")
    #expect(
      await FormTool.run("why", "Cable").output.short.withoutPlaces == """
        Disk (singleton)
          gets Cable as parameter 1: Cable (graph)
        Storage (forwarded)
          gets Disk, which implements it: Disk (singleton)
            gets Cable as parameter 1: Cable (graph)

        """)
  }

  @Test func `needs prints the whole tree, and marks what is repeated`() async {
    #expect(
      await ValidTool.run("needs", "Door").output.short.withoutPlaces == """
        Door (graph)
          gets Clerk as parameter 1: Clerk (graph)
            gets Storage as parameter 1: Storage (forwarded)
              gets Disk, which implements it: Disk (singleton)
                gets Cable as parameter 1: Cable (graph)
            gets Till as parameter 2: Till (graph)
              gets Lamp as parameter 1, if registered
          gets Till as parameter 2: Till (graph) (shown above)

        """)
  }

  @Test func `why tells who needs a type that is not registered`() async {
    let outcome = await FaultyTool.run("why", "Lamp")
    #expect(outcome.status == 0)
    #expect(
      outcome.output.short == "No root leads to Double, which gets Lamp as parameter 1, which is not registered.\n")
    let rooted = await RequestTool.run("why", "Blank").output.withoutPlaces
    #expect(rooted == "RequestTool.Handler (graph)\n  gets RequestTool.Blank as parameter 2, which is not registered\n")
    #expect(await FaultyTool.run("needs", "Lamp").status == 2)
  }

  @Test(arguments: [
    (
      "Storage",
      "Clerk (graph)\n  gets Storage as parameter 1, which is not registered\n"
        + "No root leads to Storage named \"a\".\n"
    ),
    ("Lamp", "No registration found for Lamp, which was named as a root.\n"),
    (
      "Till",
      "No registration found for Till, which was named as a root.\n"
        + "Clerk (graph)\n  gets Till as parameter 2, which is not registered\n"
    ),
    ("Disk", "No root leads to Int, which gets Disk named \"b\" as parameter 1, which is not registered.\n"),
  ])
  func `why tells of a missing type also if it is registered under another name, or is a root`(
    word: String, text: String
  ) async {
    #expect(await LostTool.run("why", word).output.short.withoutPlaces == text)
  }

  @Test(arguments: [
    ("Key", "App.Store<App.User>.Key"), ("Store<User>", "App.Store<App.User>"), ("[Store]", "[App.Store]"),
    ("(A, B)", "(App.A, App.B)"), ("Store", "App.Outer<App.X.Y>.Store"),
  ])
  func `the last part of a name is that outside of brackets`(word: String, type: String) throws {
    let graph = DependencyGraph(containers: [], nodes: [.named(type)], edges: [])
    #expect(try TypeSearch(word, in: graph).positions == [0])
  }

  @Test func `the name of a type stands for its registrations with any name`() async throws {
    let outcome = await SuspectTool.run("needs", "Case")
    #expect(outcome.output.split(separator: "\n").count { $0.hasPrefix("SuspectTool.Case") } == SuspectTool.names.count)
  }

  @Test func `why and needs end in a loop, and show decorators`() async {
    #expect(
      await LoopTool.run("needs", "Ring").output.short.withoutPlaces == """
        LoopTool.Ring (graph)
          gets LoopTool.Gem as parameter 1, by a `Lazy`: LoopTool.Gem (graph)
            gets LoopTool.Ring as parameter 1: LoopTool.Ring (graph) (shown above)
          is decorated by LoopTool.Ring (decorator)
            gets LoopTool.Polish as parameter 2: LoopTool.Polish (graph)

        """)
    #expect(await LoopTool.run("why", "Polish").output.short.contains("is decorated by LoopTool.Ring (decorator)"))
  }

  // MARK: list

  @Test func `list has a line for each registration that its options are true of`() async {
    #expect(await ValidTool.run("list").output.hasSuffix("\n7 registrations, 1 forwarding\n"))
    let singletons = await ValidTool.run("list", "--scope", "singleton").output
    #expect(singletons.hasPrefix("Shop.Disk (singleton), registered at ") && singletons.hasSuffix("\n1 registration\n"))
    #expect(await LoopTool.run("list", "--scope", "forwarded").output == "0 registrations\n")
    let opaque = await ValidTool.run("list", "--opaque").output
    #expect(opaque.contains(", a closure: register an initializer") && opaque.hasSuffix("\n1 registration\n"))
    let unused = await RootedTool.run("list", "--unused").output
    #expect(unused.hasPrefix("Shop.Window (transient)") && unused.hasSuffix("\n2 registrations\n"))
    #expect(await RootedTool.run("list", "--unused", "--scope", "transient").output.hasSuffix("\n1 registration\n"))
    let hints = await ValidTool.run("list", "--hints").output
    #expect(
      hints.contains("\n  No registration found for Shop.Lamp, which Shop.Till may do without. [unprovided-optional]\n")
    )
    #expect(await ValidTool.run("list", "--unused").status == 2)
  }

  // MARK: graph

  @Test func `graph prints Mermaid, and each other form that is asked for`() async throws {
    let graph = try ValidTool.makeContainer().graph
    #expect(await ValidTool.run("graph") == Outcome(output: graph.mermaid))
    #expect(await ValidTool.run("graph", "--format", "dot") == Outcome(output: graph.dot))
    let json = await ValidTool.run("graph", "--format=json").output
    #expect(try JSONDecoder().decode(DependencyGraph.self, from: Data(json.utf8)) == graph)
    let page = await ValidTool.run("graph", "--format", "html").output
    #expect(page == graph.html(report: try ValidTool.makeContainer().graphReport()))
    let part = await ValidTool.run("graph", "--from", "Clerk").output
    #expect(part.contains("Cable") && !part.contains("Door"))
    let faulty = await FaultyTool.run("graph", "--from", "Double", "--format", "html").output
    #expect(faulty.contains("Lamp") && !faulty.contains("Shop.Window"))
  }

  @Test func `an output file is replaced whole, or left as it was`() async throws {
    let file = try TemporaryFile("old")
    #expect(await ValidTool.run("graph", "--output", file.path) == Outcome())
    #expect(try file.text == ValidTool.makeContainer().graph.mermaid)
    let outcome = await ValidTool.run("graph", "--output", file.path + "/nowhere/x")
    #expect(outcome.status == 2 && outcome.error.contains("does not exist"))
    #expect(try file.text == ValidTool.makeContainer().graph.mermaid)
    let folder = URL(fileURLWithPath: file.path).deletingLastPathComponent().path
    #expect(await ValidTool.run("graph", "--output", folder).error.contains("is a folder"))
    #expect(await ValidTool.run("diff", folder).error.contains("is a folder"))
    #expect(await ValidTool.run("graph", "--output", "-").output == file.text)
  }

  @Test func `an output file keeps its permissions, and a link to it stays a link`() async throws {
    let file = try TemporaryFile("old")
    let link = file.path + ".link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file.path)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    #expect(await ValidTool.run("graph", "--output", link) == Outcome())
    #expect(try file.text == ValidTool.makeContainer().graph.mermaid)
    #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file.path)
    #expect(await ValidTool.run("graph", "--output", "/dev/null") == Outcome())
    let kind = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
    #expect(kind == .typeCharacterSpecial)
  }

  @Test(arguments: [
    ("x.html", "<!"), ("x.dot", "digraph"), ("x.gv", "digraph"), ("x.json", "{"), ("x.mmd", "flowchart"),
  ])
  func `the name of the output file says the form of a graph`(name: String, start: String) async throws {
    let file = try TemporaryFile()
    let path = URL(fileURLWithPath: file.path).deletingLastPathComponent().appendingPathComponent(name).path
    #expect(await ValidTool.run("graph", "--output", path) == Outcome())
    #expect(try String(contentsOfFile: path, encoding: .utf8).lowercased().hasPrefix(start))
  }

  // MARK: snapshot and diff

  @Test func `a snapshot is the graph of the container, also if children are given values`() async throws {
    let graph = try RequestTool.makeContainer().graph
    let snapshot = await RequestTool.run("snapshot").output
    #expect(try JSON.graph(from: Data(snapshot.utf8)) == graph)
    #expect(await RequestTool.run("graph").output == graph.mermaid)
    #expect(
      await RequestTool.run("verify", "--max-opaque", "0").output.contains(
        "No registration found for RequestTool.Blank."))
    let file = try TemporaryFile(snapshot)
    #expect(await RequestTool.run("diff", file.path).output == "no change\n")
  }

  @Test func `a graph does not differ from its snapshot`() async throws {
    let file = try TemporaryFile()
    #expect(await ValidTool.run("snapshot", "--output", file.path) == Outcome())
    #expect(await ValidTool.run("snapshot").output == file.text)
    #expect(await ValidTool.run("diff", file.path, "--fail-on-change") == Outcome(output: "no change\n"))
    let markdown = await ValidTool.run("diff", file.path, "--format", "markdown").output
    #expect(markdown == "**Dependency graph**: no change\n")
  }

  @Test func `a snapshot is read from a pipe`() async throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(await ValidTool.run("snapshot").output.utf8))
    try pipe.fileHandleForWriting.close()
    #expect(
      await ValidTool.run("diff", "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
        == Outcome(output: "no change\n"))
  }

  @Test func `changes since a snapshot are printed in each format, and fail only if that is asked for`() async throws {
    let file = try TemporaryFile()
    _ = await FaultyTool.run("snapshot", "--output", file.path)
    let outcome = await ValidTool.run("diff", file.path)
    let old = try FaultyTool.makeContainer().graph
    let diff = try old.diff(ValidTool.makeContainer().graph)
    #expect(outcome == Outcome(output: diff.description + "\n"))
    #expect(await ValidTool.run("diff", file.path, "--fail-on-change").status == 1)
    let markdown = await ValidTool.run("diff", file.path, "--format", "markdown").output
    #expect(
      markdown.hasPrefix(
        "**Dependency graph**: added 4 registrations, 1 forwarding; removed 1 registration; dependencies: "))
    #expect(markdown.contains("\n\n```diff\n") && markdown.hasSuffix("\n```\n"))
    let json = await ValidTool.run("diff", file.path, "--format", "json").output
    #expect(try JSONDecoder().decode(GraphDiff.self, from: Data(json.utf8)) == diff)
  }

  @Test func `the Markdown of many changes fits into a comment`() {
    let nodes = (0..<5_000).map { DependencyGraph.Node.named("App.Type\($0)") }
    let diff = DependencyGraph(containers: [], nodes: [], edges: []).diff(
      DependencyGraph(containers: [], nodes: nodes, edges: []))
    let text = MarkdownFormat.text(of: diff)
    #expect(text.utf8.count < 60_000)
    #expect(text.hasPrefix("**Dependency graph**: added 5000 registrations\n") && text.hasSuffix(" more lines\n```\n"))
  }

  @Test(arguments: [
    (nil, "could not be read"), ("", "is no snapshot of a graph."), ("{}", "It has no `version`."),
    (#"{"version":9}"#, "Version 9 of a stored graph cannot be read: this library reads version 1."),
    (#"{"version":1,"containers":[],"nodes":1,"edges":[]}"#, "`nodes` has another form."),
  ])
  func `a file that is no snapshot is refused with a sentence`(text: String?, sentence: String) async throws {
    let file = try TemporaryFile(text)
    let outcome = await ValidTool.run("diff", file.path)
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.error.contains(sentence), "\(outcome.error)")
  }
}
