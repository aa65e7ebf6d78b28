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
private final class Wrapped { @Inject var ink: Ink }
private final class ProvidedWrapped { @Inject var ink: Provider<Ink> }
private struct Drop: Sendable { init() {} }

extension Remedy {
  static let forKeeping = [
    Remedy("have the initializer of Pot take a `Provider<Ink>` and ask it each time; or give both the same scope.") {
      try $0.register(initializer: Ink.init).asDisposableSingleton()
      try $0.register(initializer: { @Sendable (_: Ink) in Pot() }).asSingleton()
      try $0.validate()
    }
    .followed("a Provider") {
      try $0.register(initializer: Ink.init).asDisposableSingleton()
      try $0.register(initializer: Pot.init(provider:)).asSingleton()
      try $0.validate()
    }
    .followed("the same scope") {
      try $0.register(initializer: Ink.init).asSingleton()
      try $0.register(initializer: { @Sendable (_: Ink) in Pot() }).asSingleton()
      try $0.validate()
    },
    Remedy("have the property of Wrapped hold a `Provider<Ink>` and ask it each time; or give both the same scope.") {
      try $0.register(initializer: Ink.init).asDisposableSingleton()
      try $0.register(initializer: { @Sendable () in Wrapped() }).asSingleton()
      try $0.validate()
    }
    .followed("a Provider") {
      try $0.register(initializer: Ink.init).asDisposableSingleton()
      try $0.register(initializer: { @Sendable () in ProvidedWrapped() }).asSingleton()
      try $0.validate()
    },
    Remedy(
      """
      have the closure of Pot resolve a `Provider<Ink>`, say so by `depends(on:)`, and ask it each time; or give both the \
      same scope.
      """
    ) {
      try $0.register(initializer: Ink.init).asDisposableSingleton()
      try $0.register(Pot.self) { _ in Pot() }.depends(on: Ink.self).asSingleton()
      try $0.validate()
    }
    .followed("a Provider") {
      try $0.register(initializer: Ink.init).asDisposableSingleton()
      try $0.register(Pot.self) { resolver in
        _ = try resolver.resolve(Provider<Ink>.self)
        return Pot()
      }.depends(on: Provider<Ink>.self).asSingleton()
      try $0.validate()
      _ = try $0.resolve(Pot.self)
    },
    Remedy(
      """
      have the initializer of Pot take a `Provider<Ink>` and ask it each time; or give both the same scope; or, if it does \
      live as long, silence this: `.allowing(.captiveDependency, because: …)`.
      """
    ) {
      try $0.register(initializer: Ink.init).as(AnyShelf())
      try $0.register(initializer: { @Sendable (_: Ink) in Pot() }).asSingleton()
      try $0.validate()
    }
    .followed("a Provider") {
      try $0.register(initializer: Ink.init).as(AnyShelf())
      try $0.register(initializer: Pot.init(provider:)).asSingleton()
      try $0.validate()
    }
    .followed("silence it") {
      try $0.register(initializer: Ink.init).as(AnyShelf())
      try $0.register(initializer: { @Sendable (_: Ink) in Pot() }).asSingleton()
        .allowing(.captiveDependency, because: "the shelf is never cleared")
      try $0.validate()
    },
    Remedy("give Pot the same scope: `.asScoped()`; or pass Ink to its functions as an argument.") {
      try $0.register(initializer: Ink.init).asScoped()
      try $0.register(initializer: { @Sendable (_: Ink) in Pot() }).asSingleton()
      try $0.validate()
    }
    .followed("the same scope") {
      try $0.register(initializer: Ink.init).asScoped()
      try $0.register(initializer: { @Sendable (_: Ink) in Pot() }).asScoped()
      try $0.validate()
    }
    .followed("an argument of its functions") {
      try $0.register(initializer: Ink.init).asScoped()
      try $0.register(initializer: { @Sendable () in Pot() }).asSingleton()
      try $0.validate()
    },
    Remedy("give Pot the same scope: `.asScoped(to: \"request\")`; or pass Ink to its functions as an argument.") {
      try $0.register(initializer: Ink.init).asScoped(to: "request")
      try $0.register(initializer: Pot.init(provider:)).asSingleton()
      try $0.validate()
    }
    .followed(
      "the same scope", leadingTo: "missing-container: Ink is cached by the nearest container named \"request\""
    ) {
      try $0.register(initializer: Ink.init).asScoped(to: "request")
      try $0.register(initializer: Pot.init(provider:)).asScoped(to: "request")
      try $0.validate()
    }
    .followed("the same scope, in a container of that name") {
      try $0.register(initializer: Ink.init).asScoped(to: "request")
      try $0.register(initializer: Pot.init(provider:)).asScoped(to: "request")
      try $0.makeChild(named: "request").validate()
    },
    Remedy("give Pot the same scope: `.asScoped(to: \"request\")`.") {
      try $0.register(initializer: Ink.init).asScoped(to: "request")
      try $0.register(initializer: Pot.init(provider:)).as(AnyShelf())
      try $0.makeChild(named: "request").validate()
    }
    .followed {
      try $0.register(initializer: Ink.init).asScoped(to: "request")
      try $0.register(initializer: Pot.init(provider:)).asScoped(to: "request")
      try $0.makeChild(named: "request").validate()
    },
    Remedy(
      "validate and resolve it in a container made by `makeChild(named: \"request\")`, or in a child of one."
    ) {
      try $0.register(initializer: Ink.init).asScoped(to: "request")
      try $0.validate()
    }
    .followed("a container of the name") {
      try $0.register(initializer: Ink.init).asScoped(to: "request")
      let child = $0.makeChild(named: "request")
      try child.validate()
      _ = try child.resolve(Ink.self)
    }
    .followed("a child of one") {
      try $0.register(initializer: Ink.init).asScoped(to: "request")
      let child = $0.makeChild(named: "request").makeChild()
      try child.validate()
      _ = try child.resolve(Ink.self)
    },
    Remedy("correct the name: `.asScoped(to: \"request\")`; or validate and resolve it in a container") {
      try $0.register(initializer: Ink.init).asScoped(to: "reqest")
      try $0.makeChild(named: "request").validate()
    }
    .followed {
      try $0.register(initializer: Ink.init).asScoped(to: "request")
      try $0.makeChild(named: "request").validate()
    },
    Remedy("choose another scope; or name it as a root if it is resolved from outside: `roots: Ink.self`.") {
      try $0.register(initializer: Ink.init).asWeak()
      try $0.validate()
    }
    .followed("another scope") {
      try $0.register(initializer: Ink.init).asSingleton()
      try $0.validate()
    }
    .followed("a root") {
      try $0.register(initializer: Ink.init).asWeak()
      try $0.validate(roots: Ink.self)
    },
    Remedy("use `asSingleton()` or `asTransient()` for a value.") {
      try $0.register(initializer: Drop.init).asWeak()
      try $0.validate()
    }
    .followed("asSingleton") {
      try $0.register(initializer: Drop.init).asSingleton()
      try $0.validate()
    }
    .followed("asTransient") {
      try $0.register(initializer: Drop.init).asTransient()
      try $0.validate()
    },
    Remedy("have Pot take a `Resolver` instead of the `Container`.") {
      try $0.register(initializer: Pot.init(container:)).asSingleton()
      try $0.validate()
    }
    .followed {
      try $0.register(initializer: Pot.init(resolver:)).asSingleton()
      try $0.validate()
    },
    // MARK: Without effect
    Remedy(
      """
      register the service that it decorates, under the same name or key; or remove it; or silence it, if a child \
      registers that service: `.allowing(.idleDecorator, because: …)`.
      """
    ) {
      try $0.decorate(Ink.self) { _, ink in ink }.dependsOnNothing()
      try $0.validate()
    }
    .followed("register it") {
      try $0.register(initializer: Ink.init)
      try $0.decorate(Ink.self) { _, ink in ink }.dependsOnNothing()
      try $0.validate()
    }
    .followed("silence it") {
      try $0.decorate(Ink.self) { _, ink in ink }.dependsOnNothing()
        .allowing(.idleDecorator, because: "a child registers it")
      try $0.validate()
    },
    Remedy(
      "choose a scope that caches the instance, such as `asSingleton()` or `asScoped()`; or drop the `onRelease`."
    ) {
      try $0.register(initializer: Ink.init).onRelease { _ in }
      try $0.validate()
    }
    .followed("asSingleton") {
      try $0.register(initializer: Ink.init).asSingleton().onRelease { _ in }
      try $0.validate()
    }
    .followed("asScoped") {
      try $0.register(initializer: Ink.init).asScoped().onRelease { _ in }
      try $0.validate()
    }
    .followed("drop it") {
      try $0.register(initializer: Ink.init)
      try $0.validate()
    },
    Remedy("end the use of the instance in the `release(for:)` of the custom scope; or drop the `onRelease`.") {
      try $0.register(initializer: Ink.init).as(AnyShelf()).onRelease { _ in }
      try $0.validate()
    }
    .followed("release(for:)") {
      // The shelf ends the use.
      try $0.register(initializer: Ink.init).as(AnyShelf())
      try $0.validate()
    },
    Remedy("let the container own it: `ownedByContainer()`; or drop the `onRelease`.") {
      let ink = Ink()
      try $0.register(instance: ink).ownedExternally().onRelease { _ in }
      try $0.validate()
      withExtendedLifetime(ink) {}
    }
    .followed("ownedByContainer") {
      try $0.register(instance: Ink()).ownedByContainer().onRelease { _ in }
      try $0.validate()
    },
    Remedy(
      """
      register it once, or under another name; or silence it, if the first one is to be replaced: \
      `.allowing(.duplicate, because: …)`.
      """
    ) {
      try $0.register(initializer: Ink.init)
      try $0.register(initializer: Ink.init)
      try $0.validate(duplicates: .fail)
    }
    .followed("another name") {
      try $0.register(initializer: Ink.init)
      try $0.register(name: "red", initializer: Ink.init)
      try $0.validate(duplicates: .fail)
    }
    .followed("silence it") {
      try $0.register(initializer: Ink.init)
      try $0.register(initializer: Ink.init).allowing(.duplicate, because: "a module brings a default")
      try $0.validate(duplicates: .fail)
    },
  ]
}
