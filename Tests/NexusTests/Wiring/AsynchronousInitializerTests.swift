import Nexus
import AstrojectTesting
import TestSupport
import Testing

@Suite("An asynchronous initializer")
struct AsynchronousInitializerTests {
  private struct Letter {
    let text: String
    init(text: String) async {
      await Task.yield()
      self.text = text
    }
  }

  private struct Failing {
    init() async throws(Objection) { throw Objection() }
  }

  private actor Post {
    let text: String
    init(_ text: String) async { self.text = text }
    func read() -> String { text }
  }

  private let container: Container

  init() throws {
    container = Container()
    try container.register(String.self) { "Dear" }
  }

  @Test("is awaited")
  func awaited() async throws {
    try container.register(initializer: Letter.init(text:))
    #expect(try await container.resolve(Letter.self).text == "Dear")
  }

  @Test("cannot be resolved synchronously")
  func withoutAwait() throws {
    try container.register(initializer: Letter.init)
    let error = expectResolveThrows(Letter.self, in: container, .asynchronousFactory)
    #expect(error?.failure?.key == Key(Letter.self))
  }

  @Test("of a singleton that is there can be resolved synchronously")
  func singleton() async throws {
    try container.register(initializer: Post.init).asSingleton()
    let post = try await container.resolve(Post.self)
    #expect(try synchronously { try container.resolve(Post.self) } === post)
    #expect(await post.read() == "Dear")
  }

  @Test("that throws fails the resolve with what it threw")
  func throwing() async throws {
    try container.register(initializer: Failing.init)
    let error = await Call.asynchronous.expectResolveThrows(Failing.self, in: container, .factoryFailed)
    #expect(error?.underlyingError as? Objection == Objection())
  }

  @Test("makes an initializer that takes its product wait for it")
  func dependent() async throws {
    struct Envelope { let letter: Letter }
    try container.register(initializer: Letter.init)
    try container.register(initializer: Envelope.init)
    #expect(try await container.resolve(Envelope.self).letter.text == "Dear")
  }
}
