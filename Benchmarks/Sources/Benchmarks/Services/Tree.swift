import Probe

// A tree of ten objects, all behind protocols: a root, three nodes, six leaves.

protocol LeafA: AnyObject, Sendable {}
protocol LeafB: AnyObject, Sendable {}
protocol LeafC: AnyObject, Sendable {}
protocol LeafD: AnyObject, Sendable {}
protocol LeafE: AnyObject, Sendable {}
protocol LeafF: AnyObject, Sendable {}
protocol NodeA: AnyObject, Sendable {}
protocol NodeB: AnyObject, Sendable {}
protocol NodeC: AnyObject, Sendable {}
protocol Root: AnyObject, Sendable {}

final class LiveLeafA: LeafA { init() { probe_object() } }
final class LiveLeafB: LeafB { init() { probe_object() } }
final class LiveLeafC: LeafC { init() { probe_object() } }
final class LiveLeafD: LeafD { init() { probe_object() } }
final class LiveLeafE: LeafE { init() { probe_object() } }
final class LiveLeafF: LeafF { init() { probe_object() } }

final class LiveNodeA: NodeA {
  let left: any LeafA
  let right: any LeafB

  init(left: any LeafA, right: any LeafB) {
    self.left = left
    self.right = right
    probe_object()
  }
}

final class LiveNodeB: NodeB {
  let left: any LeafC
  let right: any LeafD

  init(left: any LeafC, right: any LeafD) {
    self.left = left
    self.right = right
    probe_object()
  }
}

final class LiveNodeC: NodeC {
  let left: any LeafE
  let right: any LeafF

  init(left: any LeafE, right: any LeafF) {
    self.left = left
    self.right = right
    probe_object()
  }
}

final class LiveRoot: Root {
  let a: any NodeA
  let b: any NodeB
  let c: any NodeC

  init(a: any NodeA, b: any NodeB, c: any NodeC) {
    self.a = a
    self.b = b
    self.c = c
    probe_object()
  }
}
