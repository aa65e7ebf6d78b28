import Astroject

extension Workload {
  /// W10: a request, which makes a child container with three registrations, resolves five services, and drops it.
  static var request: Workload {
    Workload(
      name: "W10 request in a child", promise: .eachAndOnce(3, 2),
      hand: {
        let first = Holder<any LeafA>(LiveLeafA())
        let second = Holder<any LeafB>(LiveLeafB())
        return timed {
          for _ in 0..<$0 {
            sink(first.get())
            sink(second.get())
            sink(makeLeafC())
            sink(makeLeafD())
            sink(makeLeafE())
          }
        }
      },
      reference: {
        let container = ReferenceContainer()
        container.register((any LeafA).self, isShared: true) { _ in LiveLeafA() }
        container.register((any LeafB).self, isShared: true) { _ in LiveLeafB() }
        return timed {
          for _ in 0..<$0 {
            let child = ReferenceContainer(parent: container)
            child.register((any LeafC).self) { _ in LiveLeafC() }
            child.register((any LeafD).self) { _ in LiveLeafD() }
            child.register((any LeafE).self, isShared: true) { _ in LiveLeafE() }
            sink(try child.ask((any LeafA).self))
            sink(try child.ask((any LeafB).self))
            sink(try child.ask((any LeafC).self))
            sink(try child.ask((any LeafD).self))
            sink(try child.ask((any LeafE).self))
          }
        }
      },
      astroject: {
        let container = Container()
        try container.register((any LeafA).self) { LiveLeafA() }.asSingleton()
        try container.register((any LeafB).self) { LiveLeafB() }.asSingleton()
        return timed {
          for _ in 0..<$0 {
            let child = try container.makeChild { child in
              try child.register((any LeafC).self) { LiveLeafC() }.asTransient()
              try child.register((any LeafD).self) { LiveLeafD() }.asTransient()
              try child.register((any LeafE).self) { LiveLeafE() }.asScoped()
            }
            sink(try child.ask((any LeafA).self))
            sink(try child.ask((any LeafB).self))
            sink(try child.ask((any LeafC).self))
            sink(try child.ask((any LeafD).self))
            sink(try child.ask((any LeafE).self))
          }
        }
      })
  }
}
