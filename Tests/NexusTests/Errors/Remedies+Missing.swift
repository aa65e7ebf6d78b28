import TestSupport

private protocol Ink {}
private struct BlueInk: Ink {}
private final class Pen {
  init(ink: any Ink) {}
  init(blue: BlueInk) {}
  init(maybe: BlueInk?) {}
}
private struct MixedInk: Ink { init(pen: Pen) {} }
private final class InjectedPen { @Inject var ink: any Ink }
private final class OptionalPen { @Inject var ink: BlueInk? }
private final class NamedPen { @Inject(name: "blue") var ink: BlueInk }
private final class PlainPen: @unchecked Sendable { @Inject var ink: BlueInk }
private final class Counted { @Inject var count: Int }
private final class Meter { init(limit: Int) {} }
private final class LateOwner { @InjectLazy var meter: Meter }
private struct Ticket {
  @Inject var count: Int
  let title: String
}
private struct Bill {
  @Inject var count: Int
  let title: String
  init(title: String) { self.title = title }
}

extension Remedy {
  private static func askedByPen(_ text: String, given: @escaping Program) -> Remedy {
    Remedy(text, given: given, check: { _ = try $0.resolve(Pen.self) }) {
      try $0.register(initializer: Pen.init(blue:))
    }
  }

  static let forMissingRegistrations = [
    Remedy(
      "write it alike where it is registered and where it is asked for",
      check: { _ = try $0.resolve(((@escaping () -> Void) -> Void).self) }
    ) { try $0.register(((() -> Void) -> Void).self) { { work in work() } } }
    .followed { try $0.register(((@escaping () -> Void) -> Void).self) { { work in work() } } },
    askedByPen(
      "have the initializer of Pen take the optional; or register it: `container.register(BlueInk.self) { … }`."
    ) { try $0.register(BlueInk?.self) { nil } }
    .followed("take the optional") { try $0.register(initializer: Pen.init(maybe:)) }
    .followed("register it") {
      try $0.register(BlueInk.self) { BlueInk() }
      try $0.register(initializer: Pen.init(blue:))
    },
    Remedy(
      "have the property of PlainPen hold the optional; or register it",
      given: { try $0.register(BlueInk?.self) { nil } }, check: { _ = try $0.resolve(PlainPen.self) }
    ) { try $0.register(initializer: PlainPen.init) }
    .followed(check: { _ = try $0.resolve(OptionalPen.self).ink }) { try $0.register(initializer: OptionalPen.init) },
    Remedy(
      "resolve the optional; or register it: `container.register(BlueInk.self) { … }`.",
      given: { try $0.register(BlueInk?.self) { nil } }
    ) { _ = try $0.resolve(BlueInk.self) }
    .followed("the optional") { _ = try $0.resolve(BlueInk?.self) },
    Remedy(
      "register it: `container.register(initializer: BlueInk.init)`.",
      check: { _ = try $0.resolve(BlueInk.self) }
    ) { _ in }
    .followed { try $0.register(initializer: BlueInk.init) },
    Remedy(
      "register it: `container.register(String.self, name: \"n\", argument: Int.self) { … }`.",
      check: { _ = try $0.resolve(String.self, name: "n", arguments: 1) }
    ) { _ in }
    .followed { try $0.register(String.self, name: "n", argument: Int.self) { _, number in "\(number)" } },
    Remedy(
      "register it: `container.register(String.self, argument: (x: Int, y: Int).self) { … }`.",
      check: { _ = try $0.resolve(String.self, argument: (x: 1, y: 2)) }
    ) { _ in }
    .followed { try $0.register(String.self, argument: (x: Int, y: Int).self) { _, place in "\(place.y)" } },
    Remedy(
      "register it: `container.register(name: \"sea\", key: 1, initializer: BlueInk.init)`.",
      check: { _ = try $0.resolve(BlueInk.self, name: "sea", key: 1) }
    ) { _ in }
    .followed { try $0.register(name: "sea", key: 1, initializer: BlueInk.init) },
    Remedy(
      """
      forward it where BlueInk is registered: `.implements((any Ink).self)`; or register it: \
      `container.register((any Ink).self, initializer: ….init)`.
      """, check: { _ = try $0.resolve((any Ink).self) }
    ) { try $0.register(initializer: BlueInk.init) }
    .followed("forward it") { try $0.register(initializer: BlueInk.init).implements((any Ink).self) }
    .followed("register it") { try $0.register((any Ink).self, initializer: BlueInk.init) },
    // What needs an ink, by a pen, gives none.
    Remedy(
      """
      forward it where BlueInk is registered: `.implements((any Ink).self)`; or register it: \
      `container.register((any Ink).self, initializer: ….init)`.
      """,
      given: {
        try $0.register(initializer: MixedInk.init)
        try $0.register(initializer: Pen.init(ink:))
      }, check: { _ = try $0.resolve(Pen.self) }
    ) { try $0.register(initializer: BlueInk.init) }
    .followed { try $0.register(initializer: BlueInk.init).implements((any Ink).self) },
    Remedy(
      "register it: `container.register((any Ink).self, initializer: ….init)`.",
      given: {
        try $0.register((any Ink).self, name: "mixed", initializer: MixedInk.init)
        try $0.register(initializer: Pen.init(ink:))
      }, check: { _ = try $0.resolve((any Ink).self, name: "mixed") }
    ) { _ in }
    .followed { try $0.register((any Ink).self, initializer: BlueInk.init) },
    Remedy(
      """
      register a closure that resolves BlueInk: `container.register((any Ink).self) { resolver in \
      try resolver.resolve(BlueInk.self) }`; or register it
      """, given: { try $0.register(given: BlueInk.self, toChildrenNamed: "desk") }
    ) { _ = try $0.resolve((any Ink).self) }
    .followed {
      try $0.register((any Ink).self) { resolver in try resolver.resolve(BlueInk.self) }
      _ = try $0.makeChild(named: "desk", given: BlueInk()).resolve((any Ink).self)
    },
    Remedy(
      "ask for Ink instead; or register it", given: { try $0.register(given: (any Ink).self, toChildrenNamed: "desk") }
    ) { _ = try $0.resolve(BlueInk.self) }
    .followed { _ = try $0.makeChild(named: "desk", given: BlueInk() as any Ink).resolve((any Ink).self) },
    Remedy(
      "ask for Ink instead, or forward it there, if that builds one: `.implements(BlueInk.self)`; or register it: ",
      check: { _ = try $0.resolve(BlueInk.self) }
    ) { try $0.register((any Ink).self) { BlueInk() } }
    .followed("ask for Ink", check: { _ = try $0.resolve((any Ink).self) }) {
      try $0.register((any Ink).self) { BlueInk() }
    }
    .followed("forward it there") { try $0.register((any Ink).self) { BlueInk() }.implements(BlueInk.self) },
    askedByPen(
      "ask for that one: `with: .named(\"sea\")`; or register it: `container.register(initializer: BlueInk.init)`."
    ) { try $0.register(name: "sea", initializer: BlueInk.init) }
    .followed("ask for that one") { try $0.register(initializer: Pen.init(blue:), with: .named("sea")) },
    askedByPen(
      """
      ask for that one: `with: .resolving { @Sendable resolver in try resolver.resolve(BlueInk.self, name: "sea", key: 1) }`
      """
    ) { try $0.register(name: "sea", key: 1, initializer: BlueInk.init) }
    .followed {
      try $0.register(
        initializer: Pen.init(blue:),
        with: .resolving { @Sendable resolver in try resolver.resolve(BlueInk.self, name: "sea", key: 1) })
    },
    askedByPen("ask for one of these: `with: .resolving { … }`; or") {
      for key in 1...2 { try $0.register(name: "sea", key: key, initializer: BlueInk.init) }
    }
    .followed {
      try $0.register(initializer: Pen.init(blue:), with: .resolving { try $0.resolve(name: "sea", key: 2) })
    },
    Remedy(
      "ask for that one: `name: \"sea\"`; or register it: `container.register(initializer: BlueInk.init)`.",
      given: { try $0.register(name: "sea", initializer: BlueInk.init) }
    ) { _ = try $0.resolve(BlueInk.self) }
    .followed("ask for that one") { _ = try $0.resolve(BlueInk.self, name: "sea") },
    askedByPen(
      "ask for one of these: `with: .keyed(…)`; or register it: `container.register(initializer: BlueInk.init)`."
    ) { for key in 1...2 { try $0.register(key: key, initializer: BlueInk.init) } }
    .followed("ask for one of these") { try $0.register(initializer: Pen.init(blue:), with: .keyed(1)) },
    Remedy(
      """
      give it by a rule, `with: .value(…)`; have the caller give it, `with: .argument`; or register another initializer \
      or a closure, because a reference to an initializer has no default arguments.
      """, check: { _ = try $0.resolve(Meter.self) }
    ) { try $0.register(initializer: Meter.init) }
    .followed("a rule") { try $0.register(initializer: Meter.init, with: .value(7)) }
    .followed("the caller", check: { _ = try $0.resolve(Meter.self, arguments: 7) }) {
      try $0.register(initializer: Meter.init, with: .argument)
    }
    .followed("the caller, who does not", leadingTo: "The initializer of Meter takes an argument of type Int") {
      try $0.register(initializer: Meter.init, with: .argument)
    }
    .followed("a closure") { try $0.register(Meter.self) { Meter(limit: 7) } },
    Remedy(
      "ask for that one, `with: .named(\"limit\")`; give it by a rule",
      given: { try $0.register(Int.self, name: "limit") { 7 } }, check: { _ = try $0.resolve(Meter.self) }
    ) { try $0.register(initializer: Meter.init) }
    .followed("ask for that one") { try $0.register(initializer: Meter.init, with: .named("limit")) },
    Remedy(
      "write an `init` for Ticket that takes the other properties and leaves this one out.",
      given: { try $0.register(Int.self) { 7 } }, check: { _ = try $0.resolve(Ticket.self) }
    ) { try $0.register(initializer: Ticket.init, with: .auto, .value("title")) }
    .followed(check: { _ = try $0.resolve(Bill.self).count }) {
      try $0.register(initializer: Bill.init, with: .value("title"))
    },
    // MARK: Injected properties
    Remedy(
      """
      register it, under the name or key of the property if it has one: \
      `container.register((any Ink).self, initializer: ….init)`.
      """, given: { try $0.register(initializer: InjectedPen.init) },
      check: { _ = try $0.resolve(InjectedPen.self).ink }
    ) { _ in }
    .followed { try $0.register((any Ink).self, initializer: BlueInk.init) },
    Remedy(
      """
      make the object in the factory itself; or hand the container on: `let container = try \
      resolver.resolve(Container.self)` before, `Container.withCurrent(container) { … }` around what makes it there.
      """, given: { try $0.register(initializer: BlueInk.init) }, check: { _ = try $0.resolve(PlainPen.self).ink }
    ) { try $0.register(PlainPen.self) { onOwnThread { PlainPen() } ?? PlainPen() } }
    .followed("in the factory itself") { try $0.register(PlainPen.self) { PlainPen() } }
    .followed("hand the container on") {
      try $0.register(PlainPen.self) { resolver in
        let container = try resolver.resolve(Container.self)
        return onOwnThread { Container.withCurrent(container) { PlainPen() } } ?? PlainPen()
      }
    },
    Remedy(
      "ask for that one: `@Inject(name: \"blue\")`; or register it",
      given: { try $0.register(name: "blue", initializer: BlueInk.init) }, check: { _ = try $0.resolve(PlainPen.self) }
    ) { try $0.register(initializer: PlainPen.init) }
    .followed("ask for that one", check: { _ = try $0.resolve(NamedPen.self).ink }) {
      try $0.register(initializer: NamedPen.init)
    },
    // No property asks for a name and a key.
    Remedy(
      "register it, under the name or key of the property if it has one: `container.register(initializer: BlueInk.init)`.",
      given: { try $0.register(name: "sea", key: 1, initializer: BlueInk.init) },
      check: { _ = try $0.resolve(PlainPen.self).ink }
    ) { try $0.register(initializer: PlainPen.init) }
    .followed {
      try $0.register(initializer: PlainPen.init)
      try $0.register(initializer: BlueInk.init)
    },
    Remedy("have the initializer take it, by a rule, `with: .value(…)`, or as an argument.") {
      try $0.register(initializer: Counted.init)
      _ = try $0.resolve(Counted.self)
    }
    .followed("a rule") {
      try $0.register(initializer: Meter.init, with: .value(7))
      _ = try $0.resolve(Meter.self)
    },
    Remedy(
      """
      resolve the object that needs it, or say which container is current: `Container.shared = container` in an app, \
      `.container(…)` in a test. A queue, a callback and a detached task do not know the container of a task: hand it on, \
      `let container = Container.current` before, and `Container.withCurrent(container) { … }` inside.
      """, given: { try $0.register(initializer: Meter.init, with: .value(7)) }
    ) { _ in _ = try LateOwner().$meter.get() }
    .followed("a current container") { container in
      try Container.withCurrent(container) { _ = try LateOwner().$meter.get() }
    }
    .followedAwaiting("hand it on") { container in
      try await Container.withCurrent(container) {
        let container = Container.current
        try await onThread { try Container.withCurrent(container) { _ = try LateOwner().$meter.get() } }
      }
    }
    .followed("resolve the object") {
      try $0.register(initializer: { @Sendable () in LateOwner() })
      _ = try $0.resolve(LateOwner.self).$meter.get()
    },
  ]
}
