import Astroject
import Testing

struct CodeLocationTests {
  @Test func `code locations are equal if their file names and lines are equal`() {
    func location(_ file: StaticString, _ line: UInt) -> CodeLocation { CodeLocation(fileID: file, line: line) }
    #expect(location("App/A.swift", 1) == location("App/A.swift", 1))
    #expect(location("App/A.swift", 1) != location("App/A.swift", 2))
    #expect(location("App/A.swift", 1) != location("App/B.swift", 1))
    #expect(location("App/A.swift", 1) != location("App/AA.swift", 1))
    #expect(Set([location("App/A.swift", 1), location("App/A.swift", 1), location("App/B.swift", 1)]).count == 2)
  }

  @Test func `code locations are sorted by file name and then by line`() {
    let lines: [(StaticString, UInt)] = [
      ("App/A.swift", 2), ("App/A.swift", 10), ("App/AA.swift", 1), ("App/B.swift", 1),
    ]
    let locations = lines.map { CodeLocation(fileID: $0, line: $1) }
    #expect(locations.reversed().sorted() == locations)
  }

  @Test func `a code location has a file name, known when it is compiled or run, a line and an optional column`() {
    let compiled = CodeLocation(fileID: "Módule/File.swift", line: 70_000)
    #expect(compiled.fileID == "Módule/File.swift" && compiled.line == 70_000 && compiled.column == nil)
    #expect(compiled.description == "Módule/File.swift:70000")
    let name = ["services", "json"].joined(separator: ".")
    let location = CodeLocation(file: name, line: 12, column: 7)
    #expect(location.fileID == "services.json" && location.line == 12 && location.column == 7)
    #expect(location.description == "services.json:12:7")
    #expect(CodeLocation(file: name, line: 12).column == nil)
    #expect(CodeLocation(file: name, line: 12).description == "services.json:12")
  }

  @Test func `code locations of run-time files are compared by content and sorted by line and column`() {
    func location(_ file: String, _ line: UInt, _ column: UInt?) -> CodeLocation {
      CodeLocation(file: file, line: line, column: column)
    }
    let name = String("nosj.secivres".reversed())
    #expect(location("services.json", 1, 2) == location(name, 1, 2))
    #expect(Set([location("services.json", 1, 2), location(name, 1, 2), location(name, 1, nil)]).count == 2)
    #expect(location(name, 1, 2) != location(name, 1, 3))
    #expect(location(name, 1, 2) != location("values.json", 1, 2))
    let ordered = [location(name, 1, nil), location(name, 1, 2), location(name, 1, 10), location(name, 2, 1)]
    #expect(ordered.reversed().sorted() == ordered)
  }

  @Test func `a code location clamps lines and columns that are too large`() {
    let location = CodeLocation(file: "a.json", line: .max, column: .max)
    #expect(location.line == UInt(UInt32.max) && location.column == UInt(Int32.max))
    #expect(location.fileID == "a.json")
    #expect(CodeLocation(fileID: "App/A.swift", line: .max).line == UInt(UInt32.max))
  }

  @Test func `a code location takes 16 bytes`() { #expect(MemoryLayout<CodeLocation>.size == 16) }
}
