import Astroject
import Nexus

extension Container {
  /// Returns a container that builds the tree by closures.
  static func closures(_ scope: Scope) throws -> Container {
    let container = Container()
    try container.register((any LeafA).self) { LiveLeafA() }.kept(in: scope)
    try container.register((any LeafB).self) { LiveLeafB() }.kept(in: scope)
    try container.register((any LeafC).self) { LiveLeafC() }.kept(in: scope)
    try container.register((any LeafD).self) { LiveLeafD() }.kept(in: scope)
    try container.register((any LeafE).self) { LiveLeafE() }.kept(in: scope)
    try container.register((any LeafF).self) { LiveLeafF() }.kept(in: scope)
    try container.register((any NodeA).self) { LiveNodeA(left: try $0.resolve(), right: try $0.resolve()) }
      .kept(in: scope)
    try container.register((any NodeB).self) { LiveNodeB(left: try $0.resolve(), right: try $0.resolve()) }
      .kept(in: scope)
    try container.register((any NodeC).self) { LiveNodeC(left: try $0.resolve(), right: try $0.resolve()) }
      .kept(in: scope)
    try container.register((any Root).self) {
      LiveRoot(a: try $0.resolve(), b: try $0.resolve(), c: try $0.resolve())
    }.kept(in: scope)
    return container
  }

  /// Returns a container that builds the tree by its initializers.
  static func initializers(_ scope: Scope) throws -> Container {
    let container = try leaves(scope)
    try container.register((any NodeA).self, initializer: LiveNodeA.init).kept(in: scope)
    try container.register((any NodeB).self, initializer: LiveNodeB.init).kept(in: scope)
    try container.register((any NodeC).self, initializer: LiveNodeC.init).kept(in: scope)
    try container.register((any Root).self, initializer: LiveRoot.init).kept(in: scope)
    return container
  }

  /// Returns a container that builds only the leaves, by their initializers.
  static func leaves(_ scope: Scope) throws -> Container {
    let container = Container()
    try container.register((any LeafA).self, initializer: LiveLeafA.init).kept(in: scope)
    try container.register((any LeafB).self, initializer: LiveLeafB.init).kept(in: scope)
    try container.register((any LeafC).self, initializer: LiveLeafC.init).kept(in: scope)
    try container.register((any LeafD).self, initializer: LiveLeafD.init).kept(in: scope)
    try container.register((any LeafE).self, initializer: LiveLeafE.init).kept(in: scope)
    try container.register((any LeafF).self, initializer: LiveLeafF.init).kept(in: scope)
    return container
  }
}

extension ReferenceContainer {
  /// Returns a reference container that builds the tree.
  static func tree() -> ReferenceContainer {
    let container = ReferenceContainer()
    container.register((any LeafA).self) { _ in LiveLeafA() }
    container.register((any LeafB).self) { _ in LiveLeafB() }
    container.register((any LeafC).self) { _ in LiveLeafC() }
    container.register((any LeafD).self) { _ in LiveLeafD() }
    container.register((any LeafE).self) { _ in LiveLeafE() }
    container.register((any LeafF).self) { _ in LiveLeafF() }
    container.register((any NodeA).self) { LiveNodeA(left: try $0.resolve(), right: try $0.resolve()) }
    container.register((any NodeB).self) { LiveNodeB(left: try $0.resolve(), right: try $0.resolve()) }
    container.register((any NodeC).self) { LiveNodeC(left: try $0.resolve(), right: try $0.resolve()) }
    container.register((any Root).self) { LiveRoot(a: try $0.resolve(), b: try $0.resolve(), c: try $0.resolve()) }
    return container
  }
}

/// The scopes in which a workload is timed.
enum Scope {
  case transient
  case graph
}

extension Registrable {
  func kept(in scope: Scope) {
    switch scope {
    case .transient: asTransient()
    case .graph: asGraph()
    }
  }
}
