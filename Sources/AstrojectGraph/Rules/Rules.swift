/// Every rule, in the order in which what breaks several of them is told.
enum Rules {
  static var all: [any Rule.Type] {
    [
      MissingDependency.self, Cycle.self, CaptiveDependency.self, AsyncDependency.self, Isolation.self,
      MissingArgument.self, AmbiguousArgument.self, WeakUnowned.self, WeakValue.self, ContainerKept.self,
      MissingContainer.self, SharedWithArguments.self, EagerWithArguments.self, Duplicate.self,
      IdleDecorator.self,
    ]
  }
}
