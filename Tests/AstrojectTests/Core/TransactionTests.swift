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

private final class Log: Behavior {
  let names = Guarded<[String]>([])

  func didRegister<Product>(
    type: Product.Type, to container: Container, as registration: any Registrable<Product>, with name: String?
  ) { names.withLock { $0.append(name ?? "-") } }
}

@Suite("A step that fails")
struct FailingTransactionTests {
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
          try parent.register(Page.self) { Page() }.asScoped().onRelease { _ throws in _ = releases.increment() }
          _ = try child.resolve(Page.self)
        }
        #expect(releases.value == 0)
        throw Mishap()
      }
    }
    #expect(releases.value == 1)
    #expect(child.core.takeInherited().isEmpty)
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
        try parent.register(Page.self, argument: Int.self) { _, _ in Page() }.asScoped()
          .onRelease { _ throws in _ = releases.increment() }
        _ = try (inChild ? child : parent).resolve(Page.self, argument: 1)
        throw Mishap()
      }
    }
    #expect(releases.value == 1)
    #expect(child.core.takeInherited().isEmpty)
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

  @Test("drops what children have built of what is dropped, for registrations of their own, too")
  func childsOwn() throws {
    let parent = Container()
    try parent.register(String.self) { "of before" }
    let child = parent.makeChild()
    try child.register(Holder.self) { Holder(try $0.resolve()) }.asSingleton()
    #expect(throws: Mishap.self) {
      try parent.transaction {
        try parent.register(String.self) { "of the step" }
        #expect(try child.resolve(Holder.self).text == "of the step")
        throw Mishap()
      }
    }
    #expect(try child.resolve(Holder.self).text == "of before")
  }

  @Test("drops what a child has built that it has filled")
  func childsStep() throws {
    let parent = Container()
    try parent.register(String.self) { "of before" }
    var child: Container?
    #expect(throws: Mishap.self) {
      try parent.transaction {
        try parent.register(String.self) { "of the step" }
        child = try parent.makeChild { child in
          try child.register(Holder.self) { Holder(try $0.resolve()) }.asSingleton()
          _ = try child.resolve(Holder.self)
        }
        throw Mishap()
      }
    }
    #expect(try child?.resolve(Holder.self).text == "of before")
  }

  @Test("drops what a child has built again and again, once each")
  func againAndAgain() throws {
    let parent = Container()
    try parent.register(String.self) { "before" }
    let child = parent.makeChild()
    let living = Counter()
    try child.register(Holder.self) { Holder(try $0.resolve()) }.asSingleton().onRelease { _ throws in
      _ = living.increment()
    }
    for _ in 0..<40 {
      #expect(throws: Mishap.self) {
        try parent.transaction {
          try parent.register(String.self) { "step" }
          for _ in 0..<3 { #expect(try child.resolve(Holder.self).text == "step") }
          throw Mishap()
        }
      }
    }
    #expect(living.value == 40)
    for _ in 0..<3 { #expect(try child.resolve(Holder.self).text == "before") }
  }

  @Test("leaves what there was for arguments, where it has built what takes none")
  func otherValues() throws {
    let releases = Counter()
    let container = Container()
    try container.register(String.self) { "of before" }
    try container.register(initializer: Holder.init).asSingleton().onRelease { _ throws in _ = releases.increment() }
    let first = try container.resolve(Holder.self, arguments: "mine")
    #expect(throws: Mishap.self) {
      try container.transaction {
        try container.register(String.self) { "of the step" }
        #expect(try container.resolve(Holder.self).text == "of the step")
        throw Mishap()
      }
    }
    #expect(releases.value == 1)
    #expect(try container.resolve(Holder.self, arguments: "mine") === first)
    #expect(try container.resolve(Holder.self).text == "of before")
  }

  @Test("leaves what another thread has built since", arguments: [true, false])
  func builtSince(isWeak: Bool) throws {
    let releases = Counter()
    let container = Container()
    let registration = try container.register(Page.self) { Page() }.onRelease { _ throws in _ = releases.increment() }
    if isWeak { registration.asWeak() } else { registration.asDisposableSingleton() }
    var others: Page?
    #expect(throws: Mishap.self) {
      try container.transaction {
        _ = try container.resolve(Page.self)
        if !isWeak { container.release(Page.self) }
        others = onOwnThread { try? container.resolve(Page.self) } ?? nil
        throw Mishap()
      }
    }
    let page = try #require(others)
    #expect(releases.value == (isWeak ? 0 : 1))
    #expect(try container.resolve(Page.self) === page)
  }

  @Test("leaves what is kept of what it had replaced, though it has released that")
  func releasedReplaced() throws {
    let releases = Counter()
    let container = Container()
    try container.register(Page.self) { Page() }.asDisposableSingleton().onRelease { _ throws in
      _ = releases.increment()
    }
    let before = try container.resolve(Page.self)
    #expect(throws: Mishap.self) {
      try container.transaction {
        try container.register(Page.self) { Page() }.asDisposableSingleton()
        _ = try container.resolve(Page.self)
        container.release(Page.self)
        throw Mishap()
      }
    }
    #expect(releases.value == 0)
    #expect(try container.resolve(Page.self) === before)
  }

  @Test("leaves what a child keeps of what it had replaced, though the child has released that")
  func releasedInChild() throws {
    let parent = Container()
    let child = parent.makeChild()
    try parent.register(Holder.self) { Holder("before") }.asScoped()
    let before = try child.resolve(Holder.self)
    #expect(throws: Mishap.self) {
      try parent.transaction {
        try parent.register(Holder.self) { Holder("step") }.asScoped()
        _ = try child.resolve(Holder.self)
        child.release(Holder.self)
        throw Mishap()
      }
    }
    #expect(try child.resolve(Holder.self) === before)
  }

  @Test("has what it had built at bootstrap built anew")
  func bootstrap() throws {
    let builds = Counter()
    let container = Container()
    try container.register(String.self) { "before" }
    try container.register(Holder.self) { resolver in
      builds.increment()
      return Holder(try resolver.resolve())
    }.asSingleton().eager()
    #expect(throws: Mishap.self) {
      try container.transaction {
        try container.register(String.self) { "step" }
        try container.bootstrap()
        throw Mishap()
      }
    }
    try container.bootstrap()
    #expect(try container.resolve(Holder.self).text == "before")
    #expect(builds.value == 2)
  }

  @Test("leaves an instance that it had replaced")
  func instance() throws {
    let releases = Counter()
    let container = Container()
    try container.register(instance: Holder("mine")).onRelease { _ throws in _ = releases.increment() }
    #expect(throws: Mishap.self) {
      try container.transaction {
        try container.register(instance: Holder("step"))
        _ = try container.resolve(Holder.self)
        throw Mishap()
      }
    }
    #expect(releases.value == 0)
    #expect(try container.resolve(Holder.self).text == "mine")
  }

  @Test("lets go of what was contributed in a step within it")
  func contribution() throws {
    let releases = Counter()
    let container = Container()
    let child = container.makeChild()
    #expect(throws: Mishap.self) {
      try container.transaction {
        try container.transaction {
          try container.contribute(Holder.self) { Holder("c") }.asScoped().onRelease { _ throws in
            _ = releases.increment()
          }
          _ = try container.resolveAll(Holder.self)
          _ = try child.resolveAll(Holder.self)
        }
        throw Mishap()
      }
    }
    #expect(releases.value == 2)
    #expect(try child.resolveAll(Holder.self).isEmpty)
  }
}

@Suite("A step within a step, or beside another thread,")
struct InnerTransactionTests {
  @Test("takes out what is registered around it")
  func unregister() throws {
    let container = Container()
    try container.register(Page.self) { Page() }
    try container.contribute(Sheet.self) { Sheet() }
    try container.transaction {
      try container.transaction { container.unregister(Page.self) }
      #expect(!container.isRegistered(Page.self))
    }
    #expect(!container.isRegistered(Page.self))
    try container.transaction {
      try container.transaction { container.clear() }
      let sheets = try container.resolveAll(Sheet.self)
      #expect(sheets.isEmpty)
    }
    #expect(try container.resolveAll(Sheet.self).isEmpty)
  }

  @Test("takes out what is protected, so that another one may come in its place")
  func protected() throws {
    let container = Container()
    try container.register(String.self, isOverridable: false) { "before" }
    try container.register(Sheet.self) { Sheet() }.implements((any Leaf).self)
    try container.transaction {
      try container.transaction {
        container.unregister(String.self)
        container.unregister(Sheet.self)
      }
      #expect(!container.isRegistered((any Leaf).self))
      try container.register(String.self) { "after" }
    }
    #expect(try container.resolve(String.self) == "after")
    #expect(try container.resolveAll(String.self) == ["after"])
    #expect(!container.isRegistered((any Leaf).self))
  }

  @Test("takes out contributions, and leaves them if it fails")
  func clear() throws {
    let container = Container()
    try container.contribute(String.self) { "before" }
    try container.transaction {
      #expect(throws: Mishap.self) {
        try container.transaction {
          container.clear()
          throw Mishap()
        }
      }
      try container.contribute(String.self) { "outer" }
    }
    #expect(try container.resolveAll(String.self) == ["before", "outer"])
    let seen = try container.transaction {
      try container.contribute(String.self) { "lost" }
      try container.transaction {
        container.clear()
        try container.contribute(String.self) { "inner" }
      }
      let seen = try container.resolveAll(String.self)
      try container.contribute(String.self) { "last" }
      return seen
    }
    #expect(seen == ["inner"])
    #expect(try container.resolveAll(String.self) == ["inner", "last"])
  }

  @Test("registers in the place of what is implemented by nothing any more")
  func absent() throws {
    let container = Container()
    let registration = try container.register(Page.self) { Page() }
    try container.transaction {
      registration.implements((any Leaf).self)
      container.unregister(Page.self)
      #expect(!container.isRegistered((any Leaf).self))
      try container.register((any Leaf).self, ifRegistered: .keep) { Sheet() }
      #expect(container.isRegistered((any Leaf).self))
    }
    #expect(container.isRegistered((any Leaf).self))
  }

  @Test("leaves alone what another thread has protected meanwhile")
  func protectedMeanwhile() throws {
    let container = Container()
    try container.transaction {
      try container.register(String.self) { "of the step" }
      onOwnThread { _ = try? container.register(String.self, isOverridable: false) { "protected" } }
    }
    #expect(try container.resolve(String.self) == "protected")
  }

  @Test("tells behaviors of what counts when the outermost one has ended, in order")
  func events() throws {
    let (log, other) = (Log(), Log())
    let (container, second) = (Container(), Container())
    container.add(log)
    second.add(other)
    try container.transaction {
      try container.register(Int.self, name: "1") { 1 }
      try container.transaction { _ = try container.register(Int.self, name: "2") { 2 } }
      try second.transaction {
        try second.register(Int.self, name: "a") { 1 }
        try container.transaction { _ = try container.register(Int.self, name: "3") { 3 } }
        #expect(throws: Mishap.self) {
          try container.transaction {
            try container.register(Int.self, name: "lost") { 3 }
            throw Mishap()
          }
        }
        #expect(other.names.now == [])
      }
      #expect(other.names.now == ["a"])
      #expect(log.names.now == [])
      try container.register(Int.self, name: "4") { 4 }
    }
    #expect(log.names.now == ["1", "2", "3", "4"])
  }

  @Test("is no hindrance to reading without a lock when it has ended")
  func published() throws {
    let container = Container()
    try container.transaction {
      try container.register(Sheet.self) { Sheet() }.asSingleton()
      try container.register(String.self) { "x" }.asTransient()
      _ = try container.resolve(Sheet.self)
    }
    _ = try container.resolve(Sheet.self)
    #expect(ReadHold.during { container.core.planCache(of: Key(Sheet.self), $0).instance } != nil)
    _ = try container.resolve(String.self)
    _ = try container.resolve(String.self)
    #expect(ReadHold.during { !container.core.planCache(of: Key(String.self), $0).isNone })
  }
}

@Suite("While a step is open,", .timeLimit(.minutes(2)))
struct OpenTransactionTests {
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
    "nor are factories", arguments: [AnyScope.transient, .graph, .scoped]
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
      onOwnThread { _ = registration.asScoped() }
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
    }.asScoped()
    switch loss {
    case .registration: try parent.register(Sheet.self) { Sheet() }.asScoped().implements((any Leaf).self)
    case .contribution: try parent.contribute(Sheet.self) { Sheet() }.asScoped().implements((any Leaf).self)
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
    try container.register(Sheet.self) { Sheet() }.asScoped().implements((any Leaf).self)
    let (leaves, sheets) = try container.transaction {
      container.unregister((any Leaf).self)
      return (try container.resolveAll((any Leaf).self), try container.resolveAll(Sheet.self))
    }
    #expect(leaves.isEmpty)
    #expect(sheets.count == 1)
    #expect(try container.resolveAll((any Leaf).self).isEmpty)
  }
}
