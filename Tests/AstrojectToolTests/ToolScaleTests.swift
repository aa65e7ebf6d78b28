import Foundation
import TestSupport
import Testing

@testable import AstrojectTool

private protocol Plugin {}
private struct Part: Plugin { init() {} }
private struct Shell { init(parts: [any Plugin]) {} }
private struct Link { init(next: Lazy<Link>?) {} }

/// 10 000 registrations with a million dependencies, or a hundredth of that.
private enum LargeTool: GraphTool {
  static let isLong = ProcessInfo.processInfo.environment["ASTROJECT_LONG"] == "1"

  static func makeContainer() throws -> Container {
    let side = isLong ? 1_000 : 100
    return try Container { container in
      for number in 0..<side {
        try container.register((any Plugin).self, name: "plugin \(number)", initializer: Part.init)
        try container.register(name: "shell \(number)", initializer: Shell.init)
      }
      for number in 0..<(side * 8) {
        try container.register(key: number, initializer: Link.init, with: .keyed((number + 1) % (side * 8)))
      }
    }
  }
}

@Suite("Large graphs on the command line", .serialized)
struct ToolScaleTests {
  @Test func `every command takes at most ten seconds and a gibibyte for a million dependencies`() async throws {
    let snapshot = try TemporaryFile()
    let calls = [
      ["verify"], ["verify", "--format", "xcode"], ["verify", "--format", "github"], ["verify", "--format", "sarif"],
      ["verify", "--format", "json"], ["verify", "--hints"], ["why", "Plugin"], ["needs", "Shell"], ["list"],
      ["list", "--hints"], ["graph"], ["graph", "--format", "dot"], ["graph", "--format", "html"],
      ["graph", "--from", "Link"], ["snapshot", "--output", snapshot.path], ["diff", snapshot.path],
      ["diff", snapshot.path, "--format", "markdown"],
    ]
    for call in calls {
      var outcome = Outcome()
      let time = await processorTimeOfAll {
        outcome = await LargeTool.run(call, in: Surroundings(directory: testFolder))
      }
      #expect(outcome.status == 0 && outcome.error.isEmpty, "\(call)")
      if LargeTool.isLong { print("\(call.first ?? "") \(call.dropFirst().joined(separator: " ")): \(time)") }
      // A processor that others use, too, takes up to twice the time.
      #expect(!LargeTool.isLong || time < .seconds(20), "\(call)")
    }
    if let peak = peakMemory(), LargeTool.isLong {
      print("peak: \(peak >> 20) MiB")
      // The other tests of this process count, too.
      #expect(peak < 3 << 29)
    }
  }
}
