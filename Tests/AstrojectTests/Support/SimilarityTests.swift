import Testing

@testable import Astroject

struct SimilarityTests {
  @Test(arguments: ["rquest", "requesst", "reqvest", "reqeust", "REQUEST", "requ", "requests"])
  func `a name with a missing, surplus, wrong or swapped letter is similar, regardless of case`(name: String) {
    #expect(Similarity.names(like: name, among: ["session", "request", "app"]) == ["request"])
  }

  @Test(arguments: ["", "r", "quest of the day", "session", "tseuqer"])
  func `a name with few letters in common is not similar`(name: String) {
    #expect(Similarity.names(like: name, among: ["request", "application"]).isEmpty)
  }

  @Test func `similar names are listed once, the most similar first, and three at most`() {
    let names = ["storage", "storages", "stages", "store", "storage", "stor", "storing"]
    #expect(Similarity.names(like: "storage", among: names) == ["storage", "storages", "store"])
    #expect(Similarity.names(like: "Ap", among: ["App", "Apple", "Zip"]) == ["App", "Apple"])
  }
}
