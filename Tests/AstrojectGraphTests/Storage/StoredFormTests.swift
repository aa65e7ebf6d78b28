import Foundation
@testable import AstrojectGraph
import TestSupport
import Testing

private enum Trade {
  protocol Storage {}
  final class Disk: Storage { init() {} }
  final class Ledger { init(storage: any Storage, limit: Int, tax: Lazy<Tax>, notes: [Note]) {} }
  final class Tax { init() async {} }
  final class Note { init(missing: Bell?) {} }
  final class Bell {}
  final class Clerk { init(ledger: Ledger, desk: Desk) {} }
  final class Porter { init(desk: Desk) {} }
  final class Desk { init(porter: Porter) {} }
  final class Sign { init(texts: [String: Int]) {} }
}

struct StoredFormTests {
  private func container() throws -> Container {
    let container = Container()
    try container.register((any Trade.Storage).self, initializer: Trade.Disk.init).asSingleton()
    try container.register(
      name: "main", initializer: Trade.Ledger.init, with: .auto, .argument, .auto, .auto
    ).asScoped(to: "day").allowing(.missingContainer, because: "it is for days")
    try container.register(initializer: Trade.Tax.init).asDisposableSingleton()
    for number in 0..<2 { try container.register(key: [number], initializer: Trade.Note.init) }
    try container.register(Bool.self) { resolver in resolver.isRegistered(Trade.Tax.self) }
    return container
  }

  /// A report in which no section is empty.
  private func report() throws -> GraphReport {
    let container = try container()
    try container.register(initializer: Trade.Clerk.init).allowing(.weakUnowned, because: "it was weak once")
    try container.register(initializer: Trade.Porter.init)
    try container.register(initializer: Trade.Desk.init)
    try container.register(initializer: Trade.Sign.init)
    try container.register(Int.self, key: 1, initializer: { @Sendable in 1 })
    try container.register(Int.self, name: "one", initializer: { @Sendable in 1 })
    return container.graphReport(roots: Trade.Clerk.self, Trade.Sign.self)
  }

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test func `the JSON of a graph and of a report equals its golden file`() throws {
    let report = try report()
    #expect(!report.findings.isEmpty && !report.hints.isEmpty && !report.silenced.isEmpty && !report.unused.isEmpty)
    #expect(!report.idleAllowances.isEmpty && !report.leftOut.isEmpty && !report.opaque.isEmpty)
    let lines = #/swift:\d+/#
    expectGolden(try json(container().graph).replacing(lines, with: "swift:1") + "\n", "version-1/graph.json")
    expectGolden(try json(report).replacing(lines, with: "swift:1") + "\n", "version-1/report.json")
  }

  @Test(.enabled(if: !isRecording)) func `a file of version 1 is read and says what it said when written`() throws {
    let graph = try Data(contentsOf: golden("version-1/graph.json"))
    #expect(try JSONDecoder().decode(DependencyGraph.self, from: graph).nodes.count == 6)
    let report = try Data(contentsOf: golden("version-1/report.json"))
    let decoded = try JSONDecoder().decode(GraphReport.self, from: report)
    #expect(try json(decoded) + "\n" == String(decoding: report, as: UTF8.self))
    let lines = #/swift:\d+/#
    #expect(try decoded.description == self.report().description.replacing(lines, with: "swift:1"))
  }

  @Test func `a graph, a report and an error that are decoded from JSON equal the encoded ones`() throws {
    let report = try report()
    #expect(try JSONDecoder().decode(DependencyGraph.self, from: JSONEncoder().encode(report.graph)) == report.graph)
    #expect(try JSONDecoder().decode(GraphReport.self, from: JSONEncoder().encode(report)) == report)
    let thrown = GraphError(report: report)
    let read = try JSONDecoder().decode(GraphError.self, from: JSONEncoder().encode(thrown))
    #expect(read == thrown && read.description == thrown.description && read.mermaid == thrown.mermaid)
  }

  @Test(arguments: [0, 2, 1_000])
  func `another version is refused with a sentence`(version: Int) throws {
    let text = #"{ "version": \#(version), "graph": { "version": 1, "containers": [], "nodes": [], "edges": [] } }"#
    func refusal(_ type: (some Decodable).Type) -> String? {
      let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(type, from: Data(text.utf8)) }
      return if case .dataCorrupted(let context) = error { context.debugDescription } else { nil }
    }
    let sentence =
      "Version \(version) of a stored graph cannot be read: this library reads version 1. "
      + "Update the library, or store the graph anew."
    let refusals = [refusal(DependencyGraph.self), refusal(GraphReport.self), refusal(GraphError.self)]
    #expect(refusals == [sentence, sentence, sentence])
  }

  @Test(arguments: [
    CodeLocation(fileID: "App/Main.swift", line: 12), CodeLocation(file: "services.json", line: 3, column: 4),
    CodeLocation(file: "services.plist", line: 0), CodeLocation(file: "a:b\n\"c\".json", line: 7),
    CodeLocation(file: "-1:+2", line: 0), CodeLocation(fileID: "", line: 0),
  ])
  func `a location is stored as its text and read again`(location: CodeLocation) throws {
    let data = try JSONEncoder().encode([location])
    let text = try JSONDecoder().decode([String].self, from: data)
    let read = try JSONDecoder().decode([CodeLocation].self, from: data)
    #expect(read == [location] && read.first?.hashValue == location.hashValue)
    #expect(location.fileID.contains("\n") || text == [location.description] || location.description == ":0")
  }
}
