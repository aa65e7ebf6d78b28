import TestSupport

private typealias Ink = RemedyTests.Ink
private typealias Pot = RemedyTests.Pot
private final class Wrapped { @Inject var ink: Ink }
private final class ProvidedWrapped { @Inject var ink: Provider<Ink> }
private class Quill { init(ink: Ink) {} }
private final class Feather: Quill { init() { super.init(ink: Ink()) } }
private protocol Hue: Sendable {}
extension RemedyTests.Ink: Hue {}
private struct Palette: Hue { init(all: [any Hue]) {} }
private struct Tinted: Hue {
  init(hue: any Hue, ink: Ink) {}
  init(hue: any Hue, inks: Provider<Ink>) {}
}
private final class Labelled { @Inject(name: "red") var ink: any Hue }
private final class ProvidedLabelled { @Inject(name: "red") var ink: Provider<any Hue> }
private struct Drop: Sendable { init() {} }
private final class Pair<First, Second> {}

extension Remedy {
  static let forKeeping = [
    Remedy.finding(
      "have the initializer of Pot take a `Provider<Ink>` and ask it each time; or give both the same scope.",
      given: { try $0.register(initializer: Ink.init).asDisposableSingleton() }
    ) { try $0.register(initializer: Pot.init(ink:)).asSingleton() }
    .followed("a Provider") { try $0.register(initializer: Pot.init(provider:)).asSingleton() }
    .followed("the same scope") {
      try $0.register(initializer: Ink.init).asSingleton()
      try $0.register(initializer: Pot.init(ink:)).asSingleton()
    },
    // A composite takes the collection itself.
    Remedy.finding(
      "give both the same scope.",
      given: { try $0.contribute((any Hue).self, initializer: Ink.init).asDisposableSingleton() }
    ) { try $0.register((any Hue).self, composite: Palette.init).asSingleton() }
    .followed { try $0.register((any Hue).self, composite: Palette.init).asDisposableSingleton() },
    Remedy.finding(
      "have the property of Labelled hold a `Provider<any Hue>` and ask it each time; or give both the same scope.",
      given: { try $0.register((any Hue).self, name: "red", initializer: Ink.init).asDisposableSingleton() }
    ) {
      try $0.register(initializer: { @Sendable () in Labelled() }).depends(on: (any Hue).self, name: "red")
        .asSingleton()
    }
    .followed("a Provider") {
      try $0.register(initializer: { @Sendable () in ProvidedLabelled() })
        .depends(on: Provider<any Hue>.self, name: "red").asSingleton()
    },
    // The type of a keyed dependency is named without its key.
    Remedy.finding(
      "have the initializer of Quill take a `Provider<Ink>` and ask it each time; or give both the same scope.",
      given: { try $0.register(initializer: Quill.init, with: .keyed(42)).asSingleton() }
    ) { try $0.register(key: 42, initializer: Ink.init).asDisposableSingleton() }
    .followed("the same scope") { try $0.register(key: 42, initializer: Ink.init).asSingleton() },
    Remedy.finding(
      "have the property of Wrapped hold a `Provider<Ink>` and ask it each time; or give both the same scope.",
      given: { try $0.register(initializer: Ink.init).asDisposableSingleton() }
    ) { try $0.register(initializer: { @Sendable () in Wrapped() }).asSingleton() }
    .followed("a Provider") { try $0.register(initializer: { @Sendable () in ProvidedWrapped() }).asSingleton() },
    Remedy.finding(
      """
      have the closure of Pot resolve a `Provider<Ink>`, say so by `depends(on:)`, and ask it each time; or give both the \
      same scope.
      """, given: { try $0.register(initializer: Ink.init).asDisposableSingleton() }
    ) { try $0.register(Pot.self) { _ in Pot() }.depends(on: Ink.self).asSingleton() }
    .followed("a Provider") {
      try $0.register(Pot.self) { resolver in
        _ = try resolver.resolve(Provider<Ink>.self)
        return Pot()
      }.depends(on: Provider<Ink>.self).asSingleton()
      _ = try $0.resolve(Pot.self)
    },
    Remedy.finding(
      """
      have the initializer of Pot take a `Provider<Ink>` and ask it each time; or give both the same scope; or, if it does \
      live as long, silence this: `.allowing(.captiveDependency, because: …)`.
      """, given: { try $0.register(initializer: Ink.init).as(Keeping()) }
    ) { try $0.register(initializer: Pot.init(ink:)).asSingleton() }
    .followed("a Provider") { try $0.register(initializer: Pot.init(provider:)).asSingleton() }
    .followed("silence it") {
      try $0.register(initializer: Pot.init(ink:)).asSingleton()
        .allowing(.captiveDependency, because: "the shelf is never cleared")
    },
    Remedy.finding(
      "give Pot the same scope: `.asScoped()`; or pass Ink to its functions as an argument.",
      given: { try $0.register(initializer: Ink.init).asScoped() }
    ) { try $0.register(initializer: Pot.init(ink:)).asSingleton() }
    .followed("the same scope") { try $0.register(initializer: Pot.init(ink:)).asScoped() }
    .followed("an argument of its functions") {
      try $0.register(initializer: { @Sendable () in Pot() }).asSingleton()
    },
    // An instance has no scope.
    Remedy.finding(
      "register Hue by a closure, with the same scope: `.asScoped()`; or pass Ink to its functions as an argument.",
      given: {
        try $0.register(initializer: Ink.init).asScoped()
        try $0.decorate((any Hue).self, initializer: Tinted.init(hue:ink:))
      }
    ) { try $0.register(instance: Ink() as any Hue) }
    .followed { try $0.register((any Hue).self) { Ink() }.asScoped() },
    Remedy.finding(
      "have the initializer of Hue (decorator) take a `Provider<Ink>` and ask it each time.",
      given: {
        try $0.register(initializer: Ink.init).asDisposableSingleton()
        try $0.register(instance: Ink() as any Hue)
      }
    ) { try $0.decorate((any Hue).self, initializer: Tinted.init(hue:ink:)) }
    .followed { try $0.decorate((any Hue).self, initializer: Tinted.init(hue:inks:)) },
    Remedy.finding(
      "give Pot the same scope: `.asScoped(to: \"request\")`; or pass Ink to its functions as an argument.",
      given: { try $0.register(initializer: Ink.init).asScoped(to: "request") }
    ) { try $0.register(initializer: Pot.init(provider:)).asSingleton() }
    .followed(
      "the same scope", leadingTo: "missing-container: Ink is cached by the nearest container named \"request\""
    ) { try $0.register(initializer: Pot.init(provider:)).asScoped(to: "request") }
    .followed("the same scope, in a container of that name", check: { try $0.makeChild(named: "request").validate() }) {
      try $0.register(initializer: Pot.init(provider:)).asScoped(to: "request")
    },
    Remedy.finding(
      "give Pot the same scope: `.asScoped(to: \"request\")`.",
      given: { try $0.register(initializer: Ink.init).asScoped(to: "request") },
      check: { try $0.makeChild(named: "request").validate() }
    ) { try $0.register(initializer: Pot.init(provider:)).as(Keeping()) }
    .followed { try $0.register(initializer: Pot.init(provider:)).asScoped(to: "request") },
    Remedy.finding(
      "validate and resolve it in a container made by `makeChild(named: \"request\")`, or in a child of one.",
      given: { try $0.register(initializer: Ink.init).asScoped(to: "request") }
    ) { _ in }
    .followed("a container of the name", check: { try expectInk(in: $0.makeChild(named: "request")) }) { _ in }
    .followed("a child of one", check: { try expectInk(in: $0.makeChild(named: "request").makeChild()) }) { _ in },
    Remedy.finding(
      "correct the name: `.asScoped(to: \"request\")`; or validate and resolve it in a container",
      check: { try $0.makeChild(named: "request").validate() }
    ) { try $0.register(initializer: Ink.init).asScoped(to: "reqest") }
    .followed { try $0.register(initializer: Ink.init).asScoped(to: "request") },
    Remedy.finding("choose another scope; or name it as a root if it is resolved from outside: `roots: Ink.self`.") {
      try $0.register(initializer: Ink.init).asWeak()
    }
    .followed("another scope") { try $0.register(initializer: Ink.init).asSingleton() }
    .followed("a root", check: { try $0.validate(roots: Ink.self) }) {
      try $0.register(initializer: Ink.init).asWeak()
    },
    Remedy.finding(
      "choose another scope; or name it as a root if it is resolved from outside: `roots: Pair<Int, String>.self`.",
      given: { try $0.register(initializer: Pair<Int, String>.init).asWeak() }
    ) { _ in }
    .followed("a root", check: { try $0.validate(roots: Pair<Int, String>.self) }) { _ in },
    Remedy.finding("use `.asSingleton()` or `.asTransient()` for a value.") {
      try $0.register(initializer: Drop.init).asWeak()
    }
    .followed("asSingleton") { try $0.register(initializer: Drop.init).asSingleton() }
    .followed("asTransient") { try $0.register(initializer: Drop.init).asTransient() },
    Remedy.finding("let the container own it: `ownedByContainer()`.") {
      try $0.register(instance: 7).ownedExternally()
    }
    .followed { try $0.register(instance: 7).ownedByContainer() },
    Remedy.finding("have the initializer of Pot take a `Resolver` instead of the `Container`.") {
      try $0.register(initializer: Pot.init(container:)).asSingleton()
    }
    .followed { try $0.register(initializer: Pot.init(resolver:)).asSingleton() },
  ]

  private static func expectInk(in container: Container) throws {
    try container.validate()
    _ = try container.resolve(Ink.self)
  }

  /// Remedies for what has no effect.
  static let forIdle = [
    Remedy.finding(
      """
      register the service that it decorates, under the same name or key; or remove it; or silence it, if a child \
      registers that service: `.allowing(.idleDecorator, because: …)`.
      """
    ) { try $0.decorate(Ink.self) { _, ink in ink }.dependsOnNothing() }
    .followed("register it") {
      try $0.register(initializer: Ink.init)
      try $0.decorate(Ink.self) { _, ink in ink }.dependsOnNothing()
    }
    .followed("silence it") {
      try $0.decorate(Ink.self) { _, ink in ink }.dependsOnNothing()
        .allowing(.idleDecorator, because: "a child registers it")
    },
    Remedy.finding(
      "choose a scope that caches the instance, such as `.asSingleton()` or `.asScoped()`; or drop the `onRelease`."
    ) { try $0.register(initializer: Ink.init).onRelease { _ in } }
    .followed("asSingleton") { try $0.register(initializer: Ink.init).asSingleton().onRelease { _ in } }
    .followed("asScoped") { try $0.register(initializer: Ink.init).asScoped().onRelease { _ in } }
    .followed("drop it") { try $0.register(initializer: Ink.init) },
    Remedy.finding("end the use of the instance in the `release(for:)` of the custom scope; or drop the `onRelease`.") {
      try $0.register(initializer: Ink.init).as(Keeping()).onRelease { _ in }
    }
    // The shelf ends the use.
    .followed("release(for:)") { try $0.register(initializer: Ink.init).as(Keeping()) },
    Remedy.finding("let the container own it: `ownedByContainer()`; or drop the `onRelease`.") {
      let ink = Ink()
      try $0.register(instance: ink).ownedExternally().onRelease { _ in }
      try $0.validate()
      withExtendedLifetime(ink) {}
    }
    .followed("ownedByContainer") { try $0.register(instance: Ink()).ownedByContainer().onRelease { _ in } },
    Remedy.finding(
      """
      register it once, or under another name; or silence it, if the first one is to be replaced: \
      `.allowing(.duplicate, because: …)`.
      """, given: { try $0.register(initializer: Ink.init) }, check: { try $0.validate(duplicates: .fail) }
    ) { try $0.register(initializer: Ink.init) }
    .followed("another name") { try $0.register(name: "red", initializer: Ink.init) }
    .followed("silence it") {
      try $0.register(initializer: Ink.init).allowing(.duplicate, because: "a module brings a default")
    },
    Remedy.finding(
      "drop the `eager()`; or register Pot in the child, whose `bootstrap` builds it.",
      given: { try $0.register(given: Ink.self, toChildrenNamed: "request") },
      check: { container in
        try container.validate()
        try container.bootstrap()
      }
    ) { try $0.register(initializer: Pot.init(ink:)).eager() }
    .followed("drop it") { try $0.register(initializer: Pot.init(ink:)) }
    .followed("in the child") {
      let child = try $0.makeChild(named: "request", given: Ink())
      try child.register(initializer: Pot.init(ink:)).eager()
      try child.validate()
      try child.bootstrap()
    },
    Remedy.finding(
      "drop the `eager()`; or register Ink in the child, whose `bootstrap` builds it.",
      check: { try $0.bootstrap() }
    ) {
      try $0.register(initializer: Ink.init).asScoped(to: "request").eager()
      try $0.validate()
    }
    .followed("drop it") { try $0.register(initializer: Ink.init).asScoped(to: "request") }
    .followed("in the child") {
      let child = $0.makeChild(named: "request")
      try child.register(initializer: Ink.init).asScoped(to: "request").eager()
      try child.validate()
      try child.bootstrap()
    },
    Remedy.finding(
      "pass it to a child of the container that registers it: `makeChild(named: \"request\", given: …)`.",
      given: {
        try $0.register(given: Ink.self, toChildrenNamed: "request")
        try $0.register(initializer: Pot.init(ink:))
      }
    ) { try $0.makeChild(named: "request").validate() }
    .followed { try $0.makeChild(named: "request", given: Ink()).validate() },
    Remedy.finding("have Drop conform to Hue; or drop the `implements((any Hue).self)`.") {
      try $0.register(initializer: Drop.init).implements((any Hue).self)
    }
    .followed("conform") { try $0.register(Tinted.self) { Tinted(hue: Ink(), ink: Ink()) }.implements((any Hue).self) }
    .followed("drop it") { try $0.register(initializer: Drop.init) },
    Remedy.finding("have Pot inherit from Quill; or drop the `implements(Quill.self)`.") {
      try $0.register(Pot.self) { Pot() }.implements(Quill.self)
    }
    .followed("inherit") { try $0.register(Feather.self) { Feather() }.implements(Quill.self) }
    .followed("drop it") { try $0.register(Pot.self) { Pot() } },
    Remedy.finding(
      "register it once, or under another name.", given: { try $0.register(instance: Ink()) },
      check: { try $0.validate(duplicates: .fail) }
    ) { try $0.register(instance: Ink()) }
    .followed { try $0.register(instance: Ink(), name: "red") },
    Remedy.finding("register it once.", check: { try $0.validate(duplicates: .fail) }) {
      for _ in 1...2 { try $0.register(given: Ink.self, toChildrenNamed: "desk") }
    }
    .followed { try $0.register(given: Ink.self, toChildrenNamed: "desk") },
  ]
}
