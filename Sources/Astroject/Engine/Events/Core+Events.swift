extension Core {
  /// Delivers an event to the behaviors of this container and its parents, if the container still exists.
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
