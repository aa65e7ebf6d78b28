import TestSupport
import Testing

@Suite("Injected properties of released and changed registrations", .ownThreads)
struct LateInjectingTests {
  @Test(arguments: Call.allCases)
  func `injecting added after an instance was kept is refused until that is released`(call: Call) async throws {
    let container = Container()
    let dish = try container.register(LoopDish.self) { LoopDish() }.asDisposableSingleton()
    try container.register(initializer: LoopKitchen.init).asSingleton()
    let first = try await call.resolve(LoopDish.self, in: container)
    dish.injecting(\.kitchen)
    for _ in 0..<2 { await call.expectResolveThrows(LoopDish.self, in: container, .invalidInstance) }
    await call.release(LoopDish.self, in: container)
    let second = try await call.resolve(LoopDish.self, in: container)
    #expect(second !== first && second.kitchen?.dish === second)
  }

  /// The object that is resolved first.
  enum First: CaseIterable, Sendable { case dish, kitchen }

  @Test(arguments: Call.allCases, First.allCases)
  func `two objects that hold each other belong together although they are released while they are built`(
    call: Call, first: First
  ) async throws {
    let (container, isOn) = (Container(), Guarded(true))
    try container.register(LoopDish.self) { [unowned container] _ in
      if isOn.now { container.releaseAll() }
      return LoopDish()
    }.asDisposableSingleton().injecting(\.kitchen)
    try container.register(LoopKitchen.self) { [unowned container] resolver in
      let dish = try resolver.resolve(LoopDish.self)
      if isOn.now { container.releaseAll() }
      return LoopKitchen(dish: dish)
    }.asDisposableSingleton()
    func resolve() async throws -> (LoopDish, LoopKitchen) {
      switch first {
      case .dish:
        let dish = try await call.resolve(LoopDish.self, in: container)
        return (dish, try #require(dish.kitchen))
      case .kitchen:
        let kitchen = try await call.resolve(LoopKitchen.self, in: container)
        return (kitchen.dish, kitchen)
      }
    }
    let (oldDish, oldKitchen) = try await resolve()
    #expect(oldDish.kitchen === oldKitchen)
    #expect(oldKitchen.dish === oldDish)
    isOn.withLock { $0 = false }
    let (dish, kitchen) = try await resolve()
    #expect(dish !== oldDish && kitchen !== oldKitchen && dish.kitchen === kitchen && kitchen.dish === dish)
    #expect(try await call.resolve(LoopDish.self, in: container) === dish)
    #expect(try await call.resolve(LoopKitchen.self, in: container) === kitchen)
  }
}
