import TestSupport

private final class Session: Sendable {}
private final class Search {
  let later: Lazy<Session>?
  let session: Provider<Session>?
  init(later: Lazy<Session>) { (self.later, session) = (later, nil) }
  init(session: Provider<Session>) { (later, self.session) = (nil, session) }
  init(now: Session) { (later, session) = (nil, nil) }
}
private protocol Clock: Sendable {}
private struct Sundial: Clock {}
private struct Alarm: Clock { init(clock: any Clock, session: Session) {} }
private struct Opaque: Sendable {}

/// A fallback that asks a container.
private final class Detour: Resolving, Sendable {
  private let target = Guarded<Container?>(nil)

  func lead(to container: Container?) { target.withLock { $0 = container } }

  func isRegistered<Product>(_ type: Product.Type, name: String?) -> Bool {
    target.now?.isRegistered(type, name: name) ?? false
  }

  func resolve<Product>(_ type: Product.Type, name: String?) throws -> Product {
    guard let container = target.now else { throw Objection() }
    return try container.resolve(type, name: name)
  }
}

extension Remedy {
  static let forContainers = [
    Remedy(
      """
      resolve it in a container made by `makeChild(named: "request")`, or in a child of one. If a `Provider` or a stored \
      `Resolver` asks for it, give the object that holds that the same scope.
      """, given: { try $0.register(initializer: Session.init).asScoped(to: "request") }
    ) { _ = try $0.makeChild(named: "other").resolve(Session.self) }
    .followed("a container of the name") { _ = try $0.makeChild(named: "request").resolve(Session.self) }
    .followed("a child of one") {
      _ = try $0.makeChild(named: "request").makeChild(named: "other").resolve(Session.self)
    },
    Remedy(
      "resolve it in a container made by `makeChild(named: \"request\")`, or in a child of one. If a `Provider`",
      given: { try $0.register(initializer: Session.init).asScoped(to: "request") },
      check: searchInRequest
    ) { try $0.register(initializer: Search.init(session:)).asSingleton() }
    .followed("the same scope") { try $0.register(initializer: Search.init(session:)).asScoped(to: "request") },
    Remedy(
      "give Search the same scope: `.asScoped(to: \"request\")`.",
      given: { try $0.register(initializer: Session.init).asScoped(to: "request") },
      check: { _ = try $0.makeChild(named: "request").resolve(Search.self) }
    ) { try $0.register(initializer: Search.init(now:)).asSingleton() }
    .followed { try $0.register(initializer: Search.init(now:)).asScoped(to: "request") },
    Remedy(
      "give Search the same scope: `.asScoped(to: \"request\")`.",
      given: { try $0.register(initializer: Session.init).asScoped(to: "request") },
      check: { _ = try $0.makeChild(named: "app").makeChild(named: "request").resolve(Search.self) }
    ) { try $0.register(initializer: Search.init(now:)).asScoped(to: "app") }
    .followed { try $0.register(initializer: Search.init(now:)).asScoped(to: "request") },
    Remedy(
      "give the object that holds the `Lazy<Session>` the same scope: `.asScoped(to: \"request\")`.",
      given: { try $0.register(initializer: Session.init).asScoped(to: "request") },
      check: searchInRequest
    ) { try $0.register(initializer: Search.init(later:)).asSingleton() }
    .followed { try $0.register(initializer: Search.init(later:)).asScoped(to: "request") },
    Remedy(
      "correct the name: `.asScoped(to: \"request\")`; or resolve it in a container",
      check: { _ = try $0.makeChild(named: "request").resolve(Session.self) }
    ) { try $0.register(initializer: Session.init).asScoped(to: "reqest") }
    .followed("correct the name") { try $0.register(initializer: Session.init).asScoped(to: "request") },
    eager("drop the `eager()`; or register Search in the child, whose `bootstrap` builds it.") {
      try $0.register(initializer: Search.init(now:)).eager()
    }
    .followed("drop it") { try $0.register(initializer: Search.init(now:)) }
    .followed("in the child") {
      let child = $0.makeChild(named: "request")
      try child.register(initializer: Search.init(now:)).eager()
      try child.bootstrap()
    },
    eager("give Search the same scope: `.asScoped(to: \"request\")`.") {
      try $0.register(initializer: Search.init(now:)).asSingleton().eager()
    }
    .followed(leadingTo: "1 product could not be built by `bootstrap`:") {
      try $0.register(initializer: Search.init(now:)).asScoped(to: "request").eager()
    },
    decorated("give Sundial the same scope: `.asScoped(to: \"request\")`.") {
      try $0.register(initializer: Sundial.init).asSingleton().implements((any Clock).self)
    }
    .followed { try $0.register(initializer: Sundial.init).asScoped(to: "request").implements((any Clock).self) },
    decorated("register Clock by a closure, with the same scope: `.asScoped(to: \"request\")`.") {
      try $0.register(instance: Sundial() as any Clock)
    }
    .followed { try $0.register((any Clock).self) { Sundial() }.asScoped(to: "request") },
    // MARK: Values that children are given
    Remedy(
      """
      correct the name: `toChildrenNamed: "request"`; or resolve it in a container made by \
      `makeChild(named: "reqest", given: …)`, or in a child of one. If a `Provider` or a stored `Resolver` asks for it, \
      give the object that holds that the scope `.asScoped(to: "reqest")`.
      """,
      check: { _ = try $0.makeChild(named: "request", given: Session()).resolve(Session.self) }
    ) {
      try $0.register(given: Session.self, toChildrenNamed: "reqest")
      _ = try $0.makeChild(named: "request").resolve(Session.self)
    }
    .followed("correct the name") { try $0.register(given: Session.self, toChildrenNamed: "request") }
    .followed("a container of the name", check: { _ in }) {
      try $0.register(given: Session.self, toChildrenNamed: "reqest")
      _ = try $0.makeChild(named: "reqest", given: Session()).makeChild(named: "request").resolve(Session.self)
    },
    Remedy(
      "give Search the scope `.asScoped(to: \"request\")`.",
      given: { try $0.register(given: Session.self, toChildrenNamed: "request") },
      check: { _ = try $0.makeChild(named: "request", given: Session()).resolve(Search.self) }
    ) { try $0.register(initializer: Search.init(now:)).asSingleton() }
    .followed { try $0.register(initializer: Search.init(now:)).asScoped(to: "request") },
    Remedy(
      "pass it to a child of the container that registers it: `makeChild(named: \"request\", given: …)`.",
      given: { try $0.register(given: Session.self, toChildrenNamed: "request") }
    ) { _ = try $0.makeChild(named: "request").resolve(Session.self) }
    .followed { _ = try $0.makeChild(named: "request", given: Session()).resolve(Session.self) },
    // A container that registers the value for children of its own name is given none.
    Remedy("pass it to a child of the container that registers it") {
      let container = $0.makeChild(named: "request")
      try container.register(given: Session.self, toChildrenNamed: "request")
      _ = try container.resolve(Session.self)
    }
    .followed {
      let container = $0.makeChild(named: "request")
      try container.register(given: Session.self, toChildrenNamed: "request")
      _ = try container.makeChild(named: "request", given: Session()).resolve(Session.self)
    },
    Remedy("pass one of each type.", given: { try $0.register(given: Session.self, toChildrenNamed: "request") }) {
      _ = try $0.makeChild(named: "request", given: Session(), Session())
    }
    .followed { _ = try $0.makeChild(named: "request", given: Session()) },
    Remedy(
      """
      register it in the parent: `container.register(given: Sundial.self, toChildrenNamed: "request")`; or pass it `as` \
      the registered type.
      """, given: { try $0.register(given: (any Clock).self, toChildrenNamed: "request") }
    ) { _ = try $0.makeChild(named: "request", given: Sundial()) }
    .followed("register it") {
      try $0.register(given: Sundial.self, toChildrenNamed: "request")
      _ = try $0.makeChild(named: "request", given: Sundial()).resolve(Sundial.self)
    }
    .followed("pass it as the type") {
      _ = try $0.makeChild(named: "request", given: Sundial() as any Clock).resolve((any Clock).self)
    },
    Remedy(
      "use that name: `makeChild(named: \"request\", given: …)`; or register it in the parent",
      given: { try $0.register(given: Sundial.self, toChildrenNamed: "request") }
    ) { _ = try $0.makeChild(named: "reqest", given: Sundial()) }
    .followed("use that name") { _ = try $0.makeChild(named: "request", given: Sundial()) },
    // MARK: The end of a container
    Remedy(
      awaited: "use it inside the closure of `withChild`, or use the parent.",
      given: { try $0.register(Int.self) { 1 } }
    ) {
      var child: Container?
      try await $0.withChild { child = $0 }
      _ = try await child?.resolve(Int.self)
    }
    .followedAwaiting("inside the closure") { try await $0.withChild { _ = try await $0.resolve(Int.self) } }
    .followedAwaiting("the parent") {
      try await $0.withChild { _ in }
      _ = try await $0.resolve(Int.self)
    },
    Remedy("keep a reference to the container for as long as something resolves from it.") { _ in
      var container: Container? = Container()
      let lazy = try container?.resolve(Lazy<Int?>.self)
      container = nil
      _ = try lazy?.get()
    }
    .followed { _ = try $0.resolve(Lazy<Int?>.self).get() },
    Remedy(
      "shorten the chain, or resolve on a thread with a larger stack.",
      check: { try resolveFirst(in: $0, stackSize: 512 << 10) }
    ) { try link(5_000, in: $0) }
    .followed("shorten it") { try link(10, in: $0) }
    .followed("a larger stack", check: { try resolveFirst(in: $0, stackSize: 256 << 20) }) { try link(5_000, in: $0) },
    Remedy("let no fallback lead back to the container that asks it, or shorten the chain.") { _ in
      let detour = Detour()
      defer { detour.lead(to: nil) }
      let container = Container(fallback: detour)
      detour.lead(to: Container(fallback: container))
      try resolveNumber(in: container)
    }
    .followed("let none lead back") { _ in
      let detour = Detour()
      let last = Container()
      try last.register(Int.self) { 1 }
      detour.lead(to: last)
      try resolveNumber(in: Container(fallback: detour))
    }
    .followed("shorten it") { _ in try resolveNumber(in: try detours(10)) },
    Remedy(awaited: "make the recursion end.") {
      try $0.register(Int.self, argument: Opaque.self) { resolver, value in
        try await resolver.resolve(Int.self, argument: value)
      }
      _ = try await $0.resolve(Int.self, argument: Opaque())
    }
    .followedAwaiting {
      try $0.register(Int.self, argument: Int.self) { resolver, value in
        value == 0 ? 0 : try await resolver.resolve(Int.self, argument: value - 1)
      }
      _ = try await $0.resolve(Int.self, argument: 100)
    },
  ]
}

/// Returns the remedy for an eager registration that needs what a child of one name has.
private func eager(_ text: String, _ register: @escaping Remedy.Program) -> Remedy {
  Remedy(
    text, given: { try $0.register(initializer: Session.init).asScoped(to: "request") },
    check: { try $0.bootstrap() }, of: register)
}

@Sendable private func searchInRequest(of container: Container) throws {
  let child = container.makeChild(named: "request")
  let search = try child.resolve(Search.self)
  _ = (try search.session?.get(), try search.later?.get())
  withExtendedLifetime(child) {}
}

/// Returns the remedy for a clock that is decorated with what a child of one name has.
private func decorated(_ text: String, _ register: @escaping Remedy.Program) -> Remedy {
  Remedy(
    text,
    given: {
      try $0.register(initializer: Session.init).asScoped(to: "request")
      try $0.decorate((any Clock).self, initializer: Alarm.init)
    }, check: { _ = try $0.makeChild(named: "request").resolve((any Clock).self) }, of: register)
}

/// Makes a container that asks so many others, one after the other, of which the last has a number.
private func detours(_ count: Int) throws -> Container {
  var container = Container()
  try container.register(Int.self) { 1 }
  for _ in 0..<count {
    let detour = Detour()
    detour.lead(to: container)
    container = Container(fallback: detour)
  }
  return container
}

private func resolveNumber(in container: Container) throws {
  _ = try onOwnThread { Result { try container.resolve(Int.self) } }?.get()
}

private func link(_ count: Int, in container: Container) throws {
  for number in 0..<count {
    try container.register(Int.self, key: number) { try $0.resolve(Int.self, key: number + 1) }
  }
  try container.register(Int.self, key: count) { 1 }
}

private func resolveFirst(in container: Container, stackSize: Int) throws {
  _ = try onOwnThread(stackSize: stackSize) { Result { try container.resolve(Int.self, key: 0) } }?.get()
}
