import TestSupport

private final class River { init(sea: Sea) {} }
private final class Sea {
  var river: River?
  var later: Lazy<River>?
}
private final class Brook { init(lake: Lake) {} }
private final class Lake { init(brook: Brook) {} }
private final class Calm { @Inject var storm: Storm }
private final class Storm { @Inject var calm: Calm }
private final class Breeze { @Inject var gale: Gale }
private final class Gale { @InjectLazy var breeze: Breeze }

/// Registers a river by a closure that resolves a sea.
private func river(in container: Container) throws {
  try container.register(River.self) { River(sea: try $0.resolve(Sea.self)) }.depends(on: Sea.self)
}

extension Remedy {
  static let forCycles = [
    Remedy.finding(
      "have the initializer of Lake take a `Lazy<Brook>`.", given: { try $0.register(initializer: Brook.init) }
    ) { try $0.register(initializer: Lake.init) }
    .followed { try $0.register(initializer: { @Sendable (_: Lazy<Brook>) -> Lake in throw Objection() }) },
    Remedy.finding("make the property of Storm an `@InjectLazy`.") {
      try $0.register(initializer: { @Sendable () in Calm() })
      try $0.register(initializer: { @Sendable () in Storm() })
    }
    .followed {
      try $0.register(initializer: { @Sendable () in Breeze() })
      try $0.register(initializer: { @Sendable () in Gale() })
    },
    Remedy.finding("have the closure of Sea resolve a `Lazy<River>`, and say so by `depends(on:)`.", given: river) {
      try $0.register(Sea.self) { _ in Sea() }.depends(on: River.self)
    }
    .followed {
      try $0.register(Sea.self) { resolver in
        let sea = Sea()
        sea.later = try resolver.resolve(Lazy<River>.self)
        return sea
      }.depends(on: Lazy<River>.self)
      _ = try $0.resolve(River.self)
    },
    Remedy.finding(
      "set the property of Sea by `.injecting(\\.…)` instead of in its `afterInit`.",
      given: { try $0.register(initializer: River.init) }
    ) {
      try $0.register(initializer: Sea.init).afterInit { resolver, sea in
        let river: River = try resolver.resolve()
        sea.river = river
      }.depends(on: River.self)
    }
    .followed {
      try $0.register(initializer: Sea.init).injecting(\.river)
      _ = try $0.resolve(River.self)
      _ = try $0.resolve(Sea.self)
    },
    Remedy.finding(
      "have the property of Sea hold a `Lazy<River>`, and set it by `.injecting(\\.…)` instead of in its `afterInit`.",
      given: { try $0.register(initializer: River.init).asTransient() }
    ) { try $0.register(initializer: Sea.init).asTransient().afterInit { _, _ in }.depends(on: River.self) }
    .followed {
      try $0.register(initializer: Sea.init).asTransient().injecting(\.later)
      _ = try $0.resolve(River.self)
    },
    Remedy.finding(
      """
      set the property of Sea by `.injecting(\\.…)` instead of in its `afterInit`; or, if its factory needs that, have the \
      closure of Sea resolve a `Lazy<River>`, and say so by `depends(on:)`.
      """, given: river
    ) { try $0.register(Sea.self) { _ in Sea() }.afterInit { _, _ in }.depends(on: River.self) }
    .followed("injecting") {
      try $0.register(Sea.self) { Sea() }.dependsOnNothing().injecting(\.river)
      _ = try $0.resolve(Sea.self)
    }
    .followed("a Lazy") {
      try $0.register(Sea.self) { _ in Sea() }.afterInit { _, _ in }.depends(on: Lazy<River>.self)
    },
  ]
}
