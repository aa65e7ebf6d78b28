import TestSupport
import Testing

#if canImport(ObjectiveC)
  import Foundation
#endif

/// A way to provoke an error, with the expected text.
private struct Example: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let calls: [Call]
  /// Provokes the error, and returns it with the expected text.
  let provoke: @Sendable (Container, Call) async throws -> (error: AstrojectError?, text: String)

  init(
    _ description: String, _ calls: [Call] = Call.allCases,
    provoke: @escaping @Sendable (Container, Call) async throws -> (error: AstrojectError?, text: String)
  ) {
    testDescription = description
    self.calls = calls
    self.provoke = provoke
  }

  /// Creates an example of resolving a type, with a closure that registers what it needs and returns the expected text.
  init<Product>(
    _ description: String, _ calls: [Call] = Call.allCases, resolving type: Product.Type,
    text expect: @escaping @Sendable (Container) throws -> String
  ) {
    self.init(description, calls) { container, call in
      let text = try expect(container)
      return (await call.error(resolving: type, in: container), text)
    }
  }

  /// Creates an example in which one registration is at fault. Its text has a headline, and perhaps a remedy.
  ///
  /// - Parameter ask: Asks for the product; nil to resolve its type.
  init<Product>(
    _ description: String, _ calls: [Call] = Call.allCases, headline: String, remedy: String? = nil,
    registering register: @escaping @Sendable (Container, Call) async throws -> Registration<Product>,
    asking ask: (@Sendable (Call, Container) async throws -> Any)? = nil
  ) {
    self.init(description, calls) { container, call in
      let registration = try await register(container, call)
      let error = await call.error { call in
        if let ask { try await ask(call, container) } else { try await call.resolve(Product.self, in: container) }
      }
      let lines = [headline, "    \(registration.key), registered at \(registration.location)"]
      return (error, (lines + (remedy.map { ["  Remedy: \($0)"] } ?? [])).joined(separator: "\n"))
    }
  }
}

/// Creates an example in which nothing is registered for a key.
///
/// - Parameter call: The call that the remedy proposes.
private func nothing(
  _ key: String, _ call: String, asking ask: @escaping @Sendable (Call, Container) async throws -> Any
) -> Example {
  Example("nothing registered for \(key)") { container, asker in
    let text = """
      No registration found for \(key).
        Remedy: register it: `\(call)`.
      """
    return (await asker.error { try await ask($0, container) }, text)
  }
}

/// Creates an example in which a protected registration is not replaced.
private func protected(_ label: String, name: String? = nil, key: Int? = nil) -> Example {
  Example("a registration that is protected\(label)", [.synchronous]) { container, call in
    try container.register(Int.self, name: name, key: key, isOverridable: false) { 1 }
    let text = """
      Int is already registered\(label), and protected by `isOverridable: false`.
        Remedy: register it under another name, or drop the protection.
      """
    return (await call.error { _ in try container.register(Int.self, name: name, key: key) { 2 } }, text)
  }
}

private final class First { init(_ second: Second) {} }

private final class Second { init(_ third: Third) {} }

private final class Third {}

private struct Opaque: Sendable {}

/// A custom scope that gives back another product than it was given.
private final class Crooked: Instance {
  let make: @Sendable () -> Any
  private var isSet = false

  init(_ make: @escaping @Sendable () -> Any) { self.make = make }

  func get(for context: Context) -> Any? { isSet ? make() : nil }
  func set(_ product: Any, for context: Context) { isSet = true }
  func release(for context: Context?) {}
}

// MARK: - Missing

private let missing: [Example] = [
  nothing("Service", "container.register((any Service).self, initializer: ….init)") {
    try await $0.resolve((any Service).self, in: $1)
  },
  nothing(#"Int named "answer""#, #"container.register(Int.self, name: "answer") { … }"#) {
    try await $0.resolve(Int.self, name: "answer", in: $1)
  },
  nothing("String keyed 42", "container.register(String.self, key: 42) { … }") {
    try await $0.resolve(String.self, key: 42, in: $1)
  },
  nothing("String with (Int)", "container.register(String.self, argument: Int.self) { … }") {
    try await $0.resolve(String.self, argument: 1, in: $1)
  },
  nothing(
    #"String named "n" with (Int, [Bool])"#,
    #"container.register(String.self, name: "n", arguments: Int.self, [Bool].self) { … }"#
  ) { try await $0.resolve(String.self, name: "n", arguments: 1, [true], in: $1) },
  nothing(#"Int named "a \"b\"\n""#, #"container.register(Int.self, name: "a \"b\"\n") { … }"#) {
    try await $0.resolve(Int.self, name: "a \"b\"\n", in: $1)
  },
  nothing(
    "String with ([String: Int], Int)", "container.register(String.self, arguments: [String: Int].self, Int.self) { … }"
  ) { try await $0.resolve(String.self, arguments: ["a": 1], 2, in: $1) },
  nothing("String with ((Int) -> String)", "container.register(String.self, argument: ((Int) -> String).self) { … }") {
    try await $0.resolve(String.self, argument: { (number: Int) in "\(number)" }, in: $1)
  },
  nothing("() -> Int", "container.register((() -> Int).self) { … }") { try await $0.resolve((() -> Int).self, in: $1) },
  nothing("Instance & Service", "container.register((any Instance & Service).self, initializer: ….init)") {
    try await $0.resolve((any Instance & Service).self, in: $1)
  },
  Example("a dependency's dependency", resolving: First.self) { container in
    let first = try container.register(First.self) { resolver in First(try resolver.resolve()) }
    let second = try container.register(Second.self) { resolver in Second(try resolver.resolve()) }
    return """
      No registration found for Third.
        Path: First → Second → Third
          First, registered at \(first.location)
          Second, registered at \(second.location)
        Remedy: register it: `container.register(initializer: Third.init)`.
      """
  },
  Example("registrations under other names, keys and arguments", resolving: Int.self) { container in
    let named = try container.register(Int.self, name: "one") { 1 }
    let keyed = try container.register(Int.self, key: 2) { 2 }
    let taking = try container.register(Int.self, argument: Bool.self) { _, flag in flag ? 1 : 0 }
    return """
      No registration found for Int.
        Did you mean:
          Int with (Bool), registered at \(taking.location) (with other arguments)
          Int named "one", registered at \(named.location) (under another name or key)
          Int keyed 2, registered at \(keyed.location) (under another name or key)
        Remedy: give it: `resolve(Int.self, arguments: …)`; or ask for one of these: `name: …`; or register it: \
      `container.register(Int.self) { … }`.
      """
  },
  Example("registrations keyed by numbers of several types", resolving: Int.self) { container in
    let keys: [any Hashable & Sendable] = [UInt8(2), 2.0, Float.infinity, -2]
    let locations = try keys.map { key in try container.register(Int.self, key: key) { 2 }.location }
    return """
      No registration found for Int.
        Did you mean:
          Int keyed UInt8(2), registered at \(locations[0]) (under another name or key)
          Int keyed 2.0, registered at \(locations[1]) (under another name or key)
          Int keyed Float(inf), registered at \(locations[2]) (under another name or key)
          Int keyed -2, registered at \(locations[3]) (under another name or key)
        Remedy: ask for one of these: `key: …`; or register it: `container.register(Int.self) { … }`.
      """
  },
  Example("registrations in named and unnamed children") { container, call in
    let request = container.makeChild(named: "request")
    let unnamed = request.makeChild()
    let one = try request.register(Int.self) { 1 }
    let other = try unnamed.register(Int.self, name: "deep") { 2 }
    let text = """
      No registration found for Int.
        Did you mean:
          Int, registered at \(one.location) (in the child container "request")
          Int named "deep", registered at \(other.location) (in a child container)
        Remedy: register it: `container.register(Int.self) { … }`.
      """
    let error = await call.error(resolving: Int.self, in: container)
    return withExtendedLifetime(unnamed) {
      // Near matches are looked up while the children exist.
      #expect(error?.failures.first?.nearMatches.count == 2)
      return (error, text)
    }
  },
  Example("a registration in a parent under another name") { container, call in
    let named = try container.register(Int.self, name: "one") { 1 }
    let text = """
      No registration found for Int.
        Did you mean:
          Int named "one", registered at \(named.location) (under another name or key)
        Remedy: ask for that one: `name: "one"`; or register it: `container.register(Int.self) { … }`.
      """
    let child = container.makeChild()
    let error = await call.error(resolving: Int.self, in: child)
    return withExtendedLifetime(child) {
      // Near matches are looked up while the child exists.
      #expect(error?.failures.first?.nearMatches.count == 1)
      return (error, text)
    }
  },
  Example("a registration of the optional", resolving: Int.self) { container in
    let optional = try container.register(Int?.self) { 1 }
    return """
      No registration found for Int.
        Did you mean:
          Int?, registered at \(optional.location) (its optional: resolve that)
        Remedy: resolve the optional; or register it: `container.register(Int.self) { … }`.
      """
  },
  Example("a type of the same name in another module", resolving: Duration.self) { container in
    let other = try container.register(Swift.Duration.self) { .zero }
    return """
      No registration found for Duration.
        Did you mean:
          Swift.Duration, registered at \(other.location) (another type of this name)
        Remedy: register it: `container.register(initializer: AstrojectTests.Duration.init)`.
      """
  },
  Example("another generic type with the same argument", resolving: Crate<Market.Apple>.self) { container in
    try container.register(Barrel<Market.Apple>.self) { Barrel() }
    return """
      No registration found for Crate<Market.Apple>.
        Remedy: register it: `container.register(initializer: Crate<Market.Apple>.init)`.
      """
  },
]

/// Has the same generic argument as a `Barrel`, and another name.
private struct Crate<Item> {}
private struct Barrel<Item> {}
private enum Market { struct Apple {} }

/// Shares its name with a type of another module.
private struct Duration {}

// MARK: - Loops

private let loops: [Example] = [
  Example("a product that needs itself", resolving: Third.self) { container in
    let third = try container.register(Third.self) { resolver in try resolver.resolve(Third.self) }
    return """
      Third needs itself.
        Path: Third → Third
          Third, registered at \(third.location)
        Remedy: break the loop: decorate with it instead, `decorate(Third.self) { resolver, … in … }`.
      """
  },
  Example("a loop below the resolved product", resolving: First.self) { container in
    let first = try container.register(First.self) { resolver in First(try resolver.resolve()) }
    let second = try container.register(Second.self) { resolver in Second(try resolver.resolve()) }
    let third = try container.register(Third.self) { try $0.need(Second.self, before: Third()) }
    return """
      Second needs itself.
        Path: First → Second → Third → Second
          First, registered at \(first.location)
          Second, registered at \(second.location)
          Third, registered at \(third.location)
        Remedy: break the loop: set one of them in the other by `.injecting(\\.…)`, or resolve it when it is used.
      """
  },
]

/// Two singletons that wait for each other while two threads build them.
private let crossedWait = Example("builds that wait for each other", [.synchronous]) { container, call in
  let (inSecond, inThird) = (Gate(), Gate())
  let second = try container.register(Second.self) { resolver in
    inSecond.open()
    inThird.wait()
    return Second(try resolver.resolve())
  }.asSingleton()
  let third = try container.register(Third.self) { resolver in
    inThird.open()
    inSecond.wait()
    _ = try resolver.resolve(Second.self)
    return Third()
  }.asSingleton()
  let results = await Crowd(threads: 2).run { number in
    if number == 0 { _ = try container.resolve(Second.self) } else { _ = try container.resolve(Third.self) }
  }
  let errors = results.compactMap(\.thrown)
  try #require(errors.count == 2)
  // The thread that waits last finds the loop, and both threads get its error.
  let isThird = errors[0].description.hasPrefix("Third")
  let text = """
    \(isThird ? "Third" : "Second") needs itself: builds in several threads or tasks wait for each other.
      Path: \(isThird ? "Third → Second → Third" : "Second → Third → Second")
        \(isThird ? "Third" : "Second"), registered at \(isThird ? third.location : second.location)
        \(isThird ? "Second" : "Third"), registered at \(isThird ? second.location : third.location)
      Remedy: break the loop: set one of them in the other by `.injecting(\\.…)`, or resolve it when it is used.
    """
  #expect(errors[1].description == text)
  return (errors[0], text)
}

// MARK: - Effects

private let awaitIt = """
  await it: `try await container.resolve(Int.self)`. (In a `main.swift`, Swift chooses the synchronous form even \
  after `await`: use a type with `@main`.)
  """

private let effects: [Example] = [
  Example(
    "an asynchronous factory", [.synchronous],
    headline: "Int has an asynchronous factory, and was resolved synchronously.",
    remedy: awaitIt
  ) { container, _ in try container.register(Int.self) { () async in 1 } },
  Example(
    "an asynchronous factory with a name and an argument", [.synchronous],
    headline: #"Int named "n" with (Bool) has an asynchronous factory, and was resolved synchronously."#,
    remedy: """
      await it: `try await container.resolve(Int.self, name: "n", argument: …)`. (In a `main.swift`, Swift chooses \
      the synchronous form even after `await`: use a type with `@main`.)
      """
  ) { container, _ in
    try container.register(Int.self, name: "n", argument: Bool.self) { _, _ async in 1 }
  } asking: { call, container in
    try await call.resolve(Int.self, name: "n", argument: true, in: container)
  },
  Example("an asynchronous dependency", [.synchronous], resolving: Second.self) { container in
    let third = try container.register(Third.self) { () async in Third() }
    let second = try container.register(Second.self) { resolver in Second(try resolver.resolve()) }
    return """
      Third has an asynchronous factory, and was resolved synchronously.
        Path: Second → Third
          Second, registered at \(second.location)
          Third, registered at \(third.location)
        Remedy: await it in the closure of Second: `{ resolver in … try await resolver.resolve(Third.self) … }`.
      """
  },
  Example(
    "an asynchronous `afterInit`", [.synchronous],
    headline: "Int has an asynchronous `afterInit`, and was resolved synchronously.",
    remedy: awaitIt
  ) { container, _ in try container.register(Int.self) { 1 }.afterInit { _, _ async in } },
  Example("a build that is suspended", [.synchronous]) { container, call in
    let stop = Stop()
    let registration = try container.register(Int.self) { () async in await stop.suspend(before: 1) }.asSingleton()
    let builder = Task { try await container.resolve(Int.self) }
    await stop.begun.pass()
    let error = await call.error(resolving: Int.self, in: container)
    stop.mayEnd.open()
    _ = try await builder.value
    let text = """
      Int is being built asynchronously at the moment.
          Int, registered at \(registration.location)
        Remedy: await it: a thread cannot wait for a task that may need it.
      """
    return (error, text)
  },
  Example(
    "a main-actor factory", [.synchronous],
    headline: "Int has a factory on the main actor, and was resolved synchronously outside it.",
    remedy: "await it, or resolve it on the main actor: `try await container.resolve(Int.self)`."
  ) { container, _ in try container.register(Int.self) { @MainActor in 1 } },
  Example(
    "a main-actor `afterInit`", [.synchronous],
    headline: "Int has an `afterInit` on the main actor, and was resolved synchronously outside it.",
    remedy: "await it, or resolve it on the main actor: `try await container.resolve(Int.self)`."
  ) { container, _ in try container.register(Int.self) { 1 }.afterInit { @MainActor _, _ in } },
]

// MARK: - Instances

/// Creates an example in which a registration changes after an instance was cached in a scope.
private func late(
  _ description: String, headline: String, remedy: String, from scope: AnyScope,
  _ change: @escaping @Sendable (Registration<Int>) -> Registration<Int>
) -> Example {
  Example(description, headline: headline, remedy: remedy) { container, call in
    let registration = scope.apply(to: try container.register(Int.self) { 1 })
    _ = try await call.resolve(Int.self, in: container)
    return change(registration)
  }
}

private let instances: [Example] = [
  Example(
    "a weak scope with a value", headline: "Int has a weak scope, but is not a class instance.",
    remedy: "use `.asSingleton()` or `.asTransient()` for a value."
  ) { container, _ in try container.register(Int.self) { 1 }.asWeak() },
  Example(
    "arguments that cannot be compared",
    headline: """
      Int with (Opaque) is cached for each value of its arguments, but an argument is neither Hashable nor a class \
      instance, or is Hashable on an actor only.
      """,
    remedy: "make the type of the argument Hashable, or use `.asTransient()`."
  ) { container, _ in
    try container.register(Int.self, argument: Opaque.self) { _, _ in 1 }.asSingleton()
  } asking: { call, container in
    try await call.resolve(Int.self, argument: Opaque(), in: container)
  },
  late(
    "a scope that was changed too late", headline: "The scope of Int was changed after an instance was cached.",
    remedy:
      "choose the scope where it is registered: `register(…).asSingleton()`. To go on, set it back, or register it anew.",
    from: .singleton
  ) { $0.asTransient() },
  late(
    "a disposable scope that was changed too late",
    headline: "The scope of Int was changed after an instance was cached.",
    remedy:
      "choose the scope where it is registered: `register(…).asSingleton()`. To go on, set it back, release what is cached in each container, or register it anew.",
    from: .scoped
  ) { $0.asSingleton() },
  late(
    "a hook that was added too late", headline: "Int got an `afterInit` or `injecting` after an instance was cached.",
    remedy: "add it where it is registered: `register(…).afterInit { … }`. To go on, register it anew.",
    from: .singleton
  ) { $0.afterInit { _, _ throws in } },
  Example(
    "a decorator that was added too late",
    headline: "Int was decorated too late: an instance is cached, or is being built.",
    remedy: "decorate it where it is registered, before anything is resolved. To go on, register it anew."
  ) { container, _ in
    try container.register(Int.self) { 1 }.asSingleton()
  } asking: { call, container in
    _ = try await call.resolve(Int.self, in: container)
    return try container.decorate(Int.self) { _, number in number }
  },
  Example("an instance that its owner released", resolving: Third.self) { container in
    try container.register(instance: Third()).ownedExternally()
    let line = #line - 1
    return """
      Third is owned elsewhere, and its owner has released it.
          Third, registered at \(#fileID):\(line)
        Remedy: keep the instance, or let the container own it: `ownedByContainer()`.
      """
  },
  Example("a value that is owned externally", resolving: Int.self) { container in
    try container.register(instance: 1).ownedExternally()
    let line = #line - 1
    return """
      Int is to be owned elsewhere, but is not a class instance.
          Int, registered at \(#fileID):\(line)
        Remedy: let the container own it: `ownedByContainer()`.
      """
  },
  Example(
    "a custom scope that gives back another instance",
    headline: "The custom scope of Third returned another instance, of Third.",
    remedy: "have `get` return what `set` was given for the same context, or nil."
  ) { container, _ in try container.register(Third.self) { Third() }.as { Crooked { Third() } } },
  Example(
    "a custom scope that gives back something of another type",
    headline: "The custom scope of Third returned another instance, of LiveService.",
    remedy: "have `get` return what `set` was given for the same context, or nil."
  ) { container, _ in try container.register(Third.self) { Third() }.as { Crooked { LiveService() } } },
  Example("a custom scope that resolves") { container, call in
    let inner = Recorder<AstrojectError>()
    try container.register(Int.self) { 1 }
    let scope = Shelf<Third> { [unowned container] call in
      guard call == "get", let error = Result(catching: { try container.resolve(Int.self) }).thrown else { return }
      inner.note(error)
    }
    let registration = try container.register(Third.self) { Third() }.as(scope)
    let text = """
      The custom scope of Third resolved when it was called, or the `deinit` of an instance that it released did.
          Third, registered at \(registration.location)
        Remedy: give the scope what it needs when it is built: nothing may be resolved in `get`, `set`, `release`, or a \
      `deinit` there.
      """
    let error = await call.error(resolving: Third.self, in: container)
    #expect(
      inner.events.first?.description == """
        Int was resolved during a call to a custom scope, or by the `deinit` of an instance that the scope released.
          Remedy: give the scope what it needs when it is built: nothing may be resolved in `get`, `set`, `release`, or a \
        `deinit` there.
        """)
    return (error, text)
  },
  Example(
    "one custom scope for several arguments",
    headline: "Third with (Int) takes arguments, but one custom scope caches all its instances.",
    remedy: "let a closure make one for each value: `.as { … }`."
  ) { container, _ in
    try container.register(Third.self, argument: Int.self) { _, _ in Third() }.as(Keeping())
  } asking: { call, container in
    try await call.resolve(Third.self, argument: 1, in: container)
  },
  Example(
    "no container with the name of the scope",
    headline: #"Third is cached by the nearest container named "request", but there is none."#,
    remedy: """
      resolve it in a container made by `makeChild(named: "request")`, or in a child of one. \
      If a `Provider` or a stored `Resolver` asks for it, give the object that holds that the same scope.
      """
  ) { container, _ in try container.register(Third.self) { Third() }.asScoped(to: "request") },
  Example("no container with the name of the scope around that of the object that asks") { container, call in
    let second = try container.register(Second.self) { resolver in Second(try resolver.resolve()) }.asWeak()
    let third = try container.register(Third.self) { Third() }.asScoped(to: "request")
    let text = """
      Third is cached by the nearest container named "request", but neither the container that caches Second nor a \
      parent of it has this name.
        Path: Second → Third
          Second, registered at \(second.location)
          Third, registered at \(third.location)
        Remedy: give Second the same scope: `.asScoped(to: "request")`.
      """
    return (await call.error(resolving: Second.self, in: container.makeChild(named: "request")), text)
  },
  Example("no container with the name of the scope, but one with a similar name") { container, call in
    let registration = try container.register(Third.self) { Third() }.asScoped(to: "request")
    let child = container.makeChild(named: "requests").makeChild(named: "app\n")
    let text = """
      Third is cached by the nearest container named "request", but there is none.
          Third, registered at \(registration.location)
        Did you mean:
          the container "requests"
        Other named containers: "app\\n"
        Remedy: correct the name: `.asScoped(to: "requests")`; or resolve it in a container made by `makeChild(named: "request")`, or in a child of one. \
      If a `Provider` or a stored `Resolver` asks for it, give the object that holds that the same scope.
      """
    return (await call.error(resolving: Third.self, in: child), text)
  },
  Example("no container with a similar name among many") { container, call in
    let registration = try container.register(Third.self) { Third() }.asScoped(to: "request")
    var child = container
    for number in 1...12 { child = child.makeChild(named: "c\(number)") }
    let text = """
      Third is cached by the nearest container named "request", but there is none.
          Third, registered at \(registration.location)
        Named containers: "c12", "c11", "c10", "c9", "c8", "c7", "c6", "c5", "c4", "c3" and 2 others
        Remedy: resolve it in a container made by `makeChild(named: "request")`, or in a child of one. \
      If a `Provider` or a stored `Resolver` asks for it, give the object that holds that the same scope.
      """
    return (await call.error(resolving: Third.self, in: child), text)
  },
  Example("a child whose work has ended") { container, call in
    for name in ["request", nil] {
      var child: Container?
      try await container.withChild(named: name) { child = $0 }
      let error = await call.error(resolving: Third.self, in: try #require(child))
      let subject = name.map { "The child \($0.debugDescription)" } ?? "A child"
      let text = """
        \(subject) was used for Third after its work had ended.
          Remedy: use it inside the closure of `withChild`, or use the parent.
        """
      if name == nil { return (error, text) }
      #expect(error?.description == text)
    }
    return (nil, "")
  },
  Example("a child that was not given its instance") { container, call in
    try container.register(given: Third.self, toChildrenNamed: "request")
    let child = container.makeChild(named: "request")
    let error = await call.error(resolving: Third.self, in: child)
    let text = """
      Third is given to containers named "request", but was not given to this one.
          Third, registered at \(try #require(error?.failures.first?.location))
        Remedy: pass it to a child of the container that registers it: `makeChild(named: "request", given: …)`.
      """
    return (error, text)
  },
  Example("a child that is given something twice") { container, call in
    try container.register(given: Third.self, toChildrenNamed: "request")
    let text = """
      A container named "request" was given Third twice.
        Remedy: pass one of each type.
      """
    return (await call.error { _ in try container.makeChild(named: "request", given: Third(), Third()) }, text)
  },
  Example("a child that is given an unregistered type") { container, call in
    let text = """
      A container named "request" was given Third, which is not registered for containers of that name.
        Remedy: register it in the parent: `container.register(given: Third.self, toChildrenNamed: "request")`; or pass it `as` the registered type.
      """
    return (await call.error { _ in try container.makeChild(named: "request", given: Third()) }, text)
  },
  Example("an instance that does not implement the forwarded type", resolving: (any Service).self) { container in
    let registration = try container.register(Third.self) { Third() }.implements((any Service).self)
    return """
      Service is implemented by an instance of Third, which is not of type Service.
          Service, registered at \(registration.location)
        Remedy: drop the `implements((any Service).self)`, or make the product conform to it.
      """
  },
]

// MARK: - Failures

private let failures: [Example] = [
  Example("a factory that throws", headline: "The factory of Int threw: no network") { container, _ in
    try container.register(Int.self) { throw Trouble("no network") }
  },
  Example("a dependency's factory that throws", resolving: Second.self) { container in
    let third = try container.register(Third.self, name: "n") { throw Trouble("no network") }
    let second = try container.register(Second.self) { resolver in Second(try resolver.resolve(name: "n")) }
    return """
      The factory of Third named "n" threw: no network
        Path: Second → Third named "n"
          Second, registered at \(second.location)
          Third named "n", registered at \(third.location)
      """
  },
  Example("an `afterInit` that throws", headline: "An `afterInit` of Int threw: no network") { container, _ in
    try container.register(Int.self) { 1 }.afterInit { _, _ in throw Trouble("no network") }
  },
  Example("a fallback that throws") { _, call in
    struct Fallback: Resolving, Sendable {
      func resolve<Product>(_ type: Product.Type, name: String?) throws -> Product { throw Trouble("no network") }
      func isRegistered<Product>(_ type: Product.Type, name: String?) -> Bool { true }
    }
    let container = Container(fallback: Fallback())
    return (await call.error(resolving: Int.self, in: container), "The fallback threw for Int: no network")
  },
  Example("a conversion that throws", headline: "The conversion of Int to a type that it implements threw: no words") {
    container, _ in
    try container.register(Int.self) { 1 }.implements(String.self) { _ in throw Trouble("no words") }
  } asking: { call, container in
    try await call.resolve(String.self, in: container)
  },
  Example("a cancelled task", [.asynchronous], headline: "The task that resolved Int was cancelled.") { container, _ in
    try container.register(Int.self) { () async throws in
      try Task.checkCancellation()
      return 1
    }
  } asking: { call, container in
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await call.resolve(Int.self, in: container)
    }
    return try await task.value
  },
  Example("a released container") { _, call in
    var container: Container? = Container()
    try container?.register(Resolver.self) { resolver in resolver }
    let resolver = try #require(try synchronously { try container?.resolve(Resolver.self) })
    container = nil
    let text = """
      Int named "n" was resolved after its container was released.
        Remedy: keep a reference to the container for as long as something resolves from it.
      """
    return (await call.error(resolving: Int.self, name: "n", in: resolver), text)
  },
  protected(""),
  protected(#" under "one""#, name: "one"),
  protected(#" under "42""#, key: 42),
  Example("one eager registration") { container, call in
    let registration = try container.register(Int.self) { throw Trouble("no network") }.eager()
    let text = """
      1 product could not be built by `bootstrap`:
        1. Int, registered at \(registration.location)
           The factory of Int threw: no network
               Int, registered at \(registration.location)
      """
    return (await call.error { try await $0.bootstrap(container) }, text)
  },
  Example("several eager registrations, of which one takes an argument") { container, call in
    let first = try container.register(First.self) { resolver in First(try resolver.resolve()) }.eager()
    let number = try container.register(Int.self, argument: Bool.self) { _, _ in 1 }.eager()
    let text = """
      2 products could not be built by `bootstrap`:
        1. First, registered at \(first.location)
           No registration found for Second.
             Path: First → Second
               First, registered at \(first.location)
             Remedy: register it: `container.register(initializer: Second.init)`.
        2. Int with (Bool), registered at \(number.location)
           Int with (Bool) is eager, but takes arguments.
               Int with (Bool), registered at \(number.location)
             Remedy: drop the `eager()`, or the arguments.
      """
    return (await call.error { try await $0.bootstrap(container) }, text)
  },
  Example("a shutdown", [.asynchronous]) { container, call in
    let one = try container.register(Int.self) { 1 }.asSingleton().onRelease { _ in throw Trouble("no disk") }
    let two = try container.register(String.self, name: "n") { "" }.asDisposableSingleton()
      .onRelease { _ async throws in throw Trouble("no network") }
    _ = try await call.resolve(Int.self, in: container)
    _ = try await call.resolve(String.self, name: "n", in: container)
    let text = """
      2 products could not be released:
        1. String named "n", registered at \(two.location)
           no network
        2. Int, registered at \(one.location)
           no disk
      """
    return (await call.error { _ in try await container.shutdown() }, text)
  },
  Example("a shutdown with two hooks of one product", [.asynchronous]) { container, call in
    let registration = try container.register(Int.self) { 1 }.asSingleton()
      .onRelease { _ in throw Trouble("no disk") }.onRelease { _ in throw Trouble("no network") }
    _ = try await call.resolve(Int.self, in: container)
    let text = """
      1 product could not be released:
        1. Int, registered at \(registration.location)
           no disk
        2. Int, registered at \(registration.location)
           no network
      """
    return (await call.error { _ in try await container.shutdown() }, text)
  },
]

// MARK: - Tests

@Suite("Texts of errors", .ownThreads)
struct ErrorTextTests {
  @Test(arguments: missing + loops + [crossedWait] + effects + instances + failures)
  private func `the description of each error is the expected text`(example: Example) async throws {
    for call in example.calls {
      let container = Container()
      let (error, text) = try await example.provoke(container, call)
      withExtendedLifetime(container) { #expect(error?.description == text, "\(call)") }
    }
  }

  #if canImport(ObjectiveC)
    @Test func `the localized description of an error is its description`() throws {
      let error = #expect(throws: AstrojectError.self) { try Container().resolve(Int.self) }
      #expect(error.map { ($0 as any Error).localizedDescription } == error?.description)
    }
  #endif
}
