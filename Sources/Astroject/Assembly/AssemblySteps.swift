/// What an assembly does, in two halves: the second begins when all assemblies have done the first.
package struct AssemblySteps {
  private let assembly: any Assembly
  private let deprecated: any Hooks = DeprecatedHooks()

  package init(of assembly: any Assembly) { self.assembly = assembly }

  /// Has it register what it is for.
  package func register(in container: Container) throws {
    try Group.run(type(of: assembly)) {
      try assembly.preassemble()
      try deprecated.preload(assembly)
      try assembly.assemble(container: container)
    }
  }

  /// Has it do what it does when everything is registered.
  package func finish(in container: Container) throws {
    let resolver = Resolver(outsideIn: container.core)
    try Group.run(type(of: assembly)) {
      try assembly.postAssemble(resolver: resolver)
      try deprecated.load(assembly, resolver)
    }
  }
}

/// The hooks that are called although they are deprecated: through a protocol, so that the compiler lets it pass here
/// and warns everybody else.
private protocol Hooks {
  func preload(_ assembly: any Assembly) throws
  func load(_ assembly: any Assembly, _ resolver: Resolver) throws
}

private struct DeprecatedHooks: Hooks {
  @available(*, deprecated)
  func preload(_ assembly: any Assembly) throws { try assembly.preloaded() }

  @available(*, deprecated)
  func load(_ assembly: any Assembly, _ resolver: Resolver) throws { try assembly.loaded(resolver: resolver) }
}
