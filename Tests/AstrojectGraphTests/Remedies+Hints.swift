import AstrojectGraph
import TestSupport

private final class Bus: Sendable { init() {} }
private final class Listener: Sendable { init(bus: Bus) {} }
private final class View: Sendable { init(bus: Bus?) {} }

extension Remedy {
  static let forHints = [
    Remedy("share one, if they should: `.asSingleton()`; or say that each has its own: `.asTransient()`.") {
      try $0.register(initializer: Bus.init)
      for key in 0..<2 { try $0.register(Listener.self, key: key, initializer: Listener.init).asSingleton() }
      try $0.validate(hints: true)
    }
    .followed("share one") {
      try $0.register(initializer: Bus.init).asSingleton()
      for key in 0..<2 { try $0.register(Listener.self, key: key, initializer: Listener.init).asSingleton() }
      try $0.validate(hints: true)
    }
    .followed("its own") {
      try $0.register(initializer: Bus.init).asTransient()
      for key in 0..<2 { try $0.register(Listener.self, key: key, initializer: Listener.init).asSingleton() }
      try $0.validate(hints: true)
    },
    Remedy(
      """
      register it: `try container.register(initializer: Bus.init)`; or say that it is meant: \
      `.allowing(.unprovidedOptional, because: …)`.
      """
    ) {
      try $0.register(initializer: View.init)
      try $0.validate(hints: true)
    }
    .followed("register it") {
      try $0.register(initializer: View.init)
      try $0.register(initializer: Bus.init)
      try $0.validate(hints: true)
    }
    .followed("say that it is meant") {
      try $0.register(initializer: View.init).allowing(.unprovidedOptional, because: "there is none on servers")
      try $0.validate(hints: true)
    },
    Remedy("mend those that are new, as each line says; or raise `maxOpaque`.") {
      try $0.register(Bus.self) { _ in Bus() }
      try $0.validate(maxOpaque: 0)
    }
    .followed("mend them") {
      try $0.register(Bus.self) { _ in Bus() }.dependsOnNothing()
      try $0.validate(maxOpaque: 0)
    }
    .followed("raise maxOpaque") {
      try $0.register(Bus.self) { _ in Bus() }
      try $0.validate(maxOpaque: 1)
    },
  ]
}
