/// Decides how a caller gets an instance. It reads the properties of a registration, and runs nothing.
enum Planner {
  /// Returns the plan of a registration.
  ///
  /// - Parameters:
  ///   - isLeaf: True if the recipe takes nothing, as far as is known by now.
  ///   - namesKeeper: Returns true if the scope names the containers that cache an instance.
  static func plan(_ flags: RegistrationFlags, isLeaf: Bool, namesKeeper: @autoclosure () -> Bool) -> ResolutionPlan {
    let making = making(flags.kind, isLeaf: isLeaf)
    let source = source(flags, namesKeeper: namesKeeper())
    let takesSteps = flags.isObserved || flags.isConfined
    return ResolutionPlan(
      source: source, making: making, lifetime: flags.lifetime, hasHooks: flags.hasHooks, takesSteps: takesSteps,
      factory: takesSteps ? nil : factory(source, flags, making))
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

  /// Returns the factory that lock-free readers may use.
  ///
  /// Hooks have run on a shared instance when it was built, but a factory that builds one must have no hooks.
  private static func factory(
    _ source: ResolutionPlan.Source, _ flags: RegistrationFlags, _ making: ResolutionPlan.Making
  ) -> ResolutionPlan.Factory? {
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

  /// A substitute for a missing registration.
  enum Substitute: Equatable {
    /// A registration without arguments that accepts the given ones.
    case acceptor
    /// A derived form of another registration.
    case form
    case fallback
    case none
  }

  /// Chooses the substitute for a missing registration. A closure is called only if its answer matters because it may
  /// run the user's code.
  ///
  /// - Parameters:
  ///   - accepts: Returns true if a registration without arguments accepts the given ones.
  ///   - isFormKnown: Returns true if the registrations that the requested form is made of exist, false if the form can
  ///     be made without them, and nil if there is no such form.
  ///   - fallbackKnows: Returns true if the fallback of the container knows the key.
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
