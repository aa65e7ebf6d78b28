/// Decides which container keeps the instances of a registration, or gives the dependencies of those that are not kept.
struct Keeping {
  /// The way in which a stage finds the container for each request.
  enum Keeper {
    /// The container that has the registration.
    case owner
    /// The container that is asked.
    case asker
    /// The nearest container of a name, from the one that is asked upwards.
    case nearest(String)

    /// Returns the container; nil if none has the name.
    func core(for ask: Ask) -> Borrowed<Core>? {
      switch self {
      case .owner: ask.owner
      case .asker: ask.core
      case .nearest(let name): ask.core.with { $0.nearest(named: name) }
      }
    }
  }

  let keeper: Keeper
  /// The container; nil if no container has the name that the scope gives.
  let container: Core?

  init(of blueprint: Blueprint, in owner: Core, for asker: Core) {
    switch blueprint.flags.lifetime {
    case .singleton, .disposable, .weak, .shared: (keeper, container) = (.owner, owner)
    case .scoped:
      guard let name = blueprint.containerName else { fallthrough }
      (keeper, container) = (.nearest(name), asker.nearest(named: name)?.object)
    case .graph, .transient, .perContainer, .forwarded: (keeper, container) = (.asker, asker)
    }
  }
}
