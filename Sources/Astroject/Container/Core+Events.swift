// The events that behaviors receive.

extension Core {
  /// The container, unless it is gone.
  package var container: Container? { reference.container as? Container }

  func add(_ behavior: any Behavior) {
    let isToldAtOnce = behavior is ResolutionTrace || behavior is any ResolveWitness
    let observer = isToldAtOnce ? behavior as AnyObject : BehaviorQueue.of(behavior)
    observers.add(observer)
    observe()
    Transaction.undo(on: self) { self.observers.remove(observer) }
  }

  /// Delivers an event to the behaviors of this container and its parents, if the container still exists.
  private func tell(_ event: @escaping (any Behavior, Container) -> Void) {
    guard let container else { return }
    for case let queue as BehaviorQueue in allObservers { queue.deliver { event(queue.behavior, container) } }
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
