import Astroject
import Nexus

// Modules, assemblies and drafts as overrides.

extension Overrides {
  /// Replaces registrations by those of a module.
  ///
  /// ```swift
  /// try overrides.replace(module: MockNetworkModule())
  /// ```
  /// The module registers in its own container, which has no other registrations. Its registrations keep their hooks,
  /// their further types and their scopes. A registration without a chosen scope takes the scope of the original.
  ///
  /// A registration that implements several types must replace at least one of them. Contributions to collections are
  /// added.
  ///
  /// - Parameters:
  ///   - module: The module.
  ///   - fileID: The file of the call, for failure reports.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with all keys that are not registered;
  ///   ``OverrideError/nothingRegistered(by:at:)`` if the module registers nothing; the error of the module.
  public func replace(
    module: some Module, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws {
    try taking(type(of: module), replacing: true, at: CallSite(fileID, filePath, line, column)) {
      try $0.register(module: module)
    }
  }

  /// Adds the registrations of a module, whose keys must all be new.
  ///
  /// The parameters are those of the form of `replace` for a module.
  ///
  /// - Throws: ``OverrideError/alreadyRegistered(_:at:registered:)`` for the first key that is not new;
  ///   ``OverrideError/nothingRegistered(by:at:)`` if the module registers nothing; the error of the module.
  public func add(
    module: some Module, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws {
    try taking(type(of: module), replacing: false, at: CallSite(fileID, filePath, line, column)) {
      try $0.register(module: module)
    }
  }

  /// Replaces registrations by those of an assembly; see ``replace(module:fileID:filePath:line:column:)``.
  ///
  /// The assemblies that it requires are assumed to be assembled. Its `postAssemble` runs after all overrides are made.
  ///
  /// The parameters are those of the form of `replace` for a module.
  ///
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with all keys that are not registered;
  ///   ``OverrideError/nothingRegistered(by:at:)`` if the assembly registers nothing; the error of the assembly.
  public func replace(
    assembly: any Assembly, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws { try take(assembly, replacing: true, at: CallSite(fileID, filePath, line, column)) }

  /// Adds the registrations of an assembly, whose keys must all be new.
  ///
  /// The assemblies that it requires are assumed to be assembled. Its `postAssemble` runs after all overrides are made.
  ///
  /// The parameters are those of the form of `replace` for a module.
  ///
  /// - Throws: ``OverrideError/alreadyRegistered(_:at:registered:)`` for the first key that is not new;
  ///   ``OverrideError/nothingRegistered(by:at:)`` if the assembly registers nothing; the error of the assembly.
  public func add(
    assembly: any Assembly, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws { try take(assembly, replacing: false, at: CallSite(fileID, filePath, line, column)) }

  /// Replaces registrations by those that a closure makes in a draft container, in any form.
  ///
  /// ```swift
  /// try overrides.replacing { draft in
  ///   try draft.register(Clock.self, name: "utc", initializer: FixedClock.init, with: .value(.distantPast))
  /// }
  /// ```
  /// The draft has no other registrations. Each registration of it replaces the one of its key. It keeps its hooks and
  /// its further types, and takes the scope of the original unless it has chosen one. Contributions are added.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for failure reports.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - register: Registers in the draft. A failure report about an override names its line there.
  /// - Throws: ``OverrideError/nothingToReplace(_:)`` with all keys that are not registered;
  ///   ``OverrideError/nothingRegistered(by:at:)`` if the closure registers nothing; the error of the closure.
  public func replacing(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ register: (_ draft: Container) throws -> Void
  ) throws { try taking(nil, replacing: true, at: CallSite(fileID, filePath, line, column), register) }

  /// Adds the registrations that a closure makes in a draft container, in any form; their keys must all be new.
  ///
  /// The parameters are those of `replacing`.
  ///
  /// - Throws: ``OverrideError/alreadyRegistered(_:at:registered:)`` for the first key that is not new;
  ///   ``OverrideError/nothingRegistered(by:at:)`` if the closure registers nothing; the error of the closure.
  public func adding(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ register: (_ draft: Container) throws -> Void
  ) throws { try taking(nil, replacing: false, at: CallSite(fileID, filePath, line, column), register) }

  private func take(_ assembly: any Assembly, replacing isReplacing: Bool, at site: CallSite) throws {
    try taking(type(of: assembly), replacing: isReplacing, at: site) { try assembly.runRegistering(in: $0) }
    atTheEnd { [container] in try assembly.runFinishing(in: container) }
  }
}
