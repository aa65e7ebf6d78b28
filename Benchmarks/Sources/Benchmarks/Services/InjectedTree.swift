import Astroject
import Nexus
import Probe

// The tree with nodes and a root whose dependencies are injected properties. They require `@unchecked` on a class that
// is Sendable.

final class InjectedNodeA: NodeA, @unchecked Sendable {
  @Inject private var left: any LeafA
  @Inject private var right: any LeafB

  init() { probe_object() }
}

final class InjectedNodeB: NodeB, @unchecked Sendable {
  @Inject private var left: any LeafC
  @Inject private var right: any LeafD

  init() { probe_object() }
}

final class InjectedNodeC: NodeC, @unchecked Sendable {
  @Inject private var left: any LeafE
  @Inject private var right: any LeafF

  init() { probe_object() }
}

final class InjectedRoot: Root, @unchecked Sendable {
  @Inject private var a: any NodeA
  @Inject private var b: any NodeB
  @Inject private var c: any NodeC

  init() { probe_object() }
}

extension Container {
  /// Returns a container that builds the tree by injected properties.
  static func properties(_ scope: Scope) throws -> Container {
    let container = try leaves(scope)
    try container.register((any NodeA).self, initializer: InjectedNodeA.init).kept(in: scope)
    try container.register((any NodeB).self, initializer: InjectedNodeB.init).kept(in: scope)
    try container.register((any NodeC).self, initializer: InjectedNodeC.init).kept(in: scope)
    try container.register((any Root).self, initializer: InjectedRoot.init).kept(in: scope)
    return container
  }
}
