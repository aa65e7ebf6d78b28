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
    var traits = other.traits.unused
    var terms = other.currentTerms
    if alteration.copier != nil {
      // What a fork shares is not the fork's to let go of.
      if traits.isInstance { terms.onRelease = [] }
      if traits.lifetime == .shared, let scope = terms.custom?().borrowed { terms.custom = { scope } }
    }
    if let predecessor = alteration.predecessor, traits.lifetime != .forwarded {
      traits.isEager = traits.isEager || predecessor.traits.isEager
      if !traits.isScopeChosen, !traits.isInstance {
        predecessor.lend(to: &terms, &traits, of: product)
        if alteration.usage?.real != nil, predecessor.traits.lifetime == .shared {
          terms.allowances.append(
            Allowance(rule: "captive-dependency", type: product, reason: "the scope is the original's object"))
        }
      }
    }
    traits.hasReleaseHooks = !terms.onRelease.isEmpty
    if !terms.isEmpty { changeTerms { $0 = terms } }
    changeTraits { [traits] in $0 = traits.of($0) }
  }

  /// Gives its scope to a registration that comes in its place.
  private func lend(to terms: inout Terms, _ traits: inout Traits, of product: Any.Type) {
    if let forwardingTarget { return forwardingTarget.lend(to: &terms, &traits, of: product) }
    let own = self.traits
    traits.isScopeChosen = own.isScopeChosen
    // There is one, whoever owns it.
    traits.lifetime = own.isInstance && !own.isGiven ? .singleton : own.lifetime
    terms.containerName = summary.containerName
    switch own.lifetime {
    case .shared:
      // The object is the original's too, and would hand out what that has built.
      traits.lifetime = .singleton
    case .perContainer:
      terms.custom = key.product == product ? currentTerms.custom : nil
      // An instance for another type is of no use.
      if terms.custom == nil { traits.lifetime = .container }
    case .graph, .transient, .singleton, .disposable, .weak, .container, .forwarded: break
    }
  }
}
