extension ResolutionTrace {
  /// A request that was resolved, with the requests that were resolved on its behalf.
  public struct Step: Sendable {
    /// The key that was asked for.
    public let key: Key
    /// The location of the registration that answered, or nil if none did.
    public let location: CodeLocation?
    /// The scope of the registration in words, such as `singleton` or `scoped to "request"`.
    ///
    /// It is nil if no registration answered, and for a forwarding, because the target has the scope.
    public let scope: String?
    /// The outcome of the request.
    public let outcome: Outcome
    /// The duration of the step, with everything below it.
    public let duration: Duration
    /// The steps that were resolved on behalf of this one, in the order in which they were asked for.
    public let children: [Step]
    /// The number of steps below this one that were left out, because there are too many or they lie too deep.
    public let omitted: Int
    /// The number of the registration that answered.
    package let registration: UInt?
    /// The number of the registration whose build asked, or whose forwarding leads here.
    package let asker: UInt?
    /// The number of steps, counting this one and all below it.
    let count: Int
  }

  /// The way in which a step ended.
  public indirect enum Outcome: Sendable, Hashable {
    /// An instance was built.
    case built
    /// The instance was cached, or was under construction already.
    case found
    /// Another thread or task was building the instance, and the caller waited for it.
    case waited
    /// The step below gave the instance, and its registration implements the type.
    case forwarded
    /// The product was derived from the registration of another type: an optional, a collection, a `Lazy`.
    ///
    /// An optional without a step below is nil.
    case derived
    /// A decorator has decorated the product of the step above.
    case decorated
    /// The container's fallback gave the product.
    case fallback
    /// The step threw an error, whose first line this is.
    case failed(String)
  }
}
