import Astroject
import Testing

struct CodeLocationTests {
  @Test func `code locations are compared by content, and sorted by file name, line and column`() {
    func ordered() -> [CodeLocation] {
      // A name that no other location shares.
      let name = String("nosj.secivres".reversed())
      let compiled: [(StaticString, UInt)] = [
        ("App/A.swift", 1), ("App/A.swift", 2), ("App/A.swift", 10), ("App/AA.swift", 1), ("App/B.swift", 1),
      ]
      let read: [(String, UInt, UInt?)] = [
        (name, 1, nil), (name, 1, 2), (name, 1, 3), (name, 1, 10), (name, 2, 1), ("values.json", 1, 2),
      ]
      return compiled.map { CodeLocation(fileID: $0, line: $1) }
        + read.map { CodeLocation(file: $0, line: $1, column: $2) }
    }
    let (locations, again) = (ordered(), ordered())
    #expect(locations.reversed().sorted() == again)
    for (index, location) in locations.enumerated() { #expect(again.firstIndex(of: location) == index) }
    #expect(Set(locations + again).count == locations.count)
    #expect(CodeLocation(file: "services.json", line: 1, column: 2) == locations[6])
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

  @Test func `a code location clamps lines and columns that are too large`() {
    let location = CodeLocation(file: "a.json", line: .max, column: .max)
    #expect(location.line == UInt(UInt32.max) && location.column == UInt(Int32.max))
    #expect(location.fileID == "a.json")
    #expect(CodeLocation(fileID: "App/A.swift", line: .max).line == UInt(UInt32.max))
  }

  @Test func `a code location takes 16 bytes`() { #expect(MemoryLayout<CodeLocation>.size == 16) }
}
