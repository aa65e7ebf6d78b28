import TestSupport
import Testing

private protocol Report: AnyObject { var title: String { get } }

private final class Paper: Report {
  let title: String
  init(title: String) { self.title = title }
}

private struct Folder { let paper: Paper, title: String }

struct ArgumentReachTests {
  private let container = Container()

  init() throws {
    try container.register(String.self) { "registered" }
    try container.register(initializer: Paper.init)
  }

  @Test(arguments: Call.allCases)
  func `an argument is passed on through a protocol that the registration implements`(call: Call) async throws {
    try container.register(initializer: Paper.init).implements((any Report).self).asSingleton()
    let report = try await call.resolve((any Report).self, arguments: "given", in: container)
    #expect(report.title == "given")
    #expect(try await call.resolve(Paper.self, arguments: "given", in: container) === report)
    #expect(try await call.resolve((any Report).self, in: container).title == "registered")
  }

  @Test(arguments: Call.allCases)
  func `a forwarding by closure passes on an argument, and throws if it does not fit`(call: Call) async throws {
    try container.register(initializer: Paper.init).implements((any Report).self) { $0 }
    #expect(try await call.resolve((any Report).self, arguments: "given", in: container).title == "given")
    await call.expectResolveThrows((any Report).self, arguments: 5, in: container, .noRegistrationFound)
  }

  @Test(arguments: Call.allCases)
  func `resolveOptional with arguments returns nil only if the type is not registered`(call: Call) async throws {
    #expect(try await call.resolveOptional(Folder.self, arguments: "given", in: container) == nil)
    #expect(try await call.resolveOptional(Paper.self, arguments: "given", in: container)?.title == "given")
    let error = await call.error { try await $0.resolveOptional(Paper.self, arguments: 5, in: container) }
    #expect(error?.kind == .noRegistrationFound)
    #expect(error?.headline == "The initializer of Paper takes no argument of type Int.")
  }

  @Test(arguments: Call.allCases)
  func `an argument is not passed on to dependencies, which come from the container that is asked`(
    call: Call
  ) async throws {
    try container.register(initializer: Folder.init)
    let child = try container.makeChild { child in
      try child.register(initializer: Paper.init, with: .value("child's"))
    }
    for (asked, title) in [(container, "registered"), (child, "child's"), (child.makeChild(), "child's")] {
      let folder = try await call.resolve(Folder.self, arguments: "given", in: asked)
      #expect(folder.title == "given" && folder.paper.title == title)
    }
  }

  @Test(arguments: Call.allCases)
  func `a closure factory for exactly the given argument types precedes an initializer`(call: Call) async throws {
    try container.register(Paper.self, argument: String.self) { _, title in Paper(title: "closure: \(title)") }
    #expect(try await call.resolve(Paper.self, arguments: "given", in: container).title == "closure: given")
    #expect(try await call.resolve(Paper.self, in: container).title == "registered")
    #expect(try await call.resolve(Paper.self, arguments: Argument<String>("given"), in: container).title == "given")
  }

  // MARK: Required

  @Test(arguments: Call.allCases)
  func `a closure that alone names its arguments is an initializer, and a second one replaces it`(
    call: Call
  ) async throws {
    let container = Container()
    try container.register(Paper.self) { (_: Resolver, title: String) in Paper(title: title) }
    #expect(container.findings().map(\.rule) == [.argument])
    try container.register(Paper.self) { (_: Resolver, number: Int) in Paper(title: "\(number)") }
    #expect(try await call.resolve(Paper.self, arguments: 7, in: container).title == "7")
    await call.expectResolveThrows(Paper.self, arguments: "given", in: container, .noRegistrationFound)
    #expect(container.findings().map(\.rule) == [.argument])
    // A registration of the parameter's type fills it.
    try container.register(Int.self) { 3 }
    #expect(container.findings().isEmpty)
    #expect(try await call.resolve(Paper.self, in: container).title == "3")
  }

  @Test(arguments: Call.allCases)
  func `a collection leaves out what requires an argument, and forwardings to it`(call: Call) async throws {
    try container.register(initializer: Paper.init).implements((any Report).self)
    try container.register(name: "marked", initializer: Paper.init, with: .argument).implements((any Report).self)
    try container.contribute(initializer: Injection(Paper.init, with: .argument))
    try container.contribute(initializer: Injection(Paper.init, with: .value("contributed")))
    #expect(try await call.resolveAll(Paper.self, in: container).map(\.title) == ["registered", "contributed"])
    try container.register(Int.self) { 1 }
    #expect(try await call.resolve([Paper].self, in: container).map(\.title) == ["registered", "contributed"])
    #expect(try await call.resolveAll((any Report).self, in: container).map(\.title) == ["registered"])
  }

  @Test(arguments: Call.allCases)
  func `bootstrap reports an eager registration that requires an argument`(call: Call) async throws {
    try container.register(initializer: Paper.init).asSingleton().eager()
    try container.register(initializer: Folder.init, with: .auto, .argument).asSingleton().eager()
    let error = await call.expectError(.bootstrapFailed) { try await $0.bootstrap(container) }
    #expect(error?.failures.map(\.key) == [Key(Folder.self)])
    let cause = error?.failures.first?.underlyingError as? AstrojectError
    #expect(cause?.headline == "Folder is eager, but takes arguments.")
  }
}
