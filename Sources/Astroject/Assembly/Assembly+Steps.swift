// The steps of an assembly in two halves. The second half begins when all assemblies have done the first.

extension Assembly {
  /// Runs the hooks before `assemble`, and `assemble`.
  package func runRegistering(in container: Container) throws {
    try Group.run(type(of: self)) {
      try preassemble()
      try deprecatedHooks.run(of: self, with: nil)
      try assemble(container: container)
    }
  }

  /// Runs the hooks after `assemble`.
  package func runFinishing(in container: Container) throws {
    let resolver = Resolver(outsideIn: container.core)
    try Group.run(type(of: self)) {
      try postAssemble(resolver: resolver)
      try deprecatedHooks.run(of: self, with: resolver)
    }
  }
}

/// Calls the deprecated hook that has a resolver, or the one that has none.
///
/// Through a protocol, the call itself causes no deprecation warning here.
private protocol Hooks: Sendable {
  func run(of assembly: any Assembly, with resolver: Resolver?) throws
}

private let deprecatedHooks: any Hooks = DeprecatedHooks()

private struct DeprecatedHooks: Hooks {
  @available(*, deprecated)
  func run(of assembly: any Assembly, with resolver: Resolver?) throws {
    if let resolver { try assembly.loaded(resolver: resolver) } else { try assembly.preloaded() }
  }
}
