import TestSupport

private final class Wheel: Sendable {}
private final class Car: Sendable { init(wheel: Wheel) {} }
private protocol Store { func count() -> Int }
@MainActor private final class Shelf: @MainActor Store { func count() -> Int { 1 } }
@MainActor private final class OpenShelf: nonisolated Store { nonisolated func count() -> Int { 1 } }
@MainActor private protocol MainStore {}
@MainActor private final class MainShelf: MainStore {}
private final class Library: Sendable {
  init(store: any Store) async {}
  init(mainStore: any MainStore) async {}
}
@globalActor private actor Desk {
  static let shared = Desk()
  @Desk static func count(in container: Container) async throws -> Int {
    try await container.resolve((any Store & Sendable).self).count()
  }
}
@Desk private final class Drawer: @Desk Store {
  static func made() -> any Store & Sendable { Drawer() }
  func count() -> Int { 1 }
}
@Desk private final class OpenDrawer: nonisolated Store { nonisolated func count() -> Int { 1 } }
@Desk private protocol DeskStore {}
@Desk private final class DeskDrawer: DeskStore {}
private final class Stores: Store {
  init(stores: [any Store]) async {}
  func count() -> Int { 1 }
}
private final class StoreOwner: @unchecked Sendable { @Inject var store: any Store }
private protocol SharedStore: Sendable { func count() -> Int }
@MainActor private final class SharedShelf: nonisolated SharedStore { nonisolated func count() -> Int { 1 } }
@MainActor private struct MainID: @MainActor Hashable { static func key() -> any Hashable & Sendable { [MainID()] } }
nonisolated private struct ID: Hashable {}
private protocol Counting { func count() async throws -> Int }
private final class Tally: Counting, @unchecked Sendable {
  @Inject var number: Int
  func count() async throws -> Int { number }
}
private final class LazyTally: Counting, @unchecked Sendable {
  @Inject var number: Lazy<Int>
  func count() async throws -> Int { try await number.get() }
}
private final class NamedTally: @unchecked Sendable { @Inject(name: "n") var number: Int }
private final class TakingTally: Sendable { init(number: Int) {} }
private protocol Part: Sendable {}
extension Wheel: Part {}
private final class Bike: Sendable { init(part: any Part) {} }
private final class Cart: @unchecked Sendable { var wheel: Wheel? }
private final class Rim: Part { init(part: any Part, wheel: Wheel) {} }

/// Registers a number whose build is suspended until a gate opens, and begins to build it.
private func beginNumber(in container: Container, until end: Gate) async throws -> Task<Int, any Error> {
  let begun = Gate()
  try container.register(Int.self) { () async in
    begun.open()
    await end.pass()
    return 1
  }.asSingleton()
  let builder = Task { try await container.resolve(Int.self) }
  await begun.pass()
  return builder
}

/// Runs a closure while a number is being built, and throws its error afterwards.
private func whileNumberIsBuilt(in container: Container, _ body: () throws -> Void) async throws {
  let end = Gate()
  let builder = try await beginNumber(in: container, until: end)
  let result = Result { try body() }
  end.open()
  _ = try await builder.value
  try result.get()
}

private func registerDecoratedForwarding(in container: Container) throws {
  try container.register(Wheel.self) { () async in Wheel() }.implements((any Part).self)
  try container.decorate((any Part).self) { _, part in part }
  try container.register(initializer: Bike.init)
}

private func contributeAsynchronously(to container: Container) throws {
  try container.contribute(Wheel.self, name: "front") { () async in Wheel() }
}

private let holdLazy =
  "have the property hold a `Lazy<Int>`, because its value is resolved when it is built, without `await`"

extension Remedy {
  /// Returns a remedy for a product that is resolved synchronously, and is awaited instead.
  private static func awaited<Product>(_ text: String, _ type: Product.Type, given: @escaping Program) -> Remedy {
    Remedy(text, given: given) { _ = try $0.resolve(type) }.followedAwaiting { _ = try await $0.resolve(type) }
  }

  static let forEffects = [
    awaited(
      "await it: `try await container.resolve(Wheel.self)`. (In a `main.swift`, Swift chooses the synchronous",
      Wheel.self
    ) { try $0.register(Wheel.self) { () async in Wheel() } },
    Remedy(
      "await it: `try await container.resolve((any Store).self, name: \"all\")`. (In",
      given: { try $0.register((any Store).self, name: "all", composite: Injection(Stores.init)) }
    ) { _ = try $0.resolve((any Store).self, name: "all") }
    .followedAwaiting { _ = try await $0.resolve((any Store).self, name: "all") },
    Remedy(
      "await it: `try await container.bootstrap()`. (In",
      given: { try $0.register(Wheel.self) { () async in Wheel() }.eager() }
    ) { try $0.bootstrap() }
    .followedAwaiting { try await $0.bootstrap() },
    Remedy(
      "await it, or resolve it on the main actor: `try await container.bootstrap()`.",
      given: { try $0.register(Wheel.self) { @MainActor in Wheel() }.eager() }
    ) { try $0.bootstrap() }
    .followedAwaiting { try await $0.bootstrap() },
    Remedy(awaited: "await it: a thread cannot wait for a task that may need it.") { container in
      try await whileNumberIsBuilt(in: container) { _ = try container.resolve(Int.self) }
    }
    .followedAwaiting { container in
      let end = Gate()
      let builder = try await beginNumber(in: container, until: end)
      async let number = container.resolve(Int.self)
      end.open()
      _ = try await (number, builder.value)
    },
    Remedy(awaited: "await it in the closure: a thread cannot wait for a task that may need it.") { container in
      try container.register(TakingTally.self) { resolver in TakingTally(number: try resolver.resolve(Int.self)) }
      try await whileNumberIsBuilt(in: container) { _ = try container.resolve(TakingTally.self) }
    }
    .followedAwaiting { container in
      let end = Gate()
      let builder = try await beginNumber(in: container, until: end)
      try container.register(TakingTally.self) { resolver in TakingTally(number: try await resolver.resolve(Int.self)) }
      async let tally = container.resolve(TakingTally.self)
      end.open()
      _ = try await (tally, builder.value)
    },
    Remedy(
      awaited: "await it in the closure of Car: `{ resolver in … try await resolver.resolve(Wheel.self) … }`.",
      given: { try $0.register(Wheel.self) { () async in Wheel() } }, check: { _ = try await $0.resolve(Car.self) }
    ) { try $0.register(Car.self) { resolver in Car(wheel: try resolver.resolve(Wheel.self)) } }
    .followedAwaiting { try $0.register(Car.self) { resolver in Car(wheel: try await resolver.resolve(Wheel.self)) } },
    awaited("await it: `try await container.resolve(Bike.self)`.", Bike.self, given: registerDecoratedForwarding),
    awaited("await it: `try await container.resolve(Cart.self)`.", Cart.self) {
      try $0.register(Wheel.self) { () async in Wheel() }
      try $0.register(Cart.self) { Cart() }.injecting(\.wheel)
    },
    awaited("await it: `try await container.resolve((any Part).self)`.", (any Part).self) {
      try $0.register(Wheel.self) { () async in Wheel() }
      try $0.register((any Part).self) { Wheel() }
      try $0.decorate((any Part).self, initializer: Rim.init)
    },
    Remedy("await it: `try await container.resolve([Wheel].self)`.", given: contributeAsynchronously) {
      _ = try $0.resolveAll(Wheel.self)
    }
    .followedAwaiting { _ = try await $0.resolve([Wheel].self) },
    Remedy("await it: `try await container.resolve([String: Wheel].self)`.", given: contributeAsynchronously) {
      _ = try $0.resolveAll(Wheel.self, by: String.self)
    }
    .followedAwaiting { _ = try await $0.resolve([String: Wheel].self) },
    Remedy(
      awaited: "await it in the closure of Int: `{ resolver in … try await resolver.resolve([Wheel].self) … }`.",
      given: contributeAsynchronously, check: { _ = try await $0.resolve(Int.self) }
    ) { try $0.register(Int.self) { resolver in try resolver.resolveAll(Wheel.self).count } }
    .followedAwaiting { try $0.register(Int.self) { resolver in try await resolver.resolve([Wheel].self).count } },
    Remedy("await the `Lazy<Int>`: `try await ….get()`.", given: { try $0.register(Int.self) { () async in 1 } }) {
      _ = try $0.resolve(Lazy<Int>.self).get()
    }
    .followedAwaiting { _ = try await $0.resolve(Lazy<Int>.self).get() },
    awaited("await it, or resolve it on the main actor: `try await container.resolve(Wheel.self)`.", Wheel.self) {
      try $0.register(Wheel.self) { @MainActor in Wheel() }
    }
    .followedAwaiting("on the main actor") { container in
      _ = try await MainActor.run { try container.resolve(Wheel.self) }
    },
    Remedy(
      awaited: """
        await it in the closure of Car: `{ resolver in … try await resolver.resolve(Wheel.self) … }`; or have it run \
        there: `{ @MainActor resolver in … }`.
        """, given: { try $0.register(Wheel.self) { @MainActor in Wheel() } },
      check: { _ = try await $0.resolve(Car.self) }
    ) { try $0.register(Car.self) { resolver in Car(wheel: try resolver.resolve(Wheel.self)) } }
    .followedAwaiting("await it") {
      try $0.register(Car.self) { resolver in Car(wheel: try await resolver.resolve(Wheel.self)) }
    }
    .followedAwaiting("have it run there") {
      try $0.register(Car.self) { @MainActor resolver in Car(wheel: try resolver.resolve(Wheel.self)) }
    },
    Remedy(
      awaited: """
        await it in the closure of Car: `{ resolver in … try await resolver.resolve(Wheel.self) … }`; or have it run \
        there: `initializer: Injection { @MainActor (resolver: Resolver, …) in … }`.
        """, given: { try $0.register(Wheel.self) { @MainActor in Wheel() } },
      check: { _ = try await $0.resolveAll(Car.self) }
    ) { try $0.contribute(Car.self) { resolver in Car(wheel: try resolver.resolve(Wheel.self)) } }
    .followedAwaiting {
      try $0.contribute(
        Car.self,
        initializer: Injection { @MainActor (resolver: Resolver) in Car(wheel: try resolver.resolve(Wheel.self)) })
    },
    Remedy(
      awaited: """
        await it in the closure of Car with (Int): `{ resolver, … in … try await resolver.resolve(Wheel.self) … }`; or have \
        it run there: `{ @MainActor resolver, … in … }`.
        """, given: { try $0.register(Wheel.self) { @MainActor in Wheel() } },
      check: { _ = try await $0.resolve(Car.self, argument: 1) }
    ) { try $0.register(Car.self, argument: Int.self) { resolver, _ in Car(wheel: try resolver.resolve(Wheel.self)) } }
    .followedAwaiting {
      try $0.register(Car.self, argument: Int.self) { @MainActor resolver, _ in
        Car(wheel: try resolver.resolve(Wheel.self))
      }
    },
    Remedy(
      awaited: "await it in the closure of Car: `{ resolver in … try await resolver.resolve(Wheel.self) … }`.",
      given: { try $0.register(Wheel.self) { @MainActor in Wheel() } }, check: { _ = try await $0.resolve(Car.self) }
    ) { try $0.register(initializer: Car.init, with: .resolving { @Sendable in try $0.resolve(Wheel.self) }) }
    .followedAwaiting {
      try $0.register(initializer: Car.init, with: .resolving { @Sendable in try await $0.resolve(Wheel.self) })
    },
    Remedy(
      awaited: """
        await it in the closure of Cart: `{ resolver, … in … try await resolver.resolve(Wheel.self) … }`; or have it run \
        there: `{ @MainActor resolver, … in … }`.
        """, given: { try $0.register(Wheel.self) { @MainActor in Wheel() } },
      check: { _ = try await $0.resolve(Cart.self) }
    ) { try $0.register(initializer: Cart.init).afterInit { resolver, cart in cart.wheel = try resolver.resolve() } }
    .followedAwaiting("await it") {
      try $0.register(initializer: Cart.init).afterInit { resolver, cart in
        cart.wheel = try await resolver.resolve(Wheel.self)
      }
    }
    .followedAwaiting("have it run there") {
      try $0.register(initializer: Cart.init).afterInit { @MainActor resolver, cart in
        cart.wheel = try resolver.resolve(Wheel.self)
      }
    },
    // MARK: Conformances on the main actor
    Remedy(
      awaited: """
        resolve it on the main actor; or put the protocol there: `@MainActor protocol Store`; or have the conformance hold \
        everywhere: `Shelf: nonisolated Store`, which the compiler demands of a protocol that is Sendable.
        """
    ) {
      try $0.register((any Store).self, initializer: Shelf.init)
      _ = try await $0.resolve((any Store).self)
    }
    .followedAwaiting("on the main actor") { container in
      try container.register((any Store).self, initializer: Shelf.init)
      try await MainActor.run { _ = try container.resolve((any Store).self) }
    }
    .followedAwaiting("the protocol there") {
      try $0.register((any MainStore).self, initializer: MainShelf.init)
      _ = try await $0.resolve((any MainStore).self)
    }
    .followedAwaiting("everywhere") {
      try $0.register((any Store).self, initializer: OpenShelf.init)
      _ = try await $0.resolve((any Store).self).count()
    }
    .followedAwaiting("everywhere, by a protocol that is Sendable") {
      try $0.register((any SharedStore).self, initializer: SharedShelf.init)
      _ = try await $0.resolve((any SharedStore).self).count()
    },
    Remedy(
      awaited: """
        put the protocol on the main actor: `@MainActor protocol Store`; or have the conformance hold everywhere: \
        `Shelf: nonisolated Store`, which the compiler demands of a protocol that is Sendable.
        """
    ) {
      try $0.register((any Store).self, initializer: Shelf.init)
      try $0.register(initializer: Library.init(store:))
      _ = try await $0.resolve(Library.self)
    }
    .followedAwaiting("the protocol on the main actor") {
      try $0.register((any MainStore).self, initializer: MainShelf.init)
      try $0.register(Library.self, initializer: Library.init(mainStore:))
      _ = try await $0.resolve(Library.self)
    }
    .followedAwaiting("everywhere") {
      try $0.register((any Store).self, initializer: OpenShelf.init)
      try $0.register(initializer: Library.init(store:))
      _ = try await $0.resolve(Library.self)
    },
    Remedy(
      awaited: """
        resolve it on its global actor; or put the protocol there; or have the conformance hold everywhere: \
        `Drawer: nonisolated Store`, which the compiler demands of a protocol that is Sendable.
        """
    ) {
      try $0.register((any Store & Sendable).self) { @Desk () async in Drawer.made() }
      _ = try await $0.resolve((any Store & Sendable).self)
    }
    .followedAwaiting("on its global actor") { container in
      try container.register((any Store & Sendable).self) { @Desk () async in Drawer.made() }
      _ = try await Desk.count(in: container)
    }
    .followedAwaiting("the protocol there") {
      try $0.register((any DeskStore & Sendable).self) { @Desk () async in DeskDrawer() as any DeskStore & Sendable }
      _ = try await $0.resolve((any DeskStore & Sendable).self)
    }
    .followedAwaiting("everywhere") {
      try $0.register((any Store & Sendable).self) { @Desk () async in OpenDrawer() as any Store & Sendable }
      _ = try await $0.resolve((any Store & Sendable).self).count()
    },
    Remedy(
      awaited: "declare the type of the key, and those of the values in it, as `nonisolated struct ID: Hashable` is."
    ) {
      let key = await MainID.key()
      try $0.register(Wheel.self, key: key) { Wheel() }
    }
    .followed { try $0.register(Wheel.self, key: [ID()]) { Wheel() } },
    // MARK: Injected properties that have to be awaited
    Remedy(
      awaited: """
        \(holdLazy); or register the initializer as the type that it makes, and forward it: \
        `register(initializer: ….init).implements((any Counting).self) { $0 }`.
        """, given: { try $0.register(Int.self) { () async in 1 } },
      check: { _ = try await $0.resolve((any Counting).self).count() }
    ) { try $0.register((any Counting).self, initializer: Tally.init) }
    .followed("a Lazy") { try $0.register((any Counting).self, initializer: LazyTally.init) }
    .followed("forward it") { try $0.register(initializer: Tally.init).implements((any Counting).self) { $0 } },
    Remedy(
      awaited: """
        \(holdLazy); or register the initializer as the type that it makes, and forward it: \
        `register(name: "n", initializer: ….init).implements((any Counting).self) { $0 }`.
        """, given: { try $0.register(Int.self) { () async in 1 } },
      check: { _ = try await $0.resolve((any Counting).self, name: "n").count() }
    ) { try $0.register((any Counting).self, name: "n") { Tally() } }
    .followed { try $0.register(name: "n", initializer: Tally.init).implements((any Counting).self) { $0 } },
    // These would not be decorators or contributions as registrations.
    Remedy(
      awaited: "\(holdLazy).",
      given: {
        try $0.register(Int.self) { () async in 1 }
        try $0.register((any Counting).self) { LazyTally() }
      }, check: { _ = try await $0.resolve((any Counting).self).count() }
    ) { try $0.decorate((any Counting).self) { _, _ in Tally() } }
    .followed { try $0.decorate((any Counting).self) { _, _ in LazyTally() } },
    Remedy(
      awaited: "\(holdLazy); or take it by the initializer, `initializer: Injection(….init, with: …, .named(\"n\"))`.",
      given: { try $0.register(Int.self, name: "n") { () async in 1 } }
    ) {
      try $0.contribute(initializer: NamedTally.init)
      _ = try await $0.resolve([NamedTally].self)
    }
    .followedAwaiting {
      try $0.contribute(initializer: Injection(TakingTally.init, with: .named("n")))
      _ = try await $0.resolve([TakingTally].self)
    },
    Remedy(
      awaited: "\(holdLazy); or register the initializer of Tally.",
      given: { try $0.register(Int.self) { () async in 1 } },
      check: { _ = try await $0.resolve(Tally.self).count() }
    ) { try $0.register(Tally.self) { Tally() } }
    .followed("the initializer") { try $0.register(initializer: Tally.init) },
    Remedy(
      awaited: """
        have the property hold a `Lazy<any Store>`, because its value is resolved when it is built, without `await`; \
        or register the initializer of StoreOwner.
        """,
      given: { try $0.register((any Store).self, composite: Injection(Stores.init)) },
      check: { _ = try await $0.resolve(StoreOwner.self).store.count() }
    ) { try $0.register(StoreOwner.self) { StoreOwner() } }
    .followed("the initializer") { try $0.register(initializer: StoreOwner.init) },
    Remedy(
      awaited: "\(holdLazy); or take it by the initializer, `with: …, .named(\"n\")`.",
      given: { try $0.register(Int.self, name: "n") { () async in 1 } }
    ) {
      try $0.register(initializer: NamedTally.init)
      _ = try await $0.resolve(NamedTally.self)
    }
    .followedAwaiting("by the initializer") {
      let make = { @Sendable (_: Wheel?, number: Int) in TakingTally(number: number) }
      try $0.register(initializer: make, with: .auto, .named("n"))
      _ = try await $0.resolve(TakingTally.self)
    },
  ]
}
