/// What makes registrations that belong together: an assembly or a module.
package struct Group: @unchecked Sendable {
  // Unchecked, as metatypes of protocols are not Sendable; this one is only named.
  @TaskLocal private static var current: Group?
  /// How many of them make registrations in the process: while there are none, nobody need look.
  private static let count = AtomicWord(0)

  package let type: Any.Type

  /// Whoever is making registrations, while a transaction is under way in a core.
  static func current(in core: Core) -> Group? { core.transactions.load() == 0 || count.load() == 0 ? nil : current }

  /// Does something on behalf of an assembly or a module.
  package static func run<Result>(_ type: Any.Type, _ body: () throws -> Result) rethrows -> Result {
    _ = count.add(1)
    defer { _ = count.add(0 &- 1) }
    return try $current.withValue(Group(type: type), operation: body)
  }
}
