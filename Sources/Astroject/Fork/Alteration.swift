/// The changes that a copy of a registration gets.
struct Alteration {
  /// Another key of the same types.
  var key: Key?
  var isContribution: Bool?
  var sequence: UInt?
  /// The registration that the copy replaces.
  ///
  /// The copy takes over its scope, unless it has chosen one.
  var predecessor: Blueprint?
  /// The record of the copy's use.
  var usage: Usage?
  /// The registration that the copy forwards to.
  var target: Blueprint?
  var copier: Copier?

  /// Returns the usage record of the copy of a registration, and its forwarding.
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
  /// Takes over the options of another registration of the same types, and the scope of the replaced one.
  func adopt(_ other: Blueprint, _ alteration: Alteration) {
    var flags = other.flags.unused
    var options = other.currentOptions
    options.refusal = Refusal()
    if alteration.copier != nil {
      // A fork must not release the instances that it shares.
      if flags.isInstance { options.onRelease = [] }
      if flags.lifetime == .shared, let scope = options.custom?().borrowed {
        options.custom = { scope }
        options.customIdentity = nil
      }
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

  /// Gives this registration's scope to the registration that replaces it.
  private func lend(to options: inout RegistrationOptions, _ flags: inout RegistrationFlags, of product: Any.Type) {
    if let forwardingTarget { return forwardingTarget.lend(to: &options, &flags, of: product) }
    let own = self.flags
    flags.isScopeChosen = own.isScopeChosen
    // There is one instance, whichever container owns it.
    flags.lifetime = own.isInstance && !own.isGiven ? .singleton : own.lifetime
    options.containerName = summary.containerName
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
