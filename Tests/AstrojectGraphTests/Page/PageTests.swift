import Foundation
import TestSupport
import Testing

@testable import AstrojectGraph

struct PageTests {
  private static let isLong = ProcessInfo.processInfo.environment["ASTROJECT_LONG"] == "1"

  /// The data of a page, as a browser reads them.
  private func data(of page: String) throws -> [String: Any] {
    let start = try #require(page.range(of: "id=\"page-data\">"))
    let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
    let json = Data(page[start.upperBound..<end.lowerBound].utf8)
    return try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
  }

  /// The names and identities in the data of a page.
  private func names(in page: String) throws -> [[String]] {
    let rows = try #require(data(of: page)["nodes"] as? [[Any]])
    return rows.map { $0.prefix(2).compactMap { $0 as? String } }
  }

  @Test func `the page of 200 registrations is smaller than 150 KB`() {
    let graph = PageGraph.layered(200, needs: 3)
    let size = graph.html(report: .sample(graph)).utf8.count
    print("page: \(size) bytes for 200 registrations, \(PageScript.text.utf8.count) of script")
    #expect(size < 150_000)
    #expect(PageScript.text.utf8.count + PageStyle.text.utf8.count < 46_000)
  }

  @Test func `hostile names stay names in the data of the page`() throws {
    let names = PageGraph.hostileNames
    let page = PageGraph.hostile.html(title: names.joined(separator: " "), report: PageGraph.hostileReport)
    #expect(try self.names(in: page) == names.map { [$0, $0] })
    #expect(try data(of: page)["title"] as? String == names.joined(separator: " "))
    // Two elements of the page are scripts, and no name ends them, begins a comment or adds an element.
    #expect(["<script", "</script", "</title"].map { page.ranges(of: $0).count } == [2, 2, 1])
    #expect(["<!--", "<img", "<b>"].filter { page.contains($0) } == [])
  }

  @Test func `no raw control character of a name is in the page`() {
    let page = PageGraph.hostile.html(title: "a\u{7}b\u{202E}c", report: PageGraph.hostileReport)
    let controls = page.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x0A: false
      case 0..<0x20, 0x7F...0x9F, 0x200B...0x200F, 0x2028...0x202E, 0xFEFF: true
      default: false
      }
    }
    #expect(controls.isEmpty)
  }

  @Test func `equal graphs have equal pages`() {
    #expect(PageGraph.layered(50, needs: 3).html() == PageGraph.layered(50, needs: 3).html())
    let report = PageGraph.hostileReport
    #expect(report.graph.html(report: report) == report.graph.html(report: report))
  }

  @Test func `a page contains no address but the name of the language of its picture`() {
    let page = PageGraph.layered(20, needs: 3).html()
    let rest = page.replacing("http://www.w3.org/2000/svg", with: "")
    #expect(["http:", "https:", "src=", "innerHTML", "url("].filter { rest.contains($0) } == [])
    #expect(rest.contains("default-src 'none'"))
  }

  @Test func `a page without a report has no findings, and says so`() throws {
    let data = try data(of: DependencyGraph.small.html())
    #expect(data["isChecked"] as? Bool == false)
    #expect((data["findings"] as? [Any])?.isEmpty == true)
  }

  @Test func `the page has a heading for each kind of dependency and a colour for each scope`() {
    for kind in Set(DependencyGraph.small.edges.map(\.kind)) {
      #expect(PageScript.text.contains(" \(kind.rawValue): \""), "\(kind)")
    }
    for scope in DependencyGraph.Node.Scope.allCases {
      #expect(PageStyle.text.contains("[data-scope=\"\(scope.text)\"]"), "\(scope)")
    }
  }

  @Test func `a decorator has no scope on the page, as in the text of the graph`() throws {
    let graph = try BookShop.container().graph
    let data = try data(of: graph.html())
    let (rows, words) = try (#require(data["nodes"] as? [[Any]]), #require(data["words"] as? [String]))
    for (row, node) in zip(rows, graph.nodes) {
      let scopes = row[2...3].compactMap { ($0 as? Int).map { $0 < 0 ? "" : words[$0] } }
      #expect(scopes == (node.isDecorator ? ["", ""] : [node.scope.text, node.scopeText]))
    }
    #expect(graph.nodes.contains { $0.isDecorator })
  }

  @Test func `the title of a page is its heading and the name of its tab`() throws {
    let page = DependencyGraph([]).html(title: "Books & <Loans>")
    #expect(page.contains("<title>Books &amp; &lt;Loans&gt;</title>"))
    #expect(try data(of: page)["title"] as? String == "Books & <Loans>")
    #expect(DependencyGraph([]).html().contains("<title>Dependency graph</title>"))
  }

  @Test func `hints that were asked for as findings are on the page once`() throws {
    let graph = DependencyGraph.small
    let hint = GraphFinding.sample(.unprovidedOptional, graph.nodes[1])
    let report = GraphReport.sample(graph, findings: [hint], hints: [hint])
    let findings = try #require(data(of: graph.html(report: report))["findings"] as? [[String: Any]])
    #expect(findings.map { $0["kind"] as? String } == ["finding"])
  }

  @Test func `the page says how many registrations, dependencies and findings it leaves out`() throws {
    let graph = PageGraph.layered(10_002, needs: 11)
    let findings = (0..<1_001).map { GraphFinding.sample(.isolation, graph.nodes[$0]) }
    let data = try data(of: graph.html(report: .sample(graph, findings: findings)))
    let omissions = try #require(data["omissions"] as? [String])
    #expect(omissions.first == "2 registrations are left out. Those that were registered first are here.")
    #expect(omissions.dropFirst().first?.contains(" dependencies are left out. Of each registration, at most ") == true)
    #expect(omissions.last == "1 finding is left out.")
    let needs = try #require(data["needs"] as? [[Int]])
    let edges = needs.reduce(0) { $0 + $1.count / 4 }
    #expect(edges <= 100_000)
    #expect(edges > 80_000)
    #expect(needs.allSatisfy { $0.count >= 4 })
  }

  @Test func `a missing dependency is kept before others if a page leaves some out`() throws {
    let keys = (0..<120).map { "N\($0)" }
    var edges: [DependencyGraph.Edge] = []
    for key in keys { edges += (0..<1_000).map { .sample(key, keys[$0 % 120], position: $0 + 1) } }
    edges += keys.map { .sample($0, "Gap", position: 1_001, isMissing: true) }
    let graph = DependencyGraph(keys.map { .sample($0) }, edges)
    let needs = try #require(data(of: graph.html())["needs"] as? [[Int]])
    #expect(needs.allSatisfy { $0.suffix(4).first == -2 })
  }

  @Test(.enabled(if: isLong))
  func `the page of 10 000 registrations with a million dependencies is made in seconds`() {
    let before = peakMemory() ?? 0
    let graph = PageGraph.layered(10_000, needs: 100)
    #expect(graph.edges.count > 1_000_000)
    var page = ""
    let time = processorTime { page = graph.html() }
    print("page: \(page.utf8.count) bytes in \(time) for a million dependencies")
    #expect(time < .seconds(10))
    // The peak of the process includes the graph, and what other tests have used.
    if let peak = peakMemory() { #expect(peak < before + 1 << 30) }
    #expect(page.utf8.count < 16_000_000)
    #expect(page.contains("900 715 dependencies are left out. Of each registration, at most 10 are here."))
  }
}

extension GraphFinding {
  /// A finding about one registration.
  static func sample(_ rule: GraphRule, _ node: DependencyGraph.Node) -> GraphFinding {
    GraphFinding(
      rule: rule, location: node.location, headline: "\(node.key) is at fault.", details: ["  A detail of it."],
      remedy: "mend `\(node.key)`.", node: node, edges: [], nodes: [node], neededBy: [], path: [node], pathOmission: 0,
      need: nil, nearMatches: [])
  }
}

extension GraphReport {
  /// A report of some findings.
  static func sample(
    _ graph: DependencyGraph, findings: [GraphFinding] = [], hints: [GraphFinding] = []
  ) -> GraphReport {
    GraphReport(
      graph: graph, findings: findings, hints: hints, silenced: [], idleAllowances: [], leftOut: [], unused: [],
      opacity: [:])
  }
}
