import TestSupport
import Testing

private protocol Store { func count() -> Int }
private protocol Archive: AnyObject {}
private protocol Plain {}
private protocol Feed<Item> { associatedtype Item }
private class Base {}

/// Conforms to all protocols but one on the main actor only.
@MainActor private final class Shelf: Base, @MainActor Store, @MainActor Archive, @MainActor Feed, Plain {
  typealias Item = Int
  private var number = 0
  override init() { super.init() }
  static func made() -> Shelf { Shelf() }
  static func make() async -> any Store { await later(Shelf()) }
  func count() -> Int {
    number += 1
    return number
  }
}

extension Shelf: AutoInjectable { nonisolated static let injection = Injection<any Store>(Shelf.init) }

/// Conforms on the main actor only, and is made anywhere.
@MainActor private final class Crate: @MainActor Store {
  nonisolated init(_ store: any Store) {}
  func count() -> Int { 1 }
}

private class Chest: Archive {}
/// Both inherit a conformance, and have one of their own: everywhere, or on the main actor only.
private final class Trunk: Chest, Plain {}
@MainActor private final class Locker: Chest, @MainActor Plain { nonisolated override init() {} }

/// Conforms everywhere.
private final class Safe: Store, @unchecked Sendable { func count() -> Int { 1 } }

private struct Pair<First, Second> { let first: First, second: Second }

extension Pair: Store where First: AnyObject, First: Store, Second: Equatable {
  func count() -> Int { first.count() }
}

@globalActor private actor Desk { static let shared = Desk() }

/// Conforms on an actor of its own only.
@Desk private final class Drawer: @Desk Store {
  private var number = 0
  static func made() -> any Store & Sendable { Drawer() }
  func count() -> Int {
    number += 1
    return number
  }
}

@MainActor private final class Cabinet { init(_ store: any Store & Sendable) {} }

@MainActor private final class Window {
  let store: any Store
  init(_ store: any Store) { self.store = store }
  func count() -> Int { store.count() }
}

@MainActor private final class Door {
  var store: (any Store)?
  let number: Int
  init() { number = 1 }
}

private final class Model {
  @Inject var store: any Store
}

private final class Ledger { init(_ store: any Store) {} }

/// An asynchronous initializer runs on the generic executor, whatever the caller's is.
private final class Vault: Store, Sendable {
  init(_ store: any Store) async {}
  init(any store: (any Store)?) async {}
  init(all stores: [any Store]) async {}
  func count() -> Int { 1 }
}
private final class Attic {
  @Inject var store: any Store
  init() async {}
}
@MainActor private final class Hall { init(_ store: any Store) async {} }
@Desk private final class Hutch { init(_ store: any Store) {} }

/// A way of registering something that conforms on the main actor only, and of resolving it.
private struct Form: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let register: @MainActor (Container) throws -> Void
  let resolve: @Sendable (Call, Container) async throws -> Void
  /// True if the product is made by asynchronous code.
  let isAsynchronous: Bool

  init<Product>(
    _ name: String, _ type: Product.Type = (any Store).self, isAsynchronous: Bool = false,
    given: @escaping @MainActor (Container) throws -> Void = { _ in },
    _ register: @escaping @MainActor (Container) throws -> Void
  ) {
    self.init(name, isAsynchronous: isAsynchronous, given: given, register) {
      _ = try await $0.resolve(type, in: $1) as Product
    }
  }

  init(
    _ name: String, isAsynchronous: Bool = false, given: @escaping @MainActor (Container) throws -> Void = { _ in },
    _ register: @escaping @MainActor (Container) throws -> Void,
    resolve: @escaping @Sendable (Call, Container) async throws -> Void
  ) {
    (testDescription, self.isAsynchronous, self.resolve) = (name, isAsynchronous, resolve)
    self.register = {
      try given($0)
      try register($0)
    }
  }

  private static func made<Product>(
    _ name: String, _ type: Product.Type, by closure: @escaping @MainActor @Sendable () -> Product
  ) -> Form { Form(name, type) { try $0.register(type) { @MainActor in closure() }.asSingleton() } }

  private static let keepShelf: @MainActor (Container) throws -> Void = {
    try $0.register((any Store).self, initializer: Shelf.init).asSingleton()
  }
}

extension Form {
  static let all: [Form] =
    scopes + [
      Form("an injection") { try $0.register(injectable: Shelf.self).asSingleton() },
      made("a closure", (any Store).self) { Shelf() },
      Form("a closure with a resolver") { try $0.register((any Store).self) { @MainActor _ in Shelf() }.asSingleton() },
      Form("an asynchronous initializer", isAsynchronous: true) {
        try $0.register((any Store).self, initializer: Injection(Shelf.make)).asSingleton()
      },
      Form("a class protocol", (any Archive).self) {
        try $0.register((any Archive).self, initializer: Shelf.init).asSingleton()
      },
      made("a composition", (any Store & Archive).self) { Shelf() },
      made("a composition with a superclass", (any Base & Store).self) { Shelf() },
      made("a constrained protocol", (any Feed<Int>).self) { Shelf() },
      made("a metatype", (any Store.Type).self) { Shelf.self }, made("an optional", (any Store)?.self) { Shelf() },
      made("a conditional conformance", (any Store).self) { Pair(first: Shelf(), second: 1) },
      Form("a forwarding by a cast") {
        try $0.register(initializer: Shelf.init).asSingleton().implements((any Store).self)
      },
      Form("a forwarding of a composition", (any Store & Archive).self) {
        try $0.register(initializer: Shelf.init).asSingleton().implements((any Store & Archive).self)
      },
      Form("a forwarding by a conversion", Int.self) {
        try $0.register((any Store).self, initializer: Shelf.init).asSingleton().implements(Int.self) { $0.count() }
      },
      Form("an instance") { try $0.register(instance: Shelf(), as: (any Store).self) },
      Form("an instance that implements") { try $0.register(instance: Shelf()).implements((any Store).self) },
      Form("a decorated product", given: keepShelf) { try $0.decorate((any Store).self) { _, store in store } },
      Form("a decorator") { container in
        try container.register((any Store).self) { Safe() }.asSingleton()
        try container.decorate(
          (any Store).self, initializer: Injection { @MainActor (_: any Store) in Shelf() as any Store })
      },
      Form("a decorator that runs anywhere") { container in
        try container.register((any Store).self) { Safe() }.asTransient()
        try container.decorate((any Store).self, initializer: Crate.init)
      },
      Form("a passed on product", (any Store).self) { container in
        try container.register((any Store).self, name: "first", initializer: Shelf.init).asSingleton()
        try container.register((any Store).self) { try $0.resolve((any Store).self, name: "first") }.asSingleton()
      },
      Form("a derived optional", (any Store)?.self, keepShelf),
      Form("a value in whose place a hook puts it", (any Store)?.self) {
        try $0.register((any Store).self, name: "first", initializer: Shelf.init).asSingleton()
        try $0.register((any Store)?.self) { nil }.asSingleton().injecting(\.self, name: "first")
      },
      Form("a contribution", [any Store].self) {
        try $0.contribute((any Store).self, initializer: Shelf.init).asSingleton()
      },
      Form("a dictionary", [String: any Store].self) {
        try $0.register((any Store).self, name: "first", initializer: Shelf.init).asSingleton()
      },
      Form("a parameter", Ledger.self, given: keepShelf) { try $0.register(initializer: Ledger.init).asTransient() },
      Form("a property", Model.self, given: keepShelf) { try $0.register(initializer: Model.init).asTransient() },
      Form("a property of an object made by a closure", Model.self, given: keepShelf) {
        try $0.register(Model.self) { Model() }.asTransient()
      },
      Form("all of a type", keepShelf) { _ = try await $0.resolveAll((any Store).self, in: $1) },
      Form("arguments") {
        try $0.register((any Store).self, argument: Int.self) { @MainActor _, _ in Shelf() }.asSingleton()
      } resolve: {
        _ = try await $0.resolve((any Store).self, argument: 1, in: $1)
      },
      Form("a value of a rule", Ledger.self) {
        nonisolated(unsafe) let store: any Store = Shelf()
        try $0.register(initializer: Ledger.init, with: .value(store)).asTransient()
      },
      Form("a result of a rule", Ledger.self, given: keepShelf) {
        try $0.register(initializer: Ledger.init, with: .resolving { @Sendable in try $0.resolve() }).asTransient()
      },
      Form("a lazy made by hand") {
        try $0.register(instance: Lazy<any Store>(Shelf.made()))
      } resolve: {
        _ = try await $0.value(of: $0.resolve(Lazy<any Store>.self, in: $1))
      },
      Form("an argument of a provider") { container in
        try container.register(initializer: Ledger.init)
        try container.register(
          instance: container.resolve(Provider<Ledger>.self, arguments: Argument<any Store>(Shelf.made())))
      } resolve: {
        _ = try await $0.get(from: $0.resolve(Provider<Ledger>.self, in: $1))
      },
    ] + deferred("of an argument", asBoth)
    + deferred("of a registration") {
      try keepShelf($0)
      try $0.register(initializer: Both<any Store>.init).asSingleton()
    }

  private static func deferred(_ origin: String, _ register: @escaping @MainActor (Container) throws -> Void) -> [Form]
  {
    Deferral.allCases.map { wrapper in
      Form("a \(wrapper) \(origin)", register) {
        _ = try await $0.resolve(Both<any Store>.self, in: $1).get(wrapper, $0)
      }
    }
  }

  private static let asBoth: @MainActor (Container) throws -> Void = { container in
    let maker = Container()
    try maker.register(initializer: Both<any Store>.init)
    let (first, second) = (Argument<any Store>(Shelf.made()), Argument<any Store>(Shelf.made()))
    try container.register(instance: maker.resolve(Both<any Store>.self, arguments: first, second))
  }

  /// Ways of handing it to an asynchronous initializer.
  static let handedOver: [Form] = [
    Form("a parameter", Vault.self, given: keepShelf) { try $0.register(initializer: Vault.init(_:)) },
    Form("an optional", Vault.self, given: keepShelf) { try $0.register(initializer: Vault.init(any:)) },
    Form("a collection", Vault.self, given: keepShelf) { try $0.register(initializer: Vault.init(all:)) },
    Form("a property", Attic.self, given: keepShelf) { try $0.register(initializer: Attic.init) },
    Form("a rule", Vault.self, given: keepShelf) {
      try $0.register(initializer: Injection(Vault.init(_:), with: .resolving { try await $0.resolve() }))
    },
    Form("a value", Vault.self) {
      nonisolated(unsafe) let store: any Store = Shelf()
      try $0.register(initializer: Injection(Vault.init(_:), with: .value(store)))
    },
    Form("a decorated product", given: keepShelf) {
      try $0.decorate((any Store).self, initializer: Injection<any Store>(Vault.init(_:)))
    },
    Form("a parameter on another global actor", Hutch.self, given: keepShelf) {
      try $0.register(initializer: { @Desk (store: any Store) async in Hutch(store) })
    },
    Form("an argument") {
      try $0.register(initializer: Vault.init(_:))
    } resolve: {
      _ = try await given(Vault.self, $1)
    },
    Form("an argument of a property") {
      try $0.register(initializer: Attic.init)
    } resolve: {
      _ = try await given(Attic.self, $1)
    },
  ]

  @MainActor private static func given<Product>(_ type: Product.Type, _ container: Container) async throws {
    _ = try await container.resolve(type, arguments: Argument<any Store>(Shelf.made()))
  }

  private static let scopes: [Form] = AnyScope.allCases.flatMap { scope in
    [
      Form("\(scope), by an initializer that runs anywhere") {
        scope.apply(to: try $0.register((any Store).self, initializer: Shelf.init))
      },
      Form("\(scope), by an initializer on the main actor") {
        scope.apply(to: try $0.register((any Store).self, initializer: Shelf.made))
      },
    ]
  }
}

struct IsolatedConformanceTests {
  private let container = Container()

  @Test(arguments: Form.all, Call.allCases)
  fileprivate func `is given out on the main actor, and nowhere else`(_ form: Form, _ call: Call) async throws {
    try await MainActor.run { try form.register(container) }
    try await onMainActor(form, form.isAsynchronous ? .asynchronous : call)
    try await onMainActor(form, form.isAsynchronous ? .asynchronous : call)
    for call in Call.allCases { try await refused(form, call, in: container) }
    try await onMainActor(form, form.isAsynchronous ? .asynchronous : call)
  }

  @Test(arguments: Form.all)
  fileprivate func `is refused elsewhere although nothing was resolved before`(_ form: Form) async throws {
    try await MainActor.run { try form.register(container) }
    try await refused(form, .asynchronous, in: container)
    try await refused(form, .asynchronous, in: container)
    try await onMainActor(form, .asynchronous)
  }

  @Test(arguments: Form.all)
  fileprivate func `is given out by a child and by a fork on the main actor alone`(_ form: Form) async throws {
    try await MainActor.run { try form.register(container) }
    for other in [container.makeChild(), try container.overriding { _ in }] {
      try await onMainActor(form, .asynchronous, in: other)
      for call in Call.allCases { try await refused(form, call, in: other) }
    }
  }

  @Test(arguments: Form.handedOver) @MainActor
  fileprivate func `is not handed to an asynchronous initializer`(_ form: Form) async throws {
    try form.register(container)
    for _ in 0..<3 {
      let error = await Call.asynchronous.error { try await form.resolve($0, container) }
      #expect(error?.kind == .isolationMismatch)
      #expect(error?.headline.hasSuffix("and an asynchronous initializer may run elsewhere.") ?? false)
    }
  }

  @Test func `is handed to an asynchronous initializer of the main actor`() async throws {
    try container.register((any Store).self, initializer: Shelf.init).asSingleton()
    try container.register(initializer: Injection(Hall.init))
    for _ in 0..<3 { try await background { _ = try await container.resolve(Hall.self) } }
  }

  @Test func `is no argument of what the main actor makes if it conforms on another global actor`() async throws {
    try container.register(Window.self, argument: (any Store & Sendable).self) { @MainActor _, store in Window(store) }
    try container.register(initializer: Cabinet.init)
    let drawer = await Drawer.made()
    for _ in 0..<3 {
      let closure = await onDesk {
        await Call.asynchronous.error { _ in
          _ = try await container.resolve(Window.self, argument: drawer as any Store & Sendable)
        }
      }
      let initializer = await onDesk {
        await Call.asynchronous.error { _ in
          _ = try await container.resolve(Cabinet.self, arguments: Argument<any Store & Sendable>(drawer))
        }
      }
      #expect(closure?.kind == .isolationMismatch && initializer?.kind == .isolationMismatch)
    }
  }

  @MainActor private func onMainActor(_ form: Form, _ call: Call, in other: Container? = nil) async throws {
    try await form.resolve(call, other ?? container)
  }

  @concurrent private func refused(_ form: Form, _ call: Call, in container: Container) async throws {
    let error = await call.error { try await form.resolve($0, container) }
    guard case .isolationMismatch? = error else {
      // Before anything was built, a caller that blocks is told to await it.
      Issue.record("\(form.testDescription), \(call): \(error.map { "\($0)" } ?? "no error")")
      return
    }
  }

  @Test(arguments: [true, false]) @MainActor
  func `is the same instance after a request elsewhere, though it is held weakly`(isOwned: Bool) async throws {
    let shelf = Shelf.made() as any Archive
    try container.register((any Archive).self, initializer: Shelf.init).asWeak()
    if isOwned { try container.register(instance: shelf).ownedExternally() }
    let first = try await container.resolve((any Archive).self)
    for call in Call.allCases {
      let error = await Task.detached { [container] in
        await call.error(resolving: (any Archive).self, in: container)
      }.value
      #expect(error?.kind == .isolationMismatch)
    }
    let (isSame, isShelf) = (try await container.resolve((any Archive).self) === first, first === shelf)
    #expect(isSame && isShelf == isOwned)
  }

  @Test func `is named by the error, with the changes that mend it`() async throws {
    try container.register(initializer: Shelf.init).implements((any Store).self)
    try container.register((any Archive).self, initializer: Shelf.init).asSingleton()
    for call in Call.allCases {
      let forwarded = await background { await call.error { try await $0.resolve((any Store).self, in: container) } }
      #expect(
        forwarded?.headline == "Shelf conforms to Store on the main actor only, and Store was resolved outside it.")
    }
    let kept = await background { await Call.asynchronous.error(resolving: (any Archive).self, in: container) }
    #expect(
      kept?.remedy == """
        resolve it on the main actor; or put the protocol there: `@MainActor protocol Archive`; or have the conformance \
        hold everywhere: `Shelf: nonisolated Archive`, which the compiler demands of a protocol that is Sendable.
        """)
  }

  @Test func `is named by the error of an optional, and of an initializer, which has no closure`() async throws {
    try container.register((any Store)?.self) { @MainActor in Shelf() }
    let optional = await background { await Call.asynchronous.error(resolving: (any Store)?.self, in: container) }
    #expect(optional?.headline.hasPrefix("Shelf conforms to Store on the main actor only") ?? false)
    try container.register(initializer: Shelf.init).implements((any Store).self)
    try container.register(initializer: Ledger.init)
    let wired = await background { await Call.synchronous.error { try await $0.resolve(Ledger.self, in: container) } }
    #expect(wired.map { !($0.remedy ?? "").contains("closure") } ?? false)
  }

  @Test func `is a mismatch of types if it does not conform anywhere`() async throws {
    try container.register(initializer: Shelf.init).implements((any Equatable).self)
    let error = await background { await Call.asynchronous.error(resolving: (any Equatable).self, in: container) }
    #expect(error?.kind == .typeMismatch)
  }

  @Test(arguments: Call.allCases)
  func `is given out everywhere by a protocol to which it conforms everywhere`(call: Call) async throws {
    try container.register((any Plain).self, initializer: Shelf.init).asSingleton()
    try container.register((any Store).self, initializer: Shelf.init).asSingleton().implements((any Plain).self)
    try await MainActor.run { _ = try container.resolve((any Plain).self) }
    try await background { _ = try await call.resolve((any Plain).self, in: container) }
  }

  @Test func `does not keep a product of the same registration that conforms everywhere from other threads`()
    async throws
  {
    let isSafe = Guarded(false)
    try container.register((any Store).self) { @MainActor in isSafe.now ? Safe() as any Store : Shelf() }
      .asDisposableSingleton()
    try await MainActor.run { _ = try container.resolve((any Store).self) }
    await container.release((any Store).self)
    isSafe.withLock { $0 = true }
    try await background { _ = try await container.resolve((any Store).self) }
    for call in Call.allCases { try await background { _ = try await call.resolve((any Store).self, in: container) } }
  }

  @Test(arguments: Call.allCases)
  func `is noticed after products of the same registration that conform everywhere`(call: Call) async throws {
    let (requests, makeCrate) = (Counter(), Crate.init as @Sendable (any Store) -> any Store)
    try container.register((any Store).self) { requests.increment() <= 3 ? Safe() as any Store : makeCrate(Safe()) }
      .asTransient()
    try await expectMismatch(of: (any Store).self, after: 3, call)
  }

  @Test(arguments: Call.allCases)
  func `is noticed also if it inherits a conformance from the class of the products before it`(
    call: Call
  ) async throws {
    let (requests, makeLocker) = (Counter(), Locker.init as @Sendable () -> any Archive & Plain)
    try container.register((any Archive & Plain).self) { requests.increment() <= 3 ? Trunk() : makeLocker() }
      .asTransient()
    try await expectMismatch(of: (any Archive & Plain).self, after: 3, call)
  }

  /// Expects an error after a number of products. From the third request on, one plan answers.
  private func expectMismatch<Product>(
    of type: Product.Type, after count: Int = 0, _ call: Call = .asynchronous, in other: Container? = nil
  ) async throws {
    let container = other ?? container
    for _ in 0..<count { try await background { _ = try await call.resolve(type, in: container) } }
    let error = await background { await call.error(resolving: type, in: container) }
    #expect(error?.kind == .isolationMismatch)
  }

  @Test func `is a parameter of main-actor initializers that other threads await`() async throws {
    try container.register((any Store).self, initializer: Shelf.init).asSingleton()
    try container.register(initializer: Window.init).asSingleton()
    try await MainActor.run { _ = try container.register(initializer: Door.init).injecting(\.store).asSingleton() }
    try await background { _ = try await container.resolve(Window.self) }
    try await background { _ = try await container.resolve(Door.self) }
    let provider = try await MainActor.run {
      try container.resolve(Provider<Window>.self, arguments: Argument<any Store>(Shelf.made()))
    }
    try await background { _ = try await provider.get() }
    let counts = try await MainActor.run {
      (try container.resolve(Window.self).store.count(), try container.resolve(Door.self).store?.count())
    }
    #expect(counts == (1, 2))
  }

  @Test(arguments: [AnyScope.transient, .graph, .singleton])
  func `is a parameter of awaited main-actor initializers also by a forwarding`(scope: AnyScope) async throws {
    let (built, given, elsewhere) = (Container(), Container(), Container())
    try elsewhere.register(Drawer.self) { await { @Desk in Drawer() }() }.implements((any Store).self)
    try elsewhere.register(initializer: Window.init)
    try await expectMismatch(of: Window.self, in: elsewhere)
    scope.apply(to: try built.register(initializer: Shelf.init)).implements((any Store).self)
    try await MainActor.run { _ = try given.register(instance: Shelf.made()).implements((any Store).self) }
    for container in [built, given] {
      try container.register(initializer: Window.init)
      for count in 1...2 {
        let window = try await container.resolve(Window.self)
        #expect(await window.count() == (scope == .singleton || container === given ? count : 1))
      }
      try await expectMismatch(of: (any Store).self, in: container)
    }
  }

  @Test func `is not handed to a rule of a main-actor initializer that other threads await`() async throws {
    try container.register((any Store).self, initializer: Shelf.init).asSingleton()
    try container.register(
      initializer: Injection(
        Window.init, with: .resolving { resolver in try await resolver.resolve((any Store).self) }))
    try await expectMismatch(of: Window.self)
  }

  @Test(arguments: Call.allCases)
  func `is not handed to a hook that runs elsewhere`(call: Call) async throws {
    let calls = Guarded(0)
    try container.register((any Store).self, initializer: Shelf.init).asSingleton().afterInit { _, _ in
      calls.withLock { $0 += 1 }
    }
    let error = await background { await call.error(resolving: (any Store).self, in: container) }
    #expect(error?.kind == .isolationMismatch && calls.now == 0)
    try await MainActor.run { _ = try container.resolve((any Store).self) }
    #expect(calls.now == 1)
  }

  @Test func `is not handed to a hook that runs elsewhere after one that put it in place`() async throws {
    let calls = Guarded(0)
    try container.register((any Store).self, name: "first", initializer: Shelf.init).asSingleton()
    try container.register((any Store)?.self) { nil }.injecting(\.self, name: "first")
      .afterInit { _, _ in calls.withLock { $0 += 1 } }
    let error = await background { await Call.asynchronous.error(resolving: (any Store)?.self, in: container) }
    #expect(error?.kind == .isolationMismatch && calls.now == 0)
  }

  @Test(arguments: Call.allCases)
  func `is given by its Lazy on the main actor alone, also when its replacement is cached`(call: Call) async throws {
    try container.register((any Store).self, initializer: Shelf.init).asSingleton()
    let lazy = try await MainActor.run {
      let lazy = try container.resolve(Lazy<any Store>.self)
      #expect(try lazy.get().count() == 1)
      return lazy
    }
    try container.register((any Store).self) { Safe() }.asSingleton()
    for _ in 0..<2 { try await background { _ = try await container.resolve((any Store).self) } }
    let error = await background {
      await call.error {
        _ = try await $0.run {
          try lazy.get()
        } asynchronously: {
          try await lazy.get()
        }
      }
    }
    #expect(error?.kind == .isolationMismatch)
  }

  @Test(arguments: [false, true])
  func `is built by a bootstrap that runs elsewhere, also if that is traced`(isTraced: Bool) async throws {
    if isTraced { container.add(ResolutionTrace()) }
    try container.register((any Store).self, initializer: Shelf.init).asSingleton().eager()
    try await background { try await container.bootstrap() }
    #expect(try await MainActor.run { try container.resolve((any Store).self).count() } == 1)
  }

  @Test(arguments: Call.allCases)
  func `is given to a child, and by it on the main actor alone`(call: Call) async throws {
    try container.register(given: (any Store).self, toChildrenNamed: "request")
    let child = try await MainActor.run { try container.makeChild(named: "request", given: Shelf() as any Store) }
    try await MainActor.run { _ = try child.resolve((any Store).self) }
    try await expectMismatch(of: (any Store).self, call, in: child)
    let other = try container.makeChild(named: "request", given: Safe() as any Store)
    try await background { _ = try await call.resolve((any Store).self, in: other) }
  }

  @Test(arguments: [AnyScope.singleton, .graph, .transient])
  func `is given out on another global actor, and neither on the main actor nor elsewhere`(scope: AnyScope)
    async throws
  {
    scope.apply(to: try container.register((any Store & Sendable).self) { @Desk () async in Drawer.made() })
    try container.register(initializer: Cabinet.init).asTransient()
    let first = try await onDesk(container)
    let second = try await onDesk(container)
    #expect(first == 1 && second == (scope == .singleton ? 2 : 1))
    for call in scope == .singleton ? Call.allCases : [.asynchronous] {
      let here = await background { await call.error(resolving: (any Store & Sendable).self, in: container) }
      let there = await onMain { await call.error { try await $0.resolve((any Store & Sendable).self, in: container) } }
      let parameter = await onMain { await call.error { try await $0.resolve(Cabinet.self, in: container) } }
      let fetched = await onDesk { await Call.asynchronous.error { try await $0.resolve(Cabinet.self, in: container) } }
      for error in [here, there, parameter, fetched] { #expect(error?.kind == .isolationMismatch) }
      #expect(
        there?.headline == "Drawer conforms to Store on its global actor only, and Store was resolved outside it.")
    }
  }

  @Test func `is not handed to a main-actor hook if it conforms on another global actor`() async throws {
    let calls = Guarded(0)
    try container.register((any Store & Sendable).self) { @Desk () async in Drawer.made() }.asSingleton()
      .afterInit { @MainActor _, _ in calls.withLock { $0 += 1 } }
    let error = await onDesk { await Call.asynchronous.error(resolving: (any Store & Sendable).self, in: container) }
    #expect(error?.kind == .isolationMismatch && calls.now == 0)
  }

  @Test(arguments: Call.allCases)
  func `is released on the main actor, where its hooks run`(call: Call) async throws {
    let threads = Recorder<Bool>()
    try container.register((any Store).self, initializer: Shelf.init).asDisposableSingleton()
      .onRelease { _ in _ = threads.note(isOnMainActor()) }
      .onRelease { _ in
        await Task.yield()
        threads.note(isOnMainActor())
      }
    for _ in 0..<2 {
      try await MainActor.run { _ = try container.resolve((any Store).self) }
      switch call {
      case .asynchronous: await background { await container.release((any Store).self) }
      case .synchronous: await background { synchronously { container.release((any Store).self) } }
      }
    }
    await until { threads.events.count == 4 }
    #expect(threads.events == [true, true, true, true])
  }

  @Test func `is handed to its synchronous hooks on the main actor, too, when the container ends`() async throws {
    let threads = Recorder<Bool>()
    try await background {
      let container = Container()
      try container.register((any Store).self, initializer: Shelf.init).asSingleton().eager()
        .onRelease { _ in _ = threads.note(isOnMainActor()) }
      try await container.bootstrap()
    }
    await until { threads.events.count == 1 }
    #expect(threads.events == [true])
  }

  @Test func `is released to synchronous hooks on its own global actor alone`() async throws {
    let calls = Guarded(0)
    for isThere in [true, false] {
      let container = Container()
      try container.register((any Store & Sendable).self) { @Desk () async in Drawer.made() }.asSingleton()
        .onRelease { _ in calls.withLock { $0 += 1 } }
        .onRelease { @MainActor _ in calls.withLock { $0 += 10 } }
      _ = try await onDesk(container)
      let error =
        isThere
        ? await onDesk { await Call.asynchronous.error { _ in try await container.shutdown() } }
        : await background { await Call.asynchronous.error { _ in try await container.shutdown() } }
      // The hook on the main actor fails in both cases.
      #expect(calls.now == 1 && error?.failures.count == (isThere ? 1 : 2))
      #expect(error?.description.contains("Drawer conforms to Store on its global actor only") ?? false)
    }
  }

  @Desk private func onDesk(_ container: Container) async throws -> Int {
    try await container.resolve((any Store & Sendable).self).count()
  }

  @Desk private func onDesk<Result: Sendable>(_ body: @Sendable () async throws -> Result) async rethrows -> Result {
    try await body()
  }
}

/// Returns true on the main actor.
private func isOnMainActor() -> Bool {
  let container = Container()
  _ = try? container.register(Int.self) { @MainActor in 1 }
  return (try? container.resolve(Int.self)) != nil
}
