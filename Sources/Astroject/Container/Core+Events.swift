// The events that behaviors receive.

extension Core {
  /// The container, unless it is gone.
  package var container: Container? { reference.container as? Container }

  func add(_ behavior: any Behavior) {
    let isToldAtOnce = behavior is ResolutionTrace || behavior is any ResolveWitness
    // The turn has a box of this type, so that no event has to look for the conformance.
    let observer = isToldAtOnce ? behavior as AnyObject : Turn.of(behavior as any Behavior, .behavior)
    add(observer: observer)
    observe()
    Transaction.undo(on: self) { self.remove(observer: observer) }
  }

  /// Delivers an event to the behaviors of this container and its parents, if the container still exists.
  private func tell(_ event: @escaping (any Behavior, Container) -> Void) {
    guard let container else { return }
    for case let turn as Turn in allObservers {
      turn.add { event(turn.object.value(as: (any Behavior).self), container) }
    }
  }

  /// Tells behaviors that a registration was made, or that it was resolved.
  func tell(of blueprint: Blueprint, isNew: Bool) {
    func open<Product>(_ type: Product.Type) {
      tell { behavior, container in
        // Made here, because traces and witnesses are not told.
        let registration = self.registration(of: blueprint, as: type)
        let name = registration.key.name
        isNew
          ? behavior.didRegister(type: type, to: container, as: registration, with: name)
          : behavior.didResolve(type: type, to: container, as: registration, with: name)
      }
    }
    open(blueprint.product)
  }

  func tellFailed<Product>(_ type: Product.Type, name: String?, _ error: AstrojectError) {
    tell { $0.didFail(type: type, to: $1, with: name, error: error) }
  }
}
