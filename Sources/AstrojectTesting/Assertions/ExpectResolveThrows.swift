import Astroject

/// Expects that something cannot be resolved, and gives the error.
///
/// ```swift
/// expectResolveThrows(Model.self, in: container, .circularDependency)
/// let error = expectResolveThrows(Model.self, in: container)
/// ```
/// Only an `AstrojectError` counts, and with a kind only one of that case. It may be called on any thread. A failure is
/// reported with what was found instead, and with what the container has.
///
/// - Parameters:
///   - type: What is asked for.
///   - name: The name that it is registered under.
///   - key: Takes the place of the name: any hashable value.
///   - arguments: What it takes, as `resolve` is given it.
///   - container: What is asked.
///   - kind: Which error it is to be; any without.
///   - fileID: Where it is called, for the report of a failure.
///   - filePath: Where it is called.
///   - line: Where it is called.
///   - column: Where it is called.
/// - Returns: The error, for further checks; nil after a failure was reported.
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

/// Expects that something cannot be resolved where it is awaited, and gives the error; see the synchronous form.
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
