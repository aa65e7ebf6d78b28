extension Core {
  /// Tells the behaviors of this container and of its parents; the container that it happened in must be there.
  private func tell(_ event: @escaping (any Behavior, Container) -> Void) {
    guard let container else { return }
    let queues: [EventQueue] = lineage.reduce(into: []) { $0.add($1.observers.ownQueues) }
    for queue in queues { queue.deliver { event($0, container) } }
  }

  func tellRegistered<Product>(_ registration: Registration<Product>) {
    tell { $0.didRegister(type: Product.self, to: $1, as: registration, with: registration.key.name) }
  }

  func tellResolved<Product>(_ registration: Registration<Product>) {
    tell { $0.didResolve(type: Product.self, to: $1, as: registration, with: registration.key.name) }
  }

  func tellFailed<Product>(_ type: Product.Type, name: String?, _ error: AstrojectError) {
    tell { $0.didFail(type: type, to: $1, with: name, error: error) }
  }
}

extension Resolution {
  mutating func tellResolved() {
    endStep()
    if isQuiet { return }
    tellWitnesses()
    // A derived form has no registration; what it is made of is told of by itself.
    answer?.blueprint.tellResolved(in: context.core)
  }

  mutating func tellFailed(_ error: any Error) {
    endStep(failingWith: error)
    // Whoever asked for what is gone goes on with what there is.
    guard !isQuiet, !isLost, let error = error as? AstrojectError else { return }
    tellWitnesses(failingWith: error)
    context.core.tellFailed(key.product, name: key.name, error)
  }
}
