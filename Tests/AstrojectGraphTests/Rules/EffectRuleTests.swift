import TestSupport
import Testing

private protocol Dish {}
private final class Bowl: Dish { @Inject var a: Cast.A }
private final class NamedBowl { @Inject(name: "a") var a: Cast.A }
private final class SpareBowl { @Inject var a: Cast.A? }

@Suite("The rules about effects: `async-dependency` and `isolation`")
struct EffectRuleTests {
  private let container = Container()

  typealias Maker = GraphEffectTests.Maker

  static let pairs = Maker.allCases.flatMap { own in Maker.allCases.map { (own, $0) } }

  /// The rules that a closure of one effect breaks if it declares a dependency of another.
  private func expected(_ own: Maker, _ target: Maker) -> [GraphRule] {
    if own.isAsynchronous { return [] }
    if target.isAsynchronous { return [.asyncDependency] }
    return target == .mainActor && own != .mainActor ? [.isolation] : []
  }

  @Test(arguments: pairs)
  func `a closure is reported for effects of a declared dependency, also through registrations or forms`(
    own: Maker, target: Maker
  ) throws {
    _ = try target.initializer(in: container).implements((any Cast.Face).self)
    let declarations: [(Registration<Cast.B>) -> Void] = [
      { $0.depends(on: Cast.A.self) }, { $0.depends(on: Cast.C.self) }, { $0.depends(on: Cast.A?.self) },
      { $0.depends(on: [any Cast.Face].self) }, { $0.depends(on: (any Cast.Face).self) },
    ]
    for (number, declare) in declarations.enumerated() {
      if number == 1 { try container.wire(Cast.C.self, Cast.A.self).asTransient() }
      declare(try own.closure(Cast.B.self, in: container))
      #expect(container.findings().map(\.rule) == expected(own, target), "\(number)")
    }
  }

  /// A registration of an object with an injected property that asks for something asynchronous.
  struct Injected: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// True if it is resolved.
    let works: Bool
    let register: @Sendable (Container) throws -> Void
    let isResolved: @Sendable (Container) async -> Bool

    init<Product>(
      _ testDescription: String, _ type: Product.Type, works: Bool = false,
      _ register: @escaping @Sendable (Container) throws -> Void
    ) {
      (self.testDescription, self.works, self.register) = (testDescription, works, register)
      isResolved = { (try? await $0.resolve(Product.self)) != nil }
    }
  }

  static let injections = [
    Injected("an asynchronous closure", Bowl.self) {
      try $0.register(Bowl.self) { () async in Bowl() }.depends(on: Cast.A.self)
    },
    Injected("a closure", Bowl.self) { try $0.register(Bowl.self) { Bowl() }.depends(on: Cast.A.self) },
    Injected("a contributed closure", [Bowl].self) {
      try $0.contribute(Bowl.self) { () async in Bowl() }.depends(on: Cast.A.self)
    },
    Injected("a closure behind a protocol", (any Dish).self) {
      try $0.register((any Dish).self) { () async in Bowl() }.depends(on: Cast.A.self)
    },
    Injected("a closure whose property has a name", NamedBowl.self) {
      try $0.register(NamedBowl.self) { () async in NamedBowl() }.depends(on: Cast.A.self, name: "a")
    },
    Injected("an initializer whose property has a name", NamedBowl.self) {
      try $0.register(initializer: NamedBowl.init).depends(on: Cast.A.self, name: "a")
    },
    Injected("an initializer", Bowl.self, works: true) {
      try $0.register(initializer: Bowl.init).depends(on: Cast.A.self)
    },
    Injected("an initializer with an optional property", SpareBowl.self, works: true) {
      try $0.register(initializer: SpareBowl.init).depends(on: Cast.A?.self)
    },
    Injected("a closure without a property", Cast.B.self, works: true) {
      try $0.register(Cast.B.self) { () async in Cast.B() }.depends(on: Cast.A.self)
    },
  ]

  @Test(arguments: injections)
  func `an injected property is reported exactly if nothing awaits what it asks for`(_ test: Injected) async throws {
    for name in [nil, "a"] { try container.register(Cast.A.self, name: name) { () async in Cast.A() } }
    try test.register(container)
    #expect(container.findings().map(\.rule) == (test.works ? [] : [.asyncDependency]))
    #expect(await test.isResolved(container) == test.works)
  }

  @Test(arguments: Maker.allCases)
  func `lazy dependencies of closures and dependencies of initializers need no matching effect`(target: Maker) throws {
    _ = try target.initializer(in: container)
    try container.register(Cast.B.self) { Cast.B() }
      .depends(on: Lazy<Cast.A>.self, Provider<Cast.A>.self, Cast.D?.self)
    try container.wire(Cast.C.self, Cast.A.self)
    try container.wire(Cast.E.self).injecting(\.late)
    #expect(container.verdict() == [])
  }

  @Test(arguments: pairs)
  func `a hook is reported if its effect forbids a declared dependency`(own: Maker, target: Maker) throws {
    try container.register(Cast.C.self) { Cast.C() }.dependsOnNothing()
    let registration = try container.wire(Cast.A.self)
    own.hook(on: registration)
    registration.depends(on: Cast.B.self)
    let needed = try container.wire(Cast.B.self)
    target.hook(on: needed)
    // The compiler takes an asynchronous main-actor closure for a nonisolated one.
    if target == .awaitedOnMainActor { needed.afterInit { @MainActor _, _ in } }
    #expect(container.findings().map(\.rule) == expected(own, target))
  }
}

extension Cast.E {
  fileprivate var late: Cast.A? {
    get { nil }
    set {}
  }
}
