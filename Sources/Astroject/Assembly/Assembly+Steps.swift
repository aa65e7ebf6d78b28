// The steps of an assembly in two halves. The second half begins when all assemblies have done the first.

extension Assembly {
  /// Runs the hooks before `assemble`, and `assemble`.
  package func runRegistering(in container: Container) throws {
    try Group.run(type(of: self)) {
      try preassemble()
      try deprecatedHooks.preload(self)
      try assemble(container: container)
    }
  }

  /// Runs the hooks after `assemble`.
  package func runFinishing(in container: Container) throws {
    let resolver = Resolver(outsideIn: container.core)
    try Group.run(type(of: self)) {
      try postAssemble(resolver: resolver)
      try deprecatedHooks.load(self, resolver)
    }
  }
}

/// Calls the deprecated hooks.
///
/// Through a protocol, the call itself causes no deprecation warning here.
private protocol Hooks: Sendable {
  func preload(_ assembly: any Assembly) throws
  func load(_ assembly: any Assembly, _ resolver: Resolver) throws
}

private let deprecatedHooks: any Hooks = DeprecatedHooks()

private struct DeprecatedHooks: Hooks {
  @available(*, deprecated)
  func preload(_ assembly: any Assembly) throws { try assembly.preloaded() }

  @available(*, deprecated)
  func load(_ assembly: any Assembly, _ resolver: Resolver) throws { try assembly.loaded(resolver: resolver) }
}
