/// An assembly or module, whose registrations belong together.
package struct Group: @unchecked Sendable {
  // Unchecked because metatypes of protocols are not Sendable. This one is only named.
  @TaskLocal private static var current: Group?
  /// The number of groups that make registrations in the process. While it is zero, the task-local value is not read.
  private static let count = AtomicWord(0)

  package let type: Any.Type

  /// Returns the group that makes registrations while a transaction is open on a container; nil if there is none.
  static func current(in core: Core) -> Group? { core.transactions.load() == 0 || count.load() == 0 ? nil : current }

  /// Runs a closure on behalf of an assembly or module.
  package static func run<Result>(_ type: Any.Type, _ body: () throws -> Result) rethrows -> Result {
    _ = count.add(1)
    defer { _ = count.add(0 &- 1) }
    return try $current.withValue(Group(type: type), operation: body)
  }
}
