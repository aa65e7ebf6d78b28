import Nexus

extension CompositionRoot {
  /// Sets up the container of the root, if its graph is valid.
  ///
  /// ```swift
  /// try AppDependencies.setUp(validating: NotesModel.self, externals: UserID.self)
  /// ```
  /// The graph is checked before anything is built: after discovery, before the eager registrations. If it is not
  /// valid, the shared container stays as it was, and `setUp` may be called again. Any thread may call it. The check
  /// takes some microseconds for each registration.
  ///
  /// - Parameters:
  ///   - roots: The types that are resolved from outside.
  ///   - externals: The types that come from outside: as arguments, or registered in children.
  ///   - fileID: The file of the call, for error texts.
  ///   - line: The line of the call, for error texts.
  /// - Throws: ``GraphError`` with all findings; the errors of `setUp()`.
  public static func setUp<each Root, each External>(
    validating roots: repeat (each Root).Type, externals: repeat (each External).Type,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws {
    try setUp(
      validating: typeList(repeat each roots), externals: typeList(repeat each externals), fileID: fileID, line: line)
  }

  /// Sets up the container of the root as an asynchronous function, if its graph is valid.
  ///
  /// The graph is checked before anything is built; see ``setUp(validating:externals:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - roots: The types that are resolved from outside.
  ///   - externals: The types that come from outside.
  ///   - fileID: The file of the call, for error texts.
  ///   - line: The line of the call, for error texts.
  /// - Throws: ``GraphError`` with all findings; the errors of `setUp()`.
  public static func setUp<each Root, each External>(
    validating roots: repeat (each Root).Type, externals: repeat (each External).Type,
    fileID: StaticString = #fileID, line: UInt = #line
  ) async throws {
    try await setUp(
      validating: typeList(repeat each roots), externals: typeList(repeat each externals), fileID: fileID, line: line)
  }

  /// Sets up the container of the root, if its graph is valid, with lists made at run time.
  ///
  /// - Parameters:
  ///   - roots: The types that are resolved from outside; empty if all may be.
  ///   - externals: The types that come from outside.
  ///   - fileID: The file of the call, for error texts.
  ///   - line: The line of the call, for error texts.
  /// - Throws: ``GraphError`` with all findings; the errors of `setUp()`.
  public static func setUp(
    validating roots: [Any.Type], externals: [Any.Type] = [], fileID: StaticString = #fileID, line: UInt = #line
  ) throws {
    try setUp(at: CodeLocation(fileID: fileID, line: line)) { try $0.validate(roots: roots, externals: externals) }
  }

  /// Sets up the container of the root as an asynchronous function, if its graph is valid, with lists made at run time.
  ///
  /// - Parameters:
  ///   - roots: The types that are resolved from outside; empty if all may be.
  ///   - externals: The types that come from outside.
  ///   - fileID: The file of the call, for error texts.
  ///   - line: The line of the call, for error texts.
  /// - Throws: ``GraphError`` with all findings; the errors of `setUp()`.
  public static func setUp(
    validating roots: [Any.Type], externals: [Any.Type] = [], fileID: StaticString = #fileID, line: UInt = #line
  ) async throws {
    try await setUp(at: CodeLocation(fileID: fileID, line: line)) {
      try $0.validate(roots: roots, externals: externals)
    }
  }
}
