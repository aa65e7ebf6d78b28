import TestSupport

private final class Bus: Sendable { init() {} }
private final class Listener: Sendable { init(bus: Bus) {} }
private final class View: Sendable { init(bus: Bus?) {} }
private protocol Vehicle {}
private final class Depot: Sendable, Vehicle { init(buses: [Int: Bus]?) {} }
private final class Timetable: Sendable { init(minutes: [String: Int]?) {} }

extension Remedy {
  static let forHints = [
    Remedy.finding(
      "share one, if they should: `.asSingleton()`; or say that each has its own: `.asTransient()`.",
      given: { for key in 0..<2 { try $0.register(key: key, initializer: Listener.init).asSingleton() } },
      check: { try $0.validate(hints: true) }
    ) { try $0.register(initializer: Bus.init) }
    .followed("share one") { try $0.register(initializer: Bus.init).asSingleton() }
    .followed("its own") { try $0.register(initializer: Bus.init).asTransient() },
    Remedy.finding(
      """
      register it: `try container.register(initializer: Bus.init)`; or say that it is meant: \
      `.allowing(.unprovidedOptional, because: …)`.
      """, given: { try $0.register(initializer: View.init) }, check: { try $0.validate(hints: true) }
    ) { _ in }
    .followed("register it") { try $0.register(initializer: Bus.init) }
    .followed("say that it is meant") {
      try $0.register(initializer: View.init).allowing(.unprovidedOptional, because: "there is none on servers")
    },
    Remedy.finding(
      "register it: `try container.register(key: …, initializer: Bus.init)`; or say",
      given: { try $0.register(initializer: Depot.init) }, check: { try $0.validate(hints: true) }
    ) { _ in }
    .followed { try $0.register(key: 7, initializer: Bus.init) },
    Remedy.finding(
      "register it: `try container.register([String: Int].self) { … }`; or say",
      given: { try $0.register(initializer: Timetable.init) }, check: { try $0.validate(hints: true) }
    ) { _ in }
    .followed { try $0.register([String: Int].self) { ["dawn": 6] } },
    Remedy.finding(
      """
      have Bus conform to Vehicle; or drop the `implements((any Vehicle).self)`; or silence it, if the product is of a \
      subclass that does: `.allowing(.doubtfulForwarding, because: …)`.
      """, check: { try $0.validate(hints: true) }
    ) { try $0.register(Bus.self) { Bus() }.implements((any Vehicle).self) }
    .followed("conform") { try $0.register(Depot.self) { Depot(buses: nil) }.implements((any Vehicle).self) }
    .followed("drop it") { try $0.register(Bus.self) { Bus() } }
    .followed("silence it") {
      try $0.register(Bus.self) { Bus() }.implements((any Vehicle).self)
        .allowing(.doubtfulForwarding, because: "it is a subclass in this city")
    },
    Remedy.finding(
      "mend those that are new, as each line says; or raise `maxOpaque`.", check: { try $0.validate(maxOpaque: 0) }
    ) { try $0.register(Bus.self) { _ in Bus() } }
    .followed("mend them") { try $0.register(Bus.self) { _ in Bus() }.dependsOnNothing() }
    .followed("raise maxOpaque", check: { try $0.validate(maxOpaque: 1) }) {
      try $0.register(Bus.self) { _ in Bus() }
    },
  ]
}
