// The events that behaviors receive.

/// The events for one behavior, from all containers that it observes.
final class BehaviorQueue: EventQueue, @unchecked Sendable {
  private static let queues = Companions<BehaviorQueue>()

  let behavior: any Behavior
  private let object: AnyObject?

  private init(_ behavior: any Behavior, _ object: AnyObject?) {
    self.behavior = behavior
    self.object = object
  }

  deinit { BehaviorQueue.queues.forget(object) }

  static func of(_ behavior: any Behavior) -> BehaviorQueue {
    queues.companion(of: behavior) { BehaviorQueue(behavior, $0) }
  }
}

extension Core {
  /// The container, unless it is gone.
  package var container: Container? { reference.container as? Container }

  func add(_ behavior: any Behavior) {
    switch behavior {
    case let tracer as any Tracer: observers.add(tracer)
    case let witness as any ResolveWitness: observers.add(witness)
    default: observers.add(BehaviorQueue.of(behavior))
    }
    observe()
  }

  /// Delivers an event to the behaviors of this container and its parents, if the container still exists.
  private func tell(_ event: @escaping (any Behavior, Container) -> Void) {
    guard let container else { return }
    let queues: [EventQueue] = lineage.reduce(into: []) { $0.add($1.observers.ownQueues) }
    for case let queue as BehaviorQueue in queues { queue.deliver { event(queue.behavior, container) } }
  }

  func tellRegistered<Product>(_ blueprint: Blueprint, as type: Product.Type) {
    let registration = registration(of: blueprint, as: type)
    tell { $0.didRegister(type: type, to: $1, as: registration, with: registration.key.name) }
  }

  func tellResolved<Product>(_ blueprint: Blueprint, as type: Product.Type) {
    let registration = registration(of: blueprint, as: type)
    tell { $0.didResolve(type: type, to: $1, as: registration, with: registration.key.name) }
  }

  func tellFailed<Product>(_ type: Product.Type, name: String?, _ error: AstrojectError) {
    tell { $0.didFail(type: type, to: $1, with: name, error: error) }
  }
}
