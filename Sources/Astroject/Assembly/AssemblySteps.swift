/// The steps of an assembly in two halves.
///
/// The second half begins when all assemblies have done the first.
package struct AssemblySteps {
  private let assembly: any Assembly
  private let deprecated: any Hooks = DeprecatedHooks()

  package init(of assembly: any Assembly) { self.assembly = assembly }

  /// Runs the hooks before `assemble`, and `assemble`.
  package func register(in container: Container) throws {
    try Group.run(type(of: assembly)) {
      try assembly.preassemble()
      try deprecated.preload(assembly)
      try assembly.assemble(container: container)
    }
  }

  /// Runs the hooks after `assemble`.
  package func finish(in container: Container) throws {
    let resolver = Resolver(outsideIn: container.core)
    try Group.run(type(of: assembly)) {
      try assembly.postAssemble(resolver: resolver)
      try deprecated.load(assembly, resolver)
    }
  }
}

/// Calls the deprecated hooks.
///
/// Through a protocol, the call itself causes no deprecation warning here.
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
