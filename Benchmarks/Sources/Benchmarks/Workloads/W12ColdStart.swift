import Astroject
import Nexus
import Probe

extension Measure {
  /// W12: the first resolve of a tree of ten objects after 1 000 other registrations.
  ///
  /// The types of the tree are new in each round, so the runtime has made only what the registrations needed. By hand,
  /// the constructors run for the second time, so only their own work is timed.
  static var firstResolve: Measure {
    Measure(name: "W12 first resolve among 1 000", kind: .start) { plan in
      var astroject: [Double] = []
      var hand: [Double] = []
      var parts: [Double] = []
      for _ in 0..<plan.rounds {
        let byHand = microseconds(Fresh.nextType())
        let byAstroject = try await microseconds(resolving: Fresh.nextType())
        hand.append(byHand)
        astroject.append(byAstroject)
        parts.append(byAstroject / (2 * byHand + 100))
      }
      return Result(
        value: parts.median,
        text: "\(astroject.median.fixed(1)) µs, as a part of 100 µs and twice the \(hand.median.fixed(1)) µs by hand")
    }
  }

  private static func microseconds<Tag>(_ tag: Tag.Type) -> Double {
    sink(Fresh.Root<Tag>.make())
    return ContinuousClock().measure { sink(Fresh.Root<Tag>.make()) } / .microseconds(1)
  }

  private static func microseconds<Tag>(resolving tag: Tag.Type) async throws -> Double {
    let container = Container()
    for type in Fillers.tenThousand.prefix(1000) { try container.registerClosure(type) }
    try Fresh.Root<Tag>.register(in: container)
    var duration = Duration.zero
    try await expectObjects(10, of: "The first resolve") {
      duration = try ContinuousClock().measure { sink(try container.ask(Fresh.Root<Tag>.self)) }
    }
    return duration / .microseconds(1)
  }

  /// W12: the time of finding and registering the discoverable types.
  static var discovery: Measure {
    Measure(name: "W12 scan by discovery", kind: .time) { plan in
      var times: [Double] = []
      var found = 0
      for _ in 0..<plan.rounds {
        let container = Container()
        times.append(
          try ContinuousClock().measure { found = try container.registerDiscovered().registered.count }
            / .microseconds(1))
      }
      guard found == 3 else { throw WrongCount(subject: "W12 scan by discovery", found: found, expected: 3) }
      return Result(value: times.median, text: "three types in all loaded images")
    }
  }
}

private final class FirstFound: Injectable {}
private final class SecondFound: Injectable {}

// MARK: - The tree

/// A tree of ten classes that are new for each tag.
private enum Fresh {
  nonisolated(unsafe) private static var types = Fillers.tenThousand.makeIterator()

  /// Returns a type that was not used as a tag before.
  static func nextType() -> any Filler.Type { types.next() ?? Fillers.tenThousand[0] }

  final class Leaf<Tag, Place> {
    init() { probe_object() }
  }

  final class Node<Tag, Left, Right> {
    let left: Leaf<Tag, Left>
    let right: Leaf<Tag, Right>

    init(left: Leaf<Tag, Left>, right: Leaf<Tag, Right>) {
      self.left = left
      self.right = right
      probe_object()
    }

    @inline(never) static func make() -> Node { Node(left: Leaf(), right: Leaf()) }

    static func register(in container: Container) throws {
      try container.register(Leaf<Tag, Left>.self) { Leaf() }.asTransient()
      try container.register(Leaf<Tag, Right>.self) { Leaf() }.asTransient()
      try container.register(Node.self) { Node(left: try $0.resolve(), right: try $0.resolve()) }.asTransient()
    }
  }

  final class Root<Tag> {
    typealias A = Node<Tag, Int8, Int16>
    typealias B = Node<Tag, Int32, Int64>
    typealias C = Node<Tag, Float, Double>

    let a: A
    let b: B
    let c: C

    init(a: A, b: B, c: C) {
      self.a = a
      self.b = b
      self.c = c
      probe_object()
    }

    @inline(never) static func make() -> Root { Root(a: .make(), b: .make(), c: .make()) }

    static func register(in container: Container) throws {
      try A.register(in: container)
      try B.register(in: container)
      try C.register(in: container)
      try container.register(Root.self) { Root(a: try $0.resolve(), b: try $0.resolve(), c: try $0.resolve()) }
        .asTransient()
    }
  }
}
