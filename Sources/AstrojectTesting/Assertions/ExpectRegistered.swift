import Astroject

/// Expects that a type is registered, without building it.
///
/// ```swift
/// expectRegistered(Client.self, in: container)
/// expectRegistered(Report.self, arguments: String.self, Int.self, in: container)
/// ```
/// It calls `isRegistered`. So a type counts that a parent or the fallback provides, and a derived form of a registered
/// type, such as `T?`. A registration by initializer is registered without arguments, even if it takes some.
///
/// It may be called on any thread. The failure report lists the registrations of the container.
///
/// - Parameters:
///   - type: The registered type.
///   - name: The name that it is registered under.
///   - key: A hashable value that replaces the name.
///   - arguments: The types of the arguments that it is registered with.
///   - container: The container or resolver to ask.
///   - fileID: The file of the call, for failure reports.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
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

/// Expects that a type is not registered.
///
/// ```swift
/// expectNotRegistered(Tracker.self, in: container)
/// ```
/// It calls `isRegistered`, as ``expectRegistered(_:name:key:arguments:in:fileID:filePath:line:column:)`` does. It may
/// be called on any thread. The failure report states the registration that answers to the key. A container that stands
/// for a missing one is a failure, too.
///
/// - Parameters:
///   - type: The type that must not be registered.
///   - name: The name that it is registered under.
///   - key: A hashable value that replaces the name.
///   - arguments: The types of the arguments that it would be registered with.
///   - container: The container or resolver to ask.
///   - fileID: The file of the call, for failure reports.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
public func expectNotRegistered<Product, each Argument>(
  _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
  arguments: repeat (each Argument).Type, in container: some Resolving,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  let asked = Key(Product.self, label: Label(name: name, key: key), arguments: (repeat each Argument).self)
  guard container.isRegistered(asked, as: type) else {
    guard let cause = (container as? Container)?.core.absence else { return }
    return Reporter.fail(
      FailureText("Expected \(asked) not to be registered, but there is no container to ask.")
        .found(AstrojectError.noRegistrationFound(.init(key: Key(Container.self), path: [], cause: cause))),
      at: CallSite(fileID, filePath, line, column))
  }
  let answer =
    Inventory(of: container).answer(to: asked)
    ?? "no registration for it: it is made of others, or comes from a fallback"
  Reporter.fail(
    FailureText("Expected \(asked) not to be registered, but it is.").found(answer)
      .inventory(of: container, nearestTo: asked),
    at: CallSite(fileID, filePath, line, column))
}
