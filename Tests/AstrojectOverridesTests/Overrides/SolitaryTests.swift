import TestSupport
import Testing

private final class Subject: @unchecked Sendable {
  let part: any Part
  let whole: Whole
  let count: Int
  let optional: String?
  let all: [any Part]
  let lazy: Lazy<Double>
  init(part: any Part, whole: Whole, count: Int, optional: String?, all: [any Part], lazy: Lazy<Double>) {
    (self.part, self.whole, self.count) = (part, whole, count)
    (self.optional, self.all, self.lazy) = (optional, all, lazy)
  }
}

private struct Nested: Sendable {
  let lazy: Lazy<Provider<any Part>>, provider: Provider<Lazy<any Part>>, report: Provider<Report>
  let container: Lazy<Container>

  static func add(to standIns: Overrides) throws {
    try standIns.add((any Part).self) { Plain("mock") }
    try standIns.add(Report.self, arguments: String.self) { Report(title: $1, part: Plain("!")) }
  }
}

private final class Injected: @unchecked Sendable {
  @Inject var part: any Part
  @Inject(name: "n") var named: any Part
  @Inject var lazy: Lazy<Int>
}

extension Call {
  fileprivate func solitary<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, arguments: repeat each Argument, in container: Container,
    _ standIns: @escaping @Sendable (Overrides) throws -> Void
  ) async throws -> Product {
    try await run {
      try container.solitary(type, name: name, arguments: repeat each arguments) { try standIns($0) }
    } asynchronously: {
      try await container.solitary(type, name: name, arguments: repeat each arguments) { try standIns($0) }
    }
  }
}

struct SolitaryTests {
  private func makeApp() throws -> Container {
    try Container { container in
      try container.register((any Part).self) {
        Issue.record("the original must not be built")
        return Plain("real")
      }.asSingleton()
      try container.register((any Part).self, name: "n") { Plain("real n") }
      try container.register(initializer: Whole.init).asSingleton()
      try container.register(Int.self) { 1 }
      try container.register(Double.self) { 1 }
      try container.register(String.self) { "real" }
      try container.register(initializer: Subject.init).asSingleton()
      try container.register(name: "n", initializer: Subject.init)
      try container.register(initializer: Injected.init)
    }
  }

  private static let standIns: @Sendable (Overrides) throws -> Void = { standIns in
    try standIns.add((any Part).self) { Plain("mock") }
    try standIns.add(Whole.self) { Whole(part: Plain("whole")) }
    try standIns.add(Int.self) { 2 }
    try standIns.add(instance: 2.5)
  }

  @Test(arguments: Call.allCases)
  func `solitary builds a subject with only the stand-ins of the test`(call: Call) async throws {
    let app = try makeApp()
    for name in [nil, "n"] {
      let subject = try await call.solitary(Subject.self, name: name, in: app, Self.standIns)
      #expect([subject.part.text, subject.whole.part.text] + subject.all.map(\.text) == ["mock", "whole", "mock"])
      #expect(subject.count == 2 && subject.optional == nil)
      // The subject is used when the caller does not retain the container that built it.
      #expect(try await subject.lazy.get() == 2.5)
      #expect(try await app.solitary(Subject.self, name: name, Self.standIns) !== subject)
    }
  }

  @Test(arguments: Call.allCases)
  func `solitary passes values to the subject's parameters by type`(call: Call) async throws {
    let app = try makeApp()
    let (part, whole) = (Plain("mine"), Whole(part: Plain("")))
    let subject = try await call.run {
      try app.solitary(Subject.self, with: part, whole, 3, 3.5)
    } asynchronously: {
      try await app.solitary(Subject.self, with: part, whole, 3, 3.5)
    }
    #expect(subject.part === part && subject.whole === whole)
    #expect(subject.count == 3 && subject.optional == nil)
    #expect(try await subject.lazy.get() == 3.5)
    let named = try await app.solitary(Subject.self, name: "n", with: Argument<any Part>(part), whole, 3, 3.5, "text")
    #expect(named.optional == "text")
  }

  @Test func `solitary reports all missing stand-ins before it builds anything`() throws {
    let app = try makeApp()
    let nothing = error(OverrideError.self) { try app.solitary(Subject.self) { _ in } }
    guard case .missingStandIns(let key, let missing, _) = nothing else {
      return #expect(Bool(false), "\(nothing as Any)")
    }
    #expect(key.description == "Subject")
    #expect(missing.map(\.description) == ["Part", "Whole", "Int", "Double"])
    let some = error(OverrideError.self) { try app.solitary(Subject.self, with: 3) }
    guard case .missingStandIns(_, let rest, _) = some else { return #expect(Bool(false), "\(some as Any)") }
    #expect(rest.map(\.description) == ["Part", "Whole", "Double"])
    // A stand-in is added once, however many parameters need it.
    try app.register(initializer: Later.init)
    let once = error(OverrideError.self) { try app.solitary(Later.self) { _ in } }
    #expect(once?.description.contains("does not pass: Part.\n") ?? false, "\(once as Any)")
    let built = Counter()
    #expect(throws: OverrideError.self) {
      try app.solitary(Subject.self) { standIns in
        try standIns.add(Int.self) { built.increment() }
      }
    }
    #expect(built.value == 0)
    // What a closure needs is known when it asks.
    try app.register(String.self, name: "asking") { String(describing: try $0.resolve((any Part).self)) }
    let asked = error(OverrideError.self) { try app.solitary(String.self, name: "asking") { _ in } }
    #expect(asked?.description.contains("does not pass: Part.\n") ?? false, "\(asked as Any)")
    #expect(throws: OverrideError.self) { try app.solitary(String.self, name: "none") { _ in } }
  }

  @Test func `solitary throws if a value fits no parameter or several`() throws {
    final class Two: Sendable { init(first: Int, second: Int) {} }
    let app = try makeApp()
    try app.register(initializer: Two.init)
    #expect(throws: AstrojectError.self) {
      try app.solitary(Subject.self, with: Plain("") as any Part, Whole(part: Plain("")), 3, 3.5, true)
    }
    #expect(throws: (any Error).self) { try app.solitary(Two.self, with: 1) }
    _ = try app.solitary(Two.self, with: 1, 2)
  }

  @Test(arguments: Call.allCases)
  func `solitary fills the injected properties of its subject`(call: Call) async throws {
    let app = try makeApp()
    let standIns: @Sendable (Overrides) throws -> Void = { standIns in
      try standIns.add((any Part).self) { Plain("mock") }
      try standIns.add((any Part).self, name: "n") { Plain("mock n") }
      try standIns.add(Int.self) { 2 }
    }
    let subject = try await call.solitary(Injected.self, in: app, standIns)
    #expect([subject.part.text, subject.named.text] == ["mock", "mock n"])
    #expect(try await subject.lazy.get() == 2)
    // The property itself shows that the stand-in under a name is not the one.
    await #expect(throws: OverrideError.self) {
      try await call.solitary(Injected.self, in: app) { try $0.add((any Part).self, name: "n") { Plain("mock n") } }
    }
    await #expect(throws: OverrideError.self) {
      try await call.run {
        try app.solitary(Injected.self, with: Plain("mock") as any Part)
      } asynchronously: {
        try await app.solitary(Injected.self, with: Plain("mock") as any Part)
      }
    }
  }

  @Test(arguments: Call.allCases)
  func `solitary passes arguments to its subject`(call: Call) async throws {
    let app = try makeApp()
    try app.register(initializer: Report.init(title:part:), with: .argument, .auto)
    try app.register(Report.self, arguments: Int.self, Int.self) { resolver, a, b in
      Report(title: "\(a + b)", part: try resolver.resolve((any Part).self))
    }
    let standIns: @Sendable (Overrides) throws -> Void = { try $0.add((any Part).self) { Plain("!") } }
    #expect(try await call.solitary(Report.self, arguments: "a", in: app, standIns).text == "a!")
    #expect(try await call.solitary(Report.self, arguments: 1, 2, in: app, standIns).text == "3!")
    #expect(try await app.solitary(Report.self, with: "b", Plain("?") as any Part).text == "b?")
  }

  @Test(arguments: Call.allCases)
  func `solitary builds a subject of a child, a parent, a named scope or a forwarding`(call: Call) async throws {
    let app = try makeApp()
    try app.register(name: "request", initializer: Whole.init).asScoped(to: "request")
    try app.register(Around.self, initializer: Around.init).implements((any Part).self).implements(AnyObject.self)
    let child = try app.makeChild(named: "child") { try $0.register(name: "child", initializer: Whole.init) }
    let standIns: @Sendable (Overrides) throws -> Void = { try $0.add((any Part).self) { Plain("mock") } }
    for name in ["child", "request", nil] {
      #expect(try await call.solitary(Whole.self, name: name, in: child, standIns).part.text == "mock")
    }
    #expect(throws: OverrideError.self) { try app.solitary(Whole.self, name: "child", standIns) }
    #expect(try await app.solitary(Around.self, with: Plain("mock") as any Part).text == "(mock)")
    let forwarded = try await app.solitary(AnyObject.self, with: Plain("mock") as any Part)
    #expect((forwarded as? Around)?.text == "(mock)")
  }

  @Test func `solitary awaits an asynchronous subject and its stand-ins`() async throws {
    let app = try makeApp()
    try app.register(String.self, name: "later") { resolver in
      let part = try await resolver.resolve((any Part).self)
      return part.text
    }
    let text = try await app.solitary(String.self, name: "later") { standIns in
      try standIns.add((any Part).self) { await later(Plain("mock")) }
    }
    #expect(text == "mock")
    #expect(throws: AstrojectError.self) {
      try app.solitary(String.self, name: "later") { try $0.add((any Part).self) { Plain("mock") } }
    }
  }

  @Test func `solitary supplies the remaining dependencies by fillMissing`() throws {
    let subject = try makeApp().solitary(Subject.self) { standIns in
      try standIns.add(Int.self) { 2 }
      standIns.fillMissing { key in
        if key.product == (any Part).self { return Plain("filled") }
        return key.product == Whole.self ? Whole(part: Plain("filled")) : nil
      }
    }
    #expect(subject.part.text == "filled")
    #expect(subject.count == 2)
    #expect(throws: AstrojectError.self) { try subject.lazy.value }
  }

  @Test func `solitary leaves the original container untouched, which does not retain the subject`() throws {
    let app = try makeWholeApp()
    let trace: Trace
    do {
      let whole = try app.solitary(Whole.self, with: Plain("mock") as any Part)
      trace = Trace(whole)
      #expect(whole.part.text == "mock")
    }
    #expect(try app.resolve(Whole.self).part.text == "real")
    #expect(trace.isGone)
    withExtendedLifetime(app) {}
  }

  @Test(arguments: [false, true])
  func `solitary ignores a scope object of the original`(isResolvedBefore: Bool) throws {
    let app = try Container { container in
      try container.register((any Part).self) { Plain("real") }
      try container.register(initializer: Whole.init).as(Keeping())
    }
    let before = isResolvedBefore ? try app.resolve(Whole.self) : nil
    #expect(try app.solitary(Whole.self) { try $0.add((any Part).self) { Plain("mock") } }.part.text == "mock")
    let real = try app.resolve(Whole.self)
    #expect(real.part.text == "real")
    if let before { #expect(real === before) }
  }

  @Test func `solitary builds a subject without its wrapper`() throws {
    let around = try makeWholeApp().overriding { try $0.wrap(Whole.self) { Whole(part: Around($0.part)) } }
    #expect(try around.solitary(Whole.self) { try $0.add((any Part).self) { Plain("mock") } }.part.text == "mock")
    #expect(throws: OverrideError.self) { try around.solitary(Whole.self) { _ in } }
    #expect(try around.solitary(Whole.self, with: Plain("mock")).part.text == "mock")
  }

  @Test func `solitary accepts a Lazy and a Provider as stand-ins`() throws {
    let other = try Container { try $0.register((any Part).self) { Plain("mock") } }
    let app = try Container { container in
      try container.register((any Part).self) { Plain("real") }
      try container.register(initializer: Later.init)
    }
    let subject = try app.solitary(Later.self) { standIns in
      try standIns.add(Lazy<any Part>.self) { try other.resolve(Lazy<any Part>.self) }
      try standIns.add(Provider<any Part>.self) { try other.resolve(Provider<any Part>.self) }
    }
    #expect(try [subject.lazy.value.text, subject.provider.get().text] == ["mock", "mock"])
  }

  @Test(arguments: Call.allCases)
  func `solitary takes a stand-in for a form in a form, and for a Provider that gives an argument`(
    call: Call
  ) async throws {
    let app = try makeApp()
    try app.register(initializer: Report.init(title:part:), with: .argument, .auto)
    try app.register(initializer: Nested.init)
    let subject = try await call.solitary(Nested.self, in: app, Nested.add)
    let texts = [try await subject.lazy.get().get().text, try await subject.provider.get().get().text]
    #expect(texts + [try await subject.report.get(arguments: "a").text] == ["mock", "mock", "a!"])
  }
}
