import Nexus
import Testing

@Suite("An initializer")
struct InitializerTests {
  private struct Apple { let color: String }

  @Test("is filled by the types of its parameters")
  func parameters() throws {
    let container = Container()
    try container.register(String.self) { "red" }
    try container.register(initializer: Apple.init(color:))
    #expect(try container.resolve(Apple.self).color == "red")
  }
}
