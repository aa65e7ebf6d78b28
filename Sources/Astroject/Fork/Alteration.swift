/// What a copy of a registration has that the registration itself has not.
struct Alteration {
  /// Another key of the same types.
  var key: Key?
  var isContribution: Bool?
  var sequence: UInt?
  /// The registration in whose place it is put, whose scope it takes over unless it has chosen one.
  var predecessor: AnyBlueprint?
  /// Where it is noted that it was asked for.
  var usage: Usage?
  /// The registration that it forwards to.
  var target: AnyBlueprint?
  var copier: Copier?

  /// Where the copy takes its product from.
  func source<Product, Argument>(
    of blueprint: Blueprint<Product, Argument>
  ) -> Blueprint<Product, Argument>.Source {
    if let copier { return copier.source(of: blueprint) }
    switch blueprint.source {
    case .recipe(let recipe): return usage.map { .noted(recipe, $0) } ?? blueprint.source
    case .noted: return blueprint.source
    case .forwarding(let forwarding): return target.map { .forwarding(forwarding.rebound(to: $0)) } ?? blueprint.source
    }
  }
}

extension ProductBlueprint {
  /// Takes over what another one of the same types says, and the scope of the one in whose place it is.
  func adopt(_ other: ProductBlueprint, _ alteration: Alteration) {
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
        predecessor.lend(to: &terms, &traits, of: Product.self)
        if alteration.usage?.real != nil, predecessor.traits.lifetime == .shared {
          terms.allowances.append(
            Allowance(rule: "captive-dependency", type: Product.self, reason: "the scope is the original's object"))
        }
      }
    }
    if !terms.isEmpty { changeTerms { $0 = terms } }
    changeTraits { [traits] in $0 = traits.of($0) }
  }
}

extension AnyBlueprint {
  /// Gives its scope to a registration that comes in its place.
  fileprivate func lend(to terms: inout Terms, _ traits: inout Traits, of product: Any.Type) {
    if let forwardingTarget { return forwardingTarget.lend(to: &terms, &traits, of: product) }
    let own = self.traits
    traits.isScopeChosen = own.isScopeChosen
    // There is one, whoever owns it.
    traits.lifetime = own.isInstance ? .singleton : own.lifetime
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
