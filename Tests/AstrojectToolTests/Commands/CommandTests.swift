import Foundation
import Testing

@testable import AstrojectGraph
@testable import AstrojectTool

@Suite("Commands of the tool")
struct CommandTests {
  // MARK: Types

  @Test(arguments: [
    "Clerk", "Shop.Clerk", "AstrojectToolTests.Shop.Clerk",
  ])
  func `a type is found by its simple name, its name and its qualified name`(word: String) async {
    let outcome = await ValidTool.run("needs", word)
    #expect(outcome.status == 0 && outcome.output.hasPrefix("Shop.Clerk (graph), registered at AstrojectToolTests/"))
  }

  @Test func `a registration is found by its printed identity`() async throws {
    for node in try ValidTool.makeContainer().graph.nodes {
      let outcome = await ValidTool.run("needs", node.id)
      #expect(outcome.status == 0 && outcome.output.hasPrefix(node.key + " ("))
    }
  }

  @Test func `an unknown type is an error with near matches`() async {
    let outcome = await ValidTool.run("why", "Clrek")
    #expect(outcome == Outcome(error: "No registration found for Clrek.\nDid you mean:\n  Clerk\n", status: 2))
    #expect(await ValidTool.run("needs", "Xyzzy").error == "No registration found for Xyzzy.\n")
    #expect(await ValidTool.run("graph", "--from", "Xyzzy").status == 2)
  }

  // MARK: why and needs

  @Test func `why prints the shortest way from each root`() async {
    let outcome = await ValidTool.run("why", "Cable")
    let text = outcome.output.short.replacing(#/, registered at \S+/#, with: "")
    #expect(
      text == """
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
  }

  @Test func `needs prints the whole tree, and marks what is repeated`() async {
    let outcome = await ValidTool.run("needs", "Door")
    let text = outcome.output.short.replacing(#/, registered at \S+/#, with: "")
    #expect(
      text == """
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

  // MARK: list

  @Test func `list has a line for each registration that its options are true of`() async {
    #expect(await ValidTool.run("list").output.hasSuffix("\n7 registrations, 1 forwarding\n"))
    let singletons = await ValidTool.run("list", "--scope", "singleton").output
    #expect(singletons.hasPrefix("Shop.Disk (singleton), registered at ") && singletons.hasSuffix("\n1 registration\n"))
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
  }

  @Test func `an output file is replaced whole, or left as it was`() async throws {
    let file = try TemporaryFile("old")
    #expect(await ValidTool.run("graph", "--output", file.path) == Outcome())
    #expect(try file.text == ValidTool.makeContainer().graph.mermaid)
    let outcome = await ValidTool.run("graph", "--output", file.path + "/nowhere/x")
    #expect(outcome.status == 2 && outcome.error.contains("could not be written"))
    #expect(try file.text == ValidTool.makeContainer().graph.mermaid)
  }

  // MARK: snapshot and diff

  @Test func `a graph does not differ from its snapshot`() async throws {
    let file = try TemporaryFile()
    #expect(await ValidTool.run("snapshot", "--output", file.path) == Outcome())
    #expect(await ValidTool.run("snapshot").output == file.text)
    #expect(await ValidTool.run("diff", file.path, "--fail-on-change") == Outcome(output: "no change\n"))
    let markdown = await ValidTool.run("diff", file.path, "--format", "markdown").output
    #expect(markdown == "**Dependency graph**: no change\n")
  }

  @Test func `changes since a snapshot are printed as text, Markdown and JSON, and fail only if that is asked for`()
    async throws
  {
    let file = try TemporaryFile()
    _ = await FaultyTool.run("snapshot", "--output", file.path)
    let outcome = await ValidTool.run("diff", file.path)
    let old = try FaultyTool.makeContainer().graph
    let diff = try old.diff(ValidTool.makeContainer().graph)
    #expect(outcome == Outcome(output: diff.description + "\n"))
    #expect(await ValidTool.run("diff", file.path, "--fail-on-change").status == 1)
    let markdown = await ValidTool.run("diff", file.path, "--format", "markdown").output
    #expect(markdown.hasPrefix("**Dependency graph**: registrations: 5 added, 1 removed"))
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
    #expect(text.hasPrefix("**Dependency graph**: registrations: 5000 added\n") && text.hasSuffix(" more lines\n```\n"))
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
