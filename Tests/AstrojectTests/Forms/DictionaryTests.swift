import TestSupport
import Testing

private enum Theme: Hashable, Sendable { case light, dark, loud }
private class Style: Hashable, @unchecked Sendable {
  static let plain = Style(), bold: Style = BoldStyle()
  static func == (left: Style, right: Style) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
private final class BoldStyle: Style, @unchecked Sendable {}
private typealias Painter = Called
private protocol Artist: AnyObject, Sendable { var name: String { get } }
extension Painter: Artist {}

@Suite("Dictionaries by key")
struct DictionaryTests {
  private let container = Container()

  /// The names of the painters by theme, after checking that `resolveAll` and `resolve` agree.
  private func names(_ call: Call, in container: Container) async throws -> [Theme: String] {
    let all = try await call.resolveAll(Painter.self, by: Theme.self, in: container)
    let names = all.mapValues(\.name)
    if !all.isEmpty { #expect(try await call.resolve([Theme: Painter].self, in: container).mapValues(\.name) == names) }
    return names
  }

  @Test(arguments: Call.allCases)
  func `a dictionary has the products with keys of its key type, unless it is registered`(call: Call) async throws {
    try container.register(Painter.self, key: Theme.light) { Painter("light") }
    try container.contribute(Painter.self, key: Theme.dark) { Painter("dark") }
    try container.register(Painter.self) { Painter("plain") }
    try container.register(Painter.self, name: "a") { Painter("a") }
    try container.register(Painter.self, key: 7) { Painter("7") }
    try container.contribute(Painter.self) { Painter("contributed") }
    try container.register(Painter.self, key: Theme.loud, argument: Int.self) { _, _ in Painter("argument") }
    #expect(try await names(call, in: container) == [.light: "light", .dark: "dark"])
    #expect(try await call.resolveAll(Painter.self, in: container).count == 6)
    #expect(try await call.resolve([String: Painter].self, in: container).mapValues(\.name) == ["a": "a"])
    #expect(try await call.resolve([Int: Painter].self, in: container).keys.map { $0 } == [7])
    try container.register([Theme: Painter].self) { [.loud: Painter("registered")] }
    #expect(try await names(call, in: container) == [.loud: "registered"])
  }

  @Test(arguments: Call.allCases)
  func `a dictionary has the products whose keys are of a subclass of its key type`(call: Call) async throws {
    try container.register(Int.self, key: Style.bold) { 2 }
    #expect(try await call.resolve([Style: Int].self, in: container) == [.bold: 2])
    try container.contribute(Int.self, key: Style.plain) { 1 }
    #expect(try await call.resolveAll(Int.self, by: Style.self, in: container) == [.plain: 1, .bold: 2])
    #expect(try await call.resolve([BoldStyle: Int].self, in: container).count == 1)
  }

  @Test(arguments: Call.allCases)
  func `a dictionary has the latest product under a key, and resolveAll returns all of them`(call: Call) async throws {
    try container.contribute(Painter.self, key: Theme.dark) { Painter("first") }
    try container.register(Painter.self, key: Theme.dark) { Painter("second") }
    #expect(try await names(call, in: container) == [.dark: "second"])
    try container.contribute(Painter.self, key: Theme.dark) { Painter("third") }
    #expect(try await names(call, in: container) == [.dark: "third"])
    #expect(try await call.resolveAll(Painter.self, in: container).map(\.name) == ["first", "second", "third"])
  }

  @Test(arguments: Call.allCases)
  func `a dictionary has a child's product rather than its parent's under the same key`(call: Call) async throws {
    let child = container.makeChild()
    try child.contribute(Painter.self, key: Theme.dark) { Painter("child's") }
    try container.register(Painter.self, key: Theme.dark) { Painter("parent's") }
    try container.register(Painter.self, key: Theme.light) { Painter("light") }
    #expect(try await names(call, in: child) == [.dark: "child's", .light: "light"])
    #expect(try await names(call, in: container) == [.dark: "parent's", .light: "light"])
  }

  @Test(arguments: Call.allCases)
  func `a dictionary has a forwarding under the key of its registration`(call: Call) async throws {
    try container.register(Painter.self, key: Theme.dark) { Painter("dark") }.asSingleton().implements(
      (any Artist).self)
    let artists = try await call.resolve([Theme: any Artist].self, in: container)
    #expect(try await call.resolve(Painter.self, key: Theme.dark, in: container) === artists[.dark])
  }

  @Test(arguments: Call.allCases)
  func `a dictionary shares graph-scoped elements with its factory, not transient ones`(call: Call) async throws {
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

  @Test(arguments: Call.allCases)
  func `resolving a dictionary without elements throws only if its values are plain`(call: Call) async throws {
    #expect(try await names(call, in: container).isEmpty)
    #expect(try await call.resolve([Theme: Painter].self, in: container).isEmpty)
    #expect(try await call.resolve([Theme: [String: [any Artist]]].self, in: container).isEmpty)
    #expect(try await call.resolve([Theme: Set<Theme>].self, in: container).isEmpty)
    await call.expectResolveThrows([Theme: Int].self, in: container, .noRegistrationFound)
    await call.expectResolveThrows([Theme: [String: [Int]]].self, in: container, .noRegistrationFound)
    #expect(try await call.resolveOptional([Theme: Int].self, in: container) == nil)
    #expect(try await call.resolveAll(Int.self, by: Theme.self, in: container).isEmpty)
    try container.register(Int.self, key: Theme.dark) { 1 }
    #expect(try await call.resolve([Theme: Int].self, in: container) == [.dark: 1])
  }

  @Test(arguments: Call.allCases)
  func `a dictionary is awaited if an element is asynchronous, and throws if one fails`(call: Call) async throws {
    try container.register(Painter.self, key: Theme.dark) { () async in Painter("dark") }
    await Call.synchronous.expectResolveThrows([Theme: Painter].self, in: container, .asynchronousFactory)
    #expect(try await names(.asynchronous, in: container) == [.dark: "dark"])
    try container.register(Painter.self, key: Theme.light) { resolver in Painter(try resolver.resolve(String.self)) }
    let error = await call.error { try await $0.resolve([Theme: Painter].self, in: container) }
    #expect(call == .synchronous ? error?.kind == .asynchronousFactory : error?.kind == .noRegistrationFound)
  }

  @Test(arguments: Call.allCases)
  func `a dictionary omits an element that another element's factory unregisters`(call: Call) async throws {
    try container.register(Painter.self, key: Theme.dark) { [weak container] _ in
      container?.unregister(Painter.self, key: Theme.light)
      return Painter("dark")
    }
    try container.register(Painter.self, key: Theme.light) { Painter("light") }
    #expect(try await names(call, in: container) == [.dark: "dark"])
  }
}
