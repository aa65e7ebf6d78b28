extension Container {
  /// Makes a container with the same registrations and none of the instances, with parents of its own.
  ///
  /// What was made elsewhere is shared, and so are custom instances that were given as such. Behaviors stay behind.
  ///
  /// - Parameter witness: Who is told what is built.
  package func fork(watchedBy witness: (any BuildWitness)? = nil) -> Container {
    let fork = Fork(of: core)
    return copy(by: Copier(for: fork), for: fork, watchedBy: witness)
  }

  /// Makes a container that has one registration of this one, with what it forwards to, and nothing else: nothing
  /// decorates it. An object that is a scope stays behind.
  ///
  /// - Parameter keepsScope: Whether an instance may be kept; if not, arguments need not be comparable.
  package func fork(alone found: Match, keepingScope keepsScope: Bool) -> Container {
    let fork = Fork(of: core)
    let copier = Copier(for: fork)
    // A scope may name the container that keeps.
    let container = Container(
      name: found.blueprint.summary.containerName ?? name, parent: nil, fork: fork, ifRegistered: core.ifRegistered)
    for blueprint in [found.blueprint.forwardingTarget, found.blueprint].compactMap(\.self) {
      let copy = copier.copy(of: blueprint)
      if !keepsScope, copy.forwardingTarget == nil { copy.changeFlags { $0.lifetime = .graph } }
      // The object is the original's too: it would hand out what that has built, and the other way round.
      if copy.flags.lifetime == .shared { copy.changeFlags { $0.lifetime = .singleton } }
      container.core.put(copy)
    }
    return container
  }

  private func copy(by copier: Copier, for fork: Fork, watchedBy witness: (any BuildWitness)?) -> Container {
    let parent = parent?.copy(by: copier, for: fork, watchedBy: witness)
    let copy = Container(name: name, parent: parent, fork: fork, witness: witness, ifRegistered: core.ifRegistered)
    if let fallback = core.fallback { copy.core.setFallback(fallback) }
    copier.fill(copy.core, with: core)
    return copy
  }
}
