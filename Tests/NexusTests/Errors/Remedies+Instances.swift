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

private func rescopeLate(in container: Container) throws -> Registration<Int> {
  let registration = try container.register(Int.self) { 1 }.asSingleton()
  _ = try container.resolve(Int.self)
  return registration.asTransient()
}

private func hookLate(in container: Container) throws {
  let registration = try container.register(initializer: Plain.init).asDisposableSingleton()
  _ = try container.resolve(Plain.self)
  registration.afterInit { _, _ in }
}

extension Remedy {
  static let forInstances = [
    Remedy(
      """
      decorate it where it is registered, before anything is resolved. To go on, release what is cached, or register it \
      anew.
      """, given: { try $0.register(Int.self) { 1 }.asDisposableSingleton() }
    ) {
      _ = try $0.resolve(Int.self)
      try $0.decorate(Int.self) { _, number in number + 1 }
    }
    .followed("where it is registered") {
      try $0.decorate(Int.self) { _, number in number + 1 }
      _ = try $0.resolve(Int.self)
    }
    .followed("release it") {
      _ = try $0.resolve(Int.self)
      $0.release(Int.self)
      try $0.decorate(Int.self) { _, number in number + 1 }
    }
    .followed("anew") {
      _ = try $0.resolve(Int.self)
      try $0.register(Int.self) { 1 }.asDisposableSingleton()
      try $0.decorate(Int.self) { _, number in number + 1 }
    },
    Remedy(
      """
      decorate it where it is registered, before anything is resolved. To go on, `clear()` the container and fill it anew.
      """, given: { try $0.contribute(Int.self) { 1 }.asSingleton() }
    ) {
      _ = try $0.resolve([Int].self)
      try $0.decorate(Int.self) { _, number in number + 1 }
    }
    .followed("anew") {
      _ = try $0.resolve([Int].self)
      $0.clear()
      try $0.contribute(Int.self) { 1 }.asSingleton()
      try $0.decorate(Int.self) { _, number in number + 1 }
    },
    Remedy(
      """
      decorate it where it is registered, before anything is resolved. To go on, release what is cached in each \
      container, or register it anew.
      """, given: { try $0.register(Int.self) { 1 }.asScoped() }
    ) {
      let child = $0.makeChild()
      _ = try child.resolve(Int.self)
      try $0.decorate(Int.self) { _, number in number + 1 }
      withExtendedLifetime(child) {}
    }
    .followed("release it") {
      let child = $0.makeChild()
      _ = try child.resolve(Int.self)
      child.release(Int.self)
      try $0.decorate(Int.self) { _, number in number + 1 }
      guard try child.resolve(Int.self) == 2 else { throw Objection() }
    },
    Remedy(
      """
      add it where it is registered: `register(…).afterInit { … }`. To go on, release what is cached in each container, \
      or register it anew.
      """
    ) {
      let (child, registration) = ($0.makeChild(), try $0.register(initializer: Plain.init).asScoped())
      _ = try child.resolve(Plain.self)
      registration.afterInit { _, _ in }
      _ = try child.resolve(Plain.self)
    }
    .followed("release it") {
      let (child, registration) = ($0.makeChild(), try $0.register(initializer: Plain.init).asScoped())
      _ = try child.resolve(Plain.self)
      registration.afterInit { _, _ in }
      child.release(Plain.self)
      _ = try $0.resolve(Plain.self)
    },
    Remedy("use `.asSingleton()` or `.asTransient()` for a value.", check: { _ = try $0.resolve(Int.self) }) {
      try $0.register(Int.self) { 1 }.asWeak()
    }
    .followed("asSingleton") { try $0.register(Int.self) { 1 }.asSingleton() }
    .followed("asTransient") { try $0.register(Int.self) { 1 }.asTransient() },
    Remedy(
      "make the type of the argument Hashable, or use `.asTransient()`.",
      check: { _ = try $0.resolve(Int.self, arguments: Opaque()) }
    ) { try $0.register(Int.self, argument: Opaque.self) { _, _ in 1 }.asSingleton() }
    .followed("Hashable", check: { _ = try $0.resolve(Int.self, arguments: Comparable()) }) {
      try $0.register(Int.self, argument: Comparable.self) { _, _ in 1 }.asSingleton()
    }
    .followed("asTransient") { try $0.register(Int.self, argument: Opaque.self) { _, _ in 1 }.asTransient() },
    Remedy(
      """
      choose the scope where it is registered: `register(…).asSingleton()`. To go on, set it back, or register it anew.
      """, check: { _ = try $0.resolve(Int.self) }
    ) { _ = try rescopeLate(in: $0) }
    .followed("where it is registered") { try $0.register(Int.self) { 1 }.asTransient() }
    .followed("set it back") { try rescopeLate(in: $0).asSingleton() }
    .followed("anew") {
      _ = try rescopeLate(in: $0)
      try $0.register(Int.self) { 1 }.asTransient()
    },
    Remedy(
      """
      choose the scope where it is registered: `register(…).asSingleton()`. To go on, release what is cached in each \
      container, or register it anew.
      """,
      given: {
        let registration = try $0.register(Plain.self) { Plain() }.as { Crooked { nil } }
        _ = try $0.resolve(Plain.self)
        registration.asSingleton()
      }, check: { _ = try $0.resolve(Plain.self) }
    ) { _ in }
    .followed("release it") { $0.release(Plain.self) },
    Remedy(
      awaited: """
        add it where it is registered: `register(…).afterInit { … }`. To go on, release what is cached, or register it \
        anew.
        """
    ) {
      try hookLate(in: $0)
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
      try hookLate(in: $0)
      try $0.register(initializer: Plain.init).asDisposableSingleton().afterInit { _, _ in }
      _ = try $0.resolve(Plain.self)
    },
    Remedy(
      "decorate it where it is registered, before anything is resolved.",
      given: { try $0.register((any Clock).self) { Sundial() }.asSingleton() }
    ) {
      _ = try $0.resolve((any Clock).self)
      try $0.decorate((any Clock).self, initializer: Watch.init(clock:))
    }
    .followed {
      try $0.decorate((any Clock).self, initializer: Watch.init(clock:))
      _ = try $0.resolve((any Clock).self)
    },
    Remedy("decorate with an initializer that takes a Clock, or with a closure.") {
      try $0.decorate((any Clock).self, initializer: Watch.init(number:))
    }
    .followed("an initializer") { try $0.decorate((any Clock).self, initializer: Watch.init(clock:)) }
    .followed("a closure") { try $0.decorate((any Clock).self) { _, clock in Watch(clock: clock) } },
    Remedy("take a `[Clock]`, which gets all others; or register it plainly.") {
      try $0.register((any Clock).self, composite: AllClocks.init(number:))
    }
    .followed("an array") { try $0.register((any Clock).self, composite: AllClocks.init(clocks:)) }
    .followed("plainly") { try $0.register((any Clock).self, initializer: AllClocks.init(number:)) },
    Remedy(
      "keep the instance, or let the container own it: `ownedByContainer()`.",
      check: { _ = try $0.resolve(Session.self) }
    ) { try $0.register(instance: Session()).ownedExternally() }
    .followed("keep it", check: { _ in }) {
      let session = Session()
      try $0.register(instance: session).ownedExternally()
      _ = try $0.resolve(Session.self)
      withExtendedLifetime(session) {}
    }
    .followed("ownedByContainer") { try $0.register(instance: Session()).ownedByContainer() },
    Remedy("let the container own it: `ownedByContainer()`.", check: { _ = try $0.resolve(Int.self) }) {
      try $0.register(instance: 1).ownedExternally()
    }
    .followed { try $0.register(instance: 1).ownedByContainer() },
    Remedy("drop the `eager()`, or the arguments.", check: { try $0.bootstrap() }) {
      try $0.register(Int.self, argument: Bool.self) { _, _ in 1 }.eager()
    }
    .followed("the eager()") { try $0.register(Int.self, argument: Bool.self) { _, _ in 1 } }
    .followed("the arguments") { try $0.register(Int.self) { 1 }.eager() },
    Remedy(
      "have `get` return what `set` was given for the same context, or nil.",
      check: { _ = try $0.resolve(Plain.self) }
    ) { try $0.register(Plain.self) { Plain() }.as { Swapping() } }
    .followed { try $0.register(Plain.self) { Plain() }.as { Crooked { nil } } },
    Remedy(
      """
      give the scope what it needs when it is built: nothing may be resolved in `get`, `set`, `release`, or a `deinit` \
      there.
      """, given: { try $0.register(Int.self) { 1 } }, check: { _ = try $0.resolve(Plain.self) }
    ) { container in
      try container.register(Plain.self) { Plain() }.as { [unowned container] in
        Crooked {
          _ = try? container.resolve(Int.self)
          return nil
        }
      }
    }
    .followed { container in
      let number = try container.resolve(Int.self)
      try container.register(Plain.self) { Plain() }.as {
        Crooked {
          _ = number
          return nil
        }
      }
    },
    Remedy(
      "let a closure make one for each value: `.as { … }`.",
      check: { _ = try $0.resolve(Plain.self, arguments: 1) }
    ) { try $0.register(Plain.self, argument: Int.self) { _, _ in Plain() }.as(Crooked { nil }) }
    .followed { try $0.register(Plain.self, argument: Int.self) { _, _ in Plain() }.as { Crooked { nil } } },
    Remedy(
      "drop the `implements((any Clock).self)`, or make the product conform to it.",
      check: { _ = try $0.resolve((any Clock).self) }
    ) { try $0.register(Plain.self) { Plain() }.implements((any Clock).self) }
    .followed("drop it", leadingTo: "No registration found for Clock.") { try $0.register(Plain.self) { Plain() } }
    .followed("conform") { try $0.register(Sundial.self) { Sundial() }.implements((any Clock).self) },
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
