import Nexus
import AstrojectTesting
import TestSupport
import Testing

private struct Sheet {}
private struct Ink {}

@MainActor private final class Canvas {
  init() {}
}

private struct Letter {
  let sheet: Sheet
  let ink: Ink
}

private struct Poster {
  let sheet: Sheet
  let canvas: Canvas
}

private struct Reversed {
  let canvas: Canvas
  let ink: Ink
}

private struct Bundle {
  let sheets: [Sheet]
}

private struct Ajar {
  let ink: Ink?
}

private struct Deferred {
  let ink: Lazy<Ink>
  let canvas: Provider<Canvas>
}

@Suite("A synchronous initializer whose parameters have to be awaited")
struct AwaitedParameterTests {
  private let container: Container

  init() throws {
    container = Container()
    try container.register(Sheet.self) { Sheet() }
    try container.register(Ink.self) {
      await Task.yield()
      return Ink()
    }
    try container.register(initializer: Canvas.init)
    try container.register(initializer: Letter.init)
    try container.register(initializer: Poster.init)
    try container.register(initializer: Reversed.init)
    try container.register(initializer: Bundle.init)
    try container.register(initializer: Ajar.init)
    try container.register(initializer: Deferred.init)
  }

  @Test("is resolved with `await`, from anywhere")
  func awaited() async throws {
    _ = try await container.resolve(Letter.self)
    _ = try await container.resolve(Poster.self)
    _ = try await container.resolve(Reversed.self)
    #expect(try await container.resolve(Ajar.self).ink != nil)
  }

  @MainActor
  @Test("is resolved with `await`, on the main actor too")
  func awaitedThere() async throws {
    _ = try await container.resolve(Letter.self)
    _ = try await container.resolve(Poster.self)
    _ = try await container.resolve(Reversed.self)
  }

  @Test("gets a collection with asynchronous elements with `await`")
  func collection() async throws {
    try container.contribute(Sheet.self) {
      await Task.yield()
      return Sheet()
    }
    try container.contribute(Sheet.self) { @MainActor in Sheet() }
    #expect(try await container.resolve(Bundle.self).sheets.count == 3)
  }

  @Test("throws without `await`, and the path names the first of them")
  func withoutAwait() async throws {
    let letter = await Call.synchronous.expectResolveThrows(Letter.self, in: container, .asynchronousFactory)
    #expect(letter?.route == ["Letter", "Ink"])
    let ajar = await Call.synchronous.expectResolveThrows(Ajar.self, in: container, .asynchronousFactory)
    #expect(ajar?.route == ["Ajar", "Ink"])
    try container.contribute(Sheet.self) { @MainActor in Sheet() }
    try container.contribute(Sheet.self) { () async in Sheet() }
    let bundle = await Call.synchronous.expectResolveThrows(Bundle.self, in: container, .isolationMismatch)
    #expect(bundle?.route == ["Bundle", "Sheet"])
  }

  @Test("throws without `await` off the main actor, where that is the first that is needed")
  func synchronouslyElsewhere() async throws {
    let poster = await Call.synchronous.expectResolveThrows(Poster.self, in: container, .isolationMismatch)
    #expect(poster?.route == ["Poster", "Canvas"])
    let reversed = await Call.synchronous.expectResolveThrows(Reversed.self, in: container, .isolationMismatch)
    #expect(reversed?.route == ["Reversed", "Canvas"])
  }

  @MainActor
  @Test("is resolved without `await` on the main actor, unless one of them is asynchronous")
  func synchronouslyThere() throws {
    _ = try container.resolve(Poster.self)
    let reversed = expectResolveThrows(Reversed.self, in: container, .asynchronousFactory)
    #expect(reversed?.route == ["Reversed", "Ink"])
  }

  @Test("throws without `await` at any depth, and the path tells the way")
  func depth() async throws {
    struct Envelope { let letter: Letter }
    try container.register(initializer: Envelope.init)
    _ = try await container.resolve(Envelope.self)
    let error = await Call.synchronous.expectResolveThrows(Envelope.self, in: container, .asynchronousFactory)
    #expect(error?.route.suffix(2) == ["Letter", "Ink"])
    #expect(error?.route.count == 3)
  }

  @Test("takes what is there already without `await`")
  func kept() async throws {
    try container.register(Ink.self) {
      await Task.yield()
      return Ink()
    }.asSingleton()
    _ = try await container.resolve(Ink.self)
    _ = try synchronously { try container.resolve(Letter.self) }
  }

  @Test("is resolved without `await` where they are needed later only")
  func later() async throws {
    let product = try synchronously { try container.resolve(Deferred.self) }
    let error = #expect(throws: AstrojectError.self) { try product.ink.value }
    #expect(error?.kind == .asynchronousFactory)
    _ = try await product.ink.get()
    _ = try await product.canvas.get()
  }
}
