import TestSupport
import Testing

@testable import Astroject
@testable import AstrojectOverrides

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
    var traces: [Trace] = []
    do {
      let container = try unheld { try app.overriding(Self.overrides[index]) }
      let looped = try container.resolve(Looped.self)
      _ = try looped.lazy.value
      let child = container.makeChild()
      traces += [Trace(container), Trace(child), Trace(container.core), Trace(looped)]
      traces += [Trace(try child.resolve(Whole.self)), Trace(try container.resolve((any Part).self))]
      if let fork = container.core.fork { traces.append(Trace(fork)) }
    }
    #expect(traces.count == 7)
    #expect(traces.map(\.isGone) == Array(repeating: true, count: traces.count))
    #expect(try app.resolve((any Part).self).text == "real")
  }

  @Test func `a fork does not retain its original`() throws {
    var app: Container? = try makeApp()
    var child: Container? = app?.makeChild()
    let traces = [
      Trace(try #require(app)), Trace(try #require(child)), Trace(try #require(try app?.resolve(Whole.self))),
    ]
    let container = try #require(
      try unheld { try child?.overriding { try $0.replace((any Part).self) { Plain("mock") } } })
    (app, child) = (nil, nil)
    #expect(traces.map(\.isGone) == [true, true, true])
    #expect(try container.resolve(Whole.self).part.text == "mock")
    let second = try container.overriding { try $0.wrap((any Part).self) { Around($0) } }
    #expect(try second.resolve(Whole.self).part.text == "(mock)")
  }

  @Test func `a fork of a fork does not retain the first fork`() throws {
    let app = try makeApp()
    var first: Container? = try unheld { try app.overriding { try $0.replace((any Part).self) { Plain("mock") } } }
    let second = try #require(try first?.overriding { try $0.wrap((any Part).self) { Around($0) } })
    let traces = [Trace(try #require(first)), Trace(try #require(try first?.resolve(Whole.self)))]
    first = nil
    #expect(traces.map(\.isGone) == [true, true])
    #expect(try second.resolve(Whole.self).part.text == "(mock)")
  }

  @Test(arguments: [false, true])
  func `a released fork frees the products of fillMissing, also those that hold a Lazy`(isUsed: Bool) throws {
    let app = try Container { container in
      try container.register(Whole.self) { Whole(part: try $0.resolve((any Part).self)) }.asSingleton()
      try container.register(Int.self) { 7 }
    }
    var traces: [Trace] = []
    do {
      let container = try unheld {
        try app.overriding { overrides in
          overrides.fillMissing { key in key.product == (any Part).self ? StandIn() : nil }
        }
      }
      let whole = try container.resolve(Whole.self)
      if isUsed { #expect(try (whole.part as? StandIn)?.number.value == 7) }
      traces = [Trace(container), Trace(whole), Trace(whole.part), Trace(container.core)]
    }
    #expect(traces.map(\.isGone) == [true, true, true, true])
  }

  @Test func `a retained registration does not retain its fork`() throws {
    let app = try makeApp()
    var kept: Registration<any Part>?
    var traces: [Trace] = []
    do {
      let container = try unheld { try app.overriding { kept = try $0.replace((any Part).self) { Plain("mock") } } }
      traces = [Trace(container), Trace(try container.resolve(Whole.self))]
    }
    #expect(traces.map(\.isGone) == [true, true])
    kept?.asTransient().implements(Plain?.self) { $0 as? Plain }
    withExtendedLifetime(kept) {}
  }

  @Test func `a subject of solitary does not retain the original container`() throws {
    var app: Container? = try makeApp()
    var subject: Looped? = try app?.solitary(Looped.self) { try $0.add((any Part).self) { Plain("mock") } }
    let trace = Trace(try #require(subject))
    let part = try Trace(#require(subject).lazy.value)
    let core = Trace(try #require(app?.core))
    app = nil
    #expect(throws: AstrojectError.self) { try subject?.provider.get() }
    subject = nil
    #expect([trace, part, core].map(\.isGone) == [true, true, true])
  }
}
