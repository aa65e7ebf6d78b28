import Astroject

extension Core {
  /// The fork that the container belongs to, if it is a fork or a child of one.
  package var fork: Fork? { delegate as? Fork }
}

extension Container {
  /// Makes a container with the same registrations and none of the instances, and with copies of the parents.
  ///
  /// Instances that were made elsewhere are shared, and so are objects that serve as custom scopes. Behaviors are not
  /// copied.
  ///
  /// - Parameter witness: The witness of the instances that the fork builds.
  package func fork(watchedBy witness: (any BuildWitness)? = nil) -> Container {
    let fork = Fork(of: core)
    return copy(by: Copier(for: fork), for: fork, watchedBy: witness)
  }

  /// Makes a container that has one registration of this one, with its forwarding target, and no decorator.
  ///
  /// An object that serves as a custom scope is not shared.
  ///
  /// - Parameter keepsScope: False if no instance has to be cached. Arguments need not be comparable then.
  func fork(alone found: Match, keepingScope keepsScope: Bool) -> Container {
    let fork = Fork(of: core)
    let copier = Copier(for: fork)
    // The scope may name the container that caches the instance.
    let container = Container(
      name: found.blueprint.summary.containerName ?? name, parent: nil, delegate: fork,
      defaultScope: core.defaultScope, ifRegistered: core.ifRegistered)
    for blueprint in [found.blueprint.forwardingTarget, found.blueprint].compactMap(\.self) {
      let copy = copier.copy(of: blueprint)
      if !keepsScope, copy.forwardingTarget == nil { copy.leaveScope() }
      copy.leaveSharedScope()
      container.core.put(copy)
    }
    return container
  }

  private func copy(by copier: Copier, for fork: Fork, watchedBy witness: (any BuildWitness)?) -> Container {
    let parent = parent?.copy(by: copier, for: fork, watchedBy: witness)
    let copy = Container(
      name: name, parent: parent, delegate: fork, witness: witness, defaultScope: core.defaultScope,
      ifRegistered: core.ifRegistered)
    if let fallback = core.fallback { copy.core.setFallback(fallback) }
    copier.fill(copy.core, with: core)
    return copy
  }
}
