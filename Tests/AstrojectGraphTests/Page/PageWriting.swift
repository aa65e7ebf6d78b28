import AstrojectGraph
import Foundation
import Testing

/// Pages for a browser, which `.ci/graph-page` checks.
struct PageWriting {
  private static let folder = ProcessInfo.processInfo.environment["ASTROJECT_PAGES"]

  private func write(_ page: String, _ name: String) throws {
    let folder = try #require(PageWriting.folder)
    try page.write(to: URL(fileURLWithPath: folder).appendingPathComponent(name), atomically: true, encoding: .utf8)
  }

  @Test(.enabled(if: folder != nil))
  func `the pages for the check in a browser are written`() throws {
    let books = try BookShop.container()
    let server = books.graph.html(title: "Book server", report: books.graphReport())
    try write(server.replacing("AstrojectGraphTests", with: "BookServer"), "books.html")
    let faults = try BookShop.faultyReport()
    try write(faults.graph.html(title: "A graph with findings", report: faults), "findings.html")
    let hostile = PageGraph.hostileReport
    try write(hostile.graph.html(title: "</title><script>window.hacked=1</script>", report: hostile), "hostile.html")
    let names = try JSONEncoder().encode(PageGraph.hostileNames)
    try write(String(decoding: names, as: UTF8.self), "hostile-names.json")
    for (count, needs) in [(500, 4), (5_000, 3)] {
      let graph = PageGraph.layered(count, needs: needs)
      try write(graph.html(title: "\(count) registrations", report: .sample(graph)), "\(count).html")
    }
    try write(PageGraph.layered(10_500, needs: 100).html(), "huge.html")
    try write(DependencyGraph([]).html(), "empty.html")
  }
}
