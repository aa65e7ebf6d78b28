import Astroject
import Testing

@Suite("A source place")
struct CodeLocationTests {
  @Test("has the file and the line that it was made of")
  func parts() {
    let location = CodeLocation(fileID: "Módule/File.swift", line: 70_000)
    #expect(location.fileID == "Módule/File.swift")
    #expect(location.line == 70_000)
    #expect(location.description == "Módule/File.swift:70000")
  }

  @Test("equals another one of the same text, wherever the text lies")
  func equality() {
    func location(_ file: StaticString, _ line: UInt) -> CodeLocation { CodeLocation(fileID: file, line: line) }
    #expect(location("App/A.swift", 1) == location("App/A.swift", 1))
    #expect(location("App/A.swift", 1) != location("App/A.swift", 2))
    #expect(location("App/A.swift", 1) != location("App/B.swift", 1))
    #expect(location("App/A.swift", 1) != location("App/AA.swift", 1))
    #expect(Set([location("App/A.swift", 1), location("App/A.swift", 1), location("App/B.swift", 1)]).count == 2)
  }

  @Test("comes after those above it, and after those in files whose names come before")
  func order() {
    let locations = [("App/A.swift", 2), ("App/A.swift", 10), ("App/AA.swift", 1), ("App/B.swift", 1)].map {
      file, line in
      CodeLocation(fileID: file, line: line)
    }
    #expect(locations.reversed().sorted() == locations)
  }

  @Test("is two words, as every registration has one")
  func size() { #expect(MemoryLayout<CodeLocation>.size == 16) }

  @Test("is that of a registration")
  func registration() throws {
    let location = try Container().register(Int.self) { 1 }.location
    #expect(location == CodeLocation(fileID: #fileID, line: #line - 1))
  }
}
