/// The rare data of a container, allocated when there is something to store.
final class CoreExtras: Sendable {
  let children = Children()
  /// The tracers, the witnesses, and the event queues of all other behaviors.
  let observers = Lock<[AnyObject]>([])
  let fallback = Lock<(any Resolving & Sendable)?>(nil)
  /// The containers that live as long as this one.
  let companions = Lock<[AnyObject]>([])
  /// The registrations of which children of the container that this one is a copy of are given instances.
  let expectations = Lock<[Blueprint]>([])
  /// The reason why nothing is registered, if the container stands for one that is missing.
  let absence = Lock<AstrojectError.Cause?>(nil)
  /// The number of arrivals of decorators that are under way.
  let arrivals = AtomicWord(0)
  /// The instances that were built below during these arrivals.
  let builtMeanwhile = Lock<[KeptBefore]>([])
  /// The number of calls because of which nothing may be added any more.
  let sealed = AtomicWord(0)
}
