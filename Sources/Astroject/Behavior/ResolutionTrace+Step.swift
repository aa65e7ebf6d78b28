extension ResolutionTrace {
  /// One thing that was resolved, and what was resolved on its behalf.
  public struct Step: Sendable {
    /// What was asked for.
    public let key: Key
    /// Where the registration that answered was made; nil where none did.
    public let location: CodeLocation?
    /// The scope of the registration, in words: `singleton`, `container "request"`. Nil where none answered, and for a
    /// forwarding, which has that of its target.
    public let scope: String?
    /// How it ended.
    public let outcome: Outcome
    /// How long it took, with everything below it.
    public let duration: Duration
    /// What was resolved on its behalf, in the order in which it was asked for.
    public let children: [Step]
    /// How many steps below it were left out, as there are too many or they lie too deep.
    public let omitted: Int
    /// The number of the registration that answered.
    package let registration: UInt?
    /// The number of the registration whose build asked for it, or whose forwarding leads to it.
    package let asker: UInt?
    /// How many steps it is, with those below it.
    let count: Int
  }

  /// How a step ended.
  public enum Outcome: Sendable, Hashable {
    /// An instance was built for it.
    case built
    /// A scope kept the instance, or it was under construction already.
    case found
    /// Another thread or task was building the instance.
    case waited
    /// It is the instance of the registration below, which implements the type.
    case forwarded
    /// It is made of what is registered for another type: an optional, a collection, a `Lazy`. An optional with nothing
    /// below is nil.
    case derived
    /// A decorator has surrounded the product of the step above.
    case decorated
    /// The container's fallback gave it.
    case fallback
    /// It threw an error, of which this is the first line.
    case failed(String)
  }
}

/// That the build of one registration asked for another one.
package struct ObservedUse: Sendable, Hashable {
  /// The number of the registration whose build asked.
  package let user: UInt
  /// The number of the registration that answered.
  package let used: UInt
  /// The number of the core that was asked when this was seen first.
  package let core: UInt
}
