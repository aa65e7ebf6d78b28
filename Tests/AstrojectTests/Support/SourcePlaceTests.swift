import Astroject
import Testing

@Suite("A source place")
struct SourcePlaceTests {
  @Test("has the file and the line that it was made of")
  func parts() {
    let place = SourcePlace(fileID: "Módule/File.swift", line: 70_000)
    #expect(place.fileID == "Módule/File.swift")
    #expect(place.line == 70_000)
    #expect(place.description == "Módule/File.swift:70000")
  }

  @Test("equals another one of the same text, wherever the text lies")
  func equality() {
    func place(_ file: StaticString, _ line: UInt) -> SourcePlace { SourcePlace(fileID: file, line: line) }
    #expect(place("App/A.swift", 1) == place("App/A.swift", 1))
    #expect(place("App/A.swift", 1) != place("App/A.swift", 2))
    #expect(place("App/A.swift", 1) != place("App/B.swift", 1))
    #expect(place("App/A.swift", 1) != place("App/AA.swift", 1))
    #expect(Set([place("App/A.swift", 1), place("App/A.swift", 1), place("App/B.swift", 1)]).count == 2)
  }

  @Test("is two words, as every registration has one")
  func size() { #expect(MemoryLayout<SourcePlace>.size == 16) }

  @Test("is that of a registration")
  func registration() throws {
    let place = try Container().register(Int.self) { 1 }.place
    #expect(place == SourcePlace(fileID: #fileID, line: #line - 1))
  }
}
