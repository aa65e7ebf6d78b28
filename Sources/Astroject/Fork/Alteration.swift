/// What a copy of a registration has that the registration itself has not.
struct Alteration {
  /// Another key of the same types.
  var key: Key?
  var isContribution: Bool?
  var sequence: UInt?
  /// The registration in whose place it is put, whose scope it takes over unless it has chosen one.
  var predecessor: Blueprint?
  /// Where it is noted that it was asked for.
  var usage: Usage?
  /// The registration that it forwards to.
  var target: Blueprint?
  var copier: Copier?

  /// What is to be noted of the copy's use, and whose instance it gives.
  func origin(of blueprint: Blueprint) -> (usage: Usage?, forwarding: Forwarding?) {
    if let forwarding = blueprint.forwarding {
      let target = copier?.copy(of: forwarding.target) ?? target
      return (nil, target.map { forwarding.rebound(to: $0, through: self.target?.forwarding) } ?? forwarding)
    }
    if let copier { return (copier.usage(of: blueprint), nil) }
    return (blueprint.usage ?? usage, nil)
  }
}

extension Blueprint {
  /// Takes over what another one of the same types says, and the scope of the one in whose place it is.
  func adopt(_ other: Blueprint, _ alteration: Alteration) {
    var flags = other.flags.unused
    var options = other.currentOptions
    if alteration.copier != nil {
      // What a fork shares is not the fork's to let go of.
      if flags.isInstance { options.onRelease = [] }
      if flags.lifetime == .shared, let scope = options.custom?().borrowed { options.custom = { scope } }
    }
    if let predecessor = alteration.predecessor, flags.lifetime != .forwarded {
      flags.isEager = flags.isEager || predecessor.flags.isEager
      if !flags.isScopeChosen, !flags.isInstance {
        predecessor.lend(to: &options, &flags, of: product)
      }
    }
    flags.hasReleaseHooks = !options.onRelease.isEmpty
    if !options.isEmpty { changeOptions { $0 = options } }
    changeFlags { [flags] in $0 = flags.of($0) }
  }

  /// Gives its scope to a registration that comes in its place.
  private func lend(to options: inout RegistrationOptions, _ flags: inout RegistrationFlags, of product: Any.Type) {
    if let forwardingTarget { return forwardingTarget.lend(to: &options, &flags, of: product) }
    let own = self.flags
    flags.isScopeChosen = own.isScopeChosen
    // There is one, whoever owns it.
    flags.lifetime = own.isInstance && !own.isGiven ? .singleton : own.lifetime
    options.containerName = summary.containerName
    switch own.lifetime {
    case .shared:
      // The object is the original's too, and would hand out what that has built.
      flags.lifetime = .singleton
    case .perContainer:
      options.custom = key.product == product ? currentOptions.custom : nil
      // An instance for another type is of no use.
      if options.custom == nil { flags.lifetime = .scoped }
    case .graph, .transient, .singleton, .disposable, .weak, .scoped, .forwarded: break
    }
  }
}
