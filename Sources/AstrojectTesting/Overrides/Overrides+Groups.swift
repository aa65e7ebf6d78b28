import Astroject
import Nexus

// Modules and assemblies as overrides.

extension Overrides {
  /// Has all that a module registers replace what is registered.
  ///
  /// ```swift
  /// try overrides.replace(module: MockNetworkModule())
  /// ```
  /// The module fills a container of its own, which knows nothing of the others. What it chooses as a scope counts, and
  /// hooks and further types are kept; where it chooses none, the original's counts. A registration that implements
  /// other types has to replace one of its types at least; what it contributes to collections is added.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with everything that is not registered,
  ///   ``OverrideError/nothingRegistered(by:at:)``, and what the module throws.
  public func replace(
    module: some Module, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws {
    try taking(type(of: module), replacing: true, at: CallSite(fileID, filePath, line, column)) {
      try $0.register(module: module)
    }
  }

  /// Adds all that a module registers, none of which may be registered yet.
  ///
  /// - Throws: ``OverrideError/alreadyRegistered(_:at:registered:)``, ``OverrideError/nothingRegistered(by:at:)``, and
  ///   what the module throws.
  public func add(
    module: some Module, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws {
    try taking(type(of: module), replacing: false, at: CallSite(fileID, filePath, line, column)) {
      try $0.register(module: module)
    }
  }

  /// Has all that an assembly registers replace what is registered; see
  /// ``replace(module:fileID:filePath:line:column:)``.
  ///
  /// Assemblies that it requires are taken for assembled. Its `postAssemble` runs when all overrides are made.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with everything that is not registered,
  ///   ``OverrideError/nothingRegistered(by:at:)``, and what the assembly throws.
  public func replace(
    assembly: any Assembly, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws { try take(assembly, replacing: true, at: CallSite(fileID, filePath, line, column)) }

  /// Adds all that an assembly registers, none of which may be registered yet.
  ///
  /// Assemblies that it requires are taken for assembled. Its `postAssemble` runs when all overrides are made.
  ///
  /// - Throws: ``OverrideError/alreadyRegistered(_:at:registered:)``, ``OverrideError/nothingRegistered(by:at:)``, and
  ///   what the assembly throws.
  public func add(
    assembly: any Assembly, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws { try take(assembly, replacing: false, at: CallSite(fileID, filePath, line, column)) }

  private func take(_ assembly: any Assembly, replacing isReplacing: Bool, at site: CallSite) throws {
    let steps = AssemblySteps(of: assembly)
    try taking(type(of: assembly), replacing: isReplacing, at: site) { try steps.register(in: $0) }
    atTheEnd { [container] in try steps.finish(in: container) }
  }
}
