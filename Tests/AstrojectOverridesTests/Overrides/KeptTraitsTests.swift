import TestSupport
import Testing

@Suite("Settings that a replacement inherits")
struct KeptTraitsTests {
  @Test(arguments: Call.allCases)
  func `a replacement of an eager registration is built at bootstrap in the original's turn`(call: Call) async throws {
    let built = Guarded<[String]>([])
    func noting(_ text: String) -> @Sendable () -> Plain {
      {
        built.withLock { $0.append(text) }
        return Plain(text)
      }
    }
    let app = try Container { container in
      for name in ["a", "b", "c"] {
        try container.register(Plain.self, name: name, factory: noting(name)).asSingleton().eager()
      }
      try container.register(Plain.self, factory: noting("lazy")).asSingleton()
    }
    let container = try app.overriding { overrides in
      try overrides.replace(Plain.self, name: "b", factory: noting("mock"))
      try overrides.wrap(Plain.self, name: "c") { real in Plain(real.text) }
      try overrides.replace(Plain.self, factory: noting("mock lazy"))
    }
    try await call.bootstrap(container)
    #expect(built.now == ["a", "mock", "c"])
  }

  @Test func `an override replaces a protected registration, which stays protected`() throws {
    let app = try Container { try $0.register(Plain.self, isOverridable: false) { Plain("real") } }
    let container = try app.overriding { try $0.replace(Plain.self) { Plain("mock") } }
    #expect(try container.resolve(Plain.self).text == "mock")
    #expect(throws: AstrojectError.self) { try container.register(Plain.self) { Plain("late") } }
    let child = container.makeChild()
    #expect(throws: AstrojectError.self) { try child.register(Plain.self) { Plain("late") } }
    #expect(try child.resolve(Plain.self).text == "mock")
    let wrapped = try app.overriding { try $0.wrap(Plain.self) { real in Plain("(\(real.text))") } }
    #expect(try wrapped.resolve(Plain.self).text == "(real)")
    #expect(throws: AstrojectError.self) { try wrapped.register(Plain.self) { Plain("late") } }
    // Through a child, which may not register the key either.
    let deep = try app.makeChild().overriding { try $0.replace(Plain.self) { Plain("deep") } }
    #expect(try [deep, deep.parent].map { try $0?.resolve(Plain.self).text } == ["deep", "deep"])
  }

  @Test(arguments: Call.allCases)
  func `an override takes the original's place in a collection`(call: Call) async throws {
    let app = try Container { container in
      try container.register((any Part).self, name: "a") { Plain("a") }
      try container.contribute((any Part).self) { Plain("b") }
      try container.register((any Part).self) { Plain("c") }
      try container.register(Plain.self, name: "d") { Plain("d") }.implements((any Part).self)
    }
    let child = try app.makeChild { try $0.register((any Part).self, name: "e") { Plain("e") } }
    let container = try child.overriding { overrides in
      try overrides.replace((any Part).self) { Plain("C") }
      try overrides.replace((any Part).self, name: "d") { Plain("D") }
      try overrides.wrap((any Part).self, name: "a") { real in Around(real) }
    }
    #expect(try await call.resolveAll((any Part).self, in: container).map(\.text) == ["e", "(a)", "b", "C", "D"])
    #expect(try await call.resolve([any Part].self, in: container).count == 5)
    #expect(try await call.resolveAll((any Part).self, in: child).map(\.text) == ["e", "a", "b", "c", "d"])
  }

  @Test func `replace throws if its argument types differ from the original's`() throws {
    let app = try Container { container in
      try container.register(Plain.self, argument: Int.self) { _, number in Plain("\(number)") }
    }
    let thrown = error(OverrideError.self) {
      try app.overriding { try $0.replace(Plain.self, arguments: String.self) { _, text in Plain(text) } }
    }
    guard case .nothingToReplace(let misses) = thrown else { return #expect(Bool(false), "\(thrown as Any)") }
    #expect(misses.map(\.key.description) == ["Plain with (String)"])
    #expect(misses.flatMap(\.nearMatches).map(\.key.description) == ["Plain with (Int)"])
  }
}
