import Astroject
import AstrojectTesting
import TestSupport
import Testing

private enum Theme: Hashable, Sendable { case light, dark, loud }
private final class Painter: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}
private protocol Artist: AnyObject, Sendable { var name: String { get } }
extension Painter: Artist {}
private final class Gallery: Sendable {
  let painters: [Theme: Painter]
  init(_ painters: [Theme: Painter]) { self.painters = painters }
}

@Suite("A dictionary by key")
struct DictionaryTests {
  private let container = Container()

  /// The names of the painters by theme, as each way to ask gives them.
  private func names(_ call: Call, in container: Container) async throws -> [Theme: String] {
    let all = try await call.run {
      try container.resolveAll(Painter.self, by: Theme.self)
    } asynchronously: {
      try await container.resolveAll(Painter.self, by: Theme.self)
    }
    let names = all.mapValues(\.name)
    if !all.isEmpty {
      #expect(try await call.resolve([Theme: Painter].self, in: container).mapValues(\.name) == names)
    }
    return names
  }

  @Test("has what is registered or contributed under keys of its type, and nothing else", arguments: Call.allCases)
  func kinds(call: Call) async throws {
    try container.register(Painter.self, key: Theme.light) { Painter("light") }
    try container.contribute(Painter.self, key: Theme.dark) { Painter("dark") }
    try container.register(Painter.self) { Painter("plain") }
    try container.register(Painter.self, name: "a") { Painter("a") }
    try container.register(Painter.self, key: 7) { Painter("7") }
    try container.contribute(Painter.self) { Painter("contributed") }
    try container.register(Painter.self, key: Theme.loud, argument: Int.self) { _, _ in Painter("argument") }
    #expect(try await names(call, in: container) == [.light: "light", .dark: "dark"])
    #expect(try await call.resolveAll(Painter.self, in: container).count == 6)
    let byName = try await call.resolve([String: Painter].self, in: container)
    #expect(byName.mapValues(\.name) == ["a": "a"])
    #expect(try await call.resolve([Int: Painter].self, in: container).keys.map { $0 } == [7])
  }

  @Test("has the latest of several under one key, and the collection has all", arguments: Call.allCases)
  func latest(call: Call) async throws {
    try container.contribute(Painter.self, key: Theme.dark) { Painter("first") }
    try container.register(Painter.self, key: Theme.dark) { Painter("second") }
    #expect(try await names(call, in: container) == [.dark: "second"])
    try container.contribute(Painter.self, key: Theme.dark) { Painter("third") }
    #expect(try await names(call, in: container) == [.dark: "third"])
    #expect(try await call.resolveAll(Painter.self, in: container).map(\.name) == ["first", "second", "third"])
  }

  @Test("has a child's before its parents'", arguments: Call.allCases)
  func child(call: Call) async throws {
    let child = container.makeChild()
    try child.contribute(Painter.self, key: Theme.dark) { Painter("child's") }
    try container.register(Painter.self, key: Theme.dark) { Painter("parent's") }
    try container.register(Painter.self, key: Theme.light) { Painter("light") }
    #expect(try await names(call, in: child) == [.dark: "child's", .light: "light"])
    #expect(try await names(call, in: container) == [.dark: "parent's", .light: "light"])
  }

  @Test("has forwardings, each with the name or key of its registration", arguments: Call.allCases)
  func forwardings(call: Call) async throws {
    try container.register(Painter.self, key: Theme.dark) { Painter("dark") }.asSingleton().implements(
      (any Artist).self)
    let artists = try await call.resolve([Theme: any Artist].self, in: container)
    #expect(try await call.resolve(Painter.self, key: Theme.dark, in: container) === artists[.dark])
  }

  @Test("has each element by its own scope, shared with the tree of who asks", arguments: Call.allCases)
  func scopes(call: Call) async throws {
    try container.register(Painter.self, key: Theme.dark) { Painter("dark") }
    try container.register(Painter.self, key: Theme.light) { Painter("light") }.asTransient()
    try container.register([Painter].self) { resolver in
      let first = try resolver.resolveAll(Painter.self, by: Theme.self)
      let second: [Theme: Painter] = try resolver.resolve()
      return [first[.dark], second[.dark], first[.light], second[.light]].compactMap(\.self)
    }
    let painters = try await call.resolve([Painter].self, in: container)
    #expect(painters[0] === painters[1] && painters[2] !== painters[3])
  }

  @Test("is empty where there is none, unless its values are plain: then it is missing", arguments: Call.allCases)
  func empty(call: Call) async throws {
    #expect(try await names(call, in: container).isEmpty)
    #expect(try await call.resolve([Theme: Painter].self, in: container).isEmpty)
    await call.expectResolveThrows([Theme: Int].self, in: container, .noRegistrationFound)
    #expect(try await call.resolveOptional([Theme: Int].self, in: container) == nil)
    let none = try await call.run {
      try container.resolveAll(Int.self, by: Theme.self)
    } asynchronously: {
      try await container.resolveAll(Int.self, by: Theme.self)
    }
    #expect(none.isEmpty)
    try container.register(Int.self, key: Theme.dark) { 1 }
    #expect(try await call.resolve([Theme: Int].self, in: container) == [.dark: 1])
  }

  @Test("that is registered itself goes before", arguments: Call.allCases)
  func registered(call: Call) async throws {
    try container.register(Painter.self, key: Theme.dark) { Painter("dark") }
    try container.register([Theme: Painter].self) { [.loud: Painter("registered")] }
    #expect(try await names(call, in: container) == [.loud: "registered"])
  }

  @Test("fails by an element that cannot be had, and is awaited where one has to be", arguments: Call.allCases)
  func effects(call: Call) async throws {
    try container.register(Painter.self, key: Theme.dark) { () async in Painter("dark") }
    await Call.synchronous.expectResolveThrows([Theme: Painter].self, in: container, .asynchronousFactory)
    #expect(try await names(.asynchronous, in: container) == [.dark: "dark"])
    try container.register(Painter.self, key: Theme.light) { resolver in Painter(try resolver.resolve(String.self)) }
    let error = await call.error { try await $0.resolve([Theme: Painter].self, in: container) }
    #expect(call == .synchronous ? error?.kind == .asynchronousFactory : error?.kind == .noRegistrationFound)
  }

  @Test("goes on with what there is where one takes out another one meanwhile", arguments: Call.allCases)
  func takenOut(call: Call) async throws {
    try container.register(Painter.self, key: Theme.dark) { [weak container] _ in
      container?.unregister(Painter.self, key: Theme.light)
      return Painter("dark")
    }
    try container.register(Painter.self, key: Theme.light) { Painter("light") }
    #expect(try await names(call, in: container) == [.dark: "dark"])
  }

  @Test("of a container of one's own has nothing, as its keys are not known", arguments: Call.allCases)
  func foreign(call: Call) async throws {
    struct Bridge: Resolving {
      func resolve<Product>(_ type: Product.Type, name: String?) throws -> Product { throw CancellationError() }
      func isRegistered<Product>(_ type: Product.Type, name: String?) -> Bool { true }
    }
    let none = try await call.run {
      try Bridge().resolveAll(Painter.self, by: Theme.self)
    } asynchronously: {
      try await Bridge().resolveAll(Painter.self, by: Theme.self)
    }
    #expect(none.isEmpty)
  }
}
