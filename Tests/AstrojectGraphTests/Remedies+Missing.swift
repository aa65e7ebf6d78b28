import AstrojectGraph
import TestSupport

private final class Ink: Sendable { init() {} }
private final class Pot: Sendable {
  init(ink: Ink) {}
  init(provider: Provider<Ink>) {}
  init(later: Lazy<Ink>) {}
  init(number: Int) {}
  init(numbers: Int, other: Int) {}
  init(container: Container) {}
  init(resolver: Resolver) {}
  init() {}
}
private protocol Liquid: Sendable {}
private final class Water: Liquid { init() {} }
private final class Glass { init(liquid: any Liquid) {} }
private final class WaterGlass { init(water: Water) {} }
private final class Bottle: Sendable { init(size: Int) {} }
@MainActor private final class Screen { init(size: Int) {} }
private final class LatePot {
  let ink: Provider<Ink>
  init(ink: Provider<Ink>) { self.ink = ink }
}
private final class Shelf { init(bottle: Bottle) {} }
private final class LateShelf { init(bottles: Provider<Bottle>) {} }
private struct Ticket {
  @Inject var ink: Ink
  let title: String
}
private struct Bill {
  @Inject var ink: Ink
  let title: String
  init(title: String) { self.title = title }
}

/// The text of an error at a time when a container still exists.
private struct Told: Error, CustomStringConvertible {
  let text: String
  var description: String { text }
}

extension Remedy {
  static let forMissing = [
    Remedy(
      "register it: `try container.register(initializer: Ink.init)`; or name it in `externals:` if it comes from elsewhere."
    ) {
      try $0.register(initializer: Pot.init(ink:))
      try $0.validate()
    }
    .followed("register it") {
      try $0.register(initializer: Pot.init(ink:))
      try $0.register(initializer: Ink.init)
      try $0.validate()
    }
    .followed("externals") {
      try $0.register(initializer: Pot.init(ink:))
      try $0.validate(externals: Ink.self)
    },
    Remedy("forward it where Water is registered: `.implements((any Liquid).self)`; or register it") {
      try $0.register(initializer: Water.init)
      try $0.register(initializer: Glass.init)
      try $0.validate()
    }
    .followed {
      try $0.register(initializer: Water.init).implements((any Liquid).self)
      try $0.register(initializer: Glass.init)
      try $0.validate()
    },
    Remedy("ask for Liquid instead, or forward it there, if that builds one: `.implements(Water.self)`; or register it")
    {
      try $0.register((any Liquid).self, initializer: Water.init)
      try $0.register(initializer: WaterGlass.init)
      try $0.validate()
    }
    .followed("ask") {
      try $0.register((any Liquid).self, initializer: Water.init)
      try $0.register(initializer: Glass.init)
      try $0.validate()
    }
    .followed("forward it") {
      try $0.register((any Liquid).self, initializer: Water.init).implements(Water.self)
      try $0.register(initializer: WaterGlass.init)
      try $0.validate()
      _ = try $0.resolve(WaterGlass.self)
    },
    Remedy(
      "ask for that one: `with: .named(\"sea\")`; or register it: `try container.register(initializer: Water.init)`"
    ) {
      try $0.register(name: "sea", initializer: Water.init)
      try $0.register(initializer: WaterGlass.init)
      try $0.validate()
    }
    .followed("ask for that one") {
      try $0.register(name: "sea", initializer: Water.init)
      try $0.register(initializer: WaterGlass.init, with: .named("sea"))
      try $0.validate()
    },
    Remedy(
      """
      register it: `try container.register(initializer: Bottle.init)`; or have Shelf take a `Provider<Bottle>`, and give \
      it arguments there
      """
    ) {
      try $0.register(Bottle.self, argument: Int.self) { _, size in Bottle(size: size) }.dependsOnNothing()
      try $0.register(initializer: Shelf.init)
      try $0.validate()
    }
    .followed("register it", leadingTo: "argument: Int is a plain value, and nothing supplies it.") {
      try $0.register(initializer: Bottle.init)
      try $0.register(initializer: Shelf.init)
      try $0.validate()
    }
    .followed("a Provider") {
      try $0.register(Bottle.self, argument: Int.self) { _, size in Bottle(size: size) }.dependsOnNothing()
      try $0.register(initializer: LateShelf.init)
      try $0.validate()
    },
    Remedy("register it: `try container.register(initializer: Bottle.init)`; or have Shelf take the optional") {
      try $0.register(Bottle?.self) { nil }.dependsOnNothing()
      try $0.register(initializer: Shelf.init)
      try $0.validate()
    }
    .followed("take the optional") {
      try $0.register(Bottle?.self) { nil }.dependsOnNothing()
      try $0.register(initializer: { @Sendable (_: Bottle?) in Pot() })
      try $0.validate()
      _ = try $0.resolve(Pot.self)
    },
    Remedy(
      """
      register it: `try container.register(initializer: Water.init)`; or register WaterGlass in the child, because a \
      parent does not see the child's registrations
      """
    ) {
      let child = $0.makeChild()
      try child.register(initializer: Water.init)
      try $0.register(initializer: WaterGlass.init)
      defer { withExtendedLifetime(child) {} }
      do { try $0.validate() } catch { throw Told(text: "\(error)") }
    }
    .followed("in the child") {
      let child = $0.makeChild()
      try child.register(initializer: Water.init)
      try child.register(initializer: WaterGlass.init)
      try child.validate()
    },
    Remedy("write an `init` for Ticket that takes the other properties and leaves this one out.") {
      try $0.register(initializer: Ink.init)
      try $0.register(initializer: Ticket.init, with: .auto, .value("title"))
      try $0.validate()
    }
    .followed {
      try $0.register(initializer: Ink.init)
      try $0.register(initializer: Bill.init, with: .value("title"))
      try $0.validate()
    },
    // MARK: Arguments
    Remedy(
      """
      give it by a rule, `with: .value(…)`; have the caller give it, `with: .argument`; register another initializer or a \
      closure, because a reference to an initializer has no default arguments; or name it in `externals:`.
      """
    ) {
      try $0.register(initializer: Bottle.init)
      try $0.validate()
    }
    .followed("a rule") {
      try $0.register(initializer: Bottle.init, with: .value(1))
      try $0.validate()
    }
    .followed("the caller") {
      try $0.register(initializer: Bottle.init, with: .argument)
      try $0.validate()
    }
    .followed("a closure") {
      try $0.register(Bottle.self) { Bottle(size: 1) }
      try $0.validate()
    }
    .followed("externals") {
      try $0.register(initializer: Bottle.init)
      try $0.validate(externals: Int.self)
    },
    Remedy(
      """
      give it by a rule, `initializer: Injection(….init, with: .value(…))`; have the caller give it, \
      `initializer: Injection(….init, with: .argument)`; register another initializer or a closure
      """
    ) {
      try $0.register(initializer: Screen.init)
      try $0.validate()
    }
    .followed("a rule") {
      try $0.register(initializer: Injection(Screen.init, with: .value(1)))
      try $0.validate()
    }
    .followed("the caller") {
      try $0.register(initializer: Injection(Screen.init, with: .argument))
      try $0.validate()
    },
    Remedy("ask for that one, `with: .named(\"size\")`; give it by a rule") {
      try $0.register(Int.self, name: "size") { 1 }
      try $0.register(initializer: Bottle.init)
      try $0.validate()
    }
    .followed("ask for that one") {
      try $0.register(Int.self, name: "size") { 1 }
      try $0.register(initializer: Bottle.init, with: .named("size"))
      try $0.validate()
    },
    Remedy("have Shelf take a `Provider<Bottle>`, and give them there: `try provider.get(arguments: …)`.") {
      try $0.register(initializer: Bottle.init, with: .argument)
      try $0.register(initializer: Shelf.init)
      try $0.validate()
    }
    .followed {
      try $0.register(initializer: Bottle.init, with: .argument)
      try $0.register(initializer: LateShelf.init)
      try $0.validate()
    },
    Remedy("say which ones its closure gives: `.depends(on: Bottle.self, arguments: …)`.") {
      try $0.register(initializer: Bottle.init, with: .argument)
      try $0.register(Pot.self) { _ in Pot() }.depends(on: Bottle.self)
      try $0.validate()
    }
    .followed {
      try $0.register(initializer: Bottle.init, with: .argument)
      try $0.register(Pot.self) { _ in Pot() }.depends(on: Bottle.self, arguments: Int.self)
      try $0.validate()
    },
    Remedy(
      """
      mark them, if the caller passes it: `with: .argument, .argument`; or silence it, if it is registered in a child: \
      `.allowing(.ambiguousArgument, because: …)`.
      """
    ) {
      try $0.register(initializer: Pot.init(numbers:other:))
      try $0.validate(externals: Int.self)
    }
    .followed("mark them") {
      try $0.register(initializer: Pot.init(numbers:other:), with: .argument, .argument)
      try $0.validate(externals: Int.self)
    }
    .followed("silence it") {
      try $0.register(initializer: Pot.init(numbers:other:))
        .allowing(.ambiguousArgument, because: "a child registers the number")
      try $0.validate(externals: Int.self)
    },
    Remedy("drop the `eager()`, or the arguments.") {
      try $0.register(initializer: Bottle.init, with: .argument).eager()
      try $0.validate()
    }
    .followed("the eager()") {
      try $0.register(initializer: Bottle.init, with: .argument)
      try $0.validate()
    }
    .followed("the arguments") {
      try $0.register(initializer: Bottle.init, with: .value(1)).eager()
      try $0.validate()
    },
    Remedy("let a closure make one for each value: `.as { … }`.") {
      try $0.register(initializer: Bottle.init, with: .argument).as(AnyShelf())
      try $0.validate()
    }
    .followed {
      try $0.register(initializer: Bottle.init, with: .argument).as { AnyShelf() }
      try $0.validate()
    },
    // MARK: Effects
    Remedy("await it in the closure, which makes it asynchronous: `try await resolver.resolve(Ink.self)`.") {
      try $0.register(Ink.self) { () async in Ink() }
      try $0.register(Pot.self) { _ in Pot() }.depends(on: Ink.self)
      try $0.validate()
    }
    .followedAwaiting {
      try $0.register(Ink.self) { () async in Ink() }
      try $0.register(Pot.self) { resolver in
        _ = try await resolver.resolve(Ink.self)
        return Pot()
      }.depends(on: Ink.self)
      try $0.validate()
      _ = try await $0.resolve(Pot.self)
    },
    Remedy(
      """
      have it take a `Provider<Ink>` instead, and await that: `try await provider.get()`; or, if an `afterInit` needs it, \
      await it there.
      """
    ) {
      try $0.register(Ink.self) { () async in Ink() }
      try $0.register(initializer: Water.init).depends(on: Ink.self)
      try $0.validate()
    }
    .followedAwaiting("a Provider") {
      try $0.register(Ink.self) { () async in Ink() }
      try $0.register(initializer: LatePot.init)
      try $0.validate()
      _ = try await $0.resolve(LatePot.self).ink.get()
    }
    .followedAwaiting("in an afterInit") {
      try $0.register(Ink.self) { () async in Ink() }
      try $0.register(initializer: Water.init)
        .afterInit { resolver, _ in _ = try await resolver.resolve(Ink.self) }
        .depends(on: Ink.self)
      try $0.validate()
      _ = try await $0.resolve(Water.self)
    },
    Remedy("have the closure run there, `{ @MainActor resolver in … }`; or await it.") {
      try $0.register(Ink.self) { @MainActor in Ink() }
      try $0.register(Pot.self) { _ in Pot() }.depends(on: Ink.self)
      try $0.validate()
    }
    .followedAwaiting("run there") {
      try $0.register(Ink.self) { @MainActor in Ink() }
      try $0.register(Pot.self) { @MainActor resolver in
        _ = try resolver.resolve(Ink.self)
        return Pot()
      }.depends(on: Ink.self)
      try $0.validate()
      _ = try await $0.resolve(Pot.self)
    }
    .followedAwaiting("await it") {
      try $0.register(Ink.self) { @MainActor in Ink() }
      try $0.register(Pot.self) { resolver in
        _ = try await resolver.resolve(Ink.self)
        return Pot()
      }.depends(on: Ink.self)
      try $0.validate()
      _ = try await $0.resolve(Pot.self)
    },
  ]
}
