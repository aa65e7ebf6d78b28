import Astroject

/// Expects that a resolve throws an `AstrojectError`, and returns the error.
///
/// ```swift
/// expectResolveThrows(Model.self, in: container, .circularDependency)
/// let error = expectResolveThrows(Model.self, in: container)
/// ```
/// Any other error is a failure. It may be called on any thread. The failure report states the actual result, and lists
/// the registrations of the container.
///
/// - Parameters:
///   - type: The type to resolve.
///   - name: The name that it is registered under.
///   - key: A hashable value that replaces the name.
///   - arguments: The arguments of the resolve.
///   - container: The container or resolver to ask.
///   - kind: The expected kind of error; nil for any kind.
///   - fileID: The file of the call, for failure reports.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
/// - Returns: The error, for further checks; nil if a failure was reported.
@discardableResult
public func expectResolveThrows<Product, each Argument>(
  _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
  arguments: repeat each Argument, in container: some Resolving,
  _ kind: AstrojectError.Kind? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> AstrojectError? {
  let question = Question(
    type, name, key, repeat each arguments, in: container, at: CallSite(fileID, filePath, line, column))
  return question.error(kind, from: question.answer())
}

/// Expects that an awaited resolve throws an `AstrojectError`, and returns the error; see the synchronous form.
@discardableResult
public func expectResolveThrows<Product, each Argument>(
  _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
  arguments: repeat each Argument, in container: some Resolving,
  _ kind: AstrojectError.Kind? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> AstrojectError? {
  let question = Question(
    type, name, key, repeat each arguments, in: container, at: CallSite(fileID, filePath, line, column))
  return question.error(kind, from: await question.answer())
}

extension Question {
  fileprivate func error(_ kind: AstrojectError.Kind?, from answer: Result<Product, any Error>) -> AstrojectError? {
    let expectation = "Expected \(key) to throw " + (kind.map { "`\($0)`" } ?? "an `AstrojectError`")
    switch answer {
    case .success(let product):
      fail(
        FailureText("\(expectation), but it resolved.").found("an instance of \(FailureText.typeName(of: product))"))
      return nil
    case .failure(let error as AstrojectError) where kind == nil || kind == error.kind:
      return error
    case .failure(let error):
      fail(expectation, error)
      return nil
    }
  }
}
