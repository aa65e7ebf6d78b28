import Astroject

// The tree with all objects awaited.

@inline(never) func awaitLeafA() async throws -> any LeafA { LiveLeafA() }
@inline(never) func awaitLeafB() async throws -> any LeafB { LiveLeafB() }
@inline(never) func awaitLeafC() async throws -> any LeafC { LiveLeafC() }
@inline(never) func awaitLeafD() async throws -> any LeafD { LiveLeafD() }
@inline(never) func awaitLeafE() async throws -> any LeafE { LiveLeafE() }
@inline(never) func awaitLeafF() async throws -> any LeafF { LiveLeafF() }

@inline(never) func awaitNodeA() async throws -> any NodeA {
  LiveNodeA(left: try await awaitLeafA(), right: try await awaitLeafB())
}

@inline(never) func awaitNodeB() async throws -> any NodeB {
  LiveNodeB(left: try await awaitLeafC(), right: try await awaitLeafD())
}

@inline(never) func awaitNodeC() async throws -> any NodeC {
  LiveNodeC(left: try await awaitLeafE(), right: try await awaitLeafF())
}

@inline(never) func awaitRoot() async throws -> any Root {
  LiveRoot(a: try await awaitNodeA(), b: try await awaitNodeB(), c: try await awaitNodeC())
}

extension Container {
  /// Returns a container that builds the tree by asynchronous closures.
  static func asynchronousClosures() throws -> Container {
    let container = Container()
    try container.register((any LeafA).self) { () async in LiveLeafA() }.asTransient()
    try container.register((any LeafB).self) { () async in LiveLeafB() }.asTransient()
    try container.register((any LeafC).self) { () async in LiveLeafC() }.asTransient()
    try container.register((any LeafD).self) { () async in LiveLeafD() }.asTransient()
    try container.register((any LeafE).self) { () async in LiveLeafE() }.asTransient()
    try container.register((any LeafF).self) { () async in LiveLeafF() }.asTransient()
    try container.register((any NodeA).self) {
      LiveNodeA(left: try await $0.resolve(), right: try await $0.resolve())
    }.asTransient()
    try container.register((any NodeB).self) {
      LiveNodeB(left: try await $0.resolve(), right: try await $0.resolve())
    }.asTransient()
    try container.register((any NodeC).self) {
      LiveNodeC(left: try await $0.resolve(), right: try await $0.resolve())
    }.asTransient()
    try container.register((any Root).self) {
      LiveRoot(a: try await $0.resolve(), b: try await $0.resolve(), c: try await $0.resolve())
    }.asTransient()
    return container
  }
}

extension ReferenceContainer {
  /// Returns a reference container that builds the tree by asynchronous closures.
  static func asynchronousTree() -> ReferenceContainer {
    let container = ReferenceContainer()
    container.registerAsync((any LeafA).self) { _ in LiveLeafA() }
    container.registerAsync((any LeafB).self) { _ in LiveLeafB() }
    container.registerAsync((any LeafC).self) { _ in LiveLeafC() }
    container.registerAsync((any LeafD).self) { _ in LiveLeafD() }
    container.registerAsync((any LeafE).self) { _ in LiveLeafE() }
    container.registerAsync((any LeafF).self) { _ in LiveLeafF() }
    container.registerAsync((any NodeA).self) {
      LiveNodeA(left: try await $0.resolveAsync(), right: try await $0.resolveAsync())
    }
    container.registerAsync((any NodeB).self) {
      LiveNodeB(left: try await $0.resolveAsync(), right: try await $0.resolveAsync())
    }
    container.registerAsync((any NodeC).self) {
      LiveNodeC(left: try await $0.resolveAsync(), right: try await $0.resolveAsync())
    }
    container.registerAsync((any Root).self) {
      LiveRoot(a: try await $0.resolveAsync(), b: try await $0.resolveAsync(), c: try await $0.resolveAsync())
    }
    return container
  }
}
