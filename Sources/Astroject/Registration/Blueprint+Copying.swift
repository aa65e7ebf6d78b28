extension Blueprint {
  /// Returns a copy that has cached nothing.
  ///
  /// - Parameters:
  ///   - isContribution: True for a contribution; nil if it is one as the original is.
  ///   - sequence: The place in the order of registration; nil for that of the predecessor, or else of the original.
  ///   - predecessor: The registration that the copy replaces. The copy takes over its protection and its scope, unless
  ///     it has chosen a scope. In place of a composite, it is stored as one.
  ///   - forwarding: The forwarding to another registration.
  ///   - isBorrower: True if the copy shares instances that were made elsewhere, and must not release them.
  ///   - observer: The observer of the requests, in place of that of the original.
  ///   - acceptor: The part that accepts arguments beyond the key, if the recipe has none.
  ///   - isSubstitute: True if the copy stands for another registration that was replaced.
  ///   - refusal: The error of each request, if the copy only refuses. The copy has the types, the scope and the
  ///     protection of the original. It has no hooks, and no instance that was made elsewhere.
  package func copy(
    isContribution: Bool? = nil, sequence: UInt? = nil, predecessor: Blueprint? = nil, forwarding: Forwarding? = nil,
    isBorrower: Bool = false, observer: (any RegistrationObserver)? = nil, acceptor: (any ParameterPlan)? = nil,
    isSubstitute: Bool = false, refusal: (@Sendable () -> any Error)? = nil
  ) -> Blueprint {
    let isRefusing = refusal != nil
    let new = RegistrationDetails(arguments: details?.arguments ?? Void.self)
    new.parameterPlan = isRefusing ? nil : details?.parameterPlan
    new.sequence = sequence ?? predecessor?.sequence ?? self.sequence
    new.forwarding = forwarding ?? self.forwarding
    new.observer = observer ?? self.observer
    new.acceptor = acceptor ?? (isRefusing ? self.acceptor : details?.acceptor)
    new.isSubstitute = isSubstitute || self.isSubstitute
    new.group = group
    var (flags, options) = (flags.unused, currentOptions)
    flags[.isOverridable] = (predecessor ?? self).flags[.isOverridable]
    flags[.isContribution] = isContribution ?? self.isContribution
    flags[.isWatched] = new.observer != nil
    let composite = predecessor.flatMap { $0.key.isOfComposite ? $0 : nil }
    flags[.isComposite] = flags[.isComposite] || composite != nil
    flags.ifRegistered = .replace
    options.refusal = Refusal()
    if isBorrower {
      if flags[.isInstance] { options.onRelease = [] }
      if flags.lifetime == .shared, let scope = options.custom?().borrowed {
        options.custom = { scope }
        options.customIdentity = nil
      }
    }
    if isRefusing {
      flags.kind = .leaf
      (flags[.isInstance], flags[.hasHooks], flags[.hasOpaqueHooks]) = (false, false, false)
      (options.afterInit, options.onRelease) = ([], [])
    }
    if let predecessor, flags.lifetime != .forwarded {
      flags[.isEager] = flags[.isEager] || predecessor.flags[.isEager]
      if !flags[.isScopeChosen], !flags[.isInstance] { predecessor.origin.lend(to: &options, &flags, of: product) }
    }
    let copy = Blueprint(
      product, label: composite?.label ?? label, stored: refusal.map(refusing) ?? stored,
      location: new.forwarding?.target.location ?? location, flags: flags, details: new)
    copy.changeOptions { $0 = options }
    return copy
  }

  /// Returns a recipe of the same product that throws the error of a closure.
  private func refusing(_ refusal: @escaping @Sendable () -> any Error) -> StoredRecipe {
    func refusing<Product>(_ product: Product.Type) -> StoredRecipe {
      Recipe<Void, Product>.leaf { throw refusal() }.stored
    }
    return _openExistential(product, do: refusing)
  }

  /// Gives this registration's scope to the registration that replaces it.
  private func lend(to options: inout RegistrationOptions, _ flags: inout RegistrationFlags, of product: Any.Type) {
    let own = self.flags
    flags[.isScopeChosen] = own[.isScopeChosen]
    // There is one instance, whichever container owns it.
    flags.lifetime = own[.isInstance] && !own.isGiven ? .singleton : own.lifetime
    options.containerName = own.lifetime == .scoped ? containerName : nil
    switch own.lifetime {
    case .shared:
      // The scope object also belongs to the original. It would return instances that the original has built.
      flags.lifetime = .singleton
    case .perContainer:
      options.custom = key.product == product ? currentOptions.custom : nil
      // A scope for another type is of no use.
      if options.custom == nil { flags.lifetime = .scoped }
    case .graph, .transient, .singleton, .disposable, .weak, .scoped, .forwarded: break
    }
  }
}
