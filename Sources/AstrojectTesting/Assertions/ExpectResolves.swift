import Astroject

/// Expects that a type resolves, and returns the product.
///
/// ```swift
/// let model = expectResolves(Model.self, in: container)
/// expectResolves(Report.self, name: "weekly", arguments: "Q3", 12, in: container)
/// ```
/// It takes a resolver as well, and so works inside a factory. It may be called on any thread. The failure report
/// states the error, and lists the registrations of the container.
///
/// - Parameters:
///   - type: The type to resolve.
///   - name: The name that it is registered under.
///   - key: A hashable value that replaces the name.
///   - arguments: The arguments of the resolve.
///   - container: The container or resolver to ask.
///   - fileID: The file of the call, for failure reports.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
/// - Returns: The product; nil if a failure was reported.
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

/// Expects that a type resolves, awaits it, and returns the product; see the synchronous form.
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
