import TestSupport
import Testing

private final class Pause: Sendable { init(until isOver: () -> Void) { isOver() } }
private final class Stove: Sendable {}
private final class Range: @unchecked Sendable {
  let dish: Plate
  init(dish: Plate, pause: Pause, stove: Stove) { self.dish = dish }
}
private final class Plate: @unchecked Sendable { var range: Range? }

private final class One: @unchecked Sendable { var two: Two? }
private final class Two: @unchecked Sendable { var three: Three? }
private final class Three: @unchecked Sendable { var one: One? }

@Suite("Objects that injecting links while several callers ask for them", .ownThreads, .serialized)
struct InjectingRaceTests {
  private let container = Container()

  // MARK: Completeness

  @Test(arguments: Call.allCases)
  func `a caller gets no object that holds another one whose next property is still to be set`(call: Call) async throws
  {
    let (atCellar, hasReturned) = (Gate(), Gate())
    try container.register(initializer: LoopKitchen.init).asSingleton()
    try container.register(initializer: Wrap<LoopKitchen>.init).asSingleton()
    try container.register(LoopCellar.self) { resolver in
      atCellar.open()
      // The other caller waits for the dish, though the kitchen that it wants is built.
      blockUntil("Wrap<LoopKitchen> waits for LoopDish")
      #expect(!hasReturned.isOpen)
      return LoopCellar(dish: try resolver.resolve())
    }.asSingleton()
    try container.register(initializer: LoopDish.init).asSingleton().injecting(\.kitchen).injecting(\.cellar)
    async let first = call.resolve(LoopDish.self, in: container)
    await atCellar.pass()
    async let second = call.resolve(Wrap<LoopKitchen>.self, in: container)
    let dish = try await second.inner.dish
    hasReturned.open()
    #expect(dish.cellar?.dish === dish)
    #expect(try await first === dish && dish.kitchen?.dish === dish)
  }

  @Test(arguments: [false, true])
  func `an object that two threads need for theirs is given out when both exist`(isDecorated: Bool) async throws {
    let (kitchenBegun, cellarBegun, dishMade, cellarReturned) = (Gate(), Gate(), Gate(), Gate())
    try container.register(LoopKitchen.self) { resolver in
      kitchenBegun.open()
      dishMade.wait()
      let dish: LoopDish = try resolver.resolve()
      for _ in 0..<100 { takeAWhile() }
      #expect(!cellarReturned.isOpen)
      return LoopKitchen(dish: dish)
    }.asSingleton()
    try container.register(LoopCellar.self) { resolver in
      cellarBegun.open()
      dishMade.wait()
      return LoopCellar(dish: try resolver.resolve())
    }.asSingleton()
    try container.register(LoopDish.self) {
      kitchenBegun.wait()
      cellarBegun.wait()
      dishMade.open()
      return LoopDish()
    }.asSingleton().injecting(\.cellar).injecting(\.kitchen)
    // No caller sees a decorated object before its hooks have run.
    if isDecorated { try container.decorate(LoopDish.self) { $0 } }
    let dishes = try await onThreads(3) { number in
      switch number {
      case 0: return try container.resolve(LoopKitchen.self).dish
      case 1: return try container.resolve(LoopDish.self)
      default:
        let dish = try container.resolve(LoopCellar.self).dish
        cellarReturned.open()
        #expect(dish.kitchen?.dish === dish)
        return dish
      }
    }
    #expect(dishes.allSatisfy { $0 === dishes[0] && $0.kitchen?.dish === $0 && $0.cellar?.dish === $0 })
  }

  // MARK: Rings

  @Test func `two threads get a loop error if what injecting gets alone needs what the other one builds`() async throws
  {
    let (atKitchen, atCellar) = (Gate(), Gate())
    try container.register(LoopCellar.self) { resolver in
      atCellar.open()
      atKitchen.wait()
      return LoopCellar(dish: try resolver.resolve())
    }.asSingleton()
    try container.register(LoopKitchen.self) { resolver in
      atKitchen.open()
      return LoopKitchen(dish: try resolver.resolve(LoopCellar.self).dish)
    }.asTransient()
    try container.register(initializer: LoopDish.init).asSingleton().injecting(\.kitchen)
    let results = await Crowd(threads: 2).run { [container] number in
      if number == 1 { atCellar.wait() }
      return try number == 0 ? container.resolve(LoopCellar.self).dish : container.resolve(LoopDish.self)
    }
    #expect(results.allSatisfy { $0.kind == .circularDependency })
  }

  /// Returns a container of three objects, each of which is made when all threads are there.
  private func ring(_ scope: AnyScope, after all: Barrier? = nil) throws -> Container {
    let container = Container()
    scope.apply(to: try container.register(One.self) { Self.make(One(), after: all) }).injecting(\.two)
    scope.apply(to: try container.register(Two.self) { Self.make(Two(), after: all) }).injecting(\.three)
    scope.apply(to: try container.register(Three.self) { Self.make(Three(), after: all) }).injecting(\.one)
    return container
  }

  private static func make<Made>(_ made: @autoclosure () -> Made, after all: Barrier?) -> Made {
    all?.wait()
    return made()
  }

  /// Resolves one of three objects, and returns the first one, or nil if the ring is open anywhere.
  private static func round(_ number: Int, _ container: Container) throws -> One? {
    switch number % 3 {
    case 0:
      let one = try container.resolve(One.self)
      return one.two?.three?.one === one ? one : nil
    case 1:
      let two = try container.resolve(Two.self)
      return two.three?.one?.two === two ? two.three?.one : nil
    default:
      let three = try container.resolve(Three.self)
      return three.one?.two?.three === three ? three.one : nil
    }
  }

  @Test func `three threads that each begin one of three objects get the closed ring`() async throws {
    let container = try ring(.singleton, after: Barrier(count: 3))
    let ones = try await onThreads(3) { number in try #require(try Self.round(number, container)) }
    #expect(ones.allSatisfy { $0 === ones[0] })
  }

  @Test(
    arguments: [Crowd(threads: 6), Crowd(threads: 3, tasks: 3)], AnyScope.stored)
  func `callers of a ring of three get the closed ring, and nothing of it is left when it is opened`(
    crowd: Crowd, scope: AnyScope
  ) async throws {
    for _ in rounds(100) {
      weak var last: One?
      do {
        let container = try ring(scope)
        let results = await crowd.run { number in try Self.round(number, container) }
        let ones = try results.map { try #require(try $0.get()) }
        #expect(ones.allSatisfy { $0 === ones[0] })
        last = ones[0]
        ones[0].two = nil
        synchronously { container.releaseAll() }
      }
      // The threads and tasks of the crowd may hold their results for a moment.
      await until { last == nil }
    }
  }

  @Test(arguments: [Crowd(threads: 6), Crowd(tasks: 6)])
  func `if an object of a ring fails once, callers get its error or a closed ring`(crowd: Crowd) async throws {
    for round in rounds(200) {
      let attempts = Counter()
      let container = try ring(.singleton)
      try container.register(Two.self) { Two() }.asSingleton().injecting(\.three).afterInit { _, _ in
        if attempts.increment() == 1 { throw Objection() }
      }
      let results = await crowd.run { number in try Self.round(number + round, container) }
      for result in results where result.kind != .afterInitFailed { #expect(try result.get() != nil) }
      for number in 0..<3 { #expect(try synchronously { try Self.round(number, container) } != nil) }
    }
  }

  // MARK: Releasing, cancelling and refusing

  @Test(arguments: [Crowd(threads: 4), Crowd(tasks: 4)])
  func `objects that are released while they are linked are complete, and are freed`(crowd: Crowd) async throws {
    for _ in rounds(200) {
      let container = Container()
      try container.register(initializer: LoopKitchen.init).asDisposableSingleton()
      try container.register(initializer: LoopDish.init).asDisposableSingleton().injecting(\.kitchen)
      let seen = Guarded<[() -> LoopDish?]>([])
      let visit: @Sendable (Int, LoopDish?) -> Void = { number, dish in
        // The release may come between the two, so that the kitchen has another dish.
        #expect(dish?.kitchen?.dish.kitchen != nil)
        seen.withLock { seen in seen.append({ [weak dish] in dish }) }
        if number == 0 { container.releaseAll() }
      }
      let results = await crowd.run { number in
        visit(
          number,
          number.isMultiple(of: 2) ? try container.resolve(LoopDish.self) : try container.resolve(LoopKitchen.self).dish
        )
      } asynchronous: { number in
        visit(
          number,
          number.isMultiple(of: 2)
            ? try await container.resolve(LoopDish.self) : try await container.resolve(LoopKitchen.self).dish)
      }
      for result in results { try result.get() }
      synchronously { container.releaseAll() }
      for dish in seen.now {
        dish()?.kitchen?.dish.kitchen = nil
        dish()?.kitchen = nil
      }
      #expect(seen.now.allSatisfy { $0() == nil })
    }
  }

  @Test func `a cancelled task whose object waits for another one leaves the object to the others`() async throws {
    let (hasDish, goesOn, dishes) = (Gate(), Gate(), Counter())
    try container.register(LoopKitchen.self) { resolver in
      let dish = try await resolver.resolve(LoopDish.self)
      hasDish.open()
      await goesOn.pass()
      return LoopKitchen(dish: dish)
    }.asSingleton()
    try container.register(LoopDish.self) { dishes.count(LoopDish()) }.asSingleton().injecting(\.kitchen)
    let kitchen = Task { try await container.resolve(LoopKitchen.self) }
    await hasDish.pass()
    let other = Task { try await container.resolve(LoopDish.self) }
    other.cancel()
    await #expect(throws: AstrojectError.self) { try await other.value }
    goesOn.open()
    #expect(try await kitchen.value.dish === container.resolve(LoopDish.self))
    #expect(try await kitchen.value.dish.kitchen === kitchen.value && dishes.value == 1)
  }

  @Test func `a thread that waits for a loop's object is refused when the build suspends`() async throws {
    let (hasPlate, goesOn) = (Gate(), Gate())
    try container.register(Pause.self) {
      Pause {
        hasPlate.open()
        blockUntil("Wrap<Plate> waits for Range")
      }
    }
    try container.register(Stove.self) {
      await goesOn.pass()
      return Stove()
    }
    try container.register(initializer: Range.init).asSingleton()
    try container.register(initializer: Wrap<Plate>.init).asSingleton()
    try container.register(initializer: Plate.init).asSingleton().injecting(\.range)
    let range = Task { try await container.resolve(Range.self) }
    await hasPlate.pass()
    _ = onOwnThread {
      _ = #expect(throws: AstrojectError.self) { try container.resolve(Wrap<Plate>.self) }
      goesOn.open()
    }
    #expect(try await range.value.dish.range === range.value)
    #expect(try await container.resolve(Wrap<Plate>.self).inner === range.value.dish)
  }

  // MARK: Forms

  @Test func `callers of an object with an argument and of its owner get the same two objects`() async throws {
    for _ in rounds(100) {
      let container = Container()
      try container.register(LoopKitchen.self) { resolver in
        LoopKitchen(dish: try resolver.resolve(LoopDish.self, argument: 1))
      }.asSingleton()
      try container.register(LoopDish.self, arguments: Int.self) { _, _ in LoopDish() }.asSingleton().injecting(
        \.kitchen)
      try await expectOnePair(Crowd(threads: 8)) { number in
        number.isMultiple(of: 2)
          ? try container.resolve(LoopDish.self, argument: 1) : try container.resolve(LoopKitchen.self).dish
      }
    }
  }

  @Test func `tasks that ask for either of two objects get the same, one built asynchronously`() async throws {
    for _ in rounds(100) {
      let container = Container()
      try container.register(LoopKitchen.self) { resolver in
        await Task.yield()
        let dish = try await resolver.resolve(LoopDish.self)
        await Task.yield()
        return LoopKitchen(dish: dish)
      }.asSingleton()
      try container.register(LoopDish.self) { LoopDish() }.asSingleton().injecting(\.kitchen)
      try await expectOnePair(
        Crowd(tasks: 6),
        asynchronous: { number in
          number.isMultiple(of: 2)
            ? try await container.resolve(LoopDish.self) : try await container.resolve(LoopKitchen.self).dish
        })
    }
  }

  @Test(arguments: Crowd.all)
  func `an object of a child is linked to its parent's, which holds one of the parent`(crowd: Crowd) async throws {
    for _ in rounds(100) {
      let parent = Container()
      try parent.register(initializer: LoopKitchen.init).asSingleton()
      try parent.register(initializer: LoopDish.init).asScoped().injecting(\.kitchen)
      let child = parent.makeChild()
      let results = await crowd.run { number in
        number.isMultiple(of: 2) ? try child.resolve(LoopDish.self) : try parent.resolve(LoopKitchen.self).dish
      } asynchronous: { number in
        number.isMultiple(of: 2)
          ? try await child.resolve(LoopDish.self) : try await parent.resolve(LoopKitchen.self).dish
      }
      let dishes = try crowd.values(of: results)
      #expect(dishes.allSatisfy { $0.kitchen?.dish.kitchen === $0.kitchen && $0.kitchen === dishes[0].kitchen })
      let (lower, upper) = (try await child.resolve(LoopDish.self), try await parent.resolve(LoopDish.self))
      #expect(lower !== upper && upper.kitchen?.dish === upper && lower.kitchen === upper.kitchen)
    }
  }

  /// Expects that all threads or tasks get one dish, which is linked to its kitchen when they get it.
  private func expectOnePair(
    _ crowd: Crowd, synchronous: @escaping @Sendable (Int) throws -> LoopDish = { _ in LoopDish() },
    asynchronous: @escaping @Sendable (Int) async throws -> LoopDish = { _ in LoopDish() }
  ) async throws {
    let results = await crowd.run { number -> (LoopDish, Bool) in
      let dish = try synchronous(number)
      return (dish, dish.kitchen?.dish === dish)
    } asynchronous: { number in
      let dish = try await asynchronous(number)
      return (dish, dish.kitchen?.dish === dish)
    }
    let pairs = try results.map { try $0.get() }
    #expect(pairs.allSatisfy { $0.1 && $0.0 === pairs[0].0 })
  }
}
