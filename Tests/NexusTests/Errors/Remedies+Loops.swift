import TestSupport

private final class Hen {
  let egg: Egg
  init(egg: Egg) { self.egg = egg }
}
private final class Egg {
  var hen: Hen?
  var later: Lazy<Hen>?
  init() {}
  init(hen: Hen) { self.hen = hen }
  init(later: Lazy<Hen>) { self.later = later }
}
private final class Early {
  init(coop: Lazy<Coop>) throws { _ = try coop.get() }
  init(later: Lazy<Coop>) {}
}
private final class Coop { init(early: Early) {} }
private final class Yin { @Inject var yang: Yang }
private final class Yang { @Inject var yin: Yin }
private final class LooseYin { @Inject var yang: LooseYang }
private final class LooseYang { @InjectLazy var yin: LooseYin }
private final class Host { @Inject var child: Child }
private final class Child {
  var host: Host?
  var later: Lazy<Host>?
}
private final class Parent {
  let baby: Baby
  init(baby: Baby) { self.baby = baby }
}
private final class Baby {
  var parent: Parent?
  var later: Lazy<Parent>?
}
private protocol Nest: Sendable {}
private struct Twigs: Nest {}
private struct LinedNest: Nest { init(nest: any Nest) {} }
private struct SlowNest: Nest { init(nest: any Nest) async {} }
private struct Nests: Nest { init(all: [any Nest]) {} }
private struct LateNest: Nest { init(nest: Lazy<any Nest>) {} }
private final class Bird: Sendable { init(nest: any Nest) {} }
private struct WarmNest: Nest {
  init(nest: any Nest, bird: Bird) {}
  init(nest: any Nest, later: Lazy<Bird>) {}
}
private actor Keeper {
  private var cage: Cage?
  func take(_ cage: Cage) { self.cage = cage }
}
private final class Cage: Sendable {
  init(keeper: Keeper) {}
  init(later: Lazy<Keeper>) {}
}
private let byInitializer = "`decorate((any Nest).self, initializer: ….init)`"

extension Remedy {
  private static func decorateInstead(
    _ way: String, given: @escaping Program = { try $0.register((any Nest).self, initializer: Twigs.init) },
    of fault: @escaping Program
  ) -> Remedy {
    Remedy(
      "break the loop: decorate with it instead, \(way).", given: given,
      check: { _ = try $0.resolve((any Nest).self) }, of: fault)
  }

  /// Returns the remedy for a lined nest of a container that was to line the nest of another one.
  private static func lining(_ source: String, in inner: @escaping @Sendable (Container) -> Container) -> Remedy {
    Remedy(
      """
      break the loop: resolve that of the \(source) in a closure, \
      `register((any Nest).self) { _ in … try \(source).resolve((any Nest).self) … }`.
      """, given: { try $0.register((any Nest).self, initializer: Twigs.init).asSingleton() }
    ) {
      let container = inner($0)
      try container.register((any Nest).self, initializer: LinedNest.init)
      _ = try container.resolve((any Nest).self)
    }
    .followed { outer in
      let container = inner(outer)
      try container.register((any Nest).self) { _ in LinedNest(nest: try outer.resolve((any Nest).self)) }
      _ = try container.resolve((any Nest).self) as? LinedNest ?? { throw Objection() }()
    }
  }

  static let forLoops = [
    decorateInstead(byInitializer) { try $0.register((any Nest).self, initializer: LinedNest.init) }
      .followed { try $0.decorate((any Nest).self, initializer: LinedNest.init) },
    decorateInstead(byInitializer, given: { try $0.register(initializer: Twigs.init).implements((any Nest).self) }) {
      try $0.register(initializer: LinedNest.init).implements((any Nest).self)
    }
    .followed { try $0.decorate((any Nest).self, initializer: LinedNest.init) },
    decorateInstead("`decorate((any Nest).self) { resolver, … in … }`") {
      try $0.register((any Nest).self) { LinedNest(nest: try $0.resolve((any Nest).self)) }
    }
    .followed { try $0.decorate((any Nest).self) { resolver, nest in LinedNest(nest: nest) } },
    lining("parent") { $0.makeChild() },
    lining("fallback") { Container(fallback: $0) },
    Remedy(
      awaited: "break the loop: decorate with it instead, `decorate((any Nest).self, initializer: Injection(….init))`.",
      given: { try $0.register((any Nest).self, initializer: Twigs.init) },
      check: { _ = try await $0.resolve((any Nest).self) }
    ) { try $0.register((any Nest).self, initializer: SlowNest.init) }
    .followedAwaiting { try $0.decorate((any Nest).self, initializer: Injection(SlowNest.init)) },
    Remedy(
      """
      break the loop: decorate with it instead, \(byInitializer), or \
      `wrap((any Nest).self, initializer: ….init)` if it is an override.
      """, given: { try $0.register((any Nest).self, initializer: Twigs.init) }
    ) {
      _ = try $0.overriding { try $0.replace((any Nest).self, initializer: LinedNest.init) }.resolve((any Nest).self)
    }
    .followed { _ = try $0.overriding { try $0.wrap((any Nest).self, initializer: LinedNest.init) } },
    Remedy(
      "break the loop: use the Int that the decorator is given, because resolving one asks the decorator again.",
      given: { try $0.register(Int.self) { 1 } }, check: { _ = try $0.resolve(Int.self) }
    ) { try $0.decorate(Int.self) { resolver, _ in try resolver.resolve(Int.self) + 1 } }
    .followed { try $0.decorate(Int.self) { _, number in number + 1 } },
    Remedy(
      "break the loop: have the initializer of Nest take a `Lazy<any Nest>`.",
      given: { try $0.register((any Nest).self, composite: Nests.init) },
      check: { _ = try $0.resolve((any Nest).self) }
    ) { try $0.contribute((any Nest).self, initializer: LinedNest.init) }
    .followed { try $0.contribute((any Nest).self, initializer: LateNest.init) },
    Remedy(
      "break the loop: have the initializer of Nest (decorator) take a `Lazy<Bird>`.",
      given: {
        try $0.register(initializer: Twigs.init).implements((any Nest).self)
        try $0.register(initializer: Bird.init)
      }, check: { _ = try $0.resolve(Bird.self) }
    ) { try $0.decorate((any Nest).self, initializer: WarmNest.init(nest:bird:)) }
    .followed { try $0.decorate((any Nest).self, initializer: WarmNest.init(nest:later:)) },
    // No key path leads to a property of an actor.
    Remedy(
      awaited: "break the loop: have the initializer of Cage take a `Lazy<Keeper>`.",
      given: {
        try $0.register(initializer: Keeper.init).afterInit { resolver, keeper in
          await keeper.take(try await resolver.resolve(Cage.self))
        }
      }, check: { _ = try await $0.resolve(Cage.self) }
    ) { try $0.register(initializer: Cage.init(keeper:)).asSingleton() }
    .followed { try $0.register(initializer: Cage.init(later:)).asSingleton() },
    Remedy(
      "break the loop: have the initializer of Egg take a `Lazy<Hen>`.",
      given: { try $0.register(initializer: Hen.init) }, check: { _ = try $0.resolve(Hen.self) }
    ) { try $0.register(initializer: Egg.init(hen:)) }
    .followed { try $0.register(initializer: Egg.init(later:)) },
    Remedy(
      "break the loop: use the `Lazy<Coop>` after the object that holds it has been built.",
      given: { try $0.register(initializer: Coop.init) }, check: { _ = try $0.resolve(Coop.self) }
    ) { try $0.register(initializer: Early.init(coop:)) }
    .followed { try $0.register(initializer: Early.init(later:)) },
    Remedy("break the loop: make the property of Yang an `@InjectLazy`.") {
      try $0.register(initializer: { @Sendable () in Yin() }).asSingleton()
      try $0.register(initializer: { @Sendable () in Yang() }).asSingleton()
      _ = try $0.resolve(Yin.self)
    }
    .followed {
      try $0.register(initializer: { @Sendable () in LooseYin() }).asSingleton()
      try $0.register(initializer: { @Sendable () in LooseYang() }).asSingleton()
      _ = try $0.resolve(LooseYin.self).yang.yin
    },
    Remedy("break the loop: have the property of Child hold a `Lazy<Host>`.") {
      try $0.register(initializer: { @Sendable () in Host() }).asTransient()
      try $0.register(initializer: Child.init).asTransient().injecting(\.host)
      _ = try $0.resolve(Host.self)
    }
    .followed {
      try $0.register(initializer: { @Sendable () in Host() }).asTransient()
      try $0.register(initializer: Child.init).asTransient().injecting(\.later)
      _ = try $0.resolve(Host.self).child.later?.get()
    },
    Remedy(
      "break the loop: have the closure of Egg resolve a `Lazy<Hen>`.",
      given: { try $0.register(Hen.self) { Hen(egg: try $0.resolve(Egg.self)) }.depends(on: Egg.self) },
      check: { _ = try $0.resolve(Hen.self) }
    ) { try $0.register(Egg.self) { Egg(hen: try $0.resolve(Hen.self)) }.depends(on: Hen.self) }
    .followed { try $0.register(Egg.self) { Egg(later: try $0.resolve(Lazy<Hen>.self)) }.depends(on: Lazy<Hen>.self) },
    Remedy("break the loop: set one of them in the other by `.injecting(\\.…)`, or resolve it when it is used.") {
      try $0.register(Hen.self) { Hen(egg: try $0.resolve(Egg.self)) }
      try $0.register(Egg.self) { Egg(hen: try $0.resolve(Hen.self)) }
      _ = try $0.resolve(Hen.self)
    }
    .followed("injecting") {
      for isHenFirst in [true, false] {
        try $0.register(Hen.self) { Hen(egg: try $0.resolve(Egg.self)) }
        try $0.register(Egg.self) { Egg() }.injecting(\.hen)
        let egg = try isHenFirst ? $0.resolve(Hen.self).egg : $0.resolve(Egg.self)
        guard egg.hen?.egg === egg else { throw Objection() }
      }
    }
    .followed("injecting into transient objects", leadingTo: "Hen needs itself.") {
      try $0.register(Hen.self) { Hen(egg: try $0.resolve(Egg.self)) }.asTransient()
      try $0.register(Egg.self) { Egg() }.asTransient().injecting(\.hen)
      _ = try $0.resolve(Hen.self)
    }
    .followed("resolve it when it is used") {
      try $0.register(Hen.self) { Hen(egg: try $0.resolve(Egg.self)) }
      try $0.register(Egg.self) { Egg(later: try $0.resolve(Lazy<Hen>.self)) }
      _ = try $0.resolve(Hen.self).egg.later?.get()
    },
    // MARK: Through an afterInit
    Remedy("break the loop: set the property of Baby by `.injecting(\\.…)` instead of in its `afterInit`.") {
      try $0.register(initializer: Parent.init).asSingleton()
      try $0.register(initializer: Baby.init).asSingleton().afterInit { resolver, baby in
        let parent: Parent = try resolver.resolve()
        baby.parent = parent
      }
      _ = try $0.resolve(Parent.self)
    }
    .followed {
      for isParentFirst in [true, false] {
        try $0.register(initializer: Parent.init).asSingleton()
        try $0.register(initializer: Baby.init).asSingleton().injecting(\.parent)
        let baby = try isParentFirst ? $0.resolve(Parent.self).baby : $0.resolve(Baby.self)
        guard baby.parent?.baby === baby else { throw Objection() }
      }
    },
    Remedy(
      awaited: """
        break the loop: have the property of Baby hold a `Lazy<Parent>`, and set it by `.injecting(\\.…)` instead of in its \
        `afterInit`.
        """, given: { try $0.register(initializer: Parent.init).asTransient() }
    ) {
      try $0.register(initializer: Baby.init).asTransient().afterInit { resolver, baby in
        let parent: Parent = try resolver.resolve()
        baby.parent = parent
      }
      _ = try $0.resolve(Parent.self)
    }
    .followed {
      try $0.register(initializer: Baby.init).asTransient().injecting(\.later)
      _ = try $0.resolve(Parent.self).baby.later?.get()
    },
  ]
}
