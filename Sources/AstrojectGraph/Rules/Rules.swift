/// All rules, in the order in which several faults at one location are reported.
enum Rules {
  static var all: [any Rule.Type] {
    [
      MissingDependency.self, Cycle.self, CaptiveDependency.self, AsyncDependency.self, Isolation.self,
      MissingArgument.self, AmbiguousArgument.self, WeakUnowned.self, WeakValue.self, ContainerKept.self,
      MissingContainer.self, SharedWithArguments.self, IncomparableArguments.self, EagerWithArguments.self,
      Duplicate.self, MismatchedForwarding.self, IdleDecorator.self, IdleReleaseHook.self, Opaque.self,
    ]
  }

  /// The position of each rule in that order.
  static let positions = Dictionary(
    uniqueKeysWithValues: (all + hints).enumerated().map { ($1.code, $0) })

  /// The rules whose findings are hints.
  static var hints: [any Rule.Type] { [SplitInstance.self, UnprovidedOptional.self, DoubtfulForwarding.self] }
}
