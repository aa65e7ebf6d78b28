import Astroject

extension Workload {
  /// W4: a singleton among 5 000 other registrations, half of them typed and half of them named.
  static var crowded: [Workload] { [crowdedTyped, crowdedNamed] }

  private static var crowdedTyped: Workload {
    Workload(
      name: "W4 singleton among 5 000, typed", promise: .once(1),
      hand: {
        let holder = Holder<any LeafA>(LiveLeafA())
        return timed { for _ in 0..<$0 { sink(holder.get()) } }
      },
      reference: {
        let container = ReferenceContainer.crowded()
        container.register((any LeafA).self, isShared: true) { _ in LiveLeafA() }
        return timed { for _ in 0..<$0 { sink(try container.ask((any LeafA).self)) } }
      },
      astroject: {
        let container = try Container.crowded()
        try container.register((any LeafA).self) { LiveLeafA() }.asSingleton()
        return timed { for _ in 0..<$0 { sink(try container.ask((any LeafA).self)) } }
      })
  }

  private static var crowdedNamed: Workload {
    Workload(
      name: "W4 singleton among 5 000, named", promise: .once(1),
      hand: {
        let names = Names()
        return timed { for _ in 0..<$0 { sink(try names.get("primary")) } }
      },
      reference: {
        let container = ReferenceContainer.crowded()
        container.register((any LeafA).self, name: "primary", isShared: true) { _ in LiveLeafA() }
        return timed { for _ in 0..<$0 { sink(try container.ask((any LeafA).self, name: "primary")) } }
      },
      astroject: {
        let container = try Container.crowded()
        try container.register((any LeafA).self, name: "primary") { LiveLeafA() }.asSingleton()
        return timed { for _ in 0..<$0 { sink(try container.ask((any LeafA).self, name: "primary")) } }
      })
  }
}

/// Services by name, as in wiring by hand.
private final class Names {
  struct Missing: Error {}

  private var services: [String: any LeafA] = [:]

  init() {
    let other = Other()
    for number in 0..<2500 { services["service-\(number)"] = other }
    services["primary"] = LiveLeafA()
  }

  @inline(never) func get(_ name: String) throws -> any LeafA {
    guard let service = services[name] else { throw Missing() }
    return service
  }
}

extension Container {
  fileprivate static func crowded() throws -> Container {
    let container = Container()
    for type in Fillers.tenThousand.prefix(2500) { try container.registerClosure(type) }
    for number in 0..<2500 { try container.register((any LeafA).self, name: "service-\(number)") { LiveLeafA() } }
    return container
  }
}

extension ReferenceContainer {
  fileprivate static func crowded() -> ReferenceContainer {
    let container = ReferenceContainer()
    for type in Fillers.tenThousand.prefix(2500) { container.register(type) }
    for number in 0..<2500 { container.register((any LeafA).self, name: "service-\(number)") { _ in LiveLeafA() } }
    return container
  }
}

/// The type of the other services, whose instances are not counted.
private final class Other: LeafA {}
