import Astroject

/// Expects that a type resolves to the same instance twice, in one container or in two, and returns it.
///
/// ```swift
/// expectSameInstance(Store.self, in: container)
/// expectSameInstance(Store.self, in: app, and: request)
/// ```
/// A value has no identity: a product that is no class instance fails. It may be called on any thread. The failure
/// report states the resolved products, and lists the registrations of the containers.
///
/// - Parameters:
///   - type: The type to resolve.
///   - name: The name that it is registered under.
///   - key: A hashable value that replaces the name.
///   - arguments: The arguments of the resolve.
///   - container: The container or resolver to ask.
///   - other: The container to ask the second time; nil for the first one again.
///   - fileID: The file of the call, for failure reports.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
/// - Returns: The instance; nil if a failure was reported.
@discardableResult
public func expectSameInstance<Product, each Argument>(
  _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
  arguments: repeat each Argument, in container: some Resolving,
  and other: (any Resolving)? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Product? {
  let question = Question(
    type, name, key, repeat each arguments, in: container, at: CallSite(fileID, filePath, line, column))
  let pair = Pair(question, and: other)
  return pair.expectSameInstance(pair.first.answer(), pair.second.answer())
}

/// Expects that a type resolves to the same instance twice, awaits it, and returns it; see the synchronous form.
@discardableResult
public func expectSameInstance<Product, each Argument>(
  _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
  arguments: repeat each Argument, in container: some Resolving,
  and other: (any Resolving)? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> Product? {
  let question = Question(
    type, name, key, repeat each arguments, in: container, at: CallSite(fileID, filePath, line, column))
  let pair = Pair(question, and: other)
  return pair.expectSameInstance(await pair.first.answer(), await pair.second.answer())
}

/// Expects that a type resolves to a new instance each time, in one container or in two.
///
/// ```swift
/// expectNewInstance(Draft.self, in: container)
/// expectNewInstance(Session.self, in: first, and: second)
/// ```
/// A value has no identity: a product that is no class instance fails. It may be called on any thread. The failure
/// report states the resolved products, and lists the registrations of the containers.
///
/// - Parameters:
///   - type: The type to resolve.
///   - name: The name that it is registered under.
///   - key: A hashable value that replaces the name.
///   - arguments: The arguments of the resolve.
///   - container: The container or resolver to ask.
///   - other: The container to ask the second time; nil for the first one again.
///   - fileID: The file of the call, for failure reports.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
public func expectNewInstance<Product, each Argument>(
  _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
  arguments: repeat each Argument, in container: some Resolving,
  and other: (any Resolving)? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  let question = Question(
    type, name, key, repeat each arguments, in: container, at: CallSite(fileID, filePath, line, column))
  let pair = Pair(question, and: other)
  pair.expectNewInstance(pair.first.answer(), pair.second.answer())
}

/// Expects that a type resolves to a new instance each time, and awaits it; see the synchronous form.
public func expectNewInstance<Product, each Argument>(
  _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
  arguments: repeat each Argument, in container: some Resolving,
  and other: (any Resolving)? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async {
  let question = Question(
    type, name, key, repeat each arguments, in: container, at: CallSite(fileID, filePath, line, column))
  let pair = Pair(question, and: other)
  pair.expectNewInstance(await pair.first.answer(), await pair.second.answer())
}

// MARK: - Comparing

/// Two requests for one type, to compare their instances.
private struct Pair<Product, Argument> {
  let first: Question<Product, Argument>
  let second: Question<Product, Argument>
  /// True if two containers are asked.
  private let isOfTwo: Bool

  init(_ question: Question<Product, Argument>, and other: (any Resolving)?) {
    first = question
    second = other.map { question.asked(of: $0) } ?? question
    isOfTwo = other != nil
  }

  private var key: Key { first.key }

  func expectSameInstance(_ one: Result<Product, any Error>, _ other: Result<Product, any Error>) -> Product? {
    let expectation = "Expected \(key) to resolve to the same instance " + (isOfTwo ? "in both containers" : "twice")
    guard let (one, other) = instances(one, other, expectation) else { return nil }
    if one.object === other.object { return one.product }
    let (name, otherName) = (FailureText.typeName(of: one.product), FailureText.typeName(of: other.product))
    let found = name == otherName ? "two instances of \(name)" : "an instance of \(name), and one of \(otherName)"
    fail(FailureText("\(expectation), but got two.").found(found))
    return nil
  }

  func expectNewInstance(_ one: Result<Product, any Error>, _ other: Result<Product, any Error>) {
    let expectation =
      "Expected \(key) to resolve to "
      + (isOfTwo ? "a different instance in each container" : "a new instance each time")
    guard let (one, other) = instances(one, other, expectation), one.object === other.object else { return }
    fail(
      FailureText("\(expectation), but got the same one twice.")
        .found("one instance of \(FailureText.typeName(of: one.product))"))
  }

  private typealias Instance = (product: Product, object: AnyObject)

  /// Returns the two class instances; reports a failure and returns nil if there are none.
  private func instances(
    _ one: Result<Product, any Error>, _ other: Result<Product, any Error>, _ expectation: String
  ) -> (Instance, Instance)? {
    var instances: [Instance] = []
    for answer in [one, other] {
      switch answer {
      case .success(let product):
        guard let object = classInstance(in: product) else {
          fail(
            FailureText("\(expectation), but it is not a class instance.")
              .found("a value of type \(FailureText.typeName(of: product)), which has no identity"))
          return nil
        }
        instances.append((product, object))
      case .failure(let error):
        fail(FailureText("\(expectation), but it threw \(FailureText.name(error)).").found(error))
        return nil
      }
    }
    return (instances[0], instances[1])
  }

  private func fail(_ text: FailureText) {
    guard isOfTwo else { return first.fail(text) }
    Reporter.fail(
      text.inventory(of: first.container, nearestTo: key, as: "The first container")
        .inventory(of: second.container, nearestTo: key, as: "The second container"), at: first.site)
  }
}
