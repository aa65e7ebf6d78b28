/// Which container keeps the instances of a registration, or gives the dependencies of those that are not kept.
indirect enum Keeper {
  /// The container that has the registration.
  case owner
  /// The container that is asked.
  case asker
  /// The nearest container of a name, from the one that is asked upwards.
  case nearest(String)

  init(of blueprint: borrowing Blueprint, _ lifetime: Lifetime) {
    switch lifetime {
    case .singleton, .disposable, .weak, .shared: self = .owner
    case .scoped: self = blueprint.containerName.map { .nearest($0) } ?? .asker
    case .graph, .transient, .perContainer, .forwarded: self = .asker
    }
  }

  /// Returns the container for a request; nil if none has the name.
  func core(for ask: Ask) -> Borrowed<Core>? {
    core(of: ask.owner, for: ask.core)
  }

  /// Returns the container of a registration of one container for the requests to another; nil if none has the name.
  func core(of owner: Core, for asker: Core) -> Core? { core(of: Borrowed(owner), for: Borrowed(asker))?.object }

  private func core(of owner: Borrowed<Core>, for asker: Borrowed<Core>) -> Borrowed<Core>? {
    switch self {
    case .owner: owner
    case .asker: asker
    case .nearest(let name): asker.with { core in core.nearest { $0.name == name } }
    }
  }
}
