import TestSupport
import Testing

@testable import Astroject

private typealias Water = Numbered

struct EntryPublishingTests {
  private let container = Container()

  @Test(arguments: [AnyScope.transient, .graph, .singleton, .disposable, .weak, .scoped], [false, true])
  func `a plan that is published when a decorator arrives includes it`(scope: AnyScope, inChild: Bool) throws {
    let parent = Container()
    scope.apply(to: try parent.register(Water.self) { Water() })
    let child = parent.makeChild()
    let match = try #require(parent.core.find(Key(Water.self)))
    let facts = Compiler.Facts(of: match)
    let plan = Compiler.plan(of: match.blueprint, in: match.owner, for: parent.core)
    try (inChild ? child : parent).decorate(Water.self) { _, water in Water(water.number + 1) }
    match.publish(plan, madeOf: facts)
    // A child with decorators of its own does not use the plan of its parent.
    if !inChild { #expect(match.entry.publishesNothing) }
    // An instance that the parent caches for all is not decorated by a child.
    let isKeptByParent = match.blueprint.flags.lifetime.isKeptByOwner
    for _ in 0..<3 { #expect(try child.resolve(Water.self).number == (inChild && isKeptByParent ? 0 : 1)) }
  }

  @Test(arguments: [false, true])
  func `a thread about to publish a converted instance when that is decorated or released publishes nothing`(
    isReleased: Bool
  ) throws {
    if isReleased {
      try container.register(Water.self) { Water() }.asSingleton().implements(AnyObject.self)
    } else {
      try container.register(instance: Water()).implements(AnyObject.self)
    }
    for _ in 0..<3 { _ = try container.resolve(Water.self) }
    let (match, target) = try (
      #require(container.core.find(Key(AnyObject.self))), #require(container.core.find(Key(Water.self)))
    )
    let instance = try #require(target.instance)
    if isReleased {
      _ = container.core.releaseEverything()
    } else {
      try container.decorate(AnyObject.self) { _, water in Water(((water as? Water)?.number ?? 0) + 1) }
    }
    match.publish(ProductBox<AnyObject>(instance.value(as: Water.self)), of: instance, publishedIn: target.entry)
    #expect(match.entry.publishesNothing)
    for _ in 0..<3 { #expect(try (container.resolve(AnyObject.self) as? Water)?.number == (isReleased ? 0 : 1)) }
    if isReleased { #expect(try container.resolve(AnyObject.self) !== instance.value(as: Water.self)) }
  }

  @Test func `a release of everything unpublishes what forwardings make of the released instances`() throws {
    try container.register(Water.self) { Water() }.asSingleton().implements(AnyObject.self)
    for _ in 0..<3 { _ = try container.resolve(AnyObject.self) }
    let entry = try #require(container.core.find(Key(AnyObject.self))).entry
    let former = try #require(entry.instance)
    _ = container.core.releaseEverything()
    #expect(entry.publishesNothing)
    let next = try container.resolve(AnyObject.self) as? Water
    #expect(next !== former.any as? Water)
    #expect(try container.resolve(Water.self) === next)
  }

  /// A change of what a plan is made of.
  enum PlanChange: CaseIterable { case replacement, scope, hook }

  @Test(arguments: PlanChange.allCases)
  func `a thread about to publish a plan when its registration changes publishes nothing`(change: PlanChange) throws {
    let registration = try container.register(Water.self) { Water(1) }.asTransient()
    let match = try #require(container.core.find(Key(Water.self)))
    let facts = Compiler.Facts(of: match)
    let plan = Compiler.plan(of: match.blueprint, in: match.owner, for: container.core)
    switch change {
    case .replacement: try container.register(Water.self) { Water(2) }
    case .scope: registration.asGraph()
    case .hook: registration.afterInit { _, _ in }
    }
    match.publish(plan, madeOf: facts)
    #expect(match.entry.publishesNothing)
  }

  /// A change after which a cached instance is no longer the answer to each resolve.
  enum Change: CaseIterable { case scope, hook, decorator, replacement, forwarding }

  @Test(
    // A decorator of what is cached is refused, except for an instance that was made elsewhere.
    arguments: Change.allCases.filter { $0 != .decorator }.map { ($0, false) }
      + [(.decorator, true), (.replacement, true), (.forwarding, true)])
  func `a thread that is about to publish an instance when its registration changes publishes nothing`(
    change: Change, isInstance: Bool
  ) throws {
    var registration: Registration<Water>?
    if isInstance {
      try container.register(instance: Water())
    } else {
      registration = try container.register(Water.self) { Water() }.asSingleton()
    }
    let match = try #require(container.core.find(Key(Water.self)))
    _ = try container.resolve(Water.self)
    let storage = try #require(match.storage(.singleton))
    switch change {
    case .scope: registration?.asScoped()
    case .hook: registration?.afterInit { _, _ in }
    case .decorator: try container.decorate(Water.self) { _, water in Water(water.number + 1) }
    case .replacement: try container.register(Water.self) { Water(1) }
    case .forwarding: try container.register(Int.self) { 1 }.implements(Water.self) { Water($0) }
    }
    match.entry.publishInstance(in: storage, of: match.blueprint)
    #expect(match.entry.publishesNothing)
    switch change {
    case .scope, .hook: expectThrows(.invalidInstance) { try container.resolve(Water.self) }
    case .decorator, .replacement, .forwarding: #expect(try container.resolve(Water.self).number == 1)
    }
  }

  @Test func `an instance that a collection builds does not answer in the place of the forwarding before it`() throws {
    try container.register(Water.self) { Water(1) }.asSingleton()
    try container.register(Int.self) { 2 }.implements(Water.self) { Water($0) }
    for _ in 0..<3 {
      #expect(try container.resolveAll(Water.self).map(\.number) == [1, 2])
      #expect(try container.resolve(Water.self).number == 2)
    }
  }

  @Test func `a plan that was compiled with the decorators of a parent is not published when they have gone`() throws {
    let parent = Container()
    try parent.decorate(Water.self) { _, water in Water(water.number + 1) }
    let child = parent.makeChild()
    try child.register(Water.self) { Water() }
    let match = try #require(child.core.find(Key(Water.self)))
    let facts = Compiler.Facts(of: match)
    let plan = Compiler.plan(of: match.blueprint, in: match.owner, for: child.core)
    parent.clear()
    match.publish(plan, madeOf: facts)
    #expect(match.entry.publishesNothing)
    #expect(try child.resolve(Water.self).number == 0)
  }

  /// Expects that a change unpublishes the plan of a type, and that a thread which has found the plan may still use it.
  private func expectRetired(_ type: Any.Type, by change: (Match) -> Void) throws {
    let match = try #require(container.core.find(Key(type)))
    weak let plan = match.entry.plan(of: match.blueprint)
    #expect(plan != nil)
    let hold = ReadHold.begin()
    hold.stay()
    change(match)
    #expect(match.entry.publishesNothing)
    #expect(plan != nil)
    hold.end()
  }

  @Test func `the plan of a registration that is put in the place of another one is retired while it may be read`()
    throws
  {
    try container.register(Water.self) { Water() }.asTransient().implements(AnyObject.self)
    for _ in 0..<3 { _ = try container.resolve(AnyObject.self) }
    try expectRetired(AnyObject.self) { match in
      _ = match.entry.exchange(match.blueprint, with: match.blueprint.copy())
    }
  }

  @Test func `the plan that is published first stays when another thread publishes one`() throws {
    try container.register(Water.self) { Water() }.asTransient()
    let match = try #require(container.core.find(Key(Water.self)))
    for _ in 0..<2 { _ = match.plan(for: container.core) }
    let first = match.entry.published.load()
    let plan = Compiler.plan(of: match.blueprint, in: match.owner, for: container.core)
    match.publish(plan, madeOf: Compiler.Facts(of: match))
    #expect(first != 0)
    #expect(match.entry.published.load() == first)
  }

  @Test func `a published object is not freed while a thread may use it that has found it before`() throws {
    let registration = try container.register(Water.self) { Water() }.asTransient()
    for _ in 0..<3 { _ = try container.resolve(Water.self) }
    try expectRetired(Water.self) { _ in registration.asGraph() }
  }

  @Test func `a build that has found the plan of a registration gets what replaces it meanwhile`() async throws {
    try container.register(Water.self) { Water(1) }.asDisposableSingleton()
    for _ in 0..<3 { _ = try synchronously { try container.resolve(Water.self) } }
    try container.register(Int.self) { [core = container.core] resolver in
      let hold = ReadHold.begin()
      defer { hold.end() }
      let build = resolver.ownBuild
      let published = try #require(build.published(for: Key(Water.self), hold))
      hold.stay()
      try core.container?.register(Water.self) { Water(2) }
      let water: Water = try published.make(for: build)
      return water.number
    }
    #expect(try synchronously { try container.resolve(Int.self) } == 2)
    try container.register(Int.self) { [core = container.core] (resolver: Resolver) async throws in
      let build = resolver.ownBuild
      let plan = try ReadHold.during { try LastingPlan(#require(build.published(for: Key(Water.self), $0))) }
      try core.container?.register(Water.self) { Water(3) }
      let water: Water = try await #require(plan).answer(for: build)
      return water.number
    }
    try container.register(Water.self) { Water(1) }.asDisposableSingleton()
    for _ in 0..<3 { _ = try synchronously { try container.resolve(Water.self) } }
    #expect(try await container.resolve(Int.self) == 3)
  }
}

/// A decorator is added in three steps: what lacks it is unpublished, it is added under the same lock, and what came
/// meanwhile is unpublished. These tests look at the first step alone.
@Suite("What an entry publishes when a decorator arrives")
struct PublishingDuringArrivalTests {
  private let container = Container()

  init() throws {
    // The container has had a decorator before.
    try container.decorate(String.self) { _, text in text }
  }

  /// Expects that nothing is published for a match when a decorator has arrived.
  private func expectNothing(for match: Match, publishing publish: () -> Void = {}) throws {
    let other = Container()
    try other.decorate(Water.self) { _, water in Water(water.number + 1) }
    let arrival = DecoratorArrival(other.core.ownDecorators, at: container.core)
    #expect(try arrival.mayCome())
    publish()
    #expect(match.entry.publishesNothing)
  }

  @Test func `a plan that was compiled without a decorator is not published when that has arrived`() throws {
    try container.register(Water.self) { Water() }
    let match = try #require(container.core.find(Key(Water.self)))
    let facts = Compiler.Facts(of: match)
    let plan = Compiler.plan(of: match.blueprint, in: match.owner, for: container.core)
    try expectNothing(for: match) { match.publish(plan, madeOf: facts) }
  }

  @Test func `an instance that was made elsewhere is not published when a decorator of it has arrived`() throws {
    try container.register(instance: Water())
    let match = try #require(container.core.find(Key(Water.self)))
    for _ in 0..<3 { _ = try container.resolve(Water.self) }
    let storage = try #require(match.storage(.singleton))
    try expectNothing(for: match) { match.entry.publishInstance(in: storage, of: match.blueprint) }
  }

  @Test func `a forwarding publishes nothing when a decorator of its target has arrived`() throws {
    try container.register(instance: Water()).implements(AnyObject.self)
    for _ in 0..<3 { _ = try container.resolve(AnyObject.self) }
    let match = try #require(container.core.find(Key(AnyObject.self)))
    #expect(match.entry.instance != nil)
    try expectNothing(for: match)
  }

  @Test func `a forwarding that came while a decorator of its target arrived publishes nothing afterwards`() throws {
    let registration = try container.register(instance: Water())
    for _ in 0..<3 { _ = try container.resolve(Water.self) }
    let other = Container()
    try other.decorate(Water.self) { _, water in Water(water.number + 1) }
    let decorators = other.core.ownDecorators
    let arrival = DecoratorArrival(decorators, at: container.core)
    registration.implements(AnyObject.self)
    for _ in 0..<3 { _ = try container.resolve(AnyObject.self) }
    let match = try #require(container.core.find(Key(AnyObject.self)))
    #expect(match.entry.instance != nil)
    #expect(try arrival.mayCome())
    container.core.store.add(decorator: decorators[0])
    container.core.dropPlans(for: decorators)
    #expect(match.entry.publishesNothing)
    #expect(try (container.resolve(AnyObject.self) as? Water)?.number == 1)
  }
}
