import TestSupport
import Testing

private final class ReadOnly: Reader { let text = "read only" }

struct KeptForwardingTests {
  private func makeApp() throws -> Container {
    try Container { container in
      try container.register(File.self) { File("real") }.asSingleton()
        .implements((any Reader).self).implements((any Writer).self) { $0 }
    }
  }

  @Test(arguments: Call.allCases)
  func `an override answers to all types that the original is forwarded to`(call: Call) async throws {
    let app = try makeApp()
    let original = try await app.resolve((any Reader).self)
    let overrides: [(Overrides) throws -> Void] = [
      { try $0.replace(File.self) { File("mock") } },
      { try $0.wrap(File.self) { real in File("(\(real.text))") } },
      { try $0.replace(instance: File("mine")) },
    ]
    for override in overrides {
      let container = try app.overriding(override)
      let file = try await call.resolve(File.self, in: container)
      #expect(file.text != "real")
      #expect(try await call.resolve((any Reader).self, in: container) === file)
      #expect(try await call.resolve((any Writer).self, in: container) === file)
      #expect(try await call.resolveAll((any Reader).self, in: container).count == 1)
      #expect(try await call.resolve((any Reader).self, in: container.makeChild()) === file)
    }
    #expect(try await app.resolve(File.self) === original)
  }

  @Test func `a fork without overrides lists the same near matches as its original`() throws {
    let app = try Container { container in
      try container.register(File.self) { File("real") }.implements((any Reader).self)
      try container.register((any Reader).self, name: "a") { ReadOnly() }
      try container.register(File.self, name: "b") { File("other") }.implements((any Reader).self)
      try container.register((any Reader).self, name: "c") { ReadOnly() }
    }
    let container = try app.overriding { _ in }
    let texts = [app, container].map { container in
      error(AstrojectError.self) { try container.resolve((any Reader).self, name: "z") }?.description
    }
    #expect(texts[0]?.contains("Reader named \"c\"") == true)
    #expect(texts[1] == texts[0])
  }

  @Test func `resolving a forwarded type throws if the replacement does not conform to it`() throws {
    let app = try Container { container in
      try container.register((any Reader).self) { File("real") }.implements((any Writer).self)
    }
    let container = try app.overriding { try $0.replace((any Reader).self) { ReadOnly() } }
    #expect(try container.resolve((any Reader).self).text == "read only")
    let thrown = expectThrows(.typeMismatch) { try container.resolve((any Writer).self) }
    #expect(
      thrown?.description.hasPrefix("Writer is implemented by an instance of ReadOnly, which is not of type Writer.")
        == true)
  }

  @Test func `replacing a forwarded type leaves the original and its other forwardings`() throws {
    let app = try makeApp()
    let container = try app.overriding { try $0.replace((any Reader).self) { ReadOnly() } }
    #expect(try container.resolve((any Reader).self).text == "read only")
    // The replacement of a forwarding has the original's scope.
    #expect(try container.resolve((any Reader).self) === container.resolve((any Reader).self))
    #expect(try container.resolve((any Writer).self) === container.resolve(File.self))
    #expect(try container.resolve(File.self).text == "real")
    #expect(try container.resolveAll((any Reader).self).map(\.text) == ["read only"])
  }

  @Test(arguments: Call.allCases)
  func `wrapping a forwarded type leaves the original undecorated`(call: Call) async throws {
    final class Spy: Reader {
      let real: any Reader
      var text: String { "(\(real.text))" }
      init(_ real: any Reader) { self.real = real }
    }
    let app = try makeApp()
    let container = try app.overriding { try $0.wrap((any Reader).self) { Spy($0) } }
    let reader = try await call.resolve((any Reader).self, in: container)
    #expect(reader.text == "(real)")
    #expect(try await call.resolve(File.self, in: container) === (reader as? Spy)?.real)
    #expect(try await call.resolve((any Reader).self, in: container) === reader)
    #expect(try await call.resolveAll((any Reader).self, in: container).map(\.text) == ["(real)"])
    try container.validate()
    // The target may be replaced after its forwarding was wrapped.
    let both = try app.overriding { overrides in
      try overrides.wrap((any Reader).self) { Spy($0) }
      try overrides.replace(File.self) { File("mock") }
    }
    #expect(try await both.resolve((any Reader).self).text == "(mock)")
    let initializer = try app.overriding { try $0.wrap((any Reader).self, initializer: Spy.init) }
    #expect(try await initializer.resolve((any Reader).self).text == "(real)")
  }

  @Test(arguments: Call.allCases)
  func `a registration behind a replaced forwarding stays in its collection after a resolve`(call: Call) async throws {
    let releases = Counter()
    let app = try Container { container in
      try container.register((any Reader).self) { File("own") }.asSingleton()
        .onRelease { _ throws in _ = releases.increment() }
      try container.register(File.self) { File("real") }.implements((any Reader).self)
    }
    let container = try app.overriding { overrides in
      #expect(try overrides.container.resolveAll((any Reader).self).map(\.text) == ["own", "real"])
      try overrides.replace((any Reader).self) { ReadOnly() }
      #expect(releases.value == 1)
    }
    #expect(try await call.resolve((any Reader).self, in: container).text == "read only")
    #expect(try await call.resolveAll((any Reader).self, in: container).map(\.text) == ["own", "read only"])
  }

  @Test(arguments: Call.allCases)
  func `an override of a forwarded type leaves the registration behind it in the collection`(call: Call) async throws {
    let app = try Container { container in
      try container.register((any Reader).self) { File("own") }.asSingleton()
      try container.register((any Reader).self, name: "n") { File("named") }
      try container.register(File.self) { File("real") }.implements((any Reader).self)
    }
    #expect(try await call.resolveAll((any Reader).self, in: app).map(\.text) == ["own", "named", "real"])
    let overrides: [((Overrides) throws -> Void, String, own: String)] = [
      ({ try $0.replace((any Reader).self) { ReadOnly() } }, "read only", "own"),
      ({ try $0.replace(File.self) { File("mock") } }, "mock", "own"),
      ({ try $0.wrap((any Reader).self) { real in File("(\(real.text))") } }, "(real)", "(own)"),
    ]
    for (override, expected, own) in overrides {
      let container = try app.overriding(override)
      #expect(try await call.resolve((any Reader).self, in: container).text == expected)
      let all = try await call.resolveAll((any Reader).self, in: container)
      #expect(all.map(\.text) == [own, "named", expected])
      let again = try await call.resolveAll((any Reader).self, in: container)
      #expect(all[0] === again[0])
    }
  }

  @Test func `a shadowed registration answers to its own forwardings after the front is replaced`() throws {
    let app = try Container { container in
      try container.register((any Reader).self) { File("own") }.asSingleton().implements((any Writer).self)
      try container.register(File.self) { File("real") }.implements((any Reader).self)
    }
    #expect(try (app.resolve((any Writer).self) as? File)?.text == "own")
    let container = try app.overriding { try $0.replace((any Reader).self) { ReadOnly() } }
    #expect(try (container.resolve((any Writer).self) as? File)?.text == "own")
    #expect(try container.resolve((any Writer).self) === container.resolveAll((any Reader).self)[0])
  }

  @Test func `a fork retains forwardings of named, keyed, contributed and argument registrations`() throws {
    let app = try Container { container in
      try container.register(File.self, name: "n") { File("real n") }.implements((any Reader).self)
      try container.register(File.self, key: 1) { File("real 1") }.implements((any Reader).self)
      try container.register(File.self, argument: Int.self) { _, number in File("real \(number)") }
        .implements((any Reader).self)
      try container.contribute(File.self) { File("contributed") }.asSingleton().implements((any Writer).self)
    }
    let container = try app.overriding { overrides in
      try overrides.replace(File.self, name: "n") { File("mock n") }
      try overrides.replace(File.self, key: 1) { File("mock 1") }
      try overrides.wrap(File.self, arguments: Int.self) { _, real, number in File("(\(real.text)) \(number)") }
    }
    #expect(try container.resolve((any Reader).self, name: "n").text == "mock n")
    #expect(try container.resolve((any Reader).self, key: 1).text == "mock 1")
    #expect(try container.resolve((any Reader).self, argument: 7).text == "(real 7) 7")
    #expect(try container.resolve((any Writer).self) === container.resolveAll(File.self).last)
    #expect(try container.resolve((any Writer).self) !== app.resolve((any Writer).self))
  }

  @Test func `a replacement may add forwardings to those of the original`() throws {
    let app = try Container { try $0.register(File.self) { File("real") }.implements((any Reader).self) }
    let container = try app.overriding { overrides in
      try overrides.replace(File.self) { File("mock") }.implements((any Writer).self).asSingleton()
    }
    #expect(try container.resolve((any Writer).self) === container.resolve((any Reader).self))
    #expect(try app.resolveOptional((any Writer).self) == nil)
  }

  @Test func `a protected registration stays in front when a forwarding to its type is replaced`() throws {
    let app = try Container { container in
      try container.register((any Reader).self, isOverridable: false) { File("protected") }
      try container.register(File.self) { File("real") }.implements((any Reader).self)
    }
    let container = try app.overriding { overrides in
      try overrides.replace(File.self) { File("mock") }
    }
    #expect(try container.resolve((any Reader).self).text == "protected")
    let other = try app.overriding { try $0.replace((any Reader).self) { ReadOnly() } }
    #expect(try other.resolve((any Reader).self).text == "read only")
    #expect(try other.resolveAll((any Reader).self).map(\.text) == ["read only", "real"])
  }

  @Test func `the forwarding of an overridden registration stays behind a later one`() throws {
    let app = try Container { container in
      try container.register(File.self) { File("first") }.implements((any Reader).self)
      try container.register(ReadOnly.self) { ReadOnly() }.implements((any Reader).self)
    }
    let container = try app.overriding { try $0.replace(File.self) { File("mock") } }
    #expect(try container.resolve((any Reader).self).text == "read only")
    #expect(try container.resolveAll((any Reader).self).map(\.text) == ["mock", "read only"])
  }

  @Test func `a forwarding declared again by the replacement appears once in the collection`() throws {
    let app = try Container { container in
      try container.register(Plain.self) { Plain("real") }.implements((any Part).self) { $0 }
      try container.register((any Part).self, name: "last") { Plain("last") }
    }
    let container = try app.overriding { overrides in
      try overrides.replace(Plain.self) { Plain("mock") }.implements((any Part).self) { $0 }
    }
    #expect(try container.resolveAll((any Part).self).map(\.text) == ["mock", "last"])
    #expect(try container.resolve((any Part).self).text == "mock")
  }
}
