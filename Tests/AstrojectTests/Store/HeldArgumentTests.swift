import Astroject
import TestSupport
import Testing

/// Something that may be held by what it is an argument for.
private final class Owner: @unchecked Sendable { var page: Page? }
private final class Page: Sendable {}

/// The same, compared by what it says; all have the same hash.
private final class Title: Hashable, @unchecked Sendable {
  let text: String
  var page: Page?

  init(_ text: String) { self.text = text }
  static func == (left: Title, right: Title) -> Bool { left.text == right.text }
  func hash(into hasher: inout Hasher) {}
}

@Suite("The argument of a weak product")
struct WeakArgumentTests {
  private let container = Container()

  @Test("is not held where it is compared by identity, and so may hold the product", arguments: Call.allCases)
  func holdingTheProduct(call: Call) async throws {
    try container.register(Page.self, argument: Owner.self) { _, _ in Page() }.asWeak()
    try container.register(Page.self, argument: Owner?.self) { _, _ in Page() }.asWeak()
    try container.register(Page.self, arguments: Int.self, Owner.self) { _, _, _ in Page() }.asWeak()
    for _ in 0..<3 {
      let (owner, page): (Trace, Trace)
      do {
        let object = Owner()
        object.page = try await call.resolve(Page.self, argument: object, in: container)
        #expect(try await call.resolve(Page.self, argument: object, in: container) === object.page)
        (owner, page) = (Trace(object), Trace(try #require(object.page)))
      }
      #expect(owner.isGone && page.isGone)
      let optional: Trace
      do {
        let object = Owner()
        object.page = try await call.resolve(Page.self, argument: Owner?.some(object), in: container)
        #expect(try await call.resolve(Page.self, argument: Owner?.some(object), in: container) === object.page)
        optional = Trace(object)
      }
      #expect(optional.isGone)
      let several: Trace
      do {
        let object = Owner()
        object.page = try await call.resolve(Page.self, arguments: 1, object, in: container)
        #expect(try await call.resolve(Page.self, arguments: 1, object, in: container) === object.page)
        several = Trace(object)
      }
      #expect(several.isGone)
    }
  }

  @Test("that has gone is not taken for another one at its address", arguments: Call.allCases)
  func addressUsedAgain(call: Call) async throws {
    try container.register(Page.self, argument: Owner.self) { _, _ in Page() }.asWeak()
    var pages: [Page] = []
    for _ in 0..<200 { pages.append(try await call.resolve(Page.self, argument: Owner(), in: container)) }
    #expect(Set(pages.map { ObjectIdentifier($0) }).count == 200)
  }

  @Test("is held where it is compared as Hashable, until the product is released", arguments: Call.allCases)
  func hashable(call: Call) async throws {
    try container.register(Page.self, argument: Title.self) { _, _ in Page() }.asWeak()
    let (title, page): (Trace, Trace)
    do {
      let object = Title("a")
      object.page = try await call.resolve(Page.self, argument: object, in: container)
      (title, page) = (Trace(object), Trace(try #require(object.page)))
    }
    #expect(try await call.resolve(Page.self, argument: Title("a"), in: container) === page.object)
    await call.release(Page.self, in: container)
    #expect(title.isGone && page.isGone)
  }
}
