// The search for the place at which a loop of dependencies can be broken.

extension Core {
  /// Returns the remedy that breaks a loop at the best place, as the end of a sentence; nil if no place is known.
  ///
  /// The order of preference is an `afterInit`, a parameter, a property, a closure that declares its dependencies. Of
  /// several equal places the last one is chosen, as in a graph.
  ///
  /// - Parameters:
  ///   - path: A path that ends with the key that the loop begins with.
  ///   - builds: The builds from the root to the last one of the loop.
  func remedy(forLoopOf path: [AstrojectError.Step], in builds: [Build]) -> String? {
    // The part of the path that leads to the loop is skipped.
    guard let last = path.last, let start = path.firstIndex(where: { $0.key == last.key }), start < path.count - 1
    else { return nil }
    let loop = path[start...].map(\.key)
    // A decorator stands for what it decorates.
    if loop.count == 2, path[start].part == .decorator {
      return "use the \(last.key) that the decorator is given, because resolving one asks the decorator again"
    }
    // No key finds a decorator or a contribution.
    let owners = path[start...].dropLast().map { step in
      (builds.first { $0.step == step }?.blueprintUnderWay ?? find(step.key)?.blueprint)?.origin
    }
    let hooks = Set(builds.filter(\.isInHook).map(\.step.key))
    // The hook of a value may be one that sets a property. No key path leads to a property of an actor.
    let isHook = { (index: Int) in
      guard hooks.contains(loop[index]), let owner = owners[index], !(owner.product is any Actor.Type) else {
        return false
      }
      return owner.summary.hasAfterInit
    }
    if Spelling.hasInitializers, let index = owners.indices.last(where: isHook) {
      let need = loop[index + 1]
      let isPlain = Set(loop).count == 2 && maySet(owners[index], to: need)
      return AfterInit.remedy(
        for: path[start + index].name, lazily: isPlain ? nil : Spelling.argument(need.product))
    }
    var (best, lowest) = (String?.none, Int.max)
    for (index, need) in loop.dropFirst().enumerated() {
      guard let blueprint = owners[index] else { continue }
      let summary = blueprint.summary
      // What a registration takes of itself is of what it was to decorate. Its closure may not tell that it does.
      if blueprint.key == need, !need.takesArguments, !hooks.contains(loop[index]) {
        let own = dependencies(of: summary, on: need).first {
          $0.kind == .required && $0.site.rank != 1 && !summary.isOfProperty($0)
        }
        if own != nil || blueprint.parameterPlan == nil && loop.count == 2,
          let remedy = Spelling.decorating(
            with: blueprint, in: find(loop[index])?.owner ?? self, asking: own?.key ?? loop[index])
        {
          return remedy
        }
      }
      for dependency in dependencies(of: summary, on: need) where dependency.site.rank <= lowest {
        lowest = dependency.site.rank
        let owner = path[start + index].name
        best =
          summary.isOfProperty(dependency)
          ? "make the property of \(owner) an `@InjectLazy`"
          : dependency.site.change(of: owner, to: "a `Lazy<\(dependency.spelledType)>`")
      }
    }
    return best
  }

  /// Returns true if `injecting` may set a property of an owner to an instance that is still being built.
  private func maySet(_ owner: Blueprint?, to need: Key) -> Bool {
    guard let owner, let need = find(need)?.blueprint.origin else { return false }
    return TypeKind.isReference(owner.product) && need.flags.lifetime.isSharedWhileBuilt
      && decorators(of: owner).isEmpty
  }

  /// Returns the word for what answers to a key if a registration of this container does not: the parent, if that
  /// caches the instance, or the fallback, which is not asked. No decorator of this container surrounds that.
  ///
  /// - Returns: Nil for anything else.
  func undecorated(_ key: Key, behind blueprint: Blueprint) -> String? {
    let source: String? =
      if let inherited = above?.find(key) {
        inherited.blueprint.origin.flags.lifetime.isKeptByOwner ? "parent" : nil
      } else {
        hasFallback && key.isNamed ? "fallback" : nil
      }
    guard source != nil, blueprint.summary.replaced == nil else { return nil }
    let isOther = { (own: Match) in own.blueprint.key == key && own.blueprint.origin !== blueprint.origin }
    return ownRegistrations.contains(where: isOther) ? nil : source
  }

  @inline(never)
  private func dependencies(of owner: Summary, on need: Key) -> [Dependency] {
    (owner.wired + owner.afterwards + owner.declared).filter { dependency in
      !dependency.key.takesArguments && !owner.isCombined(dependency)
        && built(for: dependency).contains { $0.blueprint.key == need || $0.blueprint.origin.key == need }
    }
  }
}

extension Dependency.Site {
  /// The rank of this place for a `Lazy`.
  ///
  /// The lowest is the best.
  fileprivate var rank: Int {
    switch self {
    case .parameter: 0
    case .property: 1
    case .declared: 2
    case .forwarding, .decorator: 3
    }
  }
}
