import Astroject

/// Expects that something is registered, without building it.
///
/// ```swift
/// expectRegistered(Client.self, in: container)
/// expectRegistered(Report.self, arguments: String.self, Int.self, in: container)
/// ```
/// It asks `isRegistered`: what a parent or the fallback knows counts, and so does what can be made of what is
/// registered, as a `T?`. What is registered by its initializer is registered without arguments, though it may take
/// some. It may be called on any thread. A failure is reported with what the container has.
///
/// - Parameters:
///   - type: What is asked for.
///   - name: The name that it is registered under.
///   - key: Takes the place of the name: any hashable value.
///   - arguments: The types of the arguments that it is registered with.
///   - container: What is asked.
///   - fileID: Where it is called, for the report of a failure.
///   - filePath: Where it is called.
///   - line: Where it is called.
///   - column: Where it is called.
public func expectRegistered<Product, each Argument>(
  _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
  arguments: repeat (each Argument).Type, in container: some Resolving,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  let asked = Key(Product.self, label: Label(name: name, key: key), arguments: (repeat each Argument).self)
  if container.isRegistered(asked, as: type) { return }
  Reporter.fail(
    FailureText("Expected \(asked) to be registered, but it is not.").inventory(of: container, nearestTo: asked),
    at: CallSite(fileID, filePath, line, column))
}

/// Expects that something is not registered.
///
/// ```swift
/// expectNotRegistered(Tracker.self, in: container)
/// ```
/// It asks `isRegistered`, as ``expectRegistered(_:name:key:arguments:in:fileID:filePath:line:column:)`` does. A
/// failure is reported with what answers to the key.
///
/// - Parameters:
///   - type: What is asked for.
///   - name: The name that it is registered under.
///   - key: Takes the place of the name: any hashable value.
///   - arguments: The types of the arguments that it would be registered with.
///   - container: What is asked.
///   - fileID: Where it is called, for the report of a failure.
///   - filePath: Where it is called.
///   - line: Where it is called.
///   - column: Where it is called.
public func expectNotRegistered<Product, each Argument>(
  _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
  arguments: repeat (each Argument).Type, in container: some Resolving,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  let asked = Key(Product.self, label: Label(name: name, key: key), arguments: (repeat each Argument).self)
  guard container.isRegistered(asked, as: type) else { return }
  let answer =
    Inventory(of: container).answer(to: asked)
    ?? "no registration of its own: it is made of others, or known to a fallback"
  Reporter.fail(
    FailureText("Expected \(asked) not to be registered, but it is.").found(answer)
      .inventory(of: container, nearestTo: asked),
    at: CallSite(fileID, filePath, line, column))
}
