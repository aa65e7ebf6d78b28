import AstrojectTesting
import Dispatch
import Foundation
import TestSupport
import Testing

@testable import Astroject

private protocol Leaf: AnyObject, Sendable {}
private final class Page: Leaf, Sendable {}
private final class Sheet: Leaf, Sendable {}
private struct Mishap: Error {}

private final class Holder: Sendable {
  let text: String
  init(_ text: String) { self.text = text }
}

private final class Living: Sendable {
  private let living: Guarded<Int>
  init(_ living: Guarded<Int>) {
    self.living = living
    living.withLock { $0 += 1 }
  }
  deinit { living.withLock { $0 -= 1 } }
}

@Suite("A step that fails")
struct FailingStepTests {
  private func makeContainer() throws -> Container {
    let container = Container()
    try container.register(String.self) { "of before" }
    try container.register(Holder.self) { Holder(try $0.resolve()) }.asSingleton()
    try container.register(Holder.self, argument: Int.self) { resolver, _ in Holder(try resolver.resolve()) }
      .asSingleton()
    return container
  }

  @Test("drops what steps within it have built of what is dropped")
  func inner() throws {
    let container = try makeContainer()
    #expect(throws: Mishap.self) {
      try container.transaction {
        try container.transaction {
          try container.register(String.self) { "of the step" }
          #expect(try container.resolve(Holder.self).text == "of the step")
        }
        throw Mishap()
      }
    }
    #expect(try container.resolve(Holder.self).text == "of before")
  }

  @Test("drops what children keep of what steps within it have registered, with its hooks")
  func innerInChild() throws {
    let releases = Counter()
    let parent = Container()
    let child = parent.makeChild()
    #expect(throws: Mishap.self) {
      try parent.transaction {
        try parent.transaction {
          try parent.register(Page.self) { Page() }.asContainer().onRelease { _ throws in _ = releases.increment() }
          _ = try child.resolve(Page.self)
        }
        #expect(releases.value == 0)
        throw Mishap()
      }
    }
    #expect(releases.value == 1)
    #expect(child.core.takeAdopted().isEmpty)
  }

  @Test("drops what assemblies have built that it has applied")
  func appliedAssembly() throws {
    struct Inner: Assembly {
      func assemble(container: Container) throws {
        try container.register(String.self) { "of the step" }
        _ = try container.resolve(Holder.self)
      }
    }
    struct Outer: Assembly {
      func assemble(container: Container) throws {
        try Assembler(container: container).apply(assembly: Inner())
        throw Mishap()
      }
    }
    let container = try makeContainer()
    #expect(throws: Mishap.self) { try Assembler(container: container).apply(assembly: Outer()) }
    #expect(try container.resolve(Holder.self).text == "of before")
  }

  @Test("drops what was built for arguments, and leaves what there was for others")
  func arguments() throws {
    let container = try makeContainer()
    let first = try container.resolve(Holder.self, argument: 1)
    #expect(throws: Mishap.self) {
      try container.transaction {
        try container.register(String.self) { "of the step" }
        #expect(try container.resolve(Holder.self, argument: 1) === first)
        #expect(try container.resolve(Holder.self, argument: 2).text == "of the step")
        throw Mishap()
      }
    }
    #expect(try container.resolve(Holder.self, argument: 1) === first)
    #expect(try container.resolve(Holder.self, argument: 2).text == "of before")
  }

  @Test("lets go of what it has built for arguments, here and in children", arguments: [true, false])
  func argumentsInChild(inChild: Bool) throws {
    let releases = Counter()
    let parent = Container()
    let child = parent.makeChild()
    #expect(throws: Mishap.self) {
      try parent.transaction {
        try parent.register(Page.self, argument: Int.self) { _, _ in Page() }.asContainer()
          .onRelease { _ throws in _ = releases.increment() }
        _ = try (inChild ? child : parent).resolve(Page.self, argument: 1)
        throw Mishap()
      }
    }
    #expect(releases.value == 1)
    #expect(child.core.takeAdopted().isEmpty)
  }

  @Test("leaves alone what another thread has put in the place of what it had built")
  func replacedMeanwhile() throws {
    let releases = Counter()
    let container = Container()
    try container.register(Page.self) { Page() }.asSingleton()
    var others: Page?
    #expect(throws: Mishap.self) {
      try container.transaction {
        _ = try container.resolve(Page.self)
        others =
          onOwnThread {
            _ = try? container.register(Page.self) { Page() }.asSingleton()
              .onRelease { _ throws in _ = releases.increment() }
            return try? container.resolve(Page.self)
          } ?? nil
        throw Mishap()
      }
    }
    let page = try #require(others)
    #expect(try container.resolve(Page.self) === page)
    #expect(releases.value == 0)
  }
}

@Suite("While a step is open,", .timeLimit(.minutes(2)))
struct OpenStepTests {
  @Test("nothing is published: steps that replace again and again keep nothing in memory")
  func instances() throws {
    let living = Guarded(0)
    let container = Container()
    try container.register(Int.self) { 1 }
    for _ in 0..<100 {
      try container.transaction {
        try container.register(Living.self) { Living(living) }.asSingleton()
        for _ in 0..<3 { _ = try container.resolve(Living.self) }
      }
    }
    #expect(living.now == 1)
  }

  @Test(
    "nor are factories", arguments: [AnyScope.transient, .graph, .container]
  )
  func factories(scope: AnyScope) throws {
    let living = Guarded(0)
    let container = Container()
    let child = container.makeChild()
    try container.register(Int.self) { 1 }
    for _ in 0..<100 {
      try container.transaction {
        let captured = Living(living)
        scope.apply(
          to: try container.register(Page.self) {
            withExtendedLifetime(captured) { Page() }
          })
        for _ in 0..<4 {
          _ = try container.resolve(Page.self)
          _ = try child.resolve(Page.self)
        }
      }
    }
    #expect(living.now == 1)
  }

  @Test("another thread may change the scope of what it has kept, which is an error afterwards, as ever")
  func scopeChanged() async throws {
    let container = Container()
    try container.transaction {
      let registration = try container.register(Page.self) { Page() }.asSingleton()
      for _ in 0..<3 { _ = try container.resolve(Page.self) }
      onOwnThread { _ = registration.asContainer() }
    }
    await Call.synchronous.expectResolveThrows(Page.self, in: container, .invalidInstance)
  }

  /// What a step takes out while a collection is made that has it.
  enum Loss: CaseIterable { case registration, contribution }

  @Test(
    "a collection does without the target of a forwarding that it takes out", arguments: Loss.allCases, [true, false])
  func lostTarget(loss: Loss, inChild: Bool) throws {
    let parent = Container()
    try parent.register((any Leaf).self, name: "first") { [unowned parent] _ in
      switch loss {
      case .registration: parent.unregister(Sheet.self)
      case .contribution: parent.clear()
      }
      return Page()
    }.asContainer()
    switch loss {
    case .registration: try parent.register(Sheet.self) { Sheet() }.asContainer().implements((any Leaf).self)
    case .contribution: parent.contribute(Sheet.self) { Sheet() }.asContainer().implements((any Leaf).self)
    }
    let asker = inChild ? parent.makeChild() : parent
    let count = Guarded<Int?>(nil)
    let done = DispatchSemaphore(value: 0)
    Thread {
      let leaves = try? parent.transaction { try asker.resolveAll((any Leaf).self) }
      count.withLock { $0 = leaves?.count }
      done.signal()
    }.start()
    #expect(done.wait(timeout: .now() + 60) == .success)
    // Clearing takes out the first one, too.
    #expect(count.now == (loss == .registration ? 1 : 0))
  }

  @Test("a collection does without a forwarding that it takes out, whose target stays")
  func lostForwarding() throws {
    let container = Container()
    try container.register(Sheet.self) { Sheet() }.asContainer().implements((any Leaf).self)
    let (leaves, sheets) = try container.transaction {
      container.unregister((any Leaf).self)
      return (try container.resolveAll((any Leaf).self), try container.resolveAll(Sheet.self))
    }
    #expect(leaves.isEmpty)
    #expect(sheets.count == 1)
    #expect(try container.resolveAll((any Leaf).self).isEmpty)
  }
}
