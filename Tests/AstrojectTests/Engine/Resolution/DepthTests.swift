import TestSupport
import Testing

/// A chain of registrations that each resolve the next one. The last one gives zero.
private func chain(of length: Int, _ scope: AnyScope) throws -> Container {
  let container = Container()
  for number in 0..<length - 1 {
    scope.apply(to: try container.register(Int.self, key: number) { try $0.resolve(Int.self, key: number + 1) + 1 })
  }
  scope.apply(to: try container.register(Int.self, key: length - 1) { 0 })
  return container
}

/// The kind of the error for the first registration of a chain, or the result, as text.
private func end(of container: Container) -> String {
  let result = Result { try container.resolve(Int.self, key: 0) }
  return result.kind?.rawValue ?? "\(result)"
}

@Suite("Dependency chains too long for the stack")
struct DepthTests {
  private let container = Container()

  @MainActor
  @Test(arguments: [AnyScope.transient, .graph, .singleton])
  func `a dependency chain too long for the stack throws tooDeep on the main thread`(scope: AnyScope) throws {
    let container = try chain(of: 100_000, scope)
    #expect(end(of: container) == "tooDeep")
  }

  @Test(arguments: [AnyScope.transient, .graph, .singleton], Call.allCases)
  func `a dependency chain too long for the stack throws tooDeep in a task`(scope: AnyScope, call: Call) async throws {
    let container = try chain(of: 100_000, scope)
    try container.register(Int.self) { resolver in try resolver.resolve(Int.self, key: 0) }
    #expect(await call.error(resolving: Int.self, in: container)?.kind == .tooDeep)
  }

  @Test(arguments: [AnyScope.transient, .graph, .singleton])
  func `a long dependency chain through a captured container throws tooDeep`(scope: AnyScope) throws {
    for number in 0..<20_000 {
      scope.apply(
        to: try container.register(Int.self, key: number) { [unowned container] in
          try container.resolve(Int.self, key: number + 1) + 1
        })
    }
    #expect(onOwnThread { end(of: container) } == "tooDeep")
  }

  @Test func `an endless recursion with a different argument in each step throws tooDeep`() throws {
    try container.register(Int.self, argument: Int.self) { resolver, number in
      try resolver.resolve(Int.self, argument: number + 1)
    }
    try container.register(Int.self, key: 0) { resolver in try resolver.resolve(Int.self, argument: 0) }
    #expect(onOwnThread { end(of: container) } == "tooDeep")
  }

  @Test(arguments: [AnyScope.transient, .graph, .singleton])
  func `resolve completes a chain of 20,000 asynchronous factories`(scope: AnyScope) async throws {
    for number in 0..<20_000 {
      scope.apply(
        to: try container.register(Int.self, key: number) { resolver in
          number == 19_999 ? 0 : try await resolver.resolve(Int.self, key: number + 1) + 1
        })
    }
    #expect(try await container.resolve(Int.self, key: 0) == 19_999)
  }

  @Test func `the text of tooDeep shows the path in fewer than 50 lines`() throws {
    let container = try chain(of: 20_000, .transient)
    let result = onOwnThread(stackSize: 1 << 20) { Result { try container.resolve(Int.self, key: 0) } }
    guard case .tooDeep(let failure) = result?.thrown else { return #expect(result?.kind == .tooDeep) }
    #expect(failure.path.count > 50)
    #expect(failure.path.first?.key.description == "Int keyed 0")
    #expect(failure.path.last?.key == failure.key)
    #expect(failure.location != nil)
    let lines = "\(AstrojectError.tooDeep(failure))".split(separator: "\n")
    #expect(
      lines.first
        == "\(failure.key) is at the end of a chain of dependencies that is too long for the stack of this thread.")
    #expect(lines.last == "  Remedy: shorten the chain, or resolve on a thread with a larger stack.")
    #expect(lines.count < 50)
  }
}
