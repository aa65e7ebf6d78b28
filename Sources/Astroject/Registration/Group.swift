/// An assembly or module, whose registrations belong together.
package struct Group: @unchecked Sendable {
  // Unchecked because metatypes of protocols are not Sendable. This one is only named.
  @TaskLocal private static var bound: Group?
  /// The number of groups that make registrations in the process. While it is zero, the task-local value is not read.
  private static let count = AtomicWord(0)

  package let type: Any.Type

  /// The group that makes registrations on this thread or task; nil if there is none.
  static var current: Group? { count.load() == 0 ? nil : bound }

  /// Runs a closure on behalf of an assembly or module.
  package static func run<Result>(_ type: Any.Type, _ body: () throws -> Result) rethrows -> Result {
    _ = count.add(1)
    defer { _ = count.add(0 &- 1) }
    return try $bound.withValue(Group(type: type), operation: body)
  }
}
