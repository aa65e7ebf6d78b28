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

  @Test func `an awaiting resolve calls an asynchronous initializer`() async throws {
    try container.register(initializer: Letter.init(text:))
    #expect(try await container.resolve(Letter.self).text == "Dear")
  }

  @Test func `a synchronous resolve of an asynchronous initializer throws`() throws {
    try container.register(initializer: Letter.init)
    let error = expectResolveThrows(Letter.self, in: container, .asynchronousFactory)
    #expect(error?.failure?.key == Key(Letter.self))
  }

  @Test func `a synchronous resolve returns the cached product of an asynchronous initializer`() async throws {
    try container.register(initializer: Post.init).asSingleton()
    let post = try await container.resolve(Post.self)
    #expect(try synchronously { try container.resolve(Post.self) } === post)
    #expect(await post.read() == "Dear")
  }

  @Test func `an asynchronous initializer that throws fails the resolve with its error`() async throws {
    try container.register(initializer: Failing.init)
    let error = await Call.asynchronous.expectResolveThrows(Failing.self, in: container, .factoryFailed)
    #expect(error?.underlyingError as? Objection == Objection())
  }

  @Test func `an initializer waits for a dependency with an asynchronous initializer`() async throws {
    struct Envelope { let letter: Letter }
    try container.register(initializer: Letter.init)
    try container.register(initializer: Envelope.init)
    #expect(try await container.resolve(Envelope.self).letter.text == "Dear")
  }
}
