/// Decides how whoever asks comes by an instance. It looks at what a registration says, and runs nothing.
enum Planner {
  /// The plan of a registration.
  ///
  /// - Parameters:
  ///   - isLeaf: Whether it takes nothing, as far as is known by now.
  ///   - namesKeeper: Whether the scope says the name of the containers that keep an instance.
  static func plan(_ flags: RegistrationFlags, isLeaf: Bool, namesKeeper: @autoclosure () -> Bool) -> ResolutionPlan {
    let making = making(flags.kind, isLeaf: isLeaf)
    let source = source(flags, namesKeeper: namesKeeper())
    return ResolutionPlan(
      source: source, making: making, lifetime: flags.lifetime, hasHooks: flags.hasHooks, isNoted: flags.isNoted,
      factory: factory(source, flags, making))
  }

  private static func making(_ kind: RecipeKind, isLeaf: Bool) -> ResolutionPlan.Making {
    if isLeaf { return .ofNothing }
    return switch kind {
    case .leaf: .ofNothing
    case .resolving, .sync, .forwarding: .byCalling
    case .either, .initializer: .byFetching
    case .asyncLeaf, .asyncResolving, .async, .mainActor, .mainActorAsync, .mainActorEither: .byAwaiting
    }
  }

  private static func source(_ flags: RegistrationFlags, namesKeeper: @autoclosure () -> Bool) -> ResolutionPlan.Source
  {
    switch flags.lifetime {
    case _ where flags.isSpoiled: .spoiled
    case .forwarded: .forwarding
    case .transient: .construction
    case .graph: .tree
    case .singleton, .disposable, .weak: .cache(.owner)
    case .scoped: .cache(namesKeeper() ? .nearest : .asker)
    case .shared: .custom(.owner)
    case .perContainer: .custom(.asker)
    }
  }

  /// What readers without a lock may have. An instance that is shared was hooked when it was made; a factory that makes
  /// one has to have no hooks.
  private static func factory(
    _ source: ResolutionPlan.Source, _ flags: RegistrationFlags, _ making: ResolutionPlan.Making
  ) -> ResolutionPlan.Factory? {
    if flags.isNoted { return nil }
    switch source {
    case .cache(.asker), .cache(.nearest): return .cached
    case .spoiled, .forwarding, .cache(.owner), .custom: return nil
    case .construction, .tree: if flags.hasHooks { return nil }
    }
    let isShared = source == .tree
    if making == .ofNothing { return isShared ? .graphLeaf : .leaf }
    return switch flags.kind {
    case .leaf: isShared ? .graphLeaf : .leaf
    case .resolving, .sync: isShared ? .graph : .transient
    case .initializer: isShared ? .graphInitializer : .initializer
    case .asyncLeaf, .asyncResolving: isShared ? nil : .awaited
    case .either, .async, .mainActor, .mainActorAsync, .mainActorEither, .forwarding: nil
    }
  }

  /// What stands in for a registration that is missing.
  enum Substitute: Equatable {
    /// What is registered without arguments, and takes those that are given.
    case acceptor
    /// What a derived form is made of.
    case form
    case fallback
    case none
  }

  /// What stands in for a registration that is missing. Each is asked for only where it decides, as to ask may be to
  /// run code of the user's.
  ///
  /// - Parameters:
  ///   - accepts: Whether something is registered without the arguments that are given, and takes them.
  ///   - isFormKnown: Whether that is registered which the form that is asked for is made of; nil if it is no form.
  ///   - fallbackKnows: Whether what stands behind the container knows it.
  static func substitute(
    accepts: () throws -> Bool, isFormKnown: () -> Bool?, fallbackKnows: () -> Bool
  ) rethrows -> Substitute {
    if try accepts() { return .acceptor }
    let isFormKnown = isFormKnown()
    if isFormKnown == true { return .form }
    if fallbackKnows() { return .fallback }
    return isFormKnown == nil ? .none : .form
  }
}
