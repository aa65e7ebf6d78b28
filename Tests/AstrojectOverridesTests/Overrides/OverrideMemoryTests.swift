import AstrojectTesting
import Nexus
import TestSupport
import Testing

@testable import Astroject
@testable import AstrojectOverrides

@Suite("Memory of forks")
struct OverrideMemoryTests {
  private let end = EndOfForks()

  private final class Looped: Sendable {
    let lazy: Lazy<any Part>
    let provider: Provider<any Part>
    let resolver: Resolver
    init(lazy: Lazy<any Part>, provider: Provider<any Part>, resolver: Resolver) {
      (self.lazy, self.provider, self.resolver) = (lazy, provider, resolver)
    }
  }

  private func makeApp() throws -> Container {
    try Container { container in
      try container.register((any Part).self) { Plain("real") }.asSingleton().implements(AnyObject.self) { $0 }
      try container.register(initializer: Whole.init).asSingleton()
      try container.register(initializer: Looped.init).asSingleton()
    }
  }

  private static let overrides: [@Sendable (Overrides) throws -> Void] = [
    { _ in },
    { try $0.replace((any Part).self) { Plain("mock") } },
    { try $0.wrap((any Part).self) { Around($0) } },
    { try $0.wrap((any Part).self, initializer: Around.init) },
    { try $0.replace(instance: Plain("mine"), as: (any Part).self) },
    { overrides in
      overrides.fillMissing { _ in nil }
      try overrides.failOnUse(Int.self)
    },
  ]

  @Test(arguments: overrides.indices)
  func `a released fork frees its instances, children and overrides`(index: Int) throws {
    let app = try makeApp()
    var glimpses: [Glimpse] = []
    do {
      let container = try unheld { try app.overriding(Self.overrides[index]) }
      let looped = try container.resolve(Looped.self)
      _ = try looped.lazy.value
      let child = container.makeChild()
      glimpses += [Glimpse(container), Glimpse(child), Glimpse(container.core), Glimpse(looped)]
      glimpses += [Glimpse(try child.resolve(Whole.self)), Glimpse(try container.resolve((any Part).self))]
      if let fork = container.core.fork { glimpses.append(Glimpse(fork)) }
    }
    #expect(glimpses.count == 7)
    #expect(glimpses.map(\.isGone) == Array(repeating: true, count: glimpses.count))
    #expect(try app.resolve((any Part).self).text == "real")
  }

  @Test func `a fork does not retain its original`() throws {
    var app: Container? = try makeApp()
    var child: Container? = app?.makeChild()
    let glimpses = [
      Glimpse(try #require(app)), Glimpse(try #require(child)), Glimpse(try #require(try app?.resolve(Whole.self))),
    ]
    let container = try #require(
      try unheld { try child?.overriding { try $0.replace((any Part).self) { Plain("mock") } } })
    (app, child) = (nil, nil)
    #expect(glimpses.map(\.isGone) == [true, true, true])
    #expect(try container.resolve(Whole.self).part.text == "mock")
    let second = try container.overriding { try $0.wrap((any Part).self) { Around($0) } }
    #expect(try second.resolve(Whole.self).part.text == "(mock)")
  }

  @Test func `a fork of a fork does not retain the first fork`() throws {
    let app = try makeApp()
    var first: Container? = try unheld { try app.overriding { try $0.replace((any Part).self) { Plain("mock") } } }
    let second = try #require(try first?.overriding { try $0.wrap((any Part).self) { Around($0) } })
    let glimpses = [Glimpse(try #require(first)), Glimpse(try #require(try first?.resolve(Whole.self)))]
    first = nil
    #expect(glimpses.map(\.isGone) == [true, true])
    #expect(try second.resolve(Whole.self).part.text == "(mock)")
  }

  @Test(arguments: [false, true])
  func `a released fork frees the products of fillMissing, also those that hold a Lazy`(isUsed: Bool) throws {
    final class StandIn: Part, @unchecked Sendable {
      @Inject var lazy: Lazy<Int>
      let text = "stand-in"
    }
    let app = try Container { container in
      try container.register(Whole.self) { Whole(part: try $0.resolve((any Part).self)) }.asSingleton()
      try container.register(Int.self) { 7 }
    }
    var glimpses: [Glimpse] = []
    do {
      let container = try unheld {
        try app.overriding { overrides in
          overrides.fillMissing { key in key.product == (any Part).self ? StandIn() : nil }
        }
      }
      let whole = try container.resolve(Whole.self)
      if isUsed { #expect(try (whole.part as? StandIn)?.lazy.value == 7) }
      glimpses = [Glimpse(container), Glimpse(whole), Glimpse(whole.part), Glimpse(container.core)]
    }
    #expect(glimpses.map(\.isGone) == [true, true, true, true])
  }

  @Test func `a retained registration does not retain its fork`() throws {
    let app = try makeApp()
    var kept: Registration<any Part>?
    var glimpses: [Glimpse] = []
    do {
      let container = try unheld {
        try app.overriding { kept = try $0.replace((any Part).self) { Plain("mock") } }
      }
      glimpses = [Glimpse(container), Glimpse(try container.resolve(Whole.self))]
    }
    #expect(glimpses.map(\.isGone) == [true, true])
    kept?.asTransient().implements(Plain?.self) { $0 as? Plain }
    withExtendedLifetime(kept) {}
  }

  @Test func `a subject of solitary does not retain the original container`() throws {
    var app: Container? = try makeApp()
    var subject: Looped? = try app?.solitary(Looped.self) { try $0.add((any Part).self) { Plain("mock") } }
    let glimpse = Glimpse(try #require(subject))
    let part = try Glimpse(#require(subject).lazy.value)
    let core = Glimpse(try #require(app?.core))
    app = nil
    #expect(throws: AstrojectError.self) { try subject?.provider.get() }
    subject = nil
    #expect([glimpse, part, core].map(\.isGone) == [true, true, true])
  }

  @Test(arguments: overrides.indices)
  func `expectReleased passes for a fork and everything it built`(index: Int) throws {
    let app = try makeApp()
    try expectReleased {
      let container = try app.overriding(Self.overrides[index])
      _ = try container.resolve(Looped.self).lazy.value
      _ = try container.resolve(Whole.self)
      return container
    }
  }
}
