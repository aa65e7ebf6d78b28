import TestSupport
import Testing

private final class Kitchen {
  var fruit: Berry?
  var wine: Berry?
  var number: Int?
  var child: Kitchen?
  // The container fills the property, so the rule against implicitly unwrapped properties does not apply.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  var dessert: Berry!
}

@MainActor private final class Panel { var left: Left? { didSet { MainActor.assertIsolated() } } }

private struct Page { var footer: Footer? }
private final class Footer {
  var later: Lazy<Page>?
  init(page: Page) {}
  init(later: Lazy<Page>) { self.later = later }
}

private struct Basket {
  var fruit: Berry?
  var number: Int?
}

private final class Left { var right: Right? }

private final class Right {
  weak var left: Left?
  /// A strong view of `left`, because `injecting` takes no key path to a weak property.
  var owner: Left? {
    get { left }
    set { left = newValue }
  }
}

/// Calls a closure in `deinit`.
private final class Placeholder {
  let atEnd: () -> Void
  init(_ atEnd: @escaping () -> Void) { self.atEnd = atEnd }
  deinit { atEnd() }
}

private struct Shelf { var placeholder: Placeholder? }

@Suite("Properties that injecting fills", .ownThreads)
struct InjectingTests {
  private let container = Container()

  init() throws {
    try container.register(Berry.self) { Berry(color: "plain") }
    try container.register(Berry.self, name: "red") { Berry(color: "red") }
    try container.register(Int.self, key: 7) { 7 }
  }

  @Test(arguments: Call.allCases, AnyScope.builtIn)
  func `injecting fills optional and implicitly unwrapped class properties, with any label, in every scope`(
    call: Call, scope: AnyScope
  ) async throws {
    scope.apply(to: try container.register(initializer: { () in Kitchen() }))
      .injecting(\.fruit).injecting(\.wine, name: "red").injecting(\.number, key: 7).injecting(\.dessert)
    for _ in 1...2 {
      let kitchen = try await call.resolve(Kitchen.self, in: container)
      #expect(kitchen.fruit?.color == "plain" && kitchen.wine?.color == "red" && kitchen.number == 7)
      #expect(kitchen.dessert.color == "plain")
    }
  }

  @Test(arguments: Call.allCases, [AnyScope.transient, .graph, .singleton])
  func `injecting fills a struct's properties before it is cached`(call: Call, scope: AnyScope) async throws {
    scope.apply(to: try container.register(Basket.self) { Basket() }).injecting(\.fruit).injecting(\.number, key: 7)
    let basket = try await call.resolve(Basket.self, in: container)
    #expect(basket.fruit?.color == "plain" && basket.number == 7)
    let other = try await call.resolve(Basket.self, in: container)
    #expect(other.number == 7 && (other.fruit === basket.fruit) == (scope == .singleton))
  }

  @Test(arguments: Call.allCases, [AnyScope.graph, .singleton, .scoped])
  func `a struct is given out when its properties are set, so a loop through one throws`(
    call: Call, scope: AnyScope
  ) async throws {
    for isHeld in [true, false] {
      let container = Container()
      let page = scope.apply(to: try container.register(Page.self) { Page() })
      if !isHeld { page.afterInit { _, _ in } }
      page.injecting(\.footer)
      if isHeld {
        try container.register(initializer: Footer.init(page:)).asSingleton()
      } else {
        try container.register(initializer: Footer.init(later:)).asSingleton()
          .afterInit { _, footer in _ = try footer.later?.get() }
      }
      await call.expectError(.circularDependency) { try await $0.resolve(Page.self, in: container) }
      guard isHeld else { continue }
      let error = await call.expectResolveThrows(Footer.self, in: container, .circularDependency)
      #expect(error?.remedy == "break the loop: have the initializer of Footer take a `Lazy<Page>`.")
      #expect(container.graphReport().findings.first?.rule == .cycle)
    }
  }

  @Test(arguments: Call.allCases)
  func `a hook after the properties of a struct may resolve it, and gets it whole`(call: Call) async throws {
    try container.register(Berry.self) { Berry(color: "red") }
    try container.register(Basket.self) { Basket() }.asSingleton().injecting(\.fruit).afterInit { resolver, basket in
      let same: Basket = try resolver.resolve()
      #expect(same.fruit === basket.fruit)
    }
    #expect(try await call.resolve(Basket.self, in: container).fruit?.color == "red")
  }

  @Test
  func `a value that injecting replaces in a struct can resolve in its deinit`() throws {
    let freed = Counter()
    try container.register(Placeholder.self) { Placeholder {} }.asSingleton()
    try container.register(Shelf.self) { [unowned container] in
      Shelf(
        placeholder: Placeholder {
          _ = try? container.resolve(Shelf.self)
          freed.increment()
        })
    }.asSingleton().afterInit { _, _ in }.injecting(\.placeholder)
    _ = try container.resolve(Shelf.self)
    #expect(freed.value == 1)
  }

  @Test func `injecting fills a property by a key path through several objects`() throws {
    try container.register(Kitchen.self) {
      let kitchen = Kitchen()
      kitchen.child = Kitchen()
      return kitchen
    }.injecting(\.child.unwrapped.fruit)
    #expect(try container.resolve(Kitchen.self).child?.fruit?.color == "plain")
  }

  @Test(arguments: Call.allCases)
  func `injecting fills a property by a key path that is not Sendable`(call: Call) async throws {
    /// Not Sendable, so a key path that contains it is not Sendable either.
    final class Hook: Hashable {
      var uses = 0
      static func == (left: Hook, right: Hook) -> Bool { left === right }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
    final class Wall {
      private var fruits: [Hook: Berry] = [:]
      subscript(hook: Hook) -> Berry? {
        get { fruits[hook] }
        set { (fruits[hook], hook.uses) = (newValue, hook.uses + 1) }
      }
    }
    let hook = Hook()
    let path: ReferenceWritableKeyPath<Wall, Berry?> = \.[hook]
    try container.register(Wall.self) { Wall() }.injecting(path)
    let wall = try await call.resolve(Wall.self, in: container)
    #expect(wall[hook]?.color == "plain" && wall[Hook()] == nil)
    #expect(hook.uses == 1)
  }

  @Test func `injecting runs in the order of the afterInit hooks`() throws {
    let seen = Guarded<[Bool]>([])
    try container.register(Kitchen.self) { Kitchen() }
      .afterInit { _, kitchen in seen.withLock { $0.append(kitchen.fruit != nil) } }
      .injecting(\.fruit)
      .afterInit { _, kitchen in seen.withLock { $0.append(kitchen.fruit != nil) } }
    _ = try container.resolve(Kitchen.self)
    #expect(seen.now == [false, true])
  }

  @Test func `injecting awaits its value for awaiting callers and throws for blocking callers`() async throws {
    try container.register(Berry.self) { () async in Berry(color: "late") }
    try container.register(initializer: { () in Kitchen() }).injecting(\.fruit)
    try container.register(Basket.self) { Basket() }.injecting(\.fruit)
    #expect(try await container.resolve(Kitchen.self).fruit?.color == "late")
    #expect(try await container.resolve(Basket.self).fruit?.color == "late")
    await Call.synchronous.expectError("asynchronousFactory: Kitchen → Berry", resolving: Kitchen.self, in: container)
  }

  @Test(arguments: Call.allCases)
  func `injecting throws if its value is not registered or fails to build`(call: Call) async throws {
    container.unregister(Berry.self)
    try container.register(Kitchen.self) { Kitchen() }.injecting(\.fruit)
    await call.expectError("noRegistrationFound: Kitchen → Berry", resolving: Kitchen.self, in: container)
    try container.register(Berry.self, name: "red") { throw CancellationError() }
    try container.register(Kitchen.self) { Kitchen() }.injecting(\.wine, name: "red")
    await call.expectError("factoryFailed: Kitchen → Berry named \"red\"", resolving: Kitchen.self, in: container)
  }

  @Test(arguments: Call.allCases, AnyScope.sharing)
  func `injecting links two objects that hold each other in shared scopes`(call: Call, scope: AnyScope) async throws {
    scope.apply(to: try container.register(initializer: { () in Left() })).injecting(\.right)
    scope.apply(to: try container.register(initializer: { () in Right() })).injecting(\.owner)
    let left = try await call.resolve(Left.self, in: container)
    #expect(left.right?.left === left)
    if scope == .singleton { #expect(try await call.resolve(Right.self, in: container) === left.right) }
  }

  @Test @MainActor
  func `a property of a main-actor object of an asynchronous closure is set on the main actor`() async throws {
    try container.register(Left.self) { Left() }
    try container.register(Panel.self) { await Panel() }.injecting(\.left)
    #expect(try await Task.detached { try await container.resolve(Panel.self) }.value.left != nil)
  }
}

extension Optional where Wrapped: AnyObject {
  /// The object itself, for key paths through it. It is never nil here.
  fileprivate var unwrapped: Wrapped {
    get {
      guard let self else { preconditionFailure("there is one") }
      return self
    }
    set { self = newValue }
  }
}
