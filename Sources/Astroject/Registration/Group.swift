/// An assembly or module, whose registrations belong together.
package struct Group: @unchecked Sendable {
  // Unchecked because metatypes of protocols are not Sendable. This one is only named.
  /// The group that makes registrations on this thread or task, within a transaction; nil if there is none.
  @TaskLocal static var current: Group?

  package let type: Any.Type

  /// Runs a closure on behalf of an assembly or module.
  package static func run<Result>(_ type: Any.Type, _ body: () throws -> Result) rethrows -> Result {
    try $current.withValue(Group(type: type), operation: body)
  }
}
