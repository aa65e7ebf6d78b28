import Astroject
import Probe

extension Workload {
  /// W11: a tree in graph scope whose three nodes share one object. The reference container has no such scope.
  static var sharedGraph: Workload {
    Workload(
      name: "W11 graph with a shared node", promise: .each(8),
      hand: { timed { for _ in 0..<$0 { sink(makeCrown()) } } },
      astroject: {
        let container = Container()
        try container.register((any LeafA).self) { LiveLeafA() }
        try container.register((any LeafB).self) { LiveLeafB() }
        try container.register((any LeafC).self) { LiveLeafC() }
        try container.register((any LeafF).self) { LiveLeafF() }
        try container.register(Branch<any LeafA>.self) { try $0.branch() }
        try container.register(Branch<any LeafB>.self) { try $0.branch() }
        try container.register(Branch<any LeafC>.self) { try $0.branch() }
        try container.register(Crown.self) { resolver in
          Crown(a: try resolver.resolve(), b: try resolver.resolve(), c: try resolver.resolve())
        }
        return timed { for _ in 0..<$0 { sink(try container.ask(Crown.self)) } }
      })
  }
}

private final class Branch<Leaf: Sendable>: Sendable {
  let leaf: Leaf
  let shared: any LeafF

  init(leaf: Leaf, shared: any LeafF) {
    self.leaf = leaf
    self.shared = shared
    probe_object()
  }
}

private final class Crown: Sendable {
  let a: Branch<any LeafA>
  let b: Branch<any LeafB>
  let c: Branch<any LeafC>

  init(a: Branch<any LeafA>, b: Branch<any LeafB>, c: Branch<any LeafC>) {
    self.a = a
    self.b = b
    self.c = c
    probe_object()
  }
}

@inline(never) private func makeCrown() -> Crown {
  let shared = makeLeafF()
  return Crown(a: makeBranchA(shared), b: makeBranchB(shared), c: makeBranchC(shared))
}

@inline(never) private func makeBranchA(_ shared: any LeafF) -> Branch<any LeafA> {
  Branch(leaf: makeLeafA(), shared: shared)
}

@inline(never) private func makeBranchB(_ shared: any LeafF) -> Branch<any LeafB> {
  Branch(leaf: makeLeafB(), shared: shared)
}

@inline(never) private func makeBranchC(_ shared: any LeafF) -> Branch<any LeafC> {
  Branch(leaf: makeLeafC(), shared: shared)
}

extension Resolver {
  @inline(__always)
  fileprivate func branch<Leaf: Sendable>() throws -> Branch<Leaf> {
    Branch(leaf: try resolve(), shared: try resolve())
  }
}
