import AstrojectTesting
import Nexus
import TestSupport

private final class Session: Sendable {}
private struct Opaque: Sendable {}
private struct Comparable: Sendable, Hashable {}
private protocol Clock: Sendable {}
private struct Sundial: Clock {}
private struct Watch: Clock {
  init(clock: any Clock) {}
  init(number: Int) {}
}
private struct AllClocks: Clock {
  init(clocks: [any Clock]) {}
  init(number: Int) {}
}
private final class Plain: Sendable {}

/// A custom scope that returns another instance than it was given, or resolves.
private final class Crooked: Instance {
  private let make: () -> Any?
  private var kept: Any?

  init(make: @escaping () -> Any?) { self.make = make }

  func get(for context: Context) -> Any? { make() ?? kept }
  func set(_ product: Any, for context: Context) { kept = product }
  func release(for context: Context?) { if context == nil { kept = nil } }
}

/// Swaps what a custom scope returns after it was set.
private final class Swapping: Instance {
  private var isSet = false

  func get(for context: Context) -> Any? { isSet ? Plain() : nil }
  func set(_ product: Any, for context: Context) { isSet = true }
  func release(for context: Context?) {}
}

extension Remedy {
  static let forInstances = [
    Remedy("use `asSingleton()` or `asTransient()` for a value.") {
      try $0.register(Int.self) { 1 }.asWeak()
      _ = try $0.resolve(Int.self)
    }
    .followed("asSingleton") {
      try $0.register(Int.self) { 1 }.asSingleton()
      _ = try $0.resolve(Int.self)
    }
    .followed("asTransient") {
      try $0.register(Int.self) { 1 }.asTransient()
      _ = try $0.resolve(Int.self)
    },
    Remedy("make the type of the argument Hashable, or use `asTransient()`.") {
      try $0.register(Int.self, argument: Opaque.self) { _, _ in 1 }.asSingleton()
      _ = try $0.resolve(Int.self, arguments: Opaque())
    }
    .followed("Hashable") {
      try $0.register(Int.self, argument: Comparable.self) { _, _ in 1 }.asSingleton()
      _ = try $0.resolve(Int.self, arguments: Comparable())
    }
    .followed("asTransient") {
      try $0.register(Int.self, argument: Opaque.self) { _, _ in 1 }.asTransient()
      _ = try $0.resolve(Int.self, arguments: Opaque())
    },
    Remedy(
      """
      choose the scope where it is registered: `register(…).asSingleton()`. To go on, set it back, or register it anew.
      """
    ) {
      let registration = try $0.register(Int.self) { 1 }.asSingleton()
      _ = try $0.resolve(Int.self)
      registration.asTransient()
      _ = try $0.resolve(Int.self)
    }
    .followed("where it is registered") {
      try $0.register(Int.self) { 1 }.asTransient()
      _ = try $0.resolve(Int.self)
    }
    .followed("set it back") {
      let registration = try $0.register(Int.self) { 1 }.asSingleton()
      _ = try $0.resolve(Int.self)
      registration.asTransient()
      registration.asSingleton()
      _ = try $0.resolve(Int.self)
    }
    .followed("anew") {
      let registration = try $0.register(Int.self) { 1 }.asSingleton()
      _ = try $0.resolve(Int.self)
      registration.asTransient()
      try $0.register(Int.self) { 1 }.asTransient()
      _ = try $0.resolve(Int.self)
    },
    Remedy(
      awaited: """
        add it where it is registered: `register(…).afterInit { … }`. To go on, release what is cached, or register it \
        anew.
        """
    ) {
      let registration = try $0.register(initializer: Plain.init).asDisposableSingleton()
      _ = try $0.resolve(Plain.self)
      registration.afterInit { _, _ in }
      _ = try $0.resolve(Plain.self)
    }
    .followed("where it is registered") {
      try $0.register(initializer: Plain.init).asDisposableSingleton().afterInit { _, _ in }
      _ = try $0.resolve(Plain.self)
      _ = try $0.resolve(Plain.self)
    }
    .followedAwaiting("release it") {
      let registration = try $0.register(initializer: Plain.init).asDisposableSingleton()
      let plain = try await $0.resolve(Plain.self)
      registration.afterInit { _, _ in }
      await $0.release(Plain.self)
      guard try await $0.resolve(Plain.self) !== plain else { throw Objection() }
    }
    .followed("anew") {
      let registration = try $0.register(initializer: Plain.init).asDisposableSingleton()
      _ = try $0.resolve(Plain.self)
      registration.afterInit { _, _ in }
      try $0.register(initializer: Plain.init).asDisposableSingleton().afterInit { _, _ in }
      _ = try $0.resolve(Plain.self)
    },
    Remedy("decorate it where it is registered, before anything is resolved.") {
      try $0.register((any Clock).self) { Sundial() }.asSingleton()
      _ = try $0.resolve((any Clock).self)
      try $0.decorate((any Clock).self, initializer: Watch.init(clock:))
      _ = try $0.resolve((any Clock).self)
    }
    .followed {
      try $0.register((any Clock).self) { Sundial() }.asSingleton()
      try $0.decorate((any Clock).self, initializer: Watch.init(clock:))
      _ = try $0.resolve((any Clock).self)
    },
    Remedy("decorate with an initializer that takes a Clock, or with a closure.") {
      try $0.decorate((any Clock).self, initializer: Watch.init(number:))
    }
    .followed("an initializer") {
      try $0.decorate((any Clock).self, initializer: Watch.init(clock:))
    }
    .followed("a closure") {
      try $0.decorate((any Clock).self) { _, clock in Watch(clock: clock) }
    },
    Remedy("take a `[Clock]`, which gets all others; or register it plainly.") {
      try $0.register((any Clock).self, composite: AllClocks.init(number:))
    }
    .followed("an array") {
      try $0.register((any Clock).self, composite: AllClocks.init(clocks:))
    }
    .followed("plainly") {
      try $0.register((any Clock).self, initializer: AllClocks.init(number:))
    },
    Remedy("keep the instance, or let the container own it: `ownedByContainer()`.") {
      try $0.register(instance: Session()).ownedExternally()
      _ = try $0.resolve(Session.self)
    }
    .followed("keep it") {
      let session = Session()
      try $0.register(instance: session).ownedExternally()
      _ = try $0.resolve(Session.self)
      withExtendedLifetime(session) {}
    }
    .followed("ownedByContainer") {
      try $0.register(instance: Session()).ownedByContainer()
      _ = try $0.resolve(Session.self)
    },
    Remedy("let the container own it: `ownedByContainer()`.") {
      try $0.register(instance: 1).ownedExternally()
      _ = try $0.resolve(Int.self)
    }
    .followed {
      try $0.register(instance: 1).ownedByContainer()
      _ = try $0.resolve(Int.self)
    },
    Remedy("drop the `eager()`, or the arguments.") {
      try $0.register(Int.self, argument: Bool.self) { _, _ in 1 }.eager()
      try $0.bootstrap()
    }
    .followed("the eager()") {
      try $0.register(Int.self, argument: Bool.self) { _, _ in 1 }
      try $0.bootstrap()
    }
    .followed("the arguments") {
      try $0.register(Int.self) { 1 }.eager()
      try $0.bootstrap()
    },
    Remedy("have `get` return what `set` was given for the same context, or nil.") {
      try $0.register(Plain.self) { Plain() }.as { Swapping() }
      _ = try $0.resolve(Plain.self)
    }
    .followed {
      try $0.register(Plain.self) { Plain() }.as { Crooked { nil } }
      _ = try $0.resolve(Plain.self)
    },
    Remedy(
      """
      give the scope what it needs when it is built: nothing may be resolved in `get`, `set`, `release`, or a `deinit` \
      there.
      """
    ) { container in
      try container.register(Int.self) { 1 }
      try container.register(Plain.self) { Plain() }.as { [unowned container] in
        Crooked {
          _ = try? container.resolve(Int.self)
          return nil
        }
      }
      _ = try container.resolve(Plain.self)
    }
    .followed { container in
      try container.register(Int.self) { 1 }
      let number = try container.resolve(Int.self)
      try container.register(Plain.self) { Plain() }.as {
        Crooked {
          _ = number
          return nil
        }
      }
      _ = try container.resolve(Plain.self)
    },
    Remedy("let a closure make one for each value: `.as { … }`.") {
      try $0.register(Plain.self, argument: Int.self) { _, _ in Plain() }.as(Crooked { nil })
      _ = try $0.resolve(Plain.self, arguments: 1)
    }
    .followed {
      try $0.register(Plain.self, argument: Int.self) { _, _ in Plain() }.as { Crooked { nil } }
      _ = try $0.resolve(Plain.self, arguments: 1)
    },
    Remedy("drop the `implements((any Clock).self)`, or make the product conform to it.") {
      try $0.register(Plain.self) { Plain() }.implements((any Clock).self)
      _ = try $0.resolve((any Clock).self)
    }
    .followed("drop it", leadingTo: "No registration found for Clock.") {
      try $0.register(Plain.self) { Plain() }
      _ = try $0.resolve((any Clock).self)
    }
    .followed("conform") {
      try $0.register(Sundial.self) { Sundial() }.implements((any Clock).self)
      _ = try $0.resolve((any Clock).self)
    },
    Remedy("have the closure of `fillMissing` return a Int, or nil to leave it missing.") {
      _ = try $0.overriding { $0.fillMissing { _ in "text" } }.resolve(Int.self)
    }
    .followed("the type") {
      _ = try $0.overriding { $0.fillMissing { $0.product == Int.self ? 1 : nil } }.resolve(Int.self)
    }
    .followed("nil", leadingTo: "No registration found for Int.") {
      _ = try $0.overriding { $0.fillMissing { _ in nil } }.resolve(Int.self)
    },
  ]
}
