import Astroject
import AstrojectOverrides
import Nexus
import Probe

// W17: registrations that are more than a type. They run the same plan as a plain one.

private protocol Service: AnyObject, Sendable {}

private final class LiveService: Service { init() { probe_object() } }

/// Surrounds a service.
private final class Layer: Service {
  let inner: any Service
  init(_ inner: any Service) {
    self.inner = inner
    probe_object()
  }
}

private final class Pair: Sendable {
  let service: any Service
  init(_ service: any Service) {
    self.service = service
    probe_object()
  }
}

private enum Shelf: Hashable, Sendable { case top, bottom }

@inline(never) private func makeService() -> any Service { LiveService() }
@inline(never) private func makeLayer(_ inner: any Service) -> any Service { Layer(inner) }
@inline(never) private func makePair(_ service: any Service) -> Pair { Pair(service) }

extension Workload {
  static var forms: [Workload] {
    [forwarded, named, keyed, decorated, keptDecorated, overridden, traced]
  }

  private static func kept(
    _ name: String, promise: Promise, _ service: @autoclosure @escaping () -> any Service,
    _ astroject: @escaping Variant
  ) -> Workload {
    Workload(
      name: name, promise: promise,
      hand: {
        let holder = Holder(service())
        return timed { for _ in 0..<$0 { sink(holder.get()) } }
      }, astroject: astroject)
  }

  private static func pair(_ name: String, _ astroject: @escaping Variant) -> Workload {
    Workload(
      name: name, promise: .each(2), hand: { timed { for _ in 0..<$0 { sink(makePair(makeService())) } } },
      astroject: astroject)
  }

  /// A singleton by the protocol that it implements.
  private static var forwarded: Workload {
    kept("W17 forwarded singleton", promise: .once(1), LiveService()) {
      let container = Container()
      try container.register(LiveService.self) { LiveService() }.asSingleton().implements((any Service).self)
      return timed { for _ in 0..<$0 { sink(try container.ask((any Service).self)) } }
    }
  }

  private static var named: Workload {
    pair("W17 named transient of two") {
      let container = Container()
      try container.register((any Service).self) { LiveService() }.asTransient()
      try container.register(Pair.self, name: "pair") { Pair(try $0.resolve((any Service).self)) }.asTransient()
      return timed { for _ in 0..<$0 { sink(try container.ask(Pair.self, name: "pair")) } }
    }
  }

  private static var keyed: Workload {
    pair("W17 keyed transient of two") {
      let container = Container()
      try container.register((any Service).self) { LiveService() }.asTransient()
      try container.register(Pair.self, key: Shelf.top) { Pair(try $0.resolve((any Service).self)) }.asTransient()
      return timed { for _ in 0..<$0 { sink(try container.ask(Pair.self, key: Shelf.top)) } }
    }
  }

  private static var decorated: Workload {
    Workload(
      name: "W17 decorated transient", promise: .each(2),
      hand: { timed { for _ in 0..<$0 { sink(makeLayer(makeService())) } } },
      astroject: {
        let container = Container()
        try container.register((any Service).self) { LiveService() }.asTransient()
        try container.decorate((any Service).self) { _, inner in Layer(inner) }
        return timed { for _ in 0..<$0 { sink(try container.ask((any Service).self)) } }
      })
  }

  private static var keptDecorated: Workload {
    kept("W17 decorated singleton", promise: .once(2), Layer(LiveService())) {
      let container = Container()
      try container.register((any Service).self) { LiveService() }.asSingleton()
      try container.decorate((any Service).self) { _, inner in Layer(inner) }
      return timed { for _ in 0..<$0 { sink(try container.ask((any Service).self)) } }
    }
  }

  /// A transient of two, of which one is overridden in a fork.
  private static var overridden: Workload {
    pair("W17 override in a fork") {
      let container = Container()
      try container.register((any Service).self) { fatalError("It is overridden.") }.asTransient()
      try container.register(Pair.self) { Pair(try $0.resolve((any Service).self)) }.asTransient()
      let fork = try container.overriding { try $0.replace((any Service).self) { LiveService() } }
      return timed { for _ in 0..<$0 { sink(try fork.ask(Pair.self)) } }
    }
  }

  /// A transient of two, in a container that records a trace.
  private static var traced: Workload {
    pair("W17 transient of two, traced") {
      let container = Container()
      try container.register((any Service).self) { LiveService() }.asTransient()
      try container.register(Pair.self) { Pair(try $0.resolve((any Service).self)) }.asTransient()
      _ = container.resolutionTrace()
      return timed { for _ in 0..<$0 { sink(try container.ask(Pair.self)) } }
    }
  }
}
