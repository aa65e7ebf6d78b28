import TestSupport

private typealias Ink = RemedyTests.Ink
private typealias Pot = RemedyTests.Pot
private protocol Dye: Sendable {}
extension RemedyTests.Ink: Dye {}
private final class Water: Sendable { init() {} }
private final class Bottle: Sendable { init(size: Int) {} }
private struct Shape: Sendable {}
private final class Vase: Sendable {
  init(shape: Shape) {}
  init(size: Int) {}
  init(water: Water) {}
}
private final class Shelf { init(bottle: Bottle) {} }
private final class LateShelf { init(bottles: Provider<Bottle>) {} }
private final class Rack { @Inject var bottle: Bottle }
private final class LateRack { @Inject var bottles: Provider<Bottle> }
private struct Thinned: Dye { init(dye: any Dye, water: Int) {} }
private struct Mixed: Dye { init(dyes: [any Dye], water: Int) {} }
@MainActor private final class Screen { init(size: Int) {} }
private final class LatePot {
  let ink: Provider<Ink>
  init(ink: Provider<Ink>) { self.ink = ink }
}

extension Remedy {
  static let forArguments = [
    Remedy.finding("make its type Hashable; or pass it in a class instance; or use `.asTransient()`.") {
      try $0.register(initializer: Vase.init(shape:), with: .argument).asSingleton()
    }
    .followed("Hashable") { try $0.register(initializer: Vase.init(size:), with: .argument).asSingleton() }
    .followed("a class instance") { try $0.register(initializer: Vase.init(water:), with: .argument).asSingleton() }
    .followed("asTransient") { try $0.register(initializer: Vase.init(shape:), with: .argument).asTransient() },
    Remedy.finding(
      """
      give it by a rule, `with: .value(…)`; have the caller give it, `with: .argument`; register another initializer or a \
      closure, because a reference to an initializer has no default arguments; or name it in `externals:`.
      """
    ) { try $0.register(initializer: Bottle.init) }
    .followed("a rule") { try $0.register(initializer: Bottle.init, with: .value(1)) }
    .followed("the caller") { try $0.register(initializer: Bottle.init, with: .argument) }
    .followed("a closure") { try $0.register(Bottle.self) { Bottle(size: 1) } }
    .followed("externals", check: { try $0.validate(externals: Int.self) }) {
      try $0.register(initializer: Bottle.init)
    },
    Remedy.finding(
      """
      give it by a rule, `initializer: Injection(….init, with: .value(…))`; have the caller give it, \
      `initializer: Injection(….init, with: .argument)`; register another initializer or a closure
      """
    ) { try $0.register(initializer: Screen.init) }
    .followed("a rule") { try $0.register(initializer: Injection(Screen.init, with: .value(1))) }
    .followed("the caller") { try $0.register(initializer: Injection(Screen.init, with: .argument)) },
    Remedy.finding(
      "give it by a rule, `initializer: Injection(….init, with: .auto, .value(…))`; register another initializer",
      given: { try $0.register((any Dye).self, initializer: Ink.init) }
    ) { try $0.decorate((any Dye).self, initializer: Thinned.init) }
    .followed { try $0.decorate((any Dye).self, initializer: Injection(Thinned.init, with: .auto, .value(1))) },
    Remedy.finding(
      "give it by a rule, `initializer: Injection(….init, with: .auto, .value(…))`; register another initializer",
      given: { try $0.register((any Dye).self, initializer: Ink.init) }
    ) { try $0.contribute((any Dye).self, initializer: Thinned.init) }
    .followed { try $0.contribute((any Dye).self, initializer: Injection(Thinned.init, with: .auto, .value(1))) },
    Remedy.finding(
      "give it by a rule, `composite: Injection(….init, with: .auto, .value(…))`",
      given: { try $0.contribute((any Dye).self, initializer: Ink.init) }
    ) { try $0.register((any Dye).self, composite: Mixed.init) }
    .followed { try $0.register((any Dye).self, composite: Injection(Mixed.init, with: .auto, .value(1))) },
    Remedy.finding(
      "give it by a rule, `initializer: Injection(….init, with: .auto, .value(…))`.",
      given: { try $0.register((any Dye).self, initializer: Ink.init) }
    ) { try $0.decorate((any Dye).self, initializer: Injection(Thinned.init, with: .auto, .argument)) }
    .followed { try $0.decorate((any Dye).self, initializer: Injection(Thinned.init, with: .auto, .value(1))) },
    Remedy.finding(
      "give it by a rule, `initializer: Injection(….init, with: .auto, .value(…))`.",
      given: { try $0.register((any Dye).self, initializer: Ink.init) }
    ) { try $0.contribute((any Dye).self, initializer: Injection(Thinned.init, with: .auto, .argument)) }
    .followed { try $0.contribute((any Dye).self, initializer: Injection(Thinned.init, with: .auto, .value(1))) },
    Remedy.finding(
      "ask for that one, `with: .named(\"size\")`; give it by a rule",
      given: { try $0.register(Int.self, name: "size") { 1 } }
    ) { try $0.register(initializer: Bottle.init) }
    .followed("ask for that one") { try $0.register(initializer: Bottle.init, with: .named("size")) },
    Remedy.finding(
      "have the initializer of Shelf take a `Provider<Bottle>`, and give them there: `try provider.get(arguments: …)`.",
      given: { try $0.register(initializer: Bottle.init, with: .argument) }
    ) { try $0.register(initializer: Shelf.init) }
    .followed { try $0.register(initializer: LateShelf.init) },
    Remedy.finding(
      "have the property of Rack hold a `Provider<Bottle>`, and give them there: `try provider.get(arguments: …)`.",
      given: { try $0.register(initializer: Bottle.init, with: .argument) }
    ) { try $0.register(initializer: Rack.init) }
    .followed { try $0.register(initializer: LateRack.init) },
    Remedy.finding(
      "say which ones its closure gives: `.depends(on: Bottle.self, arguments: …)`.",
      given: { try $0.register(initializer: Bottle.init, with: .argument) }
    ) { try $0.register(Pot.self) { _ in Pot() }.depends(on: Bottle.self) }
    .followed { try $0.register(Pot.self) { _ in Pot() }.depends(on: Bottle.self, arguments: Int.self) },
    Remedy.finding(
      "say which ones its closure gives: `.depends(on: Lazy<Bottle>.self, arguments: …)`.",
      given: { try $0.register(initializer: Bottle.init, with: .argument) }
    ) { try $0.register(Pot.self) { _ in Pot() }.depends(on: Lazy<Bottle>.self) }
    .followed { try $0.register(Pot.self) { _ in Pot() }.depends(on: Lazy<Bottle>.self, arguments: Int.self) },
    Remedy.finding(
      "give those that it takes, if any, in the closure, and say so: `.depends(on: Bottle.self, arguments: …)`.",
      given: { try $0.register(initializer: Bottle.init, with: .argument) }
    ) { try $0.register(Pot.self) { _ in Pot() }.depends(on: Bottle.self, arguments: String.self) }
    .followed { try $0.register(Pot.self) { _ in Pot() }.depends(on: Bottle.self, arguments: Int.self) },
    Remedy.finding(
      """
      register it: `try container.register(Bottle.self, argument: String.self) { … }`; or say which ones its closure \
      gives: `.depends(on: Bottle.self, arguments: …)`; or name it
      """,
      given: { try $0.register(Bottle.self, argument: Int.self) { _, size in Bottle(size: size) } }
    ) { try $0.register(Pot.self) { _ in Pot() }.depends(on: Bottle.self, arguments: String.self) }
    .followed("say which") {
      try $0.register(Pot.self) { _ in Pot() }.depends(on: Bottle.self, arguments: Int.self)
    },
    Remedy.finding(
      """
      mark them, if the caller passes it: `with: .argument, .auto, .argument`; or silence it, if it is registered in a \
      child: `.allowing(.ambiguousArgument, because: …)`.
      """, check: { try $0.validate(externals: Int.self) }
    ) { try $0.register(initializer: { @Sendable (_: Int, _: Ink?, _: Int) in Pot() }) }
    .followed("mark them") {
      try $0.register(initializer: { @Sendable (_: Int, _: Ink?, _: Int) in Pot() }, with: .argument, .auto, .argument)
    }
    .followed("silence it") {
      try $0.register(initializer: { @Sendable (_: Int, _: Ink?, _: Int) in Pot() })
        .allowing(.ambiguousArgument, because: "a child registers the number")
    },
    Remedy.finding("drop the `eager()`, or the arguments.") {
      try $0.register(initializer: Bottle.init, with: .argument).eager()
    }
    .followed("the eager()") { try $0.register(initializer: Bottle.init, with: .argument) }
    .followed("the arguments") { try $0.register(initializer: Bottle.init, with: .value(1)).eager() },
    Remedy.finding("let a closure make one for each value: `.as { … }`.") {
      try $0.register(initializer: Bottle.init, with: .argument).as(Keeping())
    }
    .followed { try $0.register(initializer: Bottle.init, with: .argument).as { Keeping() } },
  ]

  /// Resolves a pot whose closure awaits its ink.
  private static let awaitInk: AwaitedProgram = {
    try $0.register(Pot.self) { resolver in
      _ = try await resolver.resolve(Ink.self)
      return Pot()
    }.depends(on: Ink.self)
    _ = try await $0.resolve(Pot.self)
  }

  static let forEffects = [
    Remedy.finding(
      "await it in the closure, which makes it asynchronous: `try await resolver.resolve(Ink.self)`.",
      given: { try $0.register(Ink.self) { () async in Ink() } }
    ) { try $0.register(Pot.self) { _ in Pot() }.depends(on: Ink.self) }
    .followedAwaiting(by: awaitInk),
    // The remedy repeats the derived form of a declared dependency.
    Remedy.finding(
      "await it in the closure, which makes it asynchronous: `try await resolver.resolve([Ink].self)`.",
      given: { try $0.register(Ink.self, name: "a") { () async in Ink() } }
    ) { try $0.register(Pot.self) { _ in Pot() }.depends(on: [Ink].self) }
    .followed { try $0.register(Pot.self) { _ async in Pot() }.depends(on: [Ink].self) },
    Remedy.finding(
      """
      await it in the closure, which makes it asynchronous: `try await resolver.resolve((any Dye)?.self, name: "a")`.
      """, given: { try $0.register((any Dye).self, name: "a") { () async in Ink() }.dependsOnNothing() }
    ) { try $0.register(Pot.self) { _ in Pot() }.depends(on: (any Dye)?.self, name: "a") }
    .followed { try $0.register(Pot.self) { _ async in Pot() }.depends(on: (any Dye)?.self, name: "a") },
    Remedy.finding(
      """
      have it take a `Provider<Ink>` instead, and await that: `try await provider.get()`; or, if an `afterInit` needs it, \
      await it there.
      """, given: { try $0.register(Ink.self) { () async in Ink() } }
    ) { try $0.register(initializer: Water.init).depends(on: Ink.self) }
    .followedAwaiting("a Provider") {
      try $0.register(initializer: LatePot.init)
      _ = try await $0.resolve(LatePot.self).ink.get()
    }
    .followedAwaiting("in an afterInit") {
      try $0.register(initializer: Water.init)
        .afterInit { resolver, _ in _ = try await resolver.resolve(Ink.self) }
        .depends(on: Ink.self)
      _ = try await $0.resolve(Water.self)
    },
    Remedy.finding(
      "have the closure run there, `{ @MainActor resolver in … }`; or await it.",
      given: { try $0.register(Ink.self) { @MainActor in Ink() } }
    ) { try $0.register(Pot.self) { _ in Pot() }.depends(on: Ink.self) }
    .followedAwaiting("run there") {
      try $0.register(Pot.self) { @MainActor resolver in
        _ = try resolver.resolve(Ink.self)
        return Pot()
      }.depends(on: Ink.self)
      _ = try await $0.resolve(Pot.self)
    }
    .followedAwaiting("await it", by: awaitInk),
    Remedy.finding(
      "have the closure run there, `{ @MainActor resolver, … in … }`; or await it.",
      given: { try $0.register(Ink.self) { @MainActor in Ink() } }
    ) { try $0.register(Pot.self, argument: Int.self) { _, _ in Pot() }.depends(on: Ink.self) }
    .followed {
      try $0.register(Pot.self, argument: Int.self) { @MainActor resolver, _ in Pot(ink: try resolver.resolve(Ink.self))
      }
      .depends(on: Ink.self)
    },
    Remedy.finding(
      "have the closure run there, `initializer: Injection { @MainActor (resolver: Resolver, …) in … }`; or await it.",
      given: { try $0.register(Ink.self) { @MainActor in Ink() } }
    ) { try $0.contribute(Pot.self) { _ in Pot() }.depends(on: Ink.self) }
    .followed {
      try $0.contribute(
        Pot.self, initializer: Injection { @MainActor (resolver: Resolver) in Pot(ink: try resolver.resolve(Ink.self)) }
      )
      .depends(on: Ink.self)
    },
  ]
}
