import TestSupport
import Testing

@testable import Astroject

@Suite("Factories that capture the original")
struct EscapeTests {
  private struct Captive: Sendable { let part: any Part }

  /// Makes an app with a factory that captures the app and resolves from it.
  private func makeApp(isBuilt: Bool, isAsynchronous: Bool) async throws -> (app: Container, location: CodeLocation) {
    let app = Container()
    try app.register((any Part).self) { Plain("real") }.asSingleton()
    let captive =
      isAsynchronous
      ? try app.register(Captive.self) { [weak app] in Captive(part: try await #require(app).resolve((any Part).self)) }
      : try app.register(Captive.self) { [weak app] in Captive(part: try #require(app).resolve((any Part).self)) }
    captive.asSingleton()
    if isBuilt { _ = try await app.resolve(Captive.self) }
    return (app, captive.location)
  }

  @Test(arguments: [false, true], [false, true])
  func `expectAllOverridesUsed names a factory with the original`(isBuilt: Bool, isAsynchronous: Bool) async throws {
    let (app, location) = try await makeApp(isBuilt: isBuilt, isAsynchronous: isAsynchronous)
    let container = try app.overriding { try $0.replace((any Part).self) { Plain("mock") } }
    #expect(try await container.resolve(Captive.self).part.text == "real")
    _ = try await container.resolve((any Part).self)
    // The failure names a factory once, no matter how often it asked.
    #expect(try await container.makeChild().resolve(Captive.self).part.text == "real")
    let here = #line + 1
    let caught = failures { expectAllOverridesUsed(container) }
    #expect("\(location)".hasPrefix("AstrojectOverridesTests/EscapeTests.swift:"))
    let end = """
        EscapeTests.Captive, registered at \(location) \
      resolved Part from the original container: use the resolver that the factory gets
      """
    #expect(caught.map(\.line) == [here])
    let text = try #require(caught.first?.text)
    let headline = "Expected all overrides of the container to be used, but the original container was used as well."
    #expect(text.hasPrefix(headline + "\n  The container has:\n") && text.hasSuffix("\n" + end), "\(text)")
  }

  @Test func `expectAllOverridesUsed reports a factory that asks a parent or child of the original`() async throws {
    let app = Container()
    try app.register((any Part).self) { Plain("real") }.asSingleton()
    let child = app.makeChild()
    try app.register(Captive.self) { [weak child] in Captive(part: try #require(child).resolve((any Part).self)) }
    try app.register(Int.self) { 1 }
    let fork = try app.overriding { try $0.replace(Int.self) { 2 } }
    #expect(try await fork.resolve(Int.self) == 2)
    #expect(try await fork.makeChild().resolve(Captive.self).part.text == "real")
    expectEscape(from: fork)
    let second = try app.overriding { _ in }.overriding { try $0.replace(Int.self) { 2 } }
    #expect(try await second.resolve(Int.self) == 2)
    #expect(try await second.resolve(Captive.self).part.text == "real")
    expectEscape(from: second)
    // A captured parent of the overridden container counts as the original, too.
    let grandchild = try child.makeChild { inner in
      try inner.register(Captive.self, name: "deep") { [weak app] in
        Captive(part: try #require(app).resolve((any Part).self))
      }
    }
    let third = try grandchild.overriding { try $0.replace(Int.self) { 2 } }
    #expect(try await third.resolve(Int.self) == 2)
    #expect(try await third.resolve(Captive.self, name: "deep").part.text == "real")
    expectEscape(from: third)
  }

  /// Expects one failure, which names the factory that has used the original container.
  private func expectEscape(from fork: Container, at location: SourceLocation = #_sourceLocation) {
    let caught = failures { expectAllOverridesUsed(fork) }
    #expect(caught.count == 1, sourceLocation: location)
    for part in ["EscapeTests.Captive", "resolved Part from the original container"] {
      #expect(caught.first?.text.contains(part) == true, "\(caught)", sourceLocation: location)
    }
  }

  @Test func `expectAllOverridesUsed passes if factories ask their resolver or a Lazy`() throws {
    let app = try makeWholeApp()
    try app.register(Captive.self) { Captive(part: try $0.resolve(Lazy<any Part>.self).value) }
    let container = try app.overriding { try $0.wrap((any Part).self) { Around($0) } }
    #expect(try [app.resolve(Whole.self).part.text, container.resolve(Captive.self).part.text] == ["real", "(real)"])
    _ = try container.resolve(Whole.self)
    expectAllOverridesUsed(container)
  }

  @Test func `a container restores its fast path when its last fork is released`() throws {
    let app = try Container { try $0.register(Plain.self) { Plain("real") }.asSingleton() }
    _ = try app.resolve(Plain.self)
    let short = app.core.store.visible.load()
    do {
      let first = try unheld { try app.overriding { _ in } }
      let second = try unheld { try app.overriding { _ in } }
      #expect(app.core.store.visible.load() != short)
      withExtendedLifetime((first, second)) {}
    }
    #expect(app.core.store.visible.load() == short)
    _ = try? app.overriding { _ in throw CancellationError() }
    #expect(app.core.store.visible.load() == short)
  }
}
