import NexusFixtures
import TestSupport

private protocol Assembling: Assembly {}
extension Assembling { func assemble(container: Container) {} }
private struct CoreAssembly: Assembling {}
private struct CoereAssembly: Assembling {}
private struct FeatureAssembly: Assembling {
  static var requiredAssemblies: [any Assembly.Type] { [CoreAssembly.self] }
}
private struct LeftAssembly: Assembling { static var requiredAssemblies: [any Assembly.Type] { [RightAssembly.self] } }
private struct RightAssembly: Assembling { static var requiredAssemblies: [any Assembly.Type] { [LeftAssembly.self] } }
private struct SelfAssembly: Assembling { static var requiredAssemblies: [any Assembly.Type] { [SelfAssembly.self] } }
@MainActor private struct FrontAssembly: @MainActor Assembly { func assemble(container: Container) {} }
@MainActor private struct OpenAssembly: nonisolated Assembly {
  nonisolated init() {}
  nonisolated func assemble(container: Container) {}
}
private struct BothAssembly: Assembling { static var requiredAssemblies: [any Assembly.Type] { [CoreAssembly.self] } }

/// Makes a container that refuses duplicates, and has a number.
private func strictContainer() throws -> Container {
  try Container(ifRegistered: .fail) { try $0.register(Int.self) { 1 } }
}

extension Remedy {
  static let forRegistering = [
    Remedy("register it under another name, or drop the protection.", check: { try $0.register(Int.self) { 2 } }) {
      try $0.register(Int.self, isOverridable: false) { 1 }
    }
    .followed("another name", check: { try $0.register(Int.self, name: "two") { 2 } }) {
      try $0.register(Int.self, isOverridable: false) { 1 }
    }
    .followed("drop it") { try $0.register(Int.self) { 1 } },
    Remedy(
      """
      register it once, or under another name; or say which of the two is used: `ifRegistered: .replace`, or `.keep`.
      """
    ) { _ in try strictContainer().register(Int.self) { 2 } }
    .followed("another name") { _ in try strictContainer().register(Int.self, name: "two") { 2 } }
    .followed("replace") { _ in try strictContainer().register(Int.self, ifRegistered: .replace) { 2 } }
    .followed("keep") { _ in try strictContainer().register(Int.self, ifRegistered: .keep) { 2 } },
    Remedy("register it once.") { _ in
      let container = Container(ifRegistered: .fail)
      for _ in 1...2 { try container.register(given: Int.self, toChildrenNamed: "request") }
    }
    .followed { _ in try Container(ifRegistered: .fail).register(given: Int.self, toChildrenNamed: "request") },
    Remedy("add it before `seal()`, or in a child: `makeChild { … }`.") {
      $0.seal()
      try $0.register(Int.self) { 1 }
    }
    .followed("before") {
      try $0.register(Int.self) { 1 }
      $0.seal()
    }
    .followed("in a child") {
      $0.seal()
      _ = try $0.makeChild { try $0.register(Int.self) { 1 } }
    },
    Remedy(
      """
      add it to a container that you make, `try Container { … }`, and say that this is the current one: \
      `Container.shared = container`.
      """
    ) { _ in try Container.current.register(Int.self) { 1 } }
    .followed { _ in
      let container = try Container { try $0.register(Int.self) { 1 } }
      _ = try Container.withCurrent(container) { try Container.current.resolve(Int.self) }
    },
    Remedy(awaited: "allow at least one: `try await container.bootstrap(concurrently: 1)`.") {
      try await $0.bootstrap(concurrently: 0)
    }
    .followedAwaiting { try await $0.bootstrap(concurrently: 1) },
    Remedy("add them, or leave out `initializeMissingAssemblies: false`.") {
      _ = try Assembler(container: $0, assemblies: [FeatureAssembly()], initializeMissingAssemblies: false)
    }
    .followed("add them") {
      let assemblies: [any Assembly] = [FeatureAssembly(), CoreAssembly()]
      _ = try Assembler(container: $0, assemblies: assemblies, initializeMissingAssemblies: false)
    }
    .followed("leave it out") { _ = try Assembler(container: $0, assemblies: [FeatureAssembly()]) },
    Remedy("add them, or require the assemblies that were added, or leave out `initializeMissingAssemblies: false`.") {
      let assemblies: [any Assembly] = [FeatureAssembly(), CoereAssembly()]
      _ = try Assembler(container: $0, assemblies: assemblies, initializeMissingAssemblies: false)
    }
    .followed("require those") {
      let assemblies: [any Assembly] = [BothAssembly(), CoreAssembly()]
      _ = try Assembler(container: $0, assemblies: assemblies, initializeMissingAssemblies: false)
    },
    Remedy("have what they share registered by an assembly of its own; none may require itself.") {
      try Assembler(container: $0).add(assembly: LeftAssembly()).assemble()
    }
    .followed {
      try Assembler(container: $0).add(assembly: BothAssembly()).add(assembly: FeatureAssembly()).assemble()
    },
    Remedy("have what they share registered by an assembly of its own; none may require itself.") {
      try Assembler(container: $0).add(assembly: SelfAssembly()).assemble()
    }
    .followed { try Assembler(container: $0).add(assembly: CoreAssembly()).assemble() },
    Remedy("run what came later by `apply(assembly:)`, or by another assembler.") {
      let assembler = Assembler(container: $0)
      try assembler.assemble()
      try assembler.add(assembly: CoreAssembly()).assemble()
    }
    .followed("apply") {
      let assembler = Assembler(container: $0)
      try assembler.assemble()
      try assembler.apply(assembly: CoreAssembly())
    }
    .followed("another") {
      try Assembler(container: $0).assemble()
      try Assembler(container: $0).add(assembly: CoreAssembly()).assemble()
    },
    Remedy(
      awaited: "assemble on the main actor; or let it conform everywhere: `FrontAssembly: nonisolated Assembly`."
    ) { container in
      try await MainActor.run { Assembler(container: container).add(assembly: FrontAssembly()) }.assemble()
    }
    .followedAwaiting("on the main actor") { container in
      try await MainActor.run { try Assembler(container: container).add(assembly: FrontAssembly()).assemble() }
    }
    .followed("everywhere") { try Assembler(container: $0).add(assembly: OpenAssembly()).assemble() },
    Remedy("name modules that are linked or loaded, spelled as in an import.") {
      try $0.registerDiscovered(in: ["NexusTest"])
    }
    .followed { try $0.registerDiscovered(in: ["NexusTests"], where: { _ in false }) },
    Remedy("register them by `register(injectable:)`.") { _ in throw Discovery.Error.unsupportedPlatform }
      .followed {
        try $0.register(injectable: GasKitchen.self)
        _ = try $0.resolve((any Kitchen).self)
      },
  ]
}
