import Astroject

/// Expects that something resolves, and gives it.
///
/// ```swift
/// let model = expectResolves(Model.self, in: container)
/// expectResolves(Report.self, name: "weekly", arguments: "Q3", 12, in: container)
/// ```
/// Works with a resolver too, and so inside a factory. It may be called on any thread.
///
/// - Parameters:
///   - type: What is asked for.
///   - name: The name that it is registered under.
///   - key: Takes the place of the name: any hashable value.
///   - arguments: What it takes, as `resolve` is given it.
///   - container: What is asked.
///   - fileID: Where it is called, for the report of a failure.
///   - filePath: Where it is called.
///   - line: Where it is called.
///   - column: Where it is called.
/// - Returns: The product; nil after the failure was reported, with the error and with what the container has.
@discardableResult
public func expectResolves<Product, each Argument>(
  _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
  arguments: repeat each Argument, in container: some Resolving,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Product? {
  let question = Question(
    type, name, key, repeat each arguments, in: container, at: CallSite(fileID, filePath, line, column))
  return question.product(from: question.answer())
}

/// Expects that something resolves, awaits it, and gives it; see the synchronous form.
@discardableResult
public func expectResolves<Product, each Argument>(
  _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
  arguments: repeat each Argument, in container: some Resolving,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> Product? {
  let question = Question(
    type, name, key, repeat each arguments, in: container, at: CallSite(fileID, filePath, line, column))
  return question.product(from: await question.answer())
}

extension Question {
  fileprivate func product(from answer: Result<Product, any Error>) -> Product? {
    switch answer {
    case .success(let product): return product
    case .failure(let error):
      fail("Expected \(key) to resolve", error)
      return nil
    }
  }
}
