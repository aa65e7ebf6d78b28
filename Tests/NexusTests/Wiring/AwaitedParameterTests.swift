import TestSupport
import Testing

private struct Sheet {}
private struct Ink {}

@MainActor private final class Canvas { init() {} }

private struct Letter { let sheet: Sheet, ink: Ink }

private struct Poster { let sheet: Sheet, canvas: Canvas }

private struct Reversed { let canvas: Canvas, ink: Ink }

private struct Bundle { let sheets: [Sheet] }

private struct Ajar { let ink: Ink? }

/// The reason why an initializer waits for a parameter.
private enum Awaited: CaseIterable { case product, productBuiltElsewhere, rule, fallback }

/// A fallback that makes ink.
private struct InkShop: Resolving, Sendable {
  let makeInk: @Sendable () async -> Ink

  func resolve<Product>(_ type: Product.Type, name: String?) throws -> Product { throw Objection() }
  func resolve<Product>(_ type: Product.Type, name: String?) async throws -> Product {
    guard let ink = await makeInk() as? Product else { throw Objection() }
    return ink
  }
  func isRegistered<Product>(_ type: Product.Type, name: String?) -> Bool { type == Ink.self }
}

@Suite("A synchronous initializer whose parameters have to be awaited")
struct AwaitedParameterTests {
  private let container = Container()

  init() throws {
    try container.register(Sheet.self) { Sheet() }
    try container.register(Ink.self) { await later(Ink()) }
    try container.register(initializer: Canvas.init)
    try container.register(initializer: Letter.init)
    try container.register(initializer: Poster.init)
    try container.register(initializer: Reversed.init)
    try container.register(initializer: Bundle.init)
    try container.register(initializer: Ajar.init)
  }

  @Test func `a resolve off the main actor awaits asynchronous and main-actor parameters`() async throws {
    _ = try await container.resolve(Letter.self)
    _ = try await container.resolve(Poster.self)
    _ = try await container.resolve(Reversed.self)
    #expect(try await container.resolve(Ajar.self).ink != nil)
  }

  @MainActor
  @Test func `a resolve on the main actor awaits asynchronous and main-actor parameters`() async throws {
    _ = try await container.resolve(Letter.self)
    _ = try await container.resolve(Poster.self)
    _ = try await container.resolve(Reversed.self)
  }

  @Test func `an awaiting resolve collects asynchronous and main-actor elements for an array`() async throws {
    try container.contribute(Sheet.self) { await later(Sheet()) }
    try container.contribute(initializer: Injection { @MainActor in Sheet() })
    #expect(try await container.resolve(Bundle.self).sheets.count == 3)
  }

  @Test(arguments: [false, true], [false, true])
  func `a parameter that has to be awaited by now is awaited`(isInside: Bool, isOnMainActor: Bool) async throws {
    let (container, sheets) = (Container(), Counter())
    try container.register(Sheet.self) { [unowned container] in
      if sheets.increment() == 4 {
        if isOnMainActor {
          try container.register(Ink.self, initializer: Injection { @MainActor in Ink() }).asTransient()
        } else {
          try container.register(Ink.self) { () async in Ink() }.asTransient()
        }
      }
      return Sheet()
    }.asTransient()
    try container.register(Ink.self) { Ink() }.asTransient()
    let letter = try container.register(initializer: Letter.init)
    if isInside { letter.asTransient() } else { letter.asGraph() }
    try container.register([Letter].self) { [try await $0.resolve(Letter.self)] }.asTransient()
    // A plan is published when it is asked for again.
    for _ in 1...4 {
      if isInside {
        _ = try await container.resolve([Letter].self)
      } else {
        _ = try await container.resolve(Letter.self)
      }
    }
    // The one before the change was made in vain.
    #expect(sheets.value == 5)
  }

  @Test func `a synchronous resolve reports the path and position of the first awaited parameter`() async throws {
    struct Envelope { let letter: Letter }
    try container.register(initializer: Envelope.init)
    let expected = "Ink has an asynchronous factory, and was resolved synchronously for parameter 2 of 2 of the "
    let letter = await Call.synchronous.expectResolveThrows(Letter.self, in: container, .asynchronousFactory)
    #expect(letter?.route == ["Letter", "Ink"] && letter?.headline == expected + "initializer of Letter.")
    let envelope = await Call.synchronous.expectResolveThrows(Envelope.self, in: container, .asynchronousFactory)
    #expect(envelope?.route.suffix(2) == ["Letter", "Ink"] && envelope?.route.count == 3)
    #expect(envelope?.headline == expected + "initializer of Letter.")
    await Call.synchronous.expectError("asynchronousFactory: Ajar → Ink", resolving: Ajar.self, in: container)
    try container.contribute(initializer: Injection { @MainActor in Sheet() })
    try container.contribute(Sheet.self) { () async in Sheet() }
    let bundle = await Call.synchronous.expectResolveThrows(Bundle.self, in: container, .isolationMismatch)
    #expect(bundle?.route == ["Bundle", "Sheet"])
  }

  @Test func `a synchronous resolve names a parameter or an array with an asynchronous hook`() async throws {
    try container.register(initializer: Sheet.init).afterInit { _, _ async in }
    let expected = "Sheet has an asynchronous `afterInit`, and was resolved synchronously for parameter 1 of "
    let letter = await Call.synchronous.expectResolveThrows(Letter.self, in: container, .asynchronousFactory)
    #expect(letter?.headline == expected + "2 of the initializer of Letter.")
    let bundle = await Call.synchronous.expectResolveThrows(Bundle.self, in: container, .asynchronousFactory)
    #expect(bundle?.headline == expected + "1 of the initializer of Bundle.")
  }

  @Test func `a synchronous resolve off the main actor reports a main-actor parameter`() async throws {
    let poster = await Call.synchronous.expectResolveThrows(Poster.self, in: container, .isolationMismatch)
    #expect(poster?.route == ["Poster", "Canvas"])
    let text = "was resolved synchronously outside it for parameter 2 of 2 of the initializer of Poster."
    #expect(poster?.headline.hasSuffix(" on the main actor, and " + text) == true)
    await Call.synchronous.expectError("isolationMismatch: Reversed → Canvas", resolving: Reversed.self, in: container)
  }

  @MainActor
  @Test func `a synchronous resolve on the main actor throws only for asynchronous parameters`() throws {
    _ = try container.resolve(Poster.self)
    #expect(expectResolveThrows(Reversed.self, in: container, .asynchronousFactory)?.route == ["Reversed", "Ink"])
  }

  @Test(arguments: Awaited.allCases)
  private func `a synchronous resolve throws while a singleton that is being built awaits its parameter`(
    awaited: Awaited
  ) async throws {
    let (began, mayEnd) = (Gate(), Gate())
    let makeInk = { @Sendable in
      began.open()
      await mayEnd.pass()
      return Ink()
    }
    let container = Container(fallback: InkShop(makeInk: makeInk))
    try container.register(Sheet.self) { Sheet() }
    let registration = try container.register(Ink.self) { await makeInk() }
    let isBuiltElsewhere = awaited == .productBuiltElsewhere
    if isBuiltElsewhere { registration.asSingleton() } else { registration.asTransient() }
    let rule: Parameter<Ink> = awaited == .rule ? .resolving { _ in await makeInk() } : .auto
    try container.register(initializer: Letter.init, with: .auto, rule).asSingleton()
    if awaited == .fallback { container.unregister(Ink.self) }
    async let ink = isBuiltElsewhere ? container.resolve(Ink.self) : Ink()
    if isBuiltElsewhere { await began.pass() }
    async let letter = container.resolve(Letter.self)
    await began.pass()
    if isBuiltElsewhere { try await suspendUntil("Letter waits for Ink") }
    #expect(await Call.synchronous.error(resolving: Letter.self, in: container)?.kind == .asynchronousFactory)
    mayEnd.open()
    _ = try await (ink, letter)
  }

  @Test func `a synchronous resolve fills a parameter with a cached asynchronous singleton`() async throws {
    try container.register(Ink.self) { await later(Ink()) }.asSingleton()
    _ = try await container.resolve(Ink.self)
    _ = try synchronously { try container.resolve(Letter.self) }
  }
}
