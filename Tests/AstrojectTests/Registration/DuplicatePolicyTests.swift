import TestSupport
import Testing

struct KeepingDuplicateTests {
  private let container = Container()

  @Test(arguments: Call.allCases)
  func `a registration made with ifRegistered: .keep takes effect if its key is free`(call: Call) async throws {
    try container.register(LiveService.self, ifRegistered: .keep) { LiveService() }.asSingleton().implements(
      (any Service).self)
    let service = try await call.resolve(LiveService.self, in: container)
    #expect(try await call.resolve((any Service).self, in: container) === service)
  }

  @Test(arguments: [true, false])
  func `ifRegistered: .keep leaves the earlier registration in place, protected or not`(isOverridable: Bool) throws {
    try container.register(Int.self, isOverridable: isOverridable) { 1 }
    try container.register(Int.self, ifRegistered: .keep) { 2 }
    #expect(try container.resolve(Int.self) == 1)
    #expect(try container.resolveAll(Int.self) == [1])
  }

  @Test(arguments: Call.allCases)
  func `ifRegistered: .keep returns a registration without effect if the key is taken`(call: Call) async throws {
    let log = Recorder<String>()
    try container.register(LiveService.self) { LiveService() }.asTransient()
    try container.register(LiveService.self, ifRegistered: .keep) { LiveService() }
      .asSingleton().eager().implements((any Service).self).afterInit { _, _ in log.note("afterInit") }
      .onRelease { _ in log.note("onRelease") }
    try await call.bootstrap(container)
    await call.expectNewInstance(LiveService.self, in: container)
    expectNotRegistered((any Service).self, in: container)
    await call.clear(container)
    #expect(log.events.isEmpty)
  }

  @Test func `ifRegistered: .keep ignores contributions, parents, other labels and arguments`() throws {
    let child = container.makeChild()
    try container.register(Int.self) { 0 }
    try child.contribute(Int.self) { 0 }
    try child.register(Int.self, name: "a") { 1 }
    try child.register(Int.self, ifRegistered: .keep) { 2 }
    try child.register(Int.self, key: "a", ifRegistered: .keep) { 3 }
    try child.register(Int.self, argument: Int.self, ifRegistered: .keep) { _, _ in 4 }
    #expect(try child.resolve(Int.self, name: "a") == 1)
    #expect(try child.resolve(Int.self) == 2)
    #expect(try child.resolve(Int.self, argument: 0) == 4)
    #expect(try container.resolve(Int.self) == 0)
  }

  @Test func `ifRegistered: .keep treats a forwarding as an earlier registration`() throws {
    try container.register(LiveService.self) { LiveService() }.implements((any Service).self)
    try container.register((any Service).self, ifRegistered: .keep) { OtherService() }
    #expect(try container.resolve((any Service).self) is LiveService)
  }
}

@Suite("`ifRegistered: .fail`", .ownThreads)
struct FailingDuplicateTests {
  private let container = Container(ifRegistered: .fail)

  /// Expects an error that reports a duplicate of the registration at a location, and returns it.
  private func expectDuplicate(
    of first: CodeLocation, sourceLocation: SourceLocation = #_sourceLocation, _ register: () throws -> Void
  ) -> AstrojectError? {
    let error = #expect(throws: AstrojectError.self, sourceLocation: sourceLocation) { try register() }
    guard case .duplicateRegistration(let failure) = error else {
      Issue.record("expected duplicateRegistration, got \(String(describing: error))", sourceLocation: sourceLocation)
      return nil
    }
    #expect(failure.earlierLocation == first, sourceLocation: sourceLocation)
    return error
  }

  @Test(arguments: Call.allCases)
  func `ifRegistered: .fail reports the locations of both duplicates and changes nothing`(call: Call) async throws {
    let container = Container()
    let first = try container.register(LiveService.self) { LiveService() }.asSingleton()
    let service = try await call.resolve(LiveService.self, in: container)
    let error = expectDuplicate(of: first.location) {
      try container.register(LiveService.self, ifRegistered: .fail, line: 7) { LiveService() }
    }
    #expect(
      error?.description == """
        LiveService is registered twice: at \(first.location), and again at \
        AstrojectTests/DuplicatePolicyTests.swift:7.
          Remedy: register it once, or under another name; or say which of the two is used: `ifRegistered: .replace`, \
        or `.keep`.
        """)
    #expect(try await call.resolve(LiveService.self, in: container) === service)
  }

  @Test func `a container with ifRegistered: .fail accepts different names, keys and arguments`() throws {
    try container.register(Int.self) { 1 }
    try container.register(Int.self, name: "a") { 2 }
    try container.register(Int.self, key: 3) { 3 }
    try container.register(Int.self, argument: Int.self) { _, number in number }
    #expect(try container.resolveAll(Int.self) == [1, 2, 3])
    #expect(try container.resolve(Int.self, argument: 4) == 4)
  }

  @Test func `children and forks inherit ifRegistered: .fail, and a child may override its parent`() throws {
    try container.register(Int.self) { 1 }
    let child = container.makeChild()
    let first = try child.register(Int.self) { 2 }
    _ = expectDuplicate(of: first.location) { try child.register(Int.self) { 3 } }
    let fork = try container.overriding { try $0.replace(Int.self) { 4 } }
    try fork.register(String.self) { "a" }
    #expect(throws: AstrojectError.self) { try fork.register(String.self) { "b" } }
    #expect(try (container.resolve(Int.self), child.resolve(Int.self), fork.resolve(Int.self)) == (1, 2, 4))
  }

  @Test func `ifRegistered: .fail reports a duplicate before protection, unless a parent protects the key`() throws {
    let parent = Container()
    try parent.register(Int.self, isOverridable: false) { 1 }
    for policy in DuplicatePolicy.allCases {
      expectThrows(.alreadyRegistered) { try parent.makeChild().register(Int.self, ifRegistered: policy) { 2 } }
    }
    _ = try Container { filled in
      try filled.register(Int.self, isOverridable: false) { 1 }
      expectThrows(.alreadyRegistered) { try filled.makeChild().register(Int.self) { 2 } }
    }
    let first = try container.register(Int.self, isOverridable: false) { 1 }
    _ = expectDuplicate(of: first.location) { try container.register(Int.self) { 2 } }
  }

  @Test func `ifRegistered: .fail reports a duplicate of a forwarding and allows several contributions`() throws {
    let first = try container.register(LiveService.self) { LiveService() }.implements((any Service).self)
    _ = expectDuplicate(of: first.location) { try container.register((any Service).self) { LiveService() } }
    try container.register(LiveService.self, name: "other") { LiveService() }
    try container.register(LiveService.self, key: 1) { LiveService() }.implements((any Service).self)
    try container.contribute(Int.self) { 1 }
    try container.contribute(Int.self) { 2 }
    try container.register(Int.self) { 3 }
    #expect(try container.resolveAll(Int.self) == [1, 2, 3])
  }

  @Test func `ifRegistered: .fail reports a duplicate of a registered instance`() throws {
    let first = CodeLocation(fileID: #fileID, line: #line + 1)
    try container.register(instance: 1)
    _ = expectDuplicate(of: first) { try container.register(instance: 2) }
    try container.register(instance: 3, ifRegistered: .replace)
    #expect(try container.resolve(Int.self) == 3)
  }

  @Test func `an assembly is rolled back as a whole if ifRegistered: .fail reports a duplicate`() throws {
    let first = try container.register(Int.self) { 1 }
    _ = expectDuplicate(of: first.location) {
      try container.assemble { container in
        try container.register(String.self) { "a" }
        try container.register(Int.self) { 2 }
      }
    }
    expectNotRegistered(String.self, in: container)
    #expect(try container.resolve(Int.self) == 1)
    // A registration that the same transaction has removed is not a duplicate.
    _ = try container.makeChild { child in
      try child.register(Int.self) { 1 }
      child.unregister(Int.self)
      try child.register(Int.self) { 2 }
    }
  }

  @Test func `a closure that fills a container is rolled back if ifRegistered: .fail reports a duplicate`() throws {
    var filled: [Container] = []
    let fill: (Container) throws -> Void = { container in
      filled.append(container)
      try container.register(String.self) { "a" }
      let first = try container.register(Int.self) { 1 }
      _ = expectDuplicate(of: first.location) { try container.register(Int.self) { 2 } }
      try container.register(Int.self) { 3 }
    }
    for make in [{ _ = try Container(ifRegistered: .fail, fill) }, { _ = try container.makeChild(fill) }] {
      expectThrows(.duplicateRegistration) { try make() }
    }
    #expect(filled.count == 2)
    for container in filled {
      expectNotRegistered(String.self, in: container)
      expectNotRegistered(Int.self, in: container)
    }
  }

  @Test(arguments: [DuplicatePolicy.replace, .fail])
  func `a forwarding shadows an earlier one of its type even under .fail`(policy: DuplicatePolicy) throws {
    let container = Container(ifRegistered: policy)
    try container.register(LiveService.self) { LiveService() }.asSingleton().implements((any Service).self)
    try container.register(OtherService.self) { OtherService() }.asSingleton().implements((any Service).self)
    #expect(try container.resolve((any Service).self) === container.resolve(OtherService.self))
    #expect(try container.resolveAll((any Service).self).count == 2)
  }

  @Test(arguments: Crowd.all)
  func `exactly one of several concurrent registrations succeeds under ifRegistered: .fail`(crowd: Crowd) async throws {
    for round in rounds(50) {
      let container = Container(ifRegistered: .fail)
      // An empty container takes over the store of a transaction as a whole.
      if round % 2 == 0 { try container.register(String.self) { "" } }
      let results = await crowd.run { number in
        if number % 2 == 0 {
          try container.register(Int.self) { number }
        } else {
          try container.assemble { try $0.register(Int.self) { number } }
        }
      }
      let winners = results.indices.filter { if case .success = results[$0] { true } else { false } }
      for case .failure(let error) in results { #expect((error as? AstrojectError)?.kind == .duplicateRegistration) }
      #expect(winners.count == 1, "round \(round)")
      #expect(try await container.resolve(Int.self) == winners.first)
    }
  }

  @Test(arguments: Crowd.all)
  func `the first of several concurrent registrations stays under ifRegistered: .keep`(crowd: Crowd) async throws {
    for _ in rounds(50) {
      let container = Container(ifRegistered: .keep)
      try container.register(String.self) { "" }
      let results = await crowd.run { number -> Int in
        try container.assemble { try $0.register(Int.self) { number } }
        return try container.resolve(Int.self)
      } asynchronous: { number -> Int in
        try container.register(Int.self) { number }
        return try await container.resolve(Int.self)
      }
      #expect(try Set(results.map { try $0.get() }).count == 1)
    }
  }
}
