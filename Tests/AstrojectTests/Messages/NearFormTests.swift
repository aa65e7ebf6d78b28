import TestSupport
import Testing

private protocol Reader: Sendable {}
private protocol Writer: Sendable {}
private protocol Closer: Sendable {}
private struct File: Reader, Writer, Closer {}

@Suite("Near matches of types that differ in a detail")
struct NearFormTests {
  private let container = Container()

  /// Returns the near matches for a type, as they are printed.
  private func matches<Product>(_ type: Product.Type) -> [String] { AstrojectTests.matches(type, in: container) }

  private let form = "(differs in an attribute, a label, an optional or a protocol)"

  @Test func `a function that differs in an attribute or an optional is near`() throws {
    try container.register((@Sendable (Int) -> String).self) { { "\($0)" } }
    try container.register(((Int?) -> String).self, name: "optional") { { "\($0 ?? 0)" } }
    #expect(
      matches(((Int) -> String).self) == [
        "@Sendable (Int) -> String \(form)", "(Int?) -> String named \"optional\" \(form)",
      ])
    #expect(matches(((Int) -> Int).self).isEmpty)
    #expect(matches((@MainActor (Int) -> String).self).count == 2)
  }

  @Test func `a tuple that differs in its labels is near`() throws {
    try container.register((Int, String).self) { (1, "one") }
    #expect(matches((number: Int, word: String).self) == ["(Int, String) \(form)"])
    #expect(matches((number: Int, (String)).self) == ["(Int, String) \(form)"])
    #expect(matches((String, Int).self).isEmpty)
  }

  @Test func `a collection that differs in an optional is near, at any depth`() throws {
    try container.register(Set<[String: [Int]]>.self) { [] }
    #expect(matches(Set<[String: [Int?]]>.self) == ["Set<[String: [Int]]> \(form)"])
    #expect(matches(Set<[String: [Int]?]>.self) == ["Set<[String: [Int]]> \(form)"])
    #expect(matches(Set<[String: [Bool]]>.self).isEmpty)
  }

  @Test func `a composition that differs in one protocol is near`() throws {
    try container.register((any Reader & Writer).self) { File() }
    #expect(matches((any Reader & Closer).self) == ["Reader & Writer \(form)"])
    #expect(matches((any Reader).self) == ["Reader & Writer (an implementation of it)"])
    #expect(matches((any Reader & Writer & Closer).self) == ["Reader & Writer (a type that it implements)"])
    #expect(matches((any Closer).self).isEmpty)
  }

  @Test(arguments: Call.allCases)
  func `the remedy for a protocol of a registered composition forwards it there`(call: Call) async throws {
    let registration = try container.register((any Reader & Writer).self) { File() }
    let error = await call.error(resolving: (any Reader).self, in: container)
    #expect(
      error?.remedy == """
        forward it where Reader & Writer is registered: `.implements((any Reader).self)`; or register it: \
        `container.register((any Reader).self, initializer: ….init)`.
        """)
    registration.implements((any Reader).self)
    #expect(try await call.resolve((any Reader).self, in: container) is File)
  }

  @Test(arguments: Call.allCases)
  func `the remedy for a composition of a registered protocol forwards it there`(call: Call) async throws {
    let registration = try container.register((any Reader).self) { File() }
    let error = await call.error(resolving: (any Reader & Writer).self, in: container)
    #expect(
      error?.remedy?.hasPrefix(
        """
        ask for Reader instead, or forward it there, if that builds one: `.implements((any Reader & Writer).self)`; or
        """) == true)
    registration.implements((any Reader & Writer).self)
    #expect(try await call.resolve((any Reader & Writer).self, in: container) is File)
  }

  // MARK: Arguments of closures

  @Test(arguments: Call.allCases)
  func `the remedy for the wrong arguments of a closure passes them as it takes them`(call: Call) async throws {
    try container.register(String.self, argument: (any Reader).self) { _, reader in "\(type(of: reader))" }
    let error = await call.error { try await $0.resolve(String.self, argument: File(), in: container) }
    #expect(
      error?.remedy == """
        pass what it takes, (any Reader): `container.resolve(String.self, argument: … as any Reader)`; or register it: \
        `container.register(String.self, argument: File.self) { … }`.
        """)
    #expect(try await call.resolve(String.self, argument: File() as any Reader, in: container) == "File")
  }

  @Test func `the remedy for the wrong arguments of a closure casts only what is to be cast`() throws {
    try container.register(String.self, arguments: Int.self, (any Reader).self, Int?.self, UInt8.self) {
      _, number, _, other, _ in "\(number) \(other ?? 0)"
    }
    let error = #expect(throws: AstrojectError.self) {
      try container.resolve(String.self, arguments: 1, File(), 2, UInt16(3))
    }
    #expect(
      error?.remedy?.hasPrefix(
        """
        pass what it takes, (Int, any Reader, Int?, UInt8): `container.resolve(String.self, arguments: …, \
        … as any Reader, … as Int?, …)`; or
        """) == true)
    #expect(try container.resolve(String.self, arguments: 1, File() as any Reader, 2 as Int?, UInt8(3)) == "1 2")
  }
}
