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

  @Test("comes after those above it, and after those in files whose names come before")
  func order() {
    let places = [("App/A.swift", 2), ("App/A.swift", 10), ("App/AA.swift", 1), ("App/B.swift", 1)].map { file, line in
      SourcePlace(fileID: file, line: line)
    }
    #expect(places.reversed().sorted() == places)
  }

  @Test("is two words, as every registration has one")
  func size() { #expect(MemoryLayout<SourcePlace>.size == 16) }

  @Test("is that of a registration")
  func registration() throws {
    let place = try Container().register(Int.self) { 1 }.place
    #expect(place == SourcePlace(fileID: #fileID, line: #line - 1))
  }
}
