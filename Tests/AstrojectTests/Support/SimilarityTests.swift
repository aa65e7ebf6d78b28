import Testing

@testable import Astroject

@Suite("Names that are much like another one")
struct SimilarityTests {
  @Test(
    "are those with a letter missing, too many, wrong or exchanged, in whatever case",
    arguments: ["rquest", "requesst", "reqvest", "reqeust", "REQUEST", "requ", "requests"])
  func like(name: String) {
    #expect(Similarity.names(like: name, among: ["session", "request", "app"]) == ["request"])
  }

  @Test("are none that have little in common with it", arguments: ["", "r", "quest of the day", "session", "tseuqer"])
  func unlike(name: String) {
    #expect(Similarity.names(like: name, among: ["request", "application"]).isEmpty)
  }

  @Test("come the most similar first, each once, and three at most")
  func order() {
    let names = ["storage", "storages", "stages", "store", "storage", "stor", "storing"]
    #expect(Similarity.names(like: "storage", among: names) == ["storage", "storages", "store"])
    #expect(Similarity.names(like: "Ap", among: ["App", "Apple", "Zip"]) == ["App", "Apple"])
  }
}
