import TestSupport
import Testing

@testable import Astroject

private final class Leaf: Sendable {}
private final class Branch {
  init(_ leaf: Leaf, later: Lazy<Leaf>, other: Provider<Leaf>) { parts = (leaf, later, other) }
  let parts: (Leaf, Lazy<Leaf>, Provider<Leaf>)
}
private final class Shared: Sendable {}

/// A key that counts how often it is described, and calls a closure with the count.
private final class Told: Hashable, Sendable, CustomStringConvertible {
  let count = Counter()
  private let act: @Sendable (Int) -> Void

  init(_ act: @escaping @Sendable (Int) -> Void = { _ in }) { self.act = act }

  var description: String {
    let count = count.increment()
    act(count)
    return "\(count)"
  }

  static func == (left: Told, right: Told) -> Bool { left === right }
  func hash(into hasher: inout Hasher) {}
}

/// Retains objects beyond the closure of `expectReleased`.
private let attic = Guarded<[AnyObject]>([])

private func makeContainer() throws -> Container {
  try Container { container in
    try container.register(initializer: Leaf.init).asSingleton()
    try container.register(initializer: Branch.init)
  }
}

/// Makes a container, and retains an instance of it beyond its end.
private func leak(under key: Told) throws -> Container {
  let container = try Container { try $0.register(Leaf.self, key: key) { Leaf() } }
  let leaf = try container.resolve(Leaf.self, key: key)
  attic.withLock { $0.append(leaf) }
  return container
}

private protocol Shape: AnyObject, Sendable {}
private final class Loop: Shape, @unchecked Sendable { var own: Loop? }
private final class Frame: Shape {
  init(_ shape: (any Shape)?) { self.shape = shape }
  let shape: (any Shape)?
}

@Suite("expectReleased", .serialized, .ownThreads)
struct ExpectReleasedTests {
  @Test(arguments: [true, false], Call.allCases)
  func `expectReleased fails if what a decorator surrounds is not released`(isHeld: Bool, call: Call) async throws {
    let loops = Guarded<[Loop]>([])
    try await withKnownIssue {
      try await expectReleased(after: { () async throws in
        let container = Container()
        try container.register((any Shape).self) {
          let loop = Loop()
          loop.own = loop
          loops.withLock { $0.append(loop) }
          return loop
        }.asSingleton()
        try container.decorate((any Shape).self) { _, shape in Frame(isHeld ? shape : nil) }
        _ = try await call.resolve((any Shape).self, in: container)
        return container
      })
    } matching: {
      "\($0)".contains("Loop")
    }
    for loop in loops.withLock({ $0 }) { loop.own = nil }
  }

  @Test func `expectReleased passes if containers, children and all built instances are released`() async throws {
    let make = {
      let container = try makeContainer()
      try container.register(Shared.self) { Shared() }.asWeak()
      let child = try container.makeChild { try $0.register(initializer: Branch.init).asScoped() }
      let branch = try child.resolve(Branch.self)
      _ = (try branch.parts.1.value, try branch.parts.2.get(), try child.resolve(Shared.self))
      return (child, branch)
    }
    try expectReleased(after: make)
    try await expectReleased(after: { () async throws in try make() })
  }

  @Test(arguments: Call.allCases)
  func `expectReleased ignores excepted types and registered instances`(call: Call) async throws {
    let elsewhere = Leaf()
    let make = {
      let container = try Container { container in
        try container.register(Shared.self) { Shared() }
        try container.register(instance: elsewhere)
      }
      let shared = try container.resolve(Shared.self)
      attic.withLock { $0.append(shared) }
      _ = try container.resolve(Leaf.self)
      return container
    }
    try await call.run {
      try expectReleased(after: { try make() }, except: Shared.self)
    } asynchronously: {
      try await expectReleased(after: { () async throws in try make() }, except: Shared.self)
    }
    let caught = try await failures {
      try await call.run {
        try expectReleased(after: { try make() }, except: Leaf.self)
      } asynchronously: {
        try await expectReleased(after: { () async throws in try make() }, except: Leaf.self, within: .zero)
      }
    }
    #expect(caught.count == 1 && caught.first?.text.contains("Shared, registered at") == true)
    attic.withLock { $0 = [] }
  }

  @Test func `expectReleased ignores the instances of a parent made outside its closure`() throws {
    let app = try makeContainer()
    try expectReleased(after: {
      let child = app.makeChild()
      _ = try child.resolve(Leaf.self)
      return child
    })
    let line = #line + 2
    let caught = try failures {
      try expectReleased(after: { [child = app.makeChild()] in try child.resolve(Leaf.self) })
    }
    #expect(caught.map(\.line) == [line])
    #expect(caught.first?.text.contains("the closure has made no container") == true)
  }

  @Test func `expectReleased watches new children of a container that was watched before`() throws {
    let kept = Guarded<Container?>(nil)
    try expectReleased(
      after: {
        let container = try makeContainer()
        kept.withLock { $0 = container }
        try expectReleased(after: {
          let child = container.makeChild()
          _ = try child.resolve(Branch.self)
          return child
        })
        return container
      }, except: Container.self, Leaf.self)
    let app = try #require(kept.now)
    expectReleased(after: { app.makeChild() })
    let caught = try failures {
      try expectReleased(after: {
        let child = try app.makeChild { try $0.register(Shared.self) { Shared() } }
        let shared = try child.resolve(Shared.self)
        attic.withLock { $0.append(shared) }
        return child
      })
    }
    attic.withLock { $0 = [] }
    #expect(caught.count == 1)
  }

  @Test func `expectReleased waits for instances that tasks release a moment later`() async throws {
    let gate = Gate()
    try await expectReleased(after: { () async throws in
      let container = try makeContainer()
      let branch = Unchecked(try await container.resolve(Branch.self))
      Task.detached {
        await gate.pass()
        withExtendedLifetime(branch) {}
      }
      Task.detached { gate.open() }
      return container
    })
  }

  @Test func `expectReleased polls at its usual rate in a cancelled task`() async throws {
    defer { attic.withLock { $0 = [] } }
    let told = Told()
    let caught = try await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await failures {
        try await expectReleased(after: { () async throws in try leak(under: told) }, within: .milliseconds(40))
      }
    }.value
    #expect(caught.count == 1)
    // Each poll describes the leaked key once, and polls are two milliseconds apart.
    #expect(told.count.value == 21)
  }

  @Test func `expectReleased gives tasks their turns although the machine is busy beyond the limit`() async throws {
    defer { attic.withLock { $0 = [] } }
    let limit = Duration.milliseconds(4)
    let told = Told { count in
      if count == 1 {
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end {}
      } else {
        attic.withLock { $0 = [] }
      }
    }
    try await expectReleased(after: { () async throws in try leak(under: told) }, within: limit)
  }

  @Test func `expectReleased rethrows the error of its closure`() {
    #expect(throws: Refusal.self) { try expectReleased(after: { throw Refusal() }) }
  }

  @Test func `expectReleased ignores an instance made elsewhere that a factory returns`() throws {
    let elsewhere = Plain("elsewhere")
    let parent = try Container { try $0.register(Whole.self) { Whole(part: Plain("parent's")) }.asSingleton() }
    _ = try parent.resolve(Whole.self)
    let caught = try failures {
      try expectReleased(after: {
        let child = parent.makeChild()
        try child.register(instance: elsewhere)
        try child.register((any Part).self) { try $0.resolve(Plain.self) }
        try child.register(Whole?.self) { try $0.resolve(Whole.self) }
        _ = try child.resolve((any Part).self)
        _ = try child.resolve(Whole?.self)
        return child
      })
    }
    #expect(caught.isEmpty, "\(caught)")
    withExtendedLifetime((elsewhere, parent)) {}
  }
}
