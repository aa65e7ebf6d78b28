import Astroject

extension Workload {
  /// W1: a shared service, resolved by its protocol.
  static var singleton: Workload {
    Workload(
      name: "W1 singleton", promise: .once(1),
      hand: {
        let holder = Holder<any LeafA>(LiveLeafA())
        return timed { for _ in 0..<$0 { sink(holder.get()) } }
      },
      reference: {
        let container = ReferenceContainer()
        container.register((any LeafA).self, isShared: true) { _ in LiveLeafA() }
        return timed { for _ in 0..<$0 { sink(try container.ask((any LeafA).self)) } }
      },
      astroject: {
        let container = Container()
        try container.register((any LeafA).self) { LiveLeafA() }.asSingleton()
        return timed { for _ in 0..<$0 { sink(try container.ask((any LeafA).self)) } }
      })
  }
}
