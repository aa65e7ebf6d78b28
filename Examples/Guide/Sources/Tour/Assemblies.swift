import Astroject

struct OvenAssembly: Assembly {
  func assemble(container: Container) throws {
    try container.register(Oven.self) { BrickOven() }.asSingleton()
  }
}

struct BakerAssembly: Assembly {
  static var requiredAssemblies: [Assembly.Type] { [OvenAssembly.self] }

  func assemble(container: Container) throws {
    try container.register(Baker.self) { resolver in Baker(try resolver.resolve(Oven.self)) }
  }
}

extension Tour {
  static func assemblies(_ page: Page) throws {
    page.chapter("9. Assemblies")
    let container = Container()
    try Assembler(container: container).add(assembly: BakerAssembly()).assemble()
    page.show("an assembly brings the assemblies that it requires", try container.resolve(Baker.self).oven.kind)

    let strict = Container()
    do {
      try Assembler(container: strict, assemblies: [BakerAssembly()], initializeMissingAssemblies: false)
    } catch Assembler.Error.missingRequiredAssemblies(let missing) {
      page.show("a strict assembler reports the missing ones instead", missing)
    }
    page.show("then nothing of it is registered", strict.isRegistered(Baker.self))

    try Assembler(
      container: strict, assemblies: [BakerAssembly(), OvenAssembly()], initializeMissingAssemblies: false)
    page.show("if both are given, their order does not matter", try strict.resolve(Baker.self).oven.kind)
  }
}
