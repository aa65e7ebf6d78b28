import TestSupport
import Testing

@testable import Astroject

private protocol Leaf: AnyObject, Sendable {}
private final class Page: Leaf, Sendable {}
private final class Sheet: Leaf, Sendable {}

private typealias Holder = Called

@Suite("Transactions", .ownThreads)
struct TransactionTests {
  private let container = Container()
  private let parent = Container()
  private let releases = Counter()

  @Test func `a child releases what it has decorated itself, also while a transaction of its parent is open`() throws {
    let child = parent.makeChild()
    try child.register(Page.self) { Page() }.asDisposableSingleton().implements((any Leaf).self)
    try child.decorate((any Leaf).self) { _, _ in Sheet() }
    let first = try child.resolve((any Leaf).self)
    try parent.transaction { child.release((any Leaf).self) }
    #expect(try child.resolve((any Leaf).self) !== first)
  }

  // MARK: Failing transactions

  @Test(arguments: [false, true])
  func `a failing transaction or assembly drops a singleton of an inner registration`(isAssembly: Bool) throws {
    try container.register(String.self) { "of before" }
    try container.register(Holder.self) { Holder(try $0.resolve()) }.asSingleton()
    @Sendable func run(_ body: @escaping @Sendable () throws -> Void) throws {
      if isAssembly { try container.assemble { _ in try body() } } else { try container.transaction(body) }
    }
    #expect(throws: Objection.self) {
      try run {
        try run {
          try container.register(String.self) { "of the step" }
          #expect(try container.resolve(Holder.self).name == "of the step")
        }
        throw Objection()
      }
    }
    #expect(try container.resolve(Holder.self).name == "of before")
  }

  @Test(arguments: [false, true])
  func `a failing transaction releases instances of what an inner one registered or contributed`(
    isContributed: Bool
  ) throws {
    let child = parent.makeChild()
    parent.failTransaction {
      try parent.transaction {
        let registration =
          isContributed ? try parent.contribute(Page.self) { Page() } : try parent.register(Page.self) { Page() }
        registration.asScoped().countingReleases(by: releases)
        for asker in [parent, child] { _ = try asker.resolveAll(Page.self) }
      }
      #expect(releases.value == 0)
    }
    #expect(releases.value == 2)
    #expect(try child.resolveAll(Page.self).isEmpty)
    #expect(child.core.takeInheritedStorage().isEmpty)
  }

  @Test(arguments: [true, false])
  func `a failing transaction releases scoped instances built for arguments in it or in a child`(inChild: Bool) throws {
    let child = parent.makeChild()
    parent.failTransaction {
      try parent.register(Page.self, argument: Int.self) { _, _ in Page() }.asScoped().countingReleases(by: releases)
      _ = try (inChild ? child : parent).resolve(Page.self, argument: 1)
    }
    #expect(releases.value == 1)
    #expect(child.core.takeInheritedStorage().isEmpty)
  }

  @Test func `a failing transaction takes back an instance that others read before it is dropped`() throws {
    // At the next release the scope acts first.
    let action = Guarded<(@Sendable () -> Void)?>(nil)
    let scope = Shelf<Sheet> { call in if call == "release" || call == "end" { action.exchange(nil)?() } }
    try container.register(Sheet.self) { Sheet() }.as(scope)
    try container.register(Page.self) { Page() }.asSingleton().implements((any Leaf).self)
    let seen = Guarded<Page?>(nil)
    var built: Page?
    container.failTransaction {
      _ = try container.resolve(Sheet.self)
      built = try container.resolve(Page.self)
      // The instances are dropped in the order in which they were built.
      _ = action.exchange { [container] in
        onOwnThread {
          for _ in 0..<3 { _ = seen.exchange(try? container.resolve(Page.self)) }
          for _ in 0..<3 { _ = try? container.resolve((any Leaf).self) }
        }
      }
    }
    let dropped = try #require(built)
    #expect(seen.now === dropped)
    #expect(try container.resolve((any Leaf).self) as? Page !== dropped)
    #expect(try container.resolve(Page.self) !== dropped)
  }

  @Test func `a failing transaction drops a singleton that was built in the closure of makeChild`() throws {
    try parent.register(String.self) { "of before" }
    var child: Container?
    parent.failTransaction {
      try parent.register(String.self) { "of the step" }
      child = try parent.makeChild { child in
        try child.register(Holder.self) { Holder(try $0.resolve()) }.asSingleton()
        _ = try child.resolve(Holder.self)
      }
    }
    #expect(try child?.resolve(Holder.self).name == "of before")
  }

  @Test func `each failing transaction releases the child's singleton built in it exactly once`() throws {
    try parent.register(String.self) { "before" }
    let child = parent.makeChild()
    try child.register(Holder.self) { Holder(try $0.resolve()) }.asSingleton().countingReleases(by: releases)
    for _ in 0..<40 {
      parent.failTransaction {
        try parent.register(String.self) { "step" }
        for _ in 0..<3 { #expect(try child.resolve(Holder.self).name == "step") }
      }
    }
    #expect(releases.value == 40)
    for _ in 0..<3 { #expect(try child.resolve(Holder.self).name == "before") }
  }

  @Test func `a failing transaction drops the instance it built without arguments, but none for arguments`() throws {
    try container.register(String.self) { "of before" }
    try container.register(initializer: Holder.init).asSingleton().countingReleases(by: releases)
    let first = try container.resolve(Holder.self, arguments: "mine")
    container.failTransaction {
      try container.register(String.self) { "of the step" }
      #expect(try container.resolve(Holder.self).name == "of the step")
    }
    #expect(releases.value == 1)
    #expect(try container.resolve(Holder.self, arguments: "mine") === first)
    #expect(try container.resolve(Holder.self).name == "of before")
  }

  @Test func `a scope may change if only a failing transaction has built an instance`() throws {
    let registration = try container.register(Page.self) { Page() }.as(PerTree())
    container.failTransaction { _ = try container.resolve(Page.self) }
    registration.asSingleton()
    _ = try container.resolve(Page.self)
  }

  /// The scope of the instance that a transaction drops, or nil if another thread replaces its registration.
  private static let dropped: [AnyScope?] = [.weak, .disposable, nil]

  @Test(arguments: dropped)
  func `a failing transaction leaves an instance that another thread built meanwhile, a replacement, too`(
    scope: AnyScope?
  ) throws {
    let registration = try container.register(Page.self) { Page() }.asSingleton()
    if let scope { scope.apply(to: registration.countingReleases(by: releases)) }
    var others: Page?
    container.failTransaction {
      _ = try container.resolve(Page.self)
      if scope == .disposable { container.release(Page.self) }
      others =
        onOwnThread {
          if scope == nil {
            _ = try? container.register(Page.self) { Page() }.asSingleton().countingReleases(by: releases)
          }
          return try? container.resolve(Page.self)
        } ?? nil
    }
    let page = try #require(others)
    #expect(releases.value == (scope == .disposable ? 1 : 0))
    #expect(try container.resolve(Page.self) === page)
  }

  @Test(arguments: [AnyScope.disposable, .scoped])
  func `a release in a failing transaction does not affect the instance of the replaced registration`(
    scope: AnyScope
  ) throws {
    let asker = scope == .scoped ? parent.makeChild() : parent
    scope.apply(to: try parent.register(Page.self) { Page() }).countingReleases(by: releases)
    let before = try asker.resolve(Page.self)
    parent.failTransaction {
      scope.apply(to: try parent.register(Page.self) { Page() })
      _ = try asker.resolve(Page.self)
      asker.release(Page.self)
    }
    #expect(releases.value == 0)
    #expect(try asker.resolve(Page.self) === before)
  }

  @Test(arguments: AnyScope.keeping, [false, true])
  func `a failing transaction drops what it built, in any scope`(scope: AnyScope, changesScope: Bool) throws {
    try container.register(String.self) { "of before" }
    let registration = scope.apply(to: try container.register(Holder.self) { Holder(try $0.resolve()) })
    container.failTransaction {
      try container.register(String.self) { "of the step" }
      #expect(try container.resolve(Holder.self).name == "of the step")
    }
    // Nothing is cached, so that the scope may change.
    if changesScope { registration.asSingleton() }
    #expect(try container.resolve(Holder.self).name == "of before")
  }

  @Test func `bootstrap builds an eager singleton again that a failing transaction had built`() throws {
    let builds = Counter()
    try container.register(String.self) { "before" }
    try container.register(Holder.self) { resolver in builds.count(Holder(try resolver.resolve())) }.asSingleton()
      .eager()
    container.failTransaction {
      try container.register(String.self) { "step" }
      try container.bootstrap()
    }
    try container.bootstrap()
    #expect(try container.resolve(Holder.self).name == "before")
    #expect(builds.value == 2)
  }

  @Test func `a failing transaction restores a registered instance that it replaced`() throws {
    try container.register(instance: Holder("mine")).onRelease { _ throws in _ = releases.increment() }
    container.failTransaction {
      try container.register(instance: Holder("step"))
      _ = try container.resolve(Holder.self)
    }
    #expect(releases.value == 0)
    #expect(try container.resolve(Holder.self).name == "mine")
  }

  // MARK: Nested and concurrent transactions

  @Test func `unregister and clear in an inner transaction remove registrations made before it`() throws {
    try container.register(Page.self) { Page() }
    try container.contribute(Sheet.self) { Sheet() }
    try container.transaction {
      try container.transaction { container.unregister(Page.self) }
      #expect(!container.isRegistered(Page.self))
    }
    #expect(!container.isRegistered(Page.self))
    try container.transaction {
      try container.transaction { container.clear() }
      #expect(try container.resolveAll(Sheet.self).isEmpty)
    }
    #expect(try container.resolveAll(Sheet.self).isEmpty)
  }

  @Test func `a transaction registers a protected type again after an inner transaction removed it`() throws {
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

  @Test func `clear in an inner transaction removes contributions only if that transaction succeeds`() throws {
    try container.contribute(String.self) { "before" }
    try container.transaction {
      container.failTransaction { container.clear() }
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

  @Test func `ifRegistered keep registers a type whose forwarding lost its target in the transaction`() throws {
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

  @Test func `a transaction does not replace a protected registration that another thread made meanwhile`() throws {
    try container.transaction {
      try container.register(String.self) { "of the step" }
      onOwnThread { _ = try? container.register(String.self, isOverridable: false) { "protected" } }
    }
    #expect(try container.resolve(String.self) == "protected")
  }

  @Test func `a transaction keeps the forwarding that another thread adds meanwhile to a key it replaces`() throws {
    let page = try container.register(Page.self) { Page() }
    try container.register((any Leaf).self) { Sheet() }
    try container.transaction {
      try container.register((any Leaf).self) { Sheet() }
      onOwnThread { _ = page.implements((any Leaf).self) }
    }
    #expect(try container.resolveAll((any Leaf).self).map { $0 is Page } == [false, true])
  }

  @Test func `behaviors receive registrations of nested transactions in order when the outermost one ends`() throws {
    let (log, other) = (Listener(), Listener())
    let (container, second) = (Container(), Container())
    container.add(log)
    second.add(other)
    try container.transaction {
      try container.register(Int.self, name: "1") { 1 }
      try container.transaction { _ = try container.register(Int.self, name: "2") { 2 } }
      try second.transaction {
        try second.register(Int.self, name: "a") { 1 }
        try container.transaction { _ = try container.register(Int.self, name: "3") { 3 } }
        container.failTransaction { try container.register(Int.self, name: "lost") { 3 } }
        #expect(other.heard.events == [])
      }
      other.expectHeard("registered Int a")
      #expect(log.heard.events == [])
      try container.register(Int.self, name: "4") { 4 }
    }
    #expect(log.heard.events == (1...4).map { "registered Int \($0)" })
  }

  @Test func `a registration made in a transaction is published after the transaction has ended`() throws {
    try container.transaction {
      try container.register(Sheet.self) { Sheet() }.asSingleton()
      try container.register(String.self) { "x" }.asTransient()
      _ = try container.resolve(Sheet.self)
    }
    _ = try container.resolve(Sheet.self)
    #expect(ReadHold.during { container.core.published(for: Key(Sheet.self), $0)?.word.hasInstance } == true)
    for _ in 0..<2 { _ = try container.resolve(String.self) }
    #expect(ReadHold.during { container.core.published(for: Key(String.self), $0) != nil })
  }

  // MARK: Open transactions

  @Test(arguments: [AnyScope.transient, .graph, .scoped, .singleton])
  func `repeated transactions that replace a registration retain only the last factory or instance`(
    scope: AnyScope
  ) throws {
    let (factories, instances) = (Counter(), Counter())
    let child = container.makeChild()
    try container.register(Int.self) { 1 }
    for _ in 0..<100 {
      try container.transaction {
        let captured = Ending(counting: factories)
        let registration = try container.register(Ending.self) {
          withExtendedLifetime(captured) { Ending(counting: instances) }
        }
        scope.apply(to: registration)
        for _ in 0..<4 { for asker in [container, child] { _ = try asker.resolve(Ending.self) } }
      }
    }
    // All but the last are freed.
    #expect((scope == .singleton ? instances : factories).value == 99)
  }

  @Test func `a resolve throws if another thread changed a cached instance's scope`() async throws {
    try container.transaction {
      let registration = try container.register(Page.self) { Page() }.asSingleton()
      for _ in 0..<3 { _ = try container.resolve(Page.self) }
      onOwnThread { _ = registration.asScoped() }
    }
    await Call.synchronous.expectResolveThrows(Page.self, in: container, .invalidInstance)
  }

  /// The kind of element that is removed while its collection is resolved.
  enum Loss: CaseIterable { case registration, contribution }

  @Test(arguments: Loss.allCases, [true, false])
  func `a collection omits a forwarding whose target is removed meanwhile`(loss: Loss, inChild: Bool) throws {
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
    let leaves = try parent.transaction { try asker.resolveAll((any Leaf).self) }
    // clear() also removes the registration of the first element.
    #expect(leaves.count == (loss == .registration ? 1 : 0))
  }

  @Test func `a collection omits a forwarding that the transaction removed, and its target still resolves`() throws {
    try container.register(Sheet.self) { Sheet() }.asScoped().implements((any Leaf).self)
    let (leaves, sheets) = try container.transaction {
      container.unregister((any Leaf).self)
      return (try container.resolveAll((any Leaf).self), try container.resolveAll(Sheet.self))
    }
    #expect(leaves.isEmpty && sheets.count == 1)
    #expect(try container.resolveAll((any Leaf).self).isEmpty)
  }

  @Test(arguments: [true, false])
  func `a failing transaction undoes itself and inner transactions in reverse order`(isLastInner: Bool) throws {
    let undone = Guarded<[Int]>([])
    let act = { (number: Int) in Transaction.undo(on: container.core) { undone.withLock { $0.append(number) } } }
    container.failTransaction {
      act(1)
      try container.transaction {
        act(2)
        act(3)
      }
      if !isLastInner { act(4) }
    }
    #expect(undone.now == (isLastInner ? [3, 2, 1] : [4, 3, 2, 1]))
  }

  @Test func `a transaction leaves its container the decorators from before`() throws {
    try container.decorate(Holder.self) { _, holder in Holder(holder.name + ", decorated") }
    try container.transaction { _ = try container.register(Holder.self) { Holder("new") } }
    #expect(try container.resolve(Holder.self).name == "new, decorated")
    try container.transaction {
      _ = try container.decorate(Holder.self) { _, holder in Holder(holder.name + " twice") }
    }
    #expect(try container.resolve(Holder.self).name == "new, decorated twice")
  }

  @Test(arguments: [true, false])
  func `a transaction that is refused by another thread's registration leaves nothing behind`(isEmpty: Bool) throws {
    if !isEmpty { try container.register(String.self) { "of before" } }
    for _ in 0..<2 {
      #expect(throws: AstrojectError.self) {
        try container.transaction {
          try container.register(Int.self, name: "new") { 1 }
          try container.register(Int.self, ifRegistered: .fail) { 1 }
          onOwnThread { _ = try? container.register(Int.self) { 2 } }
        }
      }
      #expect(try container.resolve(Int.self) == 2)
      container.unregister(Int.self)
      #expect(container.core.store.all.map(\.key.description) == (isEmpty ? [] : ["String"]))
    }
  }

  @Test func `a transaction that yields to another thread's forwarding still removes what it took out`() throws {
    let sheet = try container.register(Sheet.self) { Sheet() }
    try container.register((any Leaf).self) { Page() }
    try container.transaction {
      container.unregister((any Leaf).self)
      try container.register((any Leaf).self, ifRegistered: .keep) { Page() }.asSingleton()
      _ = try container.resolve((any Leaf).self)
      onOwnThread { sheet.implements((any Leaf).self) }
    }
    #expect(try container.resolve((any Leaf).self) is Sheet)
    container.unregister(Sheet.self)
    #expect(!container.isRegistered((any Leaf).self))
    #expect(container.core.store.all.isEmpty)
  }

  @Test func `a transaction that adds a forwarding does not bring back what another thread has unregistered`() throws {
    let sheet = try container.register(Sheet.self) { Sheet() }
    try container.register((any Leaf).self) { Page() }
    try container.transaction {
      sheet.implements((any Leaf).self)
      onOwnThread { container.unregister((any Leaf).self) }
    }
    #expect(try container.resolve((any Leaf).self) is Sheet)
    container.unregister(Sheet.self)
    #expect(!container.isRegistered((any Leaf).self))
  }

  @Test func `a transaction frees what children cache of the forwardings that it removes`() throws {
    try container.register(Sheet.self) { Sheet() }.asScoped().implements((any Leaf).self)
    try container.decorate((any Leaf).self) { _, _ in Page() }
    let child = container.makeChild()
    weak let page = try child.resolve((any Leaf).self) as? Page
    #expect(page != nil)
    try container.transaction { container.unregister(Sheet.self) }
    #expect(page == nil)
    withExtendedLifetime(child) {}
  }

  @Test func `a transaction that fails gives back what decorates a forwarding that it has replaced`() throws {
    try container.register(Page.self) { Page() }.asDisposableSingleton().implements((any Leaf).self)
    try container.decorate((any Leaf).self) { _, _ in Sheet() }
    let first = try container.resolve((any Leaf).self)
    container.failTransaction {
      try container.register(Page.self) { Page() }
      container.releaseAll()
    }
    #expect(try container.resolve((any Leaf).self) === first)
  }

  @Test(arguments: [true, false])
  func `a transaction that fails frees what decorates its own forwarding or instance`(isInstance: Bool) throws {
    weak var page: Page?
    #expect(throws: Refusal.self) {
      try container.transaction {
        if isInstance {
          try container.register(instance: Sheet(), as: (any Leaf).self)
        } else {
          try container.register(Sheet.self) { Sheet() }.asSingleton().implements((any Leaf).self)
        }
        try container.decorate((any Leaf).self) { _, _ in Page() }
        page = try container.resolve((any Leaf).self) as? Page
        #expect(page != nil)
        throw Refusal()
      }
    }
    #expect(page == nil)
  }

  /// Runs a closure in as many transactions, each within the one before.
  private func nest(_ depth: Int, in container: Container, _ body: () throws -> Void) throws {
    try container.transaction { try depth == 1 ? body() : nest(depth - 1, in: container, body) }
  }

  @Test(arguments: [1, 2, 3])
  func `an inner transaction removes only what it has found`(depth: Int) throws {
    try container.register(Int.self) { 1 }
    try nest(depth, in: container) {
      container.unregister(Int.self)
      onOwnThread { _ = try? container.register(Int.self) { 2 } }
    }
    #expect(try container.resolve(Int.self) == 2)
  }

  @Test func `a transaction finds nothing of a registration that it has copied and another thread removes`() throws {
    try container.register(Page.self, isOverridable: false) { Page() }.asSingleton()
    try container.transaction {
      expectThrows(.alreadyRegistered) { try container.register(Page.self) { Page() } }
      onOwnThread { container.unregister(Page.self) }
      expectThrows(.noRegistrationFound) { try container.resolve(Page.self) }
      let pages = try container.resolveAll(Page.self)
      #expect(pages.isEmpty)
    }
  }

  @Test func `a transaction finds what another thread puts in the place of a registration that it has left`() throws {
    try container.register((any Leaf).self) { Page() }
    try container.register(Sheet.self) { Sheet() }.implements((any Leaf).self)
    try container.transaction {
      try container.register(Sheet.self) { Sheet() }
      onOwnThread { _ = try? container.register((any Leaf).self) { Sheet() }.asSingleton() }
      let leaf = try container.resolve((any Leaf).self)
      #expect(leaf is Sheet)
    }
    #expect(try container.resolve((any Leaf).self) is Sheet)
  }

  @Test func `a transaction's collection lacks what another thread registers meanwhile under one of its keys`() throws {
    try container.decorate((any Leaf).self) { _, leaf in leaf }
    try container.transaction {
      try container.contribute(Page.self) { Page() }.implements((any Leaf).self)
      onOwnThread { _ = try? container.register(Page.self) { Page() }.asSingleton().implements((any Leaf).self) }
      let leaves = try container.resolveAll((any Leaf).self)
      #expect(leaves.count == 1)
    }
    #expect(try container.resolveAll((any Leaf).self).count == 2)
  }

  @Test(arguments: [1, 2, 3])
  func `a forwarding in an inner transaction leaves what its key has, with its instance`(depth: Int) throws {
    try container.register((any Leaf).self) { Page() }.asSingleton().countingReleases(by: releases)
    let page = try container.resolve((any Leaf).self)
    let sheet = try container.register(Sheet.self) { Sheet() }
    try nest(depth, in: container) { sheet.implements((any Leaf).self) }
    #expect(try container.resolve((any Leaf).self) is Sheet)
    #expect(try container.resolveAll((any Leaf).self).contains { $0 === page })
    container.unregister(Sheet.self)
    #expect(try container.resolve((any Leaf).self) === page)
    #expect(releases.value == 0)
  }

  @Test func `forwardings from several transactions, inner ones too, are all in the collection`() throws {
    try container.register(Page.self) { Page() }.implements((any Leaf).self)
    try container.transaction {
      try container.transaction { _ = try container.register(Sheet.self) { Sheet() }.implements((any Leaf).self) }
      try container.register(Page.self, name: "second") { Page() }.implements((any Leaf).self)
    }
    #expect(try container.resolveAll((any Leaf).self).count == 3)
    try container.transaction { try container.transaction { container.unregister(Sheet.self) } }
    #expect(try container.resolveAll((any Leaf).self).count == 2)
  }

  @Test func `a release hook that a transaction runs sees the transaction's decorators`() throws {
    let (container, seen) = (Container(), Guarded<[Int]>([]))
    try container.register(Int.self) { 1 }.asTransient()
    for _ in 0..<3 { _ = try container.resolve(Int.self) }
    try container.register(Page.self) { Page() }.asSingleton().onRelease { _ in
      let number = try container.resolve(Int.self)
      seen.withLock { $0.append(number) }
    }
    _ = try container.resolve(Page.self)
    try container.transaction {
      try container.decorate(Int.self) { _, number in number + 1 }
      try container.register(Page.self) { Page() }
    }
    #expect(seen.now == [2])
  }

  @Test func `nested transactions retain nothing that another thread clears meanwhile`() throws {
    let freed = Counter()
    func register(_ number: Int) throws {
      let captured = Ending(counting: freed)
      try container.register(Int.self) { withExtendedLifetime(captured) { number } }
    }
    try register(1)
    try container.transaction {
      try container.transaction { try register(2) }
      onOwnThread { container.clear() }
    }
    #expect(try container.resolve(Int.self) == 2)
    #expect(freed.value == 1)
  }

  @Test func `a transaction leaves nothing of a registration that it and another thread remove`() throws {
    try container.register(Page.self) { Page() }
    try container.transaction {
      container.unregister(Page.self)
      onOwnThread { container.unregister(Page.self) }
    }
    #expect(container.core.store.all.isEmpty)
    for rest in [[], ["Int"]] {
      if !rest.isEmpty { try container.register(Int.self) { 1 } }
      let sheet = try container.register(Sheet.self) { Sheet() }
      try container.transaction {
        sheet.implements((any Leaf).self)
        onOwnThread { container.unregister(Sheet.self) }
      }
      #expect(container.core.store.all.map(\.key.description) == rest)
      #expect(!container.isRegistered((any Leaf).self))
    }
  }
}
