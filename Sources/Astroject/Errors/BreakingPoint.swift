extension AstrojectError {
  /// The place at which a loop is broken: the registration to change, and the type that it needs.
  package final class BreakingPoint: Sendable {
    package indirect enum Change: Sendable {
      /// A `Lazy` at the site of the dependency.
      case lazy(Dependency.Site)
      /// An `@InjectLazy` in place of an `@Inject`.
      case injectLazy
      /// A property that `injecting` sets in place of an `afterInit`.
      case injecting
      /// Such a property, which holds a `Lazy`.
      case injectingLazy
      /// A decorator in place of a registration that needs itself; the need is the remedy.
      case decorating
      /// The product that a decorator is given, in place of one that it resolves.
      case decorated
    }

    let owner: String
    /// The type as it is written between angle brackets.
    let need: String
    let change: Change

    init(owner: String, need: String, change: Change) {
      self.owner = owner
      self.need = need
      self.change = change
    }
  }
}
