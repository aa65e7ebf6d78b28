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

private protocol Tide: Sendable {}
private struct Tides: Tide { init(all: [any Tide]) {} }
private struct Ebb: Tide { init(tide: any Tide) {} }
private struct Flood: Tide {}
private struct LateEbb: Tide { init(tide: Lazy<any Tide>) {} }
private enum Coast: Hashable, Sendable { case north }
private struct Map: Tide { init(all: [Coast: any Tide]) {} }
private struct LateMap: Tide { init(all: Lazy<[Coast: any Tide]>) {} }
private actor Harbour {}
private final class Ship {}
private protocol Wind {}
private final class Gust: Wind { @Inject(name: "squall") var squall: any Wind }
private final class Squall: Wind { @Inject(name: "gust") var gust: any Wind }
private final class LateSquall: Wind { @InjectLazy(name: "gust") var gust: any Wind }

extension Remedy {
  /// Returns the remedy for an ebb that is registered as a tide, and needs that tide.
  private static func decorating(_ ebb: @escaping Program) -> Remedy {
    Remedy.finding(
      "decorate with it instead, `decorate((any Tide).self, name: \"ebb\", initializer: ….init)`.", of: ebb
    )
    .followed {
      try $0.register((any Tide).self, name: "ebb") { Flood() }
      try $0.decorate((any Tide).self, name: "ebb", initializer: Ebb.init)
    }
  }

  static let forCycles = [
    decorating { try $0.register((any Tide).self, name: "ebb", initializer: Ebb.init, with: .named("ebb")) },
    decorating {
      try $0.register(name: "ebb", initializer: Ebb.init, with: .named("ebb")).implements((any Tide).self)
    },
    Remedy(
      """
      resolve that of the parent in a closure, \
      `register((any Tide).self) { _ in … try parent.resolve((any Tide).self) … }`.
      """, given: { try $0.register((any Tide).self) { Flood() }.asSingleton() }
    ) { try $0.makeChild { try $0.register((any Tide).self, initializer: Ebb.init) }.validate() }
    .followed { parent in
      try parent.makeChild {
        try $0.register((any Tide).self) { _ in Ebb(tide: try parent.resolve((any Tide).self)) }
      }.validate()
    },
    Remedy.finding(
      "have the initializer of Tide take a `Lazy<any Tide>`.",
      given: { try $0.register((any Tide).self, composite: Tides.init) }
    ) { try $0.contribute((any Tide).self, initializer: Ebb.init) }
    .followed { try $0.contribute((any Tide).self, initializer: LateEbb.init) },
    Remedy.finding("have the initializer of Tide keyed Coast.north take a `Lazy<[Coast: any Tide]>`.") {
      try $0.register((any Tide).self, key: Coast.north, initializer: Map.init)
    }
    .followed { try $0.register((any Tide).self, key: Coast.north, initializer: LateMap.init) },
    Remedy.finding(
      "make the property of Wind named \"squall\" an `@InjectLazy`.",
      given: {
        try $0.register((any Wind).self, name: "gust", initializer: Gust.init)
          .depends(on: (any Wind).self, name: "squall")
      }
    ) {
      try $0.register((any Wind).self, name: "squall", initializer: Squall.init)
        .depends(on: (any Wind).self, name: "gust")
    }
    .followed {
      try $0.register((any Wind).self, name: "squall", initializer: LateSquall.init)
        .depends(on: Lazy<any Wind>.self, name: "gust")
    },
    Remedy.finding(
      "have the initializer of Lake take a `Lazy<Brook>`.", given: { try $0.register(initializer: Brook.init) }
    ) { try $0.register(initializer: Lake.init) }
    .followed { try $0.register(initializer: { @Sendable (_: Lazy<Brook>) -> Lake in throw Objection() }) },
    Remedy.finding(
      "have the initializer of Ship take a `Lazy<Harbour>`.",
      given: { try $0.register(initializer: Harbour.init).afterInit { _, _ in }.depends(on: Ship.self) }
    ) { try $0.register(initializer: { @Sendable (_: Harbour) in Ship() }) }
    .followed { try $0.register(initializer: { @Sendable (_: Lazy<Harbour>) in Ship() }) },
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
