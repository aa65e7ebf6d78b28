import TestSupport
import Testing

@testable import Astroject

private protocol Drink: Sendable {}
private struct Water: Drink {}

private protocol Cup {}
private struct Glass: Cup {}
/// Conforms on the main actor only, and is made anywhere.
@MainActor private final class Mug: @MainActor Cup { nonisolated init() {} }

private final class Observer: RegistrationObserver {
  let requests = Counter()
  func didAsk() { requests.increment() }
  func didRemove() {}
}

extension Stage {
  /// The names of the stages, from the outermost to the recipe.
  fileprivate var names: [String] {
    switch self {
    case let shared as Shared: ["\(type(of: self))"] + shared.inner.names
    case let make as Make: make.decorators.map { _ in "decorator" } + make.hooks.map { _ in "hook" } + ["Make"]
    default: ["\(type(of: self))"]
    }
  }
}

@Suite("The plans of registrations")
struct CompilerTests {
  private let container = Container()

  private func plan<Product>(of type: Product.Type, for asker: Container? = nil) throws -> Stage {
    let match = try #require((asker ?? container).core.find(Key(type)))
    return match.plan(for: (asker ?? container).core)
  }

  @Test(arguments: AnyScope.allCases)
  func `the scope decides which stage is around the recipe`(scope: AnyScope) throws {
    scope.apply(to: try container.register(Water.self) { Water() })
    let outermost: [AnyScope: String] = [.graph: "ShareInTree", .shared: "Keep", .perContainer: "Keep"]
    let around = AnyScope.stored.contains(scope) ? "Keep" : outermost[scope]
    #expect(try plan(of: Water.self).names == [around, "Make"].compactMap(\.self))
  }

  @Test func `a forwarding is a stage of its own, and a decorated one is kept as its target is`() throws {
    try container.register(Water.self) { Water() }.asSingleton().implements((any Drink).self)
    #expect(try plan(of: (any Drink).self).names == ["Forward"])
    try container.decorate((any Drink).self) { _, drink in drink }
    #expect(try plan(of: (any Drink).self).names == ["Keep", "decorator", "Make"])
  }

  @Test func `a plan is published at the second request, and dropped when its registration changes`() throws {
    let registration = try container.register((any Drink).self) { Water() }
    let first = try plan(of: (any Drink).self)
    let second = try plan(of: (any Drink).self)
    #expect(first !== second)
    #expect(try plan(of: (any Drink).self) === second)
    registration.afterInit { _, _ in }
    #expect(try plan(of: (any Drink).self).names == ["ShareInTree", "hook", "Make"])
    try container.decorate((any Drink).self) { _, drink in drink }
    #expect(try plan(of: (any Drink).self).names == ["ShareInTree", "decorator", "hook", "Make"])
    try container.register(instance: Water(), as: (any Drink).self)
    _ = try plan(of: (any Drink).self)
    #expect(try plan(of: (any Drink).self) === plan(of: (any Drink).self))
  }

  @Test func `the instance of a forwarded singleton is published in the place of the forwarding's plan`() throws {
    let registration = try container.register(Well.self) { Well() }.asSingleton().implements(AnyObject.self)
    for _ in 0..<3 { _ = try container.resolve(AnyObject.self) }
    let entry = try #require(container.core.find(Key(AnyObject.self))).entry
    #expect(entry.instance != nil)
    registration.asScoped()
    #expect(entry.instance == nil)
    #expect(throws: AstrojectError.self) { try container.resolve(AnyObject.self) }
    registration.asSingleton()
    for _ in 0..<3 { _ = try container.resolve(AnyObject.self) }
    #expect(entry.instance != nil)
    container.unregister(Well.self)
    #expect(entry.publishesNothing)
    #expect(throws: AstrojectError.self) { try container.resolve(AnyObject.self) }
  }

  // MARK: Plans after a change

  private typealias Well = Numbered

  @Test func `clearing a parent takes its decorators out of the plans of its children`() throws {
    let parent = Container()
    try parent.decorate(Well.self) { _, well in Well(well.number + 1) }
    let child = parent.makeChild()
    try child.register(Well.self) { Well() }.asTransient()
    for _ in 0..<3 { #expect(try child.resolve(Well.self).number == 1) }
    synchronously { parent.clear() }
    for _ in 0..<3 { #expect(try child.resolve(Well.self).number == 0) }
  }

  @Test func `a decorator of a registered instance reaches the types that it implements`() throws {
    try container.register(instance: Well()).implements(AnyObject.self)
    let depth = { try (container.resolve(AnyObject.self) as? Well)?.number }
    for _ in 0..<3 { #expect(try depth() == 0) }
    try container.decorate(Well.self) { _, well in Well(well.number + 1) }
    for _ in 0..<3 { #expect(try depth() == 1) }
  }

  @Test func `a decorated forwarding of a named scope is decorated for each container of the name`() throws {
    try container.register(Well.self) { Well() }.asScoped(to: "x").implements(AnyObject.self)
    try container.decorate(AnyObject.self) { _, well in Well(((well as? Well)?.number ?? 0) + 1) }
    for _ in 0..<3 {
      let child = container.makeChild(named: "x")
      #expect(try (child.resolve(AnyObject.self) as? Well)?.number == 1)
      #expect(throws: AstrojectError.self) { try container.resolve(AnyObject.self) }
    }
  }

  @Test func `a decorator of a forwarding applies in the transaction that adds it`() throws {
    try container.register(instance: Well()).implements(AnyObject.self)
    for _ in 0..<3 { _ = try container.resolve(AnyObject.self) }
    try container.transaction {
      try container.decorate(AnyObject.self) { _, well in Well(((well as? Well)?.number ?? 0) + 1) }
      #expect(try (container.resolve(AnyObject.self) as? Well)?.number == 1)
    }
    #expect(try (container.resolve(AnyObject.self) as? Well)?.number == 1)
  }

  @Test(arguments: AnyScope.stored, Call.allCases)
  func `an instance that an earlier plan builds has a later decorator`(scope: AnyScope, call: Call) async throws {
    scope.apply(to: try container.register(Well.self) { Well() })
    let match = try #require(container.core.find(Key(Well.self)))
    let plan = Compiler.plan(of: match.blueprint, in: match.owner, for: container.core)
    let recipe = Recipe<Void, Well>.resolving { Well(try $0.decorated(as: Well.self).number + 1) }
    let observer = Observer()
    try container.core.decorate(Blueprint(recipe, Placement(at: .unknown), observer: observer, isDecorator: true))
    let ask = Ask(Borrowed(container.core), for: nil, at: Borrowed(match.entry), of: Borrowed(match.owner))
    let well: Well = try await call.run {
      try plan.answer((), for: ask)
    } asynchronously: {
      try await plan.answerAwaiting((), for: ask)
    }
    #expect(well.number == 1 && observer.requests.value == 1)
    #expect(try await container.resolve(Well.self) === well)
  }

  @Test func `a product of a decorator that came after the plan of the build is admitted on its actor only`() throws {
    try container.register((any Cup).self) { Glass() }.asSingleton()
    let match = try #require(container.core.find(Key((any Cup).self)))
    let plan = Compiler.plan(of: match.blueprint, in: match.owner, for: container.core)
    let makeMug: @Sendable () -> any Cup = Mug.init
    try container.decorate((any Cup).self) { _, _ in makeMug() }
    let ask = Ask(Borrowed(container.core), for: nil, at: Borrowed(match.entry), of: Borrowed(match.owner))
    expectThrows(.isolationMismatch) { let _: any Cup = try plan.answer((), for: ask) }
  }

  @Test func `a decorator is refused while one runs that came after the plan of the build`() throws {
    try container.register(Well.self) { Well() }.asSingleton()
    let match = try #require(container.core.find(Key(Well.self)))
    let plan = Compiler.plan(of: match.blueprint, in: match.owner, for: container.core)
    try container.decorate(Well.self) { [core = container.core] _, well in
      expectThrows(.invalidInstance) { try core.container?.decorate(Well.self) { _, well in Well(well.number + 10) } }
      return Well(well.number + 1)
    }
    let ask = Ask(Borrowed(container.core), for: nil, at: Borrowed(match.entry), of: Borrowed(match.owner))
    let well: Well = try plan.answer((), for: ask)
    #expect(well.number == 1)
  }

  @Test func `a child that has changed its scope does not release what a shared scope caches for others`() throws {
    let registration = try container.register(Well.self) { Well() }.as { Keeping() }
    let (one, other) = (container.makeChild(), container.makeChild())
    _ = try one.resolve(Well.self)
    registration.as(Keeping())
    synchronously { one.releaseAll() }
    let well = try other.resolve(Well.self)
    synchronously { one.releaseAll() }
    #expect(try other.resolve(Well.self) === well)
  }
}
